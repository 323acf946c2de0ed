import { useId } from 'react';
import type { ResultFilter } from '../../../shared/results/index.ts';
import type { ResultsView, ScoreColumn } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { count, isSameFilter, number } from '../../format/index.ts';

/** How sure the service is that a profile belongs to the person; null when there is no such column from 0 to 100. */
export function matchColumn({ columns }: Pick<ResultsView, 'columns'>): ScoreColumn | null {
  const found = columns.find(({ key, type }) => type === 'number' && /confidenceOfMatch$/i.test(key) && !key.startsWith('pending'));
  // A scale that ends at 1 has other steps.
  return found?.max == null || found.max <= 1 || found.max > 100 ? null : found;
}

const STEPS = [
  { label: 'Strong', text: '90 and up', min: 90, max: null },
  // Bounds are included, and a number below 90 may have decimals.
  { label: 'Fair', text: '70 to 89', min: 70, max: 89.99 },
  { label: 'Weak', text: 'below 70', min: null, max: 69.99 },
] as const;

interface MatchCardProps {
  readonly id: string;
  readonly column: ScoreColumn;
  readonly scored: number;
  readonly filters: readonly ResultFilter[];
  readonly onFilters: (filters: readonly ResultFilter[]) => void;
}

interface StepProps extends MatchCardProps {
  readonly step: (typeof STEPS)[number];
}

function Step({ id, column, scored, filters, onFilters, step }: StepProps) {
  const filter: ResultFilter = { kind: 'range', column: column.key, min: step.min, max: step.max };
  const selection = { outcome: 'scored' as const, filters: [filter], find: '' };
  const rows = useContractQuery('results.sum', { id, selection, column: column.key }).data?.rows;
  const isChosen = filters.some((one) => isSameFilter(one, filter));
  const others = filters.filter((one) => one.column !== column.key);
  return (
    <li>
      <span className="result-match-line">
        <span>
          <span className="strong">{step.label}</span> <span className="second small">{step.text}</span>
        </span>
        {rows === undefined || rows === 0 ? (
          <span className="tabular">{rows === undefined ? '…' : '0'}</span>
        ) : (
          <button
            type="button"
            className="link tabular"
            aria-pressed={isChosen}
            aria-label={`${step.label} match, ${step.text}: ${count(rows, 'person', 'people')}`}
            onClick={() => onFilters(isChosen ? others : [...others, filter])}
          >
            {number(rows)}
          </button>
        )}
      </span>
      <span className="result-match-bar">
        <span style={{ width: `${scored === 0 ? 0 : ((rows ?? 0) / scored) * 100}%` }} />
      </span>
    </li>
  );
}

/** The quality of the matches between profiles and people; each number filters the list. */
export function MatchCard(props: MatchCardProps) {
  const title = useId();
  const missing = props.scored - props.column.filled;
  return (
    <section className="card result-card" aria-labelledby={title}>
      <div className="result-card-head">
        <h2 className="card-title" id={title}>
          Match quality
        </h2>
        <span className="second small">0 to 100</span>
      </div>
      <ul className="result-match">
        {STEPS.map((step) => (
          <Step key={step.label} {...props} step={step} />
        ))}
      </ul>
      {missing > 0 && <p className="small second result-gone">{count(missing, 'person', 'people')} without a number</p>}
    </section>
  );
}
