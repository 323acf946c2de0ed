import { IconCircleCheck } from '@tabler/icons-react';
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { count, number } from '../../format/index.ts';
import { type ColumnGroup, sizeOf } from './column-groups.ts';
import { columnFacts } from './column-labels.ts';
import { SystemCard } from './SystemCard.tsx';

interface KnownColumnsProps {
  readonly view: ColumnsView;
  readonly groups: readonly ColumnGroup[];
  readonly isLocked: boolean;
  readonly seesAll: boolean;
  readonly onSee: () => void;
  /** Shows a column with its choices. */
  readonly onColumn: (column: number) => void;
  readonly onSystem: (system: string | null) => void;
}

/** What is certain in one line, with the system that the file comes from. */
export function KnownColumns({ view, groups, isLocked, seesAll, onSee, onColumn, onSystem }: KnownColumnsProps) {
  const all = view.headers.length;
  const known = all - sizeOf(groups, 'review');
  const facts = columnFacts(view, sizeOf(groups, 'unsent'));
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
          <ul className="columns-facts small second">
            {facts.map(({ text, column }) => (
              <li key={text}>
                {column === null ? (
                  text
                ) : (
                  <button type="button" className="link" onClick={() => onColumn(column)}>
                    {text}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
