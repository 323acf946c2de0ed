import { Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionView, ProjectView } from '../../../../shared/contract/index.ts';
import { estimatedCredits } from '../../../../shared/rows/index.ts';
import { useCommand, useContractQuery } from '../../../api/index.ts';
import { count, number } from '../../../format/index.ts';
import { FormDialog, useMissing } from '../../../kit/index.ts';

/** The choice for the settings of the service; no preset has this name. */
const OF_SERVICE = '';
const SAME_SETTINGS = 'The pilot was sent with these settings. Choose others, or another connection.';

interface CompareDialogProps {
  readonly project: ProjectView;
  /** The number of people in the pilot. */
  readonly people: number;
  readonly onClose: () => void;
}

interface PriceProps {
  readonly connection: ConnectionView;
  readonly people: number;
}

/** The cost of scoring the people again, next to the balance. */
function Price({ connection, people }: PriceProps) {
  const remaining = connection.credits?.remaining ?? null;
  const credits = estimatedCredits(people, connection.creditsPerRecord);
  return (
    <p className="dialog-note">
      Spends about {count(credits, connection.kind === 'practice' ? 'practice credit' : 'credit')}
      {remaining === null ? '' : ` of ${number(remaining)}`} more. The scores of the pilot do not change; the second ones are kept next to
      them.
    </p>
  );
}

/** Asks for the other settings with which the people of a pilot are scored, and confirms that they are charged a second time. */
export function CompareDialog({ project, people, onClose }: CompareDialogProps) {
  const connections = useContractQuery('connections.list', {}).data ?? [];
  const presets = useContractQuery('scorePresets.list', {}).data ?? [];
  const own = useContractQuery('cost.get', { id: project.id }).data?.scoreConfiguration ?? null;
  const [connectionId, setConnection] = useState(project.connection.id);
  const [settings, setSettings] = useState<string | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  const compare = useCommand('project.comparePilot', onClose);
  const connection = connections.find(({ id }) => id === connectionId);
  const choices = [
    { value: OF_SERVICE, label: 'The service’s own settings', configuration: null },
    ...presets.map(({ name, configuration }) => ({ value: name, label: name, configuration })),
  ];
  const isPilots = ({ configuration }: (typeof choices)[number]) =>
    connectionId === project.connection.id && JSON.stringify(configuration) === JSON.stringify(own);
  const chosen = choices.find(({ value }) => value === settings);
  const isSame = chosen !== undefined && isPilots(chosen);
  const hasOther = connections.length > 1 || choices.some((one) => !isPilots(one));
  const missing = useMissing({
    settings: chosen === undefined ? 'Choose the score settings.' : isSame && SAME_SETTINGS,
    agreed: !isAgreed && 'Tick this box to send them a second time.',
    // The connections are still being read.
    connection: connection === undefined && 'Choose a connection.',
  });
  return (
    <FormDialog
      title={`Score the same ${number(people)} again?`}
      submit={`Send ${number(people)} a second time`}
      missing={missing}
      command={compare}
      onSubmit={() => {
        if (chosen === undefined || connection === undefined) return;
        const credits = estimatedCredits(people, connection.creditsPerRecord);
        compare.mutate({ id: project.id, connectionId, scoreConfiguration: chosen.configuration, rows: people, credits });
      }}
      onClose={onClose}
    >
      <Select
        label="Connection"
        error={missing.at('connection')}
        allowDeselect={false}
        value={connectionId}
        data={connections.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          if (id === null) return;
          setConnection(id);
          setAgreed(false);
        }}
      />
      <Select
        label="Score settings"
        placeholder="Choose"
        value={settings}
        data={choices.map((one) => ({ value: one.value, label: isPilots(one) ? `${one.label} (as the pilot was)` : one.label }))}
        onChange={(value) => {
          setSettings(value);
          setAgreed(false);
        }}
        error={missing.at('settings') ?? (isSame && SAME_SETTINGS)}
        {...(!hasOther && {
          description: 'Save score settings under a name on Cost & send first (Advanced), or add another connection.',
        })}
      />
      {connection !== undefined && <Price connection={connection} people={people} />}
      <Checkbox
        checked={isAgreed}
        error={missing.at('agreed')}
        aria-invalid={missing.at('agreed') !== undefined}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        label={`I agree that ${people === 1 ? 'this person is' : `these ${number(people)} people are`} charged a second time`}
      />
    </FormDialog>
  );
}
