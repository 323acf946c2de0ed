import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { useId } from 'react';
import type { HistoryView } from '../../../../shared/contract/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { ScrollRegion } from '../../../kit/index.ts';
import { toProject } from '../../../navigation/index.ts';
import { day, displayTypeOf, scoreText } from '../../../format/index.ts';
import { historyLine } from './history-points.ts';
import { HistoryChart } from './HistoryLine.tsx';
import { Card } from './PersonCards.tsx';

type HistoryColumn = HistoryView['columns'][number];

const OUTCOME: Readonly<Record<HistoryView['entries'][number]['outcome'], string>> = {
  scored: '',
  refused: 'Not accepted',
  unknown: 'Without a result',
};

/** How a value changed since the previous screening. Says whether that is better only if the user has set the better end. */
function ValueChange({
  column,
  before,
  value,
}: {
  readonly column: HistoryColumn;
  readonly before: string | undefined;
  readonly value: string;
}) {
  if (before === undefined || before === '' || value === '' || column.type !== 'number') return null;
  const by = Number(value) - Number(before);
  if (!Number.isFinite(by)) return null;
  if (by === 0) return <IconEqual size={14} stroke={1.8} aria-label="the same as before" />;
  const words = by > 0 ? 'higher than before' : 'lower than before';
  const text = column.best === null ? words : `${words}, ${by > 0 === (column.best === 'high') ? 'better' : 'worse'}`;
  const Arrow = by > 0 ? IconArrowUpRight : IconArrowDownRight;
  return <Arrow size={14} stroke={1.8} aria-label={text} />;
}

interface PersonHistoryProps {
  readonly id: string;
  readonly row: number;
  /** `page` shows one score over time as a line, and `details` all scores as a table. Without a line, the page shows the table. */
  readonly place: 'page' | 'details';
}

/** The scores of this person in every screening over the connection with the same constituent ID. */
export function PersonHistory({ id, row, place }: PersonHistoryProps) {
  const heading = useId();
  const history = useContractQuery('results.history', { id, row }).data;
  if (history === undefined) return null;
  const line = historyLine(history);
  if (line !== null && place === 'page')
    return (
      <Card title="Earlier scores" end={<span className="second">{line.title}</span>}>
        <HistoryChart
          line={line}
          renderMonth={(month, point) => (
            <a
              className="link"
              href={toProject(point.projectId, 'results', {}, 'person', String(point.row))}
              title={point.name}
              {...(point.projectId === id && { 'aria-current': true })}
            >
              {month}
            </a>
          )}
        />
      </Card>
    );
  if ((line === null) !== (place === 'page')) return null;
  const { columns, entries } = history;
  // A single screening is a history only if it is another one, because this screening did not send the person.
  const isElsewhere = entries.every((entry) => entry.projectId !== id);
  if (entries.length < (isElsewhere ? 1 : 2)) return null;
  return (
    <section className="card score-card person-history" aria-labelledby={heading}>
      <h2 className="card-title" id={heading}>
        {isElsewhere ? 'In other screenings' : 'Earlier scores'}
      </h2>
      <ScrollRegion className="person-history-frame" data-sideways label="Scores over time">
        <table className="score-table">
          <thead>
            <tr>
              <th scope="col">Screening</th>
              {columns.map(({ key, title, type }) => (
                <th key={key} scope="col" {...(type === 'number' && { 'data-number': true })}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, at) => (
              <tr key={entry.projectId} {...(entry.projectId === id && { 'data-current': true })}>
                <td>
                  <a className="link" href={toProject(entry.projectId, 'results', {}, 'person', String(entry.row))}>
                    {entry.at === null ? entry.name : day(entry.at)}
                  </a>{' '}
                  <span className="second small">
                    {entry.name}
                    {entry.outcome === 'scored' ? '' : `, ${OUTCOME[entry.outcome].toLowerCase()}`}
                  </span>
                </td>
                {columns.map((column, position) => {
                  const value = entry.cells[position] ?? '';
                  return (
                    <td key={column.key} {...(column.type === 'number' && { 'data-number': true })}>
                      <ValueChange column={column} before={entries[at - 1]?.cells[position]} value={value} />{' '}
                      {value === '' ? '–' : scoreText(value, displayTypeOf(column))}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
