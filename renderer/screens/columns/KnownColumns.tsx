import { IconCircleCheck } from '@tabler/icons-react';
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { count, number } from '../../format/index.ts';
import type { ChangePlan } from '../../components/index.ts';
import { type ColumnGroup, reviewColumns, sizeOf, unsentColumns } from './column-groups.ts';
import { ColumnChip } from './ColumnChip.tsx';
import { columnFacts } from './column-labels.ts';
import { SystemCard } from './SystemCard.tsx';

interface KnownColumnsProps {
  readonly view: ColumnsView;
  readonly groups: readonly ColumnGroup[];
  readonly isLocked: boolean;
  readonly seesAll: boolean;
  readonly onSee: () => void;
  /** The rows of the list. */
  readonly rows: number;
  readonly change: ChangePlan;
  readonly onSystem: (system: string | null) => void;
}

/** One line about the recognized columns and the system that the file comes from. */
export function KnownColumns({ view, groups, isLocked, seesAll, rows, onSee, onSystem, change }: KnownColumnsProps) {
  const all = view.headers.length;
  const unsent = unsentColumns(groups);
  const known = all - sizeOf(groups, 'review') - unsent.length;
  const facts = columnFacts(view, reviewColumns(groups), unsent, rows);
  return (
    <section className="card" aria-label="Recognized columns">
      <div className="columns-known">
        <IconCircleCheck size={20} stroke={1.6} aria-hidden />
        <span>
          <b>
            {number(known)} of {count(all, 'column')} recognized.
          </b>{' '}
          {known > 0 && (
            <button type="button" className="link" aria-expanded={seesAll} onClick={onSee}>
              {seesAll ? 'Hide them' : 'See them'}
            </button>
          )}
        </span>
        <SystemCard view={view} isLocked={isLocked} onChoose={onSystem} />
        {facts.length > 0 && (
          <ul className="columns-facts">
            {facts.map((fact) => (
              <li key={fact.kind === 'role' ? `role ${fact.column}` : fact.kind === 'filled' ? fact.combination.field : 'unsent'}>
                <ColumnChip fact={fact} view={view} isLocked={isLocked} change={change} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
