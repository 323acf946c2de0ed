/** Invented changes since other screenings, and the history of a person. */
import type { ComparedRow, HistoryView, Output, Parsed, ProjectView } from '../../shared/contract/index.ts';
import { type ChangeKind, hasSize } from '../../shared/results/result-shapes.ts';
import { person } from './people-fixtures.ts';
import { COUNTS, RESULTS, scoreOf } from './results-fixtures.ts';

const CHANGES: readonly (readonly [ChangeKind, number])[] = [
  ['higher', 214],
  ['lower', 131],
  ['same', 1964],
  ['changed', 0],
  ['noValue', 69],
  ['new', 122],
  ['notAgain', 412],
  ['leftOut', 9],
  ['gone', 37],
];

/** The changes since another screening. */
export function comparison(id: string, other: ProjectView, column: string): Output<'results.compare'> {
  const known = RESULTS.columns.find(({ key }) => key === column);
  return {
    id,
    withId: other.id,
    name: other.name,
    at: other.processedAt,
    column,
    title: known?.title ?? column,
    best: null,
    counts: Object.fromEntries(CHANGES) as Output<'results.compare'>['counts'],
    withoutId: 0,
  };
}

/** The changes since the earlier results of these people. */
export function since(lists: readonly ProjectView[], column: string): Output<'results.since'> {
  const { higher = 0, lower = 0, same = 0, changed = 0, noValue = 0, new: added = 0 } = Object.fromEntries(CHANGES);
  return {
    column,
    title: RESULTS.columns.find(({ key }) => key === column)?.title ?? column,
    lists: lists.map(({ id, name, processedAt }) => ({ id, name, at: processedAt })),
    unread: 0,
    counts: { higher, lower, same, changed, noValue, new: added },
    withoutId: 0,
  };
}

/** The size of a person's change: 0.1 to 1.2. */
const sizeOf = (index: number): number => (1 + ((index * 7) % 12)) / 10;

/** A page of the people with the same change. */
export function comparePage({ column, change, order, offset, limit }: Parsed<'results.comparePage'>): Output<'results.comparePage'> {
  const total = CHANGES.find(([kind]) => kind === change)?.[1] ?? 0;
  const indexes = Array.from({ length: total }, (_, index) => index);
  if (order === 'size' && hasSize(change)) indexes.sort((a, b) => sizeOf(b) - sizeOf(a) || a - b);
  const rows = indexes.slice(offset, offset + limit).map((index): ComparedRow => {
    const one = person(index);
    const now = scoreOf(index, column);
    const step = change === 'higher' ? -sizeOf(index) : change === 'lower' ? sizeOf(index) : 0;
    const isNumber = Number.isFinite(Number(now)) && now !== '';
    return {
      row: change === 'gone' ? null : index + 2,
      name: `${one.first} ${one.last}`,
      locality: `${one.city}, ${one.state}`,
      id: one.id,
      change,
      before: change === 'new' || change === 'noValue' ? '' : isNumber ? String(Number((Number(now) + step).toFixed(2))) : now,
      after: ['gone', 'notAgain', 'leftOut'].includes(change) ? '' : now,
      by: step === 0 ? null : -step,
    };
  });
  return { total, rows };
}

/** A person in every finished screening. */
export function history(row: number, projects: readonly ProjectView[]): HistoryView {
  const columns = RESULTS.defaultColumns.flatMap((key) => RESULTS.columns.find((column) => column.key === key) ?? []);
  // A row that was not sent is in no other screening.
  const finished = row - 2 < COUNTS.submitted ? projects.filter(({ state }) => state.at === 'done').slice(0, 3) : [];
  const entries = finished.toReversed().map(({ id, name, processedAt }, at) => ({
    projectId: id,
    name,
    at: processedAt,
    row,
    outcome: 'scored' as const,
    cells: columns.map(({ key }) => scoreOf(row - 2 + (finished.length - 1 - at) * 5, key)),
  }));
  return { columns: columns.map(({ key, title, type, best }) => ({ key, title, type, best })), entries };
}
