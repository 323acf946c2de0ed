import { Select, Skeleton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ratedColumn, type ResultFilter } from '../../../../shared/results/index.ts';
import type { MatrixView, ResultsView } from '../../../../shared/contract/index.ts';
import { matrixRatings, tintOf } from '../../../../shared/report/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { FailureLine } from '../../../kit/index.ts';
import { compactMoney, count, number } from '../../../format/index.ts';
import { areSet, type OverviewProps } from '../overview/index.ts';
import { capacityOf, wordFilter } from './cells.ts';

const EVERYBODY = { outcome: 'scored' as const, filters: [], find: '' };
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The title of a rating by its key. */
const titleOf = (results: ResultsView, key: string): string =>
  results.ratings.find(({ column }) => column === ratedColumn(key))?.title ?? '';

interface TableProps extends OverviewProps {
  readonly matrix: MatrixView;
  readonly rows: string;
  readonly columns: string;
  readonly hasSums: boolean;
}

/** The visible text of a heading, and its numbers for screen readers. */
function HeadText({ word, people, sum }: { readonly word: string; readonly people: number; readonly sum: string }) {
  return (
    <>
      {word}
      <span className="visually-hidden">
        : {count(people, 'person', 'people')}
        {sum}
      </span>
    </>
  );
}

/** One tab stop. Arrows move, and Enter sets or clears the filter. Row and column headings are at position 0. */
function MatrixTable({ results, matrix, rows, columns, hasSums, filters, onFilters }: TableProps) {
  const [active, setActive] = useState<readonly [row: number, column: number]>([1, 1]);
  const table = useRef<HTMLTableElement>(null);
  const wordOf = (text: string) => (text === '' ? 'Without a value' : text);
  const others = filters.filter(({ column }) => column !== rows && column !== columns);
  const isOnly = (wanted: readonly ResultFilter[]) => areSet(filters, wanted) && filters.length === others.length + wanted.length;
  const most = Math.max(0, ...matrix.cells.flat().map(({ people, sum }) => (hasSums ? sum : people)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const row = Math.min(matrix.rows.length, Math.max(0, active[0] + step[0]));
    const column = Math.min(matrix.columns.length, Math.max(row === 0 ? 1 : 0, active[1] + step[1]));
    setActive([row, column]);
    table.current?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`)?.focus();
  };
  const button = (at: readonly [number, number], name: string, people: number, wanted: readonly ResultFilter[], shown: ReactNode) => (
    <button
      type="button"
      data-at={at.join(' ')}
      tabIndex={active[0] === at[0] && active[1] === at[1] ? 0 : -1}
      aria-pressed={isOnly(wanted)}
      aria-disabled={people === 0}
      title={name}
      onFocus={() => setActive(at)}
      onKeyDown={onKeyDown}
      onClick={() => people > 0 && onFilters(isOnly(wanted) ? others : [...others, ...wanted])}
    >
      {shown}
    </button>
  );
  const sumText = (sum: number) => (hasSums ? `, ${compactMoney(sum)} together` : '');
  return (
    <table className="matrix" ref={table} aria-label={`${titleOf(results, rows)} by ${titleOf(results, columns)}`}>
      <thead>
        <tr className="matrix-titles">
          <th scope="col" rowSpan={2}>
            {titleOf(results, rows)}
          </th>
          <th scope="colgroup" colSpan={matrix.columns.length + 1}>
            {titleOf(results, columns)}
          </th>
        </tr>
        <tr>
          {matrix.columns.map(({ text, people, sum }, at) => (
            <th key={text} scope="col">
              {button(
                [0, at + 1],
                `${wordOf(text)}: ${count(people, 'person', 'people')}${sumText(sum)}`,
                people,
                [wordFilter(columns, text)],
                <HeadText word={wordOf(text)} people={people} sum={sumText(sum)} />,
              )}
            </th>
          ))}
          <th scope="col" className="matrix-all">
            All
          </th>
        </tr>
      </thead>
      <tbody>
        {matrix.rows.map((row, rowAt) => (
          <tr key={row.text}>
            <th scope="row">
              {button(
                [rowAt + 1, 0],
                `${wordOf(row.text)}: ${count(row.people, 'person', 'people')}${sumText(row.sum)}`,
                row.people,
                [wordFilter(rows, row.text)],
                <HeadText word={wordOf(row.text)} people={row.people} sum={sumText(row.sum)} />,
              )}
            </th>
            {matrix.columns.map((column, at) => {
              const { people, sum } = matrix.cells[rowAt]![at]!;
              const name = `${wordOf(row.text)}, ${wordOf(column.text)}: ${count(people, 'person', 'people')}${sumText(sum)}`;
              return (
                <td key={column.text} data-tint={people === 0 ? 0 : tintOf(hasSums ? sum : people, most)}>
                  {button(
                    [rowAt + 1, at + 1],
                    name,
                    people,
                    [wordFilter(rows, row.text), wordFilter(columns, column.text)],
                    <>
                      <span className="visually-hidden">
                        {wordOf(row.text)}, {wordOf(column.text)}:{' '}
                      </span>
                      <b>{number(people)}</b> {sum > 0 && <span className="matrix-sum">{compactMoney(sum)}</span>}
                    </>,
                  )}
                </td>
              );
            })}
            <td className="matrix-all">
              <b>{number(row.people)}</b> {row.sum > 0 && <span>{compactMoney(row.sum)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          {matrix.columns.map(({ text, people, sum }) => (
            <td key={text}>
              <b>{number(people)}</b> {sum > 0 && <span className="matrix-sum">{compactMoney(sum)}</span>}
            </td>
          ))}
          <td className="matrix-all">
            <b>{number(matrix.all.people)}</b> {hasSums && <span>{compactMoney(matrix.all.sum)}</span>}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The number of people and their capacity by two ratings. */
export function Matrix(props: OverviewProps) {
  const { id, results } = props;
  const usual = matrixRatings(results)!;
  const [chosen, setChosen] = useState<{ readonly rows: string; readonly columns: string } | null>(null);
  const known = new Set(results.ratings.map(({ column }) => `rating:${column}`));
  const { rows, columns } = chosen !== null && known.has(chosen.rows) && known.has(chosen.columns) ? chosen : usual;
  const sum = capacityOf(results);
  const found = useContractQuery('results.matrix', { id, selection: EVERYBODY, rows, columns, sum });
  const options = results.ratings.map(({ column, title }) => ({ value: `rating:${column}`, label: title }));
  const { refused, unmatched } = results.counts;
  const unknown = results.counts.unknown - results.notPart;
  const others = [
    ...(results.judgedWrong > 0 ? [`${number(results.judgedWrong)} judged wrong`] : []),
    ...(refused > 0 ? [`${number(refused)} not accepted`] : []),
    ...(unknown > 0 ? [`${number(unknown)} without a result`] : []),
    ...(unmatched > 0 ? [`${count(unmatched, 'result')} without a row`] : []),
  ];
  return (
    <>
      {options.length > 2 && (
        <div className="matrix-choice">
          <Select
            size="xs"
            aria-label="Rows"
            data={options.filter(({ value }) => value !== columns)}
            value={rows}
            allowDeselect={false}
            onChange={(next) => next !== null && setChosen({ rows: next, columns })}
          />
          <Select
            size="xs"
            aria-label="Columns"
            data={options.filter(({ value }) => value !== rows)}
            value={columns}
            allowDeselect={false}
            onChange={(next) => next !== null && setChosen({ rows, columns: next })}
          />
        </div>
      )}
      <FailureLine error={found.error} />
      {found.data === undefined && found.error === null && <Skeleton height={200} radius={4} />}
      {found.data !== undefined && (
        <div className="matrix-scroll">
          <MatrixTable {...props} matrix={found.data} rows={rows} columns={columns} hasSums={sum !== null} />
        </div>
      )}
      {others.length > 0 && <p className="small second overview-note">Not in the matrix: {others.join(', ')}.</p>}
    </>
  );
}
