import { IconArrowDownRight, IconArrowUpRight, IconEqual, type Icon, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import type { ProjectView, ResultsView } from '../../../shared/contract/index.ts';
import type { ChangeKind } from '../../../shared/results/index.ts';
import { toProject } from '../../navigation/index.ts';
import { count, number } from '../../format/index.ts';
import { sinceTitle, useSinceComparison } from './since-column.tsx';

const LINES: readonly (readonly [change: ChangeKind, icon: Icon, label: string])[] = [
  ['higher', IconArrowUpRight, 'Higher number'],
  ['lower', IconArrowDownRight, 'Lower number'],
  ['same', IconEqual, 'The same'],
  ['new', IconPlus, 'New here'],
];

interface SinceCardProps {
  readonly id: string;
  /** The screening to compare with. */
  readonly other: ProjectView;
  readonly results: ResultsView;
}

/** How scores changed since the last screening that has some of these people; each number leads to them. */
export function SinceCard({ id, other, results }: SinceCardProps) {
  const title = useId();
  const comparison = useSinceComparison(id, other, results);
  if (comparison === undefined) return null;
  const { counts } = comparison;
  return (
    <section className="card result-card" aria-labelledby={title}>
      <div className="result-card-head">
        <h2 className="card-title" id={title}>
          {sinceTitle(other)}
        </h2>
      </div>
      <dl className="result-facts">
        {LINES.map(([change, LineIcon, label]) => (
          <div key={change} className="result-fact">
            <dt>
              <LineIcon size={14} stroke={1.8} aria-hidden /> {label}
            </dt>
            <dd>
              {counts[change] === 0 ? (
                '0'
              ) : (
                <a
                  className="link"
                  href={toProject(id, 'results', { change }, 'compare', other.id)}
                  aria-label={`${label}: ${count(counts[change], 'person', 'people')}, compare`}
                >
                  {number(counts[change])}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="small second result-gone">
        By {comparison.title.toLowerCase()}
        {counts.gone > 0 && `; ${count(counts.gone, 'person', 'people')} no longer here`}
      </p>
    </section>
  );
}
