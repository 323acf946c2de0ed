/** Finds problems of a mapping plan that do not depend on rows. */
import { FIELDS, FIELD_KEYS, type FieldKey, fieldOf } from '../fields/index.ts';
import { columnLetters } from './sheet-detection.ts';
import { plannedFields } from './row-mapper.ts';
import { SPLITTER_FIELDS, type MappingPlan } from './plan.ts';

/** A problem of a plan, in the words that the page shows. */
export interface PlanProblem {
  readonly code: 'FIELD_TAKEN_TWICE' | 'MAPPING_INCOMPLETE' | 'NOTHING_TO_SEND' | 'COLUMN_UNKNOWN' | 'COLUMN_TWICE';
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly field: FieldKey | null;
  readonly columns: readonly number[];
}

/** The usual minimum for finding a person. */
const MATCH_FIELDS = FIELDS.filter((field) => field.purpose === 'match').map((field) => field.key);

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** The problems of a plan for a sheet with these column names. Errors block the check, warnings mean fewer matches. */
export function planProblems(plan: MappingPlan, headers: readonly string[]): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const named = (column: number): string => `${columnLetters(column)} (${headers[column] ?? 'no such column'})`;
  const planned = new Set<number>();
  for (const { column } of plan.columns) {
    if (planned.has(column)) {
      const message = `The mapping has column ${named(column)} twice.`;
      problems.push({ code: 'COLUMN_TWICE', severity: 'error', message, field: null, columns: [column] });
    }
    planned.add(column);
  }
  const used = new Set([
    ...plan.columns.filter((column) => column.to.kind !== 'none').map((column) => column.column),
    ...plan.combinations.flatMap((combination) => combination.columns),
  ]);
  const unknown = [...used].filter((column) => column >= headers.length);
  if (unknown.length > 0) {
    const message = `The sheet has no column ${list(unknown.map(columnLetters))}.`;
    problems.push({ code: 'COLUMN_UNKNOWN', severity: 'error', message, field: null, columns: unknown });
  }
  for (const key of FIELD_KEYS) {
    const columns = plan.columns.filter((column) => column.to.kind === 'field' && column.to.field === key).map((column) => column.column);
    const combination = plan.combinations.find((candidate) => candidate.field === key);
    const others = combination === undefined ? columns : columns.filter((column) => !combination.columns.includes(column));
    if (others.length <= (combination === undefined ? 1 : 0)) continue;
    const all = combination === undefined ? columns : [...combination.columns, ...others];
    const message = `${fieldOf(key).label} takes one column, but ${list(all.map(named))} ${all.length === 2 ? 'both' : 'all'} go there.`;
    problems.push({ code: 'FIELD_TAKEN_TWICE', severity: 'error', message, field: key, columns: all });
  }
  problems.push(...splitConflicts(plan, named));
  const fields = new Set(plannedFields(plan));
  if (fields.size === 0) {
    const message = 'No column is mapped to a field yet, so there is nothing to send.';
    problems.push({ code: 'NOTHING_TO_SEND', severity: 'error', message, field: null, columns: [] });
    return problems;
  }
  for (const key of MATCH_FIELDS) {
    if (fields.has(key)) continue;
    const message = `No column is mapped to ${fieldOf(key).label}, which is needed for a match.`;
    problems.push({ code: 'MAPPING_INCOMPLETE', severity: 'warning', message, field: key, columns: [] });
  }
  return problems;
}

/** Finds columns that split into the same field: the values of one would be lost silently. */
function splitConflicts(plan: MappingPlan, named: (column: number) => string): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const columnByField = new Map<FieldKey, number>();
  for (const column of plan.columns) {
    // Several columns of contacts are allowed: the first phone or email of a row fills its field.
    if (column.to.kind !== 'split' || column.to.splitter === 'contact') continue;
    const taken = SPLITTER_FIELDS[column.to.splitter].find(
      (key) =>
        columnByField.has(key) && !(fieldOf(key).person === 'spouse' && column.to.kind === 'split' && column.to.splitter === 'spouseName'),
    );
    if (taken !== undefined) {
      const other = columnByField.get(taken)!;
      const message = `${named(other)} and ${named(column.column)} are both split into ${fieldOf(taken).label}.`;
      problems.push({ code: 'FIELD_TAKEN_TWICE', severity: 'error', message, field: taken, columns: [other, column.column] });
    }
    for (const key of SPLITTER_FIELDS[column.to.splitter]) if (!columnByField.has(key)) columnByField.set(key, column.column);
  }
  return problems;
}
