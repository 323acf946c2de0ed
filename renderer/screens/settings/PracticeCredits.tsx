import { Button } from '@mantine/core';
import { asAppError } from '../../api/client.ts';
import { useCommand, useContractQuery } from '../../api/queries.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { FailureLine } from '../../components/Failure.tsx';
import { balanceText } from '../../format/connection-texts.ts';
import { number } from '../../format/text.ts';

/** Credits for the longest list that the practice service accepts. */
const FULL_BALANCE = 1_000_000;

/** Raises the practice credits, so that a list of any length can be rehearsed. */
export function PracticeCredits() {
  const connections = useContractQuery('connections.list', {});
  const announce = useAnnounce();
  const refill = useCommand('connections.refillPractice', (after) => announce(`${balanceText(after)} practice credits`));
  const practice = connections.data?.find(({ kind }) => kind === 'practice');
  if (practice === undefined) return null;
  const isFull = (practice.credits?.remaining ?? 0) >= FULL_BALANCE;
  return (
    <section className="card" aria-labelledby="practice-title">
      <div className="settings-row">
        <div>
          <h2 className="card-title" id="practice-title">
            Practice credits: {balanceText(practice)}
          </h2>
          <p className="second">
            {isFull
              ? 'Enough for a rehearsal of 1,000,000 rows.'
              : `Refill to ${number(FULL_BALANCE)} for a rehearsal of a long list. This costs nothing and does not change other connections.`}
          </p>
        </div>
        {!isFull && (
          <Button variant="default" size="xs" loading={refill.isPending} onClick={() => refill.mutate({})}>
            Refill practice credits
          </Button>
        )}
      </div>
      {refill.error !== null && <FailureLine error={asAppError(refill.error)} />}
    </section>
  );
}
