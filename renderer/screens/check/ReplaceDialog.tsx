import { Button, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { Input, Output } from '../../../shared/contract/index.ts';
import { type FieldKey, fieldOf, isFieldKey } from '../../../shared/fields/index.ts';
import { useCommand, useContractQuery, useWork } from '../../api/index.ts';
import { Dialog, FailureLine, WorkProgress } from '../../kit/index.ts';
import { count } from '../../format/index.ts';
import { ChangesTable } from './ChangesTable.tsx';
import { useDelayed } from './useDelayed.ts';

type Replacement = Omit<Input<'check.replace'>, 'id'>;

/** An empty text occurs everywhere in a value; it is only meaningful as the whole value. */
const isComplete = ({ find, how }: Replacement): boolean => find !== '' || how === 'whole';

function Preview({ preview, replacement }: { readonly preview: Output<'check.replacing'> | undefined; readonly replacement: Replacement }) {
  if (!isComplete(replacement)) return <p className="second">Type the text to find.</p>;
  if (preview === undefined) return <p className="second">Searching the rows…</p>;
  if (preview.rows === 0) return <p className="second">No row contains it.</p>;
  return (
    <>
      <output className="strong replace-count">{count(preview.rows, 'row')} would change</output>
      <ChangesTable examples={preview.examples} />
      {preview.rows > preview.examples.length && (
        <p className="second small">and {count(preview.rows - preview.examples.length, 'more row')}</p>
      )}
    </>
  );
}

interface ReplaceDialogProps {
  readonly projectId: string;
  /** Number of rows of the list. */
  readonly rows: number;
  readonly fields: readonly FieldKey[];
  /** The field that is selected first. */
  readonly field: FieldKey;
  /** Called with the number of changed rows. */
  readonly onDone: (rows: number) => void;
  readonly onClose: () => void;
}

/** Find and replace in one field of the list, with a preview. One undo reverts it. */
export function ReplaceDialog({ projectId, rows: listRows, fields, field, onDone, onClose }: ReplaceDialogProps) {
  const work = useWork();
  const [replacement, setReplacement] = useState<Replacement>({ field, find: '', replace: '', how: 'part', matchCase: false });
  const [debounced] = useDebouncedValue(replacement, 250);
  const preview = useContractQuery(
    'check.replacing',
    { id: projectId, ...debounced },
    { enabled: isComplete(debounced), onProgress: work.onProgress },
  );
  const isShown = debounced === replacement && preview.data !== undefined && isComplete(replacement);
  const rows = isShown ? (preview.data?.rows ?? 0) : 0;
  const replace = useCommand('check.replace', () => onDone(rows), { call: work.begin });
  const change = (changes: Partial<Replacement>) => setReplacement((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rows > 0) replace.mutate({ id: projectId, ...replacement });
  };
  const failure = replace.error ?? (isComplete(debounced) ? preview.error : null);
  const isSearching = isComplete(debounced) && preview.isFetching;
  const doing = useDelayed(replace.isPending ? 'Replacing' : isSearching ? 'Searching the rows' : null);
  const leave = () => {
    work.cancel();
    onClose();
  };
  return (
    <Dialog onClose={leave} size={560} title="Find and replace">
      <form onSubmit={submit}>
        <div className="replace-form">
          <Select
            label="Field"
            searchable
            allowDeselect={false}
            value={replacement.field}
            data={fields.map((key) => ({ value: key, label: fieldOf(key).label }))}
            onChange={(key) => key !== null && isFieldKey(key) && change({ field: key })}
          />
          <SegmentedControl
            aria-label="What to replace"
            value={replacement.how}
            onChange={(how) => change({ how })}
            data={[
              { value: 'part', label: 'Anywhere in the value' },
              { value: 'whole', label: 'The whole value' },
            ]}
          />
          <TextInput
            label="Find"
            placeholder={replacement.how === 'whole' ? 'Leave empty to find rows without a value' : ''}
            value={replacement.find}
            maxLength={255}
            spellCheck={false}
            data-autofocus
            onChange={(event) => change({ find: event.currentTarget.value })}
          />
          <TextInput
            label="Replace with"
            value={replacement.replace}
            maxLength={255}
            spellCheck={false}
            onChange={(event) => change({ replace: event.currentTarget.value })}
          />
          <Switch
            label="Match case"
            checked={replacement.matchCase}
            onChange={(event) => change({ matchCase: event.currentTarget.checked })}
          />
        </div>
        <div className="replace-preview">
          <Preview preview={preview.data} replacement={replacement} />
        </div>
        <FailureLine error={failure} />
        <div className="dialog-foot">
          {doing !== null && <WorkProgress label={doing} progress={work.progress} rows={listRows} onCancel={undefined} />}
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" disabled={rows === 0} loading={replace.isPending}>
            {rows === 0 ? 'Replace' : `Replace in ${count(rows, 'row')}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
