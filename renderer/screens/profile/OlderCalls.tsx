import { Button, TextInput } from '@mantine/core';
import { IconArchive, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/index.ts';
import { useAction, useClient } from '../../api/index.ts';
import { AnswerPanel, Tag } from '../../components/index.ts';
import { FailurePanel, useMissing } from '../../kit/index.ts';
import type { PersonScreening } from './usePersonScreening.tsx';

interface OlderCallsProps {
  readonly connection: ConnectionView;
  /** Holds the answers, so that they are kept while the list of profiles is shown. */
  readonly person: PersonScreening;
  readonly cost: string;
  /** Opens the list of profiles with a search for the person. */
  readonly onFind: () => void;
}

/** The service's older calls. They still work; each names its replacement. */
export function OlderCalls({ connection, person, cost, onFind }: OlderCallsProps) {
  const { isAgain, older, requesting } = person;
  const client = useClient();
  const [requestId, setRequestId] = useState('');
  const [isOpen, setOpen] = useState(older.requested !== null || older.lookedUp !== null);
  const missing = useMissing({ request: requestId.trim() === '' && 'Enter the request number.' });
  const look = useAction(async () => {
    person.showLookedUp(await client.call('service.scoreRequest', { connectionId: connection.id, requestId: requestId.trim() }));
  });
  const isEmpty = Object.keys(person.review.values).length === 0;
  return (
    <details className="profile-older" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
        <span className="strong">Older calls</span>
        <span className="second">The service advises against using them.</span>
      </summary>
      <div className="older-calls">
        <section className="card older-call" aria-labelledby="older-request">
          <div className="older-call-head">
            <h2 className="card-title" id="older-request">
              Request a score
            </h2>
            <Tag tone="neutral" icon={IconArchive}>
              Replaced by Screen one person
            </Tag>
          </div>
          <p className="second">Uses the record above. {cost}</p>
          <Button
            variant="default"
            size="xs"
            aria-disabled={isEmpty || requesting.isPending}
            onClick={() => {
              if (!isEmpty && !requesting.isPending) void requesting.run();
            }}
          >
            {isEmpty ? 'Fill in the record first' : isAgain ? 'Request a score again' : 'Request a score'}
          </Button>
          {requesting.error !== null && (
            <FailurePanel title="The service returned no score" error={requesting.error}>
              {requesting.error.code === 'OUTCOME_UNKNOWN' && (
                <Button variant="default" size="xs" onClick={onFind}>
                  Look in the list of profiles
                </Button>
              )}
            </FailurePanel>
          )}
          {older.requested !== null && <AnswerPanel title="Answer to the request" answer={older.requested} />}
        </section>
        <section className="card older-call" aria-labelledby="older-look">
          <div className="older-call-head">
            <h2 className="card-title" id="older-look">
              Look up a score request
            </h2>
            <Tag tone="neutral" icon={IconArchive}>
              Replaced by Find a profile
            </Tag>
          </div>
          <p className="second">Reads the result of an earlier request. Costs nothing.</p>
          <form
            className="inline-form"
            onSubmit={missing.submits(() => {
              if (!look.isPending) void look.run();
            })}
          >
            <TextInput
              size="xs"
              label="Request number"
              error={missing.at('request')}
              maxLength={200}
              value={requestId}
              onChange={(event) => setRequestId(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" size="xs" aria-disabled={!missing.isComplete || look.isPending}>
              Look
            </Button>
          </form>
          {look.error !== null && <FailurePanel title="The request was not found" error={look.error} onRetry={() => void look.run()} />}
          {older.lookedUp !== null && <AnswerPanel title="The request that was looked up" answer={older.lookedUp} />}
        </section>
      </div>
    </details>
  );
}
