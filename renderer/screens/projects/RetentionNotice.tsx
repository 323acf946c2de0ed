import { Button, TextInput } from '@mantine/core';
import { IconClockCancel } from '@tabler/icons-react';
import { useState } from 'react';
import type { RetainedList } from '../../../shared/contract/index.ts';
import { longDay } from '../../../shared/base/index.ts';
import { announcedLists, retainedText } from '../../../shared/view-texts/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { count } from '../../format/index.ts';
import { FailureLine, FormDialog, focusTitle, useMissing } from '../../kit/index.ts';
import { toProject } from '../../navigation/index.ts';

/** Asks for the reason to keep a list, so that others can see later why it is still here. */
function KeepDialog({ list, onClose }: { readonly list: RetainedList; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const missing = useMissing({ reason: reason.trim() === '' && 'Enter the reason.' });
  const keep = useCommand('retention.keep', () => {
    onClose();
    focusTitle();
  });
  return (
    <FormDialog
      title={`Keep ${list.name}`}
      submit="Keep"
      missing={missing}
      command={keep}
      onSubmit={() => keep.mutate({ ids: [list.id], reason: reason.trim() })}
      onClose={onClose}
    >
      <TextInput
        label="Reason"
        error={missing.at('reason')}
        description="The list is then kept until someone undoes this."
        data-autofocus
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** The lists that will be removed within a week because of their age, and the lists that need a decision first. */
export function RetentionNotice() {
  const { data } = useContractQuery('retention.get', {});
  const agree = useCommand('retention.agree');
  const [kept, setKept] = useState<RetainedList | null>(null);
  const lists = data === undefined ? [] : announcedLists(data.lists, data.today);
  const planned = lists.filter(({ state }) => state === 'planned');
  if (data === undefined || lists.length === 0) return null;
  return (
    <section className="card waiting" aria-labelledby="retention-title">
      <h2 className="waiting-title" id="retention-title">
        {planned.length === 0
          ? 'Lists past their time'
          : `${count(planned.length, 'list')} will be removed because of age, the first on ${longDay(planned[0]!.removed)}`}
      </h2>
      {lists.map((list) => (
        <div key={list.id} className="waiting-item">
          <IconClockCancel size={18} stroke={1.6} aria-hidden />
          <div>
            <div className="strong">
              <a className="projects-name" href={toProject(list.id, 'results')}>
                {list.name}
              </a>
            </div>
            <div className="second">
              {[retainedText(list, data.today), ...list.loses].join(' ')}
              {list.state === 'planned' && ' Its people and results are removed; counts and the screening record are kept.'}
            </div>
          </div>
          <div className="waiting-actions">
            {list.state === 'unsaved' && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={`Remove without saving: ${list.name}`}
                onClick={() => agree.isPending || agree.mutate({ ids: [list.id] })}
              >
                Remove without saving
              </Button>
            )}
            <Button variant="default" size="xs" miw={124} aria-label={`Keep this one: ${list.name}`} onClick={() => setKept(list)}>
              Keep this one
            </Button>
          </div>
        </div>
      ))}
      <FailureLine error={agree.error} />
      {kept !== null && <KeepDialog list={kept} onClose={() => setKept(null)} />}
    </section>
  );
}
