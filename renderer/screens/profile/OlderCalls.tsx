import { Button, TextInput } from '@mantine/core';
import { IconArchive, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionView, Output } from '../../../shared/contract/index.ts';
import { useAction, useClient, useCommand } from '../../api/index.ts';
import { AnswerPanel, Tag } from '../../components/index.ts';
import { FailurePanel } from '../../kit/index.ts';
import type { RecordTexts } from './record-texts.ts';

interface OlderCallsProps {
  readonly connection: ConnectionView;
  readonly record: RecordTexts;
  /** The person was screened before, which the page says. */
  readonly isAgain: boolean;
  readonly cost: string;
  /** Opens the list of profiles with a search for the person. */
  readonly onFind: () => void;
}

/** The service's older calls. They still work; each names its replacement. */
export function OlderCalls({ connection, record, isAgain, cost, onFind }: OlderCallsProps) {
  const client = useClient();
  const [requestId, setRequestId] = useState('');
  const [answer, setAnswer] = useState<Output<'service.scoreRequest'> | null>(null);
  const requestScore = useCommand('service.requestScore');
  const request = useAction(async () => {
    setAnswer(await requestScore.mutateAsync({ connectionId: connection.id, record, allowDuplicate: isAgain }));
  });
  const look = useAction(async () => {
    const found = await client.call('service.scoreRequest', { connectionId: connection.id, requestId: requestId.trim() });
    // A request that was paid for can have been answered meanwhile.
    setAnswer((now) => (now === answer ? found : now));
  });
  const isEmpty = Object.keys(record).length === 0;
  return (
    <details className="profile-older">
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
            aria-disabled={isEmpty || request.isPending}
            onClick={() => {
              if (!isEmpty && !request.isPending) void request.run();
            }}
          >
            {isEmpty ? 'Fill in the record first' : isAgain ? 'Request a score again' : 'Request a score'}
          </Button>
          {request.error !== null && (
            <FailurePanel title="The service returned no score" error={request.error}>
              {request.error.code === 'OUTCOME_UNKNOWN' && (
                <Button variant="default" size="xs" onClick={onFind}>
                  Look in the list of profiles
                </Button>
              )}
            </FailurePanel>
          )}
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
            onSubmit={(event) => {
              event.preventDefault();
              if (requestId.trim() !== '' && !look.isPending) void look.run();
            }}
          >
            <TextInput
              size="xs"
              label="Request number"
              maxLength={200}
              value={requestId}
              onChange={(event) => setRequestId(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" size="xs" aria-disabled={requestId.trim() === '' || look.isPending}>
              Look
            </Button>
          </form>
          {look.error !== null && <FailurePanel title="The request was not found" error={look.error} onRetry={() => void look.run()} />}
        </section>
        {answer !== null && <AnswerPanel title="Answer to the older call" answer={answer} />}
      </div>
    </details>
  );
}
