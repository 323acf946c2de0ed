import { Button, TextInput } from '@mantine/core';
import { IconLock, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Output, SuppressionView } from '../../../shared/contract/index.ts';
import { type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import type { AppError } from '../../../shared/base/index.ts';
import { asAppError, useClient, useCommand, useContractQuery } from '../../api/index.ts';
import { ConfirmDialog, Dialog, EmptyState, FailureLine, FailurePanel, FileChoice, useAnnounce, useMissing } from '../../kit/index.ts';
import { count, when } from '../../format/index.ts';
import { SettingsSubpage } from './SettingsSubpage.tsx';

/** The fields that identify a person: an ID, an email address, or a name with a postal code. */
const KEYS: readonly FieldKey[] = ['constituentId', 'personalEmail', 'primaryFirst', 'primaryLast', 'postalCode'];
/** The fields that identify a person only together. */
const NAMED: readonly FieldKey[] = ['primaryFirst', 'primaryLast', 'postalCode'];
/** Combinations of fields. Each one is enough to identify a person. */
const ENOUGH: readonly (readonly FieldKey[])[] = [['constituentId'], ['personalEmail'], NAMED];

function addedText({ added, known, withoutKey, allowed = 0 }: Output<'doNotScreen.addPerson'> & { readonly allowed?: number }): string {
  const before = known === 0 ? '' : ` ${count(known, 'person was', 'people were')} on the list before.`;
  const without =
    withoutKey === 0 ? '' : ` ${count(withoutKey, 'row')} had no ID, no email and no name with a postal code, and could not be added.`;
  const allows =
    allowed === 0 ? '' : ` ${count(allowed, 'row says', 'rows say')} that the person may be screened, and nobody in them was added.`;
  return `${count(added, 'person', 'people')} added.${before}${without}${allows}`;
}

/** The first field that an incomplete combination misses; without any value, the ID. */
function missingPart(filled: Partial<Record<FieldKey, string>>): Partial<Record<FieldKey, string>> {
  if (ENOUGH.some((keys) => keys.every((key) => key in filled))) return {};
  const part = KEYS.some((key) => key in filled) ? NAMED.find((key) => !(key in filled)) : undefined;
  if (part === undefined) return { constituentId: 'Enter an ID, an email, or a name with a postal code.' };
  return { [part]: 'A name needs a first name, a last name and a postal code.' };
}

function PersonDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: (message: string) => void }) {
  const [record, setRecord] = useState<Partial<Record<FieldKey, string>>>({});
  const add = useCommand('doNotScreen.addPerson', (done) => onDone(addedText(done)));
  const remove = useCommand('doNotScreen.removePerson', ({ removed }) =>
    onDone(removed ? 'The person was removed from the list.' : 'This person is not on the list.'),
  );
  const filled = Object.fromEntries(Object.entries(record).filter(([, value]) => value.trim() !== ''));
  const error = add.error ?? remove.error;
  const isBusy = add.isPending || remove.isPending;
  const missing = useMissing(missingPart(filled));
  return (
    <Dialog onClose={onClose} title="One person">
      <form onSubmit={missing.submits(() => isBusy || add.mutate({ record: filled }))}>
        <p className="second" style={{ margin: '0 0 12px' }}>
          An ID, an email, or first name, last name and postal code together are enough.
        </p>
        <div className="person-keys">
          {KEYS.map((key, index) => (
            <TextInput
              key={key}
              size="xs"
              label={fieldOf(key).label}
              error={missing.at(key)}
              autoComplete="off"
              spellCheck={false}
              maxLength={255}
              value={record[key] ?? ''}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setRecord((before) => ({ ...before, [key]: value }));
              }}
              {...(index === 0 && { 'data-autofocus': true })}
            />
          ))}
        </div>
        <FailureLine error={error} />
        <div className="dialog-foot">
          <Button
            variant="default"
            aria-disabled={!missing.isComplete}
            loading={remove.isPending}
            onClick={missing.submits(() => isBusy || remove.mutate({ record: filled }))}
          >
            Remove from the list
          </Button>
          <Button type="submit" aria-disabled={!missing.isComplete} loading={add.isPending}>
            Add to the list
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ClearDialog({ view, onClose }: { readonly view: SuppressionView; readonly onClose: () => void }) {
  const clear = useCommand('doNotScreen.clear', onClose);
  return (
    <ConfirmDialog
      title="Clear the whole list?"
      confirm="Clear the list"
      isDestructive
      command={clear}
      onConfirm={() => clear.mutate({})}
      onClose={onClose}
    >
      <p>
        {count(view.people, 'person', 'people')} could then be screened again. You cannot undo this. You can only create the list again from
        your own spreadsheets.
      </p>
    </ConfirmDialog>
  );
}

interface RemoveDialogProps {
  readonly list: SuppressionView['lists'][number];
  readonly onClose: () => void;
}

function RemoveDialog({ list, onClose }: RemoveDialogProps) {
  const remove = useCommand('doNotScreen.remove', onClose);
  return (
    <ConfirmDialog
      title={`Remove “${list.name}” from the list?`}
      confirm="Remove"
      isDestructive
      command={remove}
      onConfirm={() => remove.mutate({ id: list.id })}
      onClose={onClose}
    >
      <p>
        {count(list.people, 'person', 'people')} could then be screened again, unless another spreadsheet of the list has them. You cannot
        undo this.
      </p>
    </ConfirmDialog>
  );
}

interface ListsProps {
  readonly view: SuppressionView;
  readonly onRemove: (list: SuppressionView['lists'][number]) => void;
}

function Lists({ view, onRemove }: ListsProps) {
  if (view.lists.length === 0)
    return (
      <EmptyState icon={IconUserOff} title="Nobody is on the list">
        Add a spreadsheet of people who must never be screened. They are then left out of every list.
      </EmptyState>
    );
  return (
    <ul className="rules-list">
      {view.lists.map((list) => {
        const { id, name, addedAt, people, ids, emails, names } = list;
        return (
          <li key={id} data-plain>
            <div>
              <div className="strong cut" title={name}>
                {name}
              </div>
              <div className="small second">
                {when(addedAt)}: {count(people, 'person', 'people')}, found by {count(ids, 'ID')}, {count(emails, 'email')},{' '}
                {count(names, 'name with postal code', 'names with postal codes')}.
              </div>
            </div>
            <Button variant="default" size="xs" aria-label={`Remove: ${name}`} onClick={() => onRemove(list)}>
              Remove…
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** The suppression list: people who are never sent. The page cannot show them, because the application stores only keyed hashes. */
export function DoNotScreenPage() {
  const client = useClient();
  const announce = useAnnounce();
  const list = useContractQuery('doNotScreen.get', {});
  const [dialog, setDialog] = useState<'person' | 'clear' | SuppressionView['lists'][number] | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const report = (text: string) => {
    setMessage(text);
    setDialog(null);
    announce(text);
  };
  const add = useCommand('doNotScreen.add', (done) => report(addedText(done)));
  const addPeople = async (file: File) => {
    setError(null);
    setMessage(null);
    try {
      const { token } = await client.offerFile(file);
      await add.mutateAsync({ file: token });
    } catch (reason) {
      setError(asAppError(reason));
    }
  };
  return (
    <SettingsSubpage title="Do-not-screen list">
      <p className="second">
        People on this list are left out of every list and of single screenings, whatever else you choose. Add people who asked for it,
        board members, minors and people who have died.
      </p>
      {list.error !== null && <FailurePanel title="The list cannot be shown" error={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && (
        <section className="card" aria-labelledby="suppressed-title">
          <div className="settings-row">
            <h2 className="card-title" id="suppressed-title">
              {list.data.people === 0 ? 'Nobody yet' : count(list.data.people, 'person', 'people')}
            </h2>
            <div className="settings-actions">
              <Button variant="default" size="xs" onClick={() => setDialog('person')}>
                One person…
              </Button>
              <FileChoice onChoose={(file) => void addPeople(file)}>
                {(props) => (
                  <Button {...props} size="xs" loading={add.isPending}>
                    Add from a spreadsheet…
                  </Button>
                )}
              </FileChoice>
            </div>
          </div>
          {message !== null && <output className="settings-message">{message}</output>}
          <FailureLine error={error} />
          <Lists view={list.data} onRemove={setDialog} />
          {list.data.people > 0 && (
            <button type="button" className="link" onClick={() => setDialog('clear')}>
              Clear the whole list…
            </button>
          )}
          <div className="settings-remark">
            <IconLock size={16} stroke={1.6} aria-hidden />
            <span>
              The people are not kept, only codes made from their IDs, emails and names with postal codes. A code recognizes a person in a
              list, but nobody can be read from it, so the list cannot be shown.
            </span>
          </div>
          {dialog === 'person' && <PersonDialog onClose={() => setDialog(null)} onDone={report} />}
          {dialog !== null && typeof dialog === 'object' && (
            <RemoveDialog
              list={dialog}
              onClose={() => {
                setDialog(null);
                setMessage(null);
              }}
            />
          )}
          {dialog === 'clear' && <ClearDialog view={list.data} onClose={() => setDialog(null)} />}
        </section>
      )}
    </SettingsSubpage>
  );
}
