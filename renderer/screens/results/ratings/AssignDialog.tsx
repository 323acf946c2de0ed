import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ResultSelection } from '../../../../shared/results/index.ts';
import { useCommand, useContractQuery } from '../../../api/index.ts';
import { FormDialog, SuggestInput, useAnnounce, useMissing } from '../../../kit/index.ts';
import { count } from '../../../format/index.ts';

interface AssignDialogProps {
  readonly id: string;
  readonly selection: ResultSelection;
  /** How many people the selection has. */
  readonly people: number;
  readonly onClose: () => void;
}

/** Gives the selected people to an officer. */
export function AssignDialog({ id, selection, people, onClose }: AssignDialogProps) {
  const [officer, setOfficer] = useState('');
  const [isNobody, setNobody] = useState(false);
  const announce = useAnnounce();
  const known = useContractQuery('results.officers', { id }).data?.officers.flatMap(({ name }) => (name === '' ? [] : name)) ?? [];
  const assign = useCommand('officers.assign', ({ people: given }, { officer: name }) => {
    announce(`${count(given, 'person', 'people')} assigned to ${name === '' ? 'nobody' : name}`);
    onClose();
  });
  const missing = useMissing({ officer: !isNobody && officer.trim() === '' && 'Enter an officer, or tick “To nobody”.' });
  const who = count(people, 'person', 'people');
  return (
    <FormDialog
      title="Assign an officer"
      submit={`Assign ${who}`}
      missing={missing}
      command={assign}
      onSubmit={() => assign.mutate({ id, selection, officer: isNobody ? '' : officer.trim(), people })}
      onClose={onClose}
    >
      <p>
        {selection.chosen === undefined ? `All ${who} of the list` : `The ${who} that you selected`}
        {people === 1 ? ' gets' : ' get'} this officer. The assignment is kept on this computer, is never sent, and can be undone.
      </p>
      <SuggestInput
        label="Officer"
        error={missing.at('officer')}
        data={[...new Set(known)]}
        value={officer}
        onChange={setOfficer}
        maxLength={120}
        disabled={isNobody}
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
        data-autofocus
      />
      <Checkbox size="xs" label="To nobody" checked={isNobody} onChange={(event) => setNobody(event.currentTarget.checked)} />
    </FormDialog>
  );
}
