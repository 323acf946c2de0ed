/** The groups in which columns are shown: first the columns that the user must review, then the rest in file order. */
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { type ColumnPlan, type ColumnSuggestion, roleOf } from '../../../shared/mapping/index.ts';

export type ColumnsFilter = 'all' | 'review' | 'unsent';

/** Columns that are shown together: one, or several that compete for the same field. */
export interface ColumnBlock {
  readonly columns: readonly ColumnPlan[];
  /** Their conflict, or null. */
  readonly conflict: string | null;
}

export interface ColumnGroup {
  readonly key: 'review' | 'known' | 'unsent';
  /** Null if the title of the card is enough. */
  readonly title: string | null;
  readonly blocks: readonly ColumnBlock[];
}

/** True for a column that tells who has died, if the user has not yet said what some of its values mean. */
export const asksForDeceased = (own: ColumnPlan, { unclear = [] }: Pick<ColumnSuggestion, 'unclear'>): boolean =>
  !own.settled && unclear.length > 0 && roleOf(own.to) === 'deceased';

/** True when a column needs the user's decision. */
function needsReview(own: ColumnPlan, suggestion: ColumnSuggestion | undefined): boolean {
  if (own.settled || suggestion === undefined) return false;
  return suggestion.sensitive || asksForDeceased(own, suggestion) || (suggestion.certainty === 'likely' && own.to.kind !== 'none');
}

const TITLES = {
  review: null,
  known: 'Recognized, in the order of your file',
  unsent: 'Not sent. These stay in your file and are shown next to the scores',
} as const;

/** Every column in its group. Columns in conflict are shown together. */
export function groupColumns({ plan, suggestions, problems }: ColumnsView): ColumnGroup[] {
  const suggested = new Map(suggestions.map((suggestion) => [suggestion.column, suggestion]));
  // A column that fills the gaps of another column needs its own decision.
  const combined = new Set(
    plan.combinations.flatMap(({ columns }) => columns).filter((column) => suggested.get(column)?.fills === undefined),
  );
  const own = new Map(plan.columns.map((column) => [column.column, column]));
  const placed = new Set<number>();
  const review: ColumnBlock[] = [];
  for (const { severity, columns, message } of problems) {
    if (severity !== 'error' || columns.length === 0 || columns.some((column) => placed.has(column))) continue;
    review.push({ columns: columns.flatMap((column) => own.get(column) ?? []), conflict: message });
    for (const column of columns) placed.add(column);
  }
  const known: ColumnBlock[] = [];
  const unsent: ColumnBlock[] = [];
  for (const column of plan.columns) {
    if (placed.has(column.column)) continue;
    const block: ColumnBlock = { columns: [column], conflict: null };
    if (needsReview(column, suggested.get(column.column)) && !combined.has(column.column)) review.push(block);
    else if (column.to.kind === 'none' && !combined.has(column.column)) unsent.push(block);
    else known.push(block);
  }
  return [
    { key: 'review', title: TITLES.review, blocks: review },
    { key: 'known', title: TITLES.known, blocks: known },
    { key: 'unsent', title: TITLES.unsent, blocks: unsent },
  ];
}

/** The number of columns in a group. */
export const sizeOf = (groups: readonly ColumnGroup[], wanted: ColumnGroup['key']): number =>
  groups
    .filter(({ key }) => key === wanted)
    .reduce((sum, { blocks }) => sum + blocks.reduce((all, { columns }) => all + columns.length, 0), 0);

/** The columns that the user has to look at, and the accepted ones, which can be undone. */
export function toLookAtGroups(groups: readonly ColumnGroup[], { suggestions }: Pick<ColumnsView, 'suggestions'>): ColumnGroup[] {
  const likely = new Set(suggestions.filter(({ certainty }) => certainty === 'likely').map(({ column }) => column));
  return groups
    .map((group) =>
      group.key === 'review'
        ? group
        : {
            ...group,
            title: 'Accepted',
            blocks: group.blocks.filter(({ columns }) =>
              columns.some(({ column, settled, to }) => settled && to.kind !== 'none' && likely.has(column)),
            ),
          },
    )
    .filter(({ blocks }) => blocks.length > 0);
}

const columnsIn = (groups: readonly ColumnGroup[], wanted: ColumnGroup['key']): readonly ColumnPlan[] =>
  groups.flatMap(({ key, blocks }) => (key === wanted ? blocks.flatMap(({ columns }) => columns) : []));

/** Positions of the columns that need the user's decision, in their order. */
export const reviewColumns = (groups: readonly ColumnGroup[]): readonly number[] => columnsIn(groups, 'review').map(({ column }) => column);

/** Positions of the columns that are neither sent nor read for anything else. */
export const unsentColumns = (groups: readonly ColumnGroup[]): readonly number[] =>
  columnsIn(groups, 'unsent').flatMap(({ column, to }) => (roleOf(to) === null ? [column] : []));

/** The columns with suggestions that can be accepted without a further choice. */
export function acceptableColumns(groups: readonly ColumnGroup[], { suggestions }: Pick<ColumnsView, 'suggestions'>): readonly number[] {
  const conflicts = new Set(groups.flatMap(({ blocks }) => blocks.flatMap(({ columns, conflict }) => (conflict === null ? [] : columns))));
  return groups
    .flatMap(({ key, blocks }) => (key === 'review' ? blocks.flatMap(({ columns }) => columns) : []))
    .filter((own) => {
      const suggestion = suggestions.find(({ column }) => column === own.column);
      return !conflicts.has(own) && suggestion?.certainty === 'likely' && !suggestion.sensitive && own.to.kind !== 'none';
    })
    .map(({ column }) => column);
}

/** The needed fields without a column. */
export const missingFields = ({ problems }: Pick<ColumnsView, 'problems'>) =>
  problems.flatMap(({ code, field }) => (code === 'MAPPING_INCOMPLETE' && field !== null ? [field] : []));

/** The groups that match a filter, reduced to blocks with a matching heading or value. */
export function filterGroups(groups: readonly ColumnGroup[], filter: ColumnsFilter, find: string, view: ColumnsView): ColumnGroup[] {
  const wanted = find.trim().toLowerCase();
  const samples = new Map(view.suggestions.map((suggestion) => [suggestion.column, suggestion.samples]));
  const holds = (column: number) =>
    `${view.headers[column] ?? ''}\n${samples.get(column)?.join('\n') ?? ''}`.toLowerCase().includes(wanted);
  return groups
    .filter(({ key }) => filter === 'all' || filter === key)
    .map((group) => ({
      ...group,
      blocks: group.blocks.filter(({ columns }) => wanted === '' || columns.some(({ column }) => holds(column))),
    }))
    .filter(({ blocks }) => blocks.length > 0);
}

/** The first blocks across all groups, at most `limit`. */
export function firstBlocks(groups: readonly ColumnGroup[], limit: number): ColumnGroup[] {
  const shown: ColumnGroup[] = [];
  let room = limit;
  for (const group of groups) {
    if (room <= 0) break;
    shown.push({ ...group, blocks: group.blocks.slice(0, room) });
    room -= group.blocks.length;
  }
  return shown;
}
