import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import type { Outcome } from '../../../shared/results/index.ts';
import type { ResultsView } from '../../../shared/contract/index.ts';
import { BalanceBar, type BalancePart, Tag } from '../../components/index.ts';
import { count } from '../../format/index.ts';

interface ResultCountsProps {
  readonly results: ResultsView;
  readonly onShow: (outcome: Outcome) => void;
}

function ShowLink({ label, onShow }: { readonly label: string; readonly onShow: () => void }) {
  return (
    <button type="button" className="link" onClick={onShow}>
      {label}
    </button>
  );
}

/** The outcome of the sent rows: three numbers that visibly add up. */
export function ResultCounts({ results, onShow }: ResultCountsProps) {
  const { submitted, scored, refused, unknown } = results.counts;
  const title = useId();
  const addsUp = scored + refused + unknown === submitted;
  const shareOf = (rows: number) => (submitted === 0 ? {} : { share: rows / submitted });
  const parts: BalancePart[] = [
    { key: 'scored', label: 'Scored', rows: scored, tone: 'data', ...shareOf(scored) },
    {
      key: 'refused',
      label: 'Refused',
      rows: refused,
      ...shareOf(refused),
      tone: 'error',
      ...(refused + results.unplaced > 0 && { more: <ShowLink label="Reasons" onShow={() => onShow('refused')} /> }),
    },
    {
      key: 'unknown',
      label: 'Unknown',
      rows: unknown,
      ...shareOf(unknown),
      tone: 'unknown',
      ...(unknown > 0 && { more: <ShowLink label="See" onShow={() => onShow('unknown')} /> }),
    },
  ];
  return (
    <section className="card result-card" aria-labelledby={title}>
      <div className="result-card-head">
        <h2 className="card-title" id={title}>
          {count(submitted, 'row')} sent
        </h2>
        {addsUp ? (
          <Tag tone="done" icon={IconCheck}>
            Adds up
          </Tag>
        ) : (
          <Tag tone="warning" icon={IconAlertTriangle}>
            Does not add up
          </Tag>
        )}
      </div>
      <BalanceBar parts={parts} />
    </section>
  );
}
