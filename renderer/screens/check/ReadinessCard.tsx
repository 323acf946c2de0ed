import { Loader } from '@mantine/core';
import type { Activity, CheckFilter, CheckView, Readiness } from '../../../shared/contract/index.ts';
import { BalanceBar, type BalancePart } from '../../components/BalanceBar.tsx';
import { READINESS_LABELS, ReadinessMark } from './ReadinessMark.tsx';
import { count, number, percent, progressOf } from '../../format/text.ts';

interface ReadinessCardProps {
  readonly check: CheckView;
  readonly activity: Activity | null;
  readonly filter: CheckFilter;
  readonly onFilter: (filter: CheckFilter) => void;
}

/** How many rows can be matched; the parts add up to the rows of the file, and each shows its rows on click. */
export function ReadinessCard({ check, activity, filter, onFilter }: ReadinessCardProps) {
  const line = (readiness: Readiness, tone: BalancePart['tone'], more?: string): BalancePart => {
    const isChosen = filter.kind === 'readiness' && filter.readiness === readiness;
    return {
      key: readiness,
      label: READINESS_LABELS[readiness],
      rows: check[readiness],
      tone,
      mark: <ReadinessMark readiness={readiness} />,
      choice: { isChosen, onChoose: () => onFilter(isChosen ? { kind: 'all' } : { kind: 'readiness', readiness }) },
      ...(more !== undefined && { more }),
    };
  };
  const parts = [line('ready', 'done', 'name and full address')];
  if (check.fixable > 0) parts.push(line('fixable', 'neutral', 'nothing else weakens the match'));
  parts.push(line('thin', 'warning', 'a part is missing or doubtful'), line('refused', 'error'));
  if (check.leftOut > 0) {
    const isChosen = filter.kind === 'leftOut';
    const choice = { isChosen, onChoose: () => onFilter({ kind: isChosen ? 'all' : 'leftOut' }) };
    parts.push({ key: 'leftOut', label: 'Left out', rows: check.leftOut, tone: 'neutral', choice });
  }
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
      {check.heldBack > 0 && (
        <p className="small second check-held">
          {number(check.heldBack)} of them {check.heldBack === 1 ? 'is' : 'are'} not sent again: nothing has changed since an earlier list
          was sent.
        </p>
      )}
      {activity?.kind === 'checking' && (
        <div className="check-again small second tabular">
          <Loader size={12} /> Checking again: {progressOf(activity) ?? 'every row is looked at'}
        </div>
      )}
    </section>
  );
}
