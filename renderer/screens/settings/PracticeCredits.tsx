import { Button } from '@mantine/core';
import { MAX_RECORDS } from '../../../shared/fields/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { FailureLine, useAnnounce } from '../../kit/index.ts';
import { usePolicy } from '../../components/index.ts';
import { balanceText, number } from '../../format/index.ts';

/** Raises the practice credits, so that a list of any length can be rehearsed. */
export function PracticeCredits() {
  const connections = useContractQuery('connections.list', {});
  const announce = useAnnounce();
  const refill = useCommand('connections.refillPractice', (after) => announce(`${balanceText(after)} practice credits`));
  const isHidden = usePolicy().practice === 'hidden';
  const practice = connections.data?.find(({ kind }) => kind === 'practice');
  if (practice === undefined || isHidden) return null;
  const isFull = (practice.credits?.remaining ?? 0) >= MAX_RECORDS;
  return (
    <section className="card" aria-labelledby="practice-title">
      <div className="settings-row">
        <div>
          <h2 className="card-title" id="practice-title">
            Practice credits: {balanceText(practice)}
          </h2>
          <p className="second">
            {isFull
              ? `Enough for a rehearsal of ${number(MAX_RECORDS)} rows.`
              : `Refill to ${number(MAX_RECORDS)} for a rehearsal of a long list. This costs nothing and does not change other connections.`}
          </p>
        </div>
        {!isFull && (
          <Button variant="default" size="xs" loading={refill.isPending} onClick={() => refill.mutate({})}>
            Refill practice credits
          </Button>
        )}
      </div>
      <FailureLine error={refill.error} />
    </section>
  );
}
