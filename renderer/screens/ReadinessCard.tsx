import { Loader } from '@mantine/core';
import type { Activity, CheckView } from '../../shared/contract.ts';
import { BalanceBar, type BalancePart } from '../parts/BalanceBar.tsx';
import { count, number, percent, progressOf } from '../text.ts';

/** How many rows are ready to be matched; the parts add up to the rows of the file. */
export function ReadinessCard({ check, activity }: { readonly check: CheckView; readonly activity: Activity | null }) {
  const parts: BalancePart[] = [
    { key: 'ready', label: 'Ready', rows: check.ready, tone: 'done', more: 'name and full address' },
    { key: 'thin', label: 'Thin', rows: check.thin, tone: 'warning', more: 'a part is missing' },
    { key: 'refused', label: 'Would be refused', rows: check.refused, tone: 'error' },
  ];
  if (check.leftOut > 0) parts.push({ key: 'leftOut', label: 'Left out', rows: check.leftOut, tone: 'neutral', more: 'by you' });
  return (
    <section className="card check-ready" aria-labelledby="check-ready">
      <h2 className="card-title" id="check-ready">
        Ready to match
      </h2>
      <div className="check-share">
        <span className="check-percent">{percent(check.ready / Math.max(1, check.rows))}</span>{' '}
        <span className="second small">
          {number(check.ready)} of {count(check.rows, 'row')}
        </span>
      </div>
      <BalanceBar parts={parts} />
      {activity?.kind === 'checking' && (
        <div className="check-again small second tabular">
          <Loader size={12} /> Checking again: {progressOf(activity) ?? 'every row is looked at'}
        </div>
      )}
    </section>
  );
}
