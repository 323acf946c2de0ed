/** A listing is the rows that Check shows: a filter, which the address stores, a search in it, and an order. */
import { type FieldKey, isFieldKey } from '../../../shared/fields/index.ts';
import {
  type CheckFilter,
  type CheckSort,
  type CheckView,
  type ColumnFilter,
  Readiness,
  type RuleCount,
} from '../../../shared/contract/index.ts';
import { count, number } from '../../format/index.ts';
import type { Search } from '../../navigation/index.ts';
import { comparesRows, fieldName, isOfLeftOut, openRules, ruleOf } from './issue-texts.ts';
import { causeTitle } from './rule-causes.ts';

export interface Listing {
  readonly filter: CheckFilter;
  readonly find: string;
  /** Null without a filter of one column. */
  readonly column: ColumnFilter | null;
  /** Null for the order of the file. */
  readonly sort: CheckSort | null;
}

export interface CheckSearch {
  readonly show?: string | undefined;
  readonly rule?: string | undefined;
  readonly field?: string | undefined;
}

/** The filter of an address. Default: the incomplete rows if a needed field has no column, else the rows of the first open rule. */
export function filterOf(
  search: CheckSearch,
  check: Pick<CheckView, 'withIssues' | 'rules' | 'incomplete'>,
  lacksColumn = false,
): CheckFilter {
  const { show, rule, field } = search;
  if (show === 'errors') {
    const error = openRules(check).find((one) => one.severity === 'error');
    return error === undefined ? { kind: 'all' } : { kind: 'rule', code: error.code, field: null };
  }
  if (rule !== undefined) {
    const { rows = 0, leftOut = 0 } = check.rules.find(({ code }) => code === rule) ?? {};
    const on = field !== undefined && isFieldKey(field) ? field : null;
    return { kind: 'rule', code: rule, field: on, ...(show === 'leftOut' && (leftOut > 0 || rows === 0) && { leftOut: true }) };
  }
  if (show === 'all' || show === 'issues' || show === 'leftOut') return { kind: show };
  const readiness = Readiness.safeParse(show);
  if (readiness.success) return { kind: 'readiness', readiness: readiness.data };
  if (show === undefined && lacksColumn && check.incomplete > 0) return { kind: 'readiness', readiness: 'incomplete' };
  // The first rule about single rows; rules that compare rows have their own view.
  const first = openRules(check).find(({ code }) => !comparesRows(code));
  if (show === undefined && first !== undefined) return { kind: 'rule', code: first.code, field: null };
  return { kind: check.withIssues > 0 ? 'issues' : 'all' };
}

/** The filter as part of an address. */
export function searchOf(filter: CheckFilter): Search {
  if (filter.kind === 'readiness') return { show: filter.readiness };
  if (filter.kind !== 'rule') return { show: filter.kind };
  const show = isOfLeftOut(filter) ? { show: 'leftOut' } : {};
  return filter.field === null ? { ...show, rule: filter.code } : { ...show, rule: filter.code, field: filter.field };
}

/** The rule that a filter selects; null when it selects none, or one without issues. */
export const chosenRule = (filter: CheckFilter, rules: readonly RuleCount[]): RuleCount | null =>
  filter.kind === 'rule' ? (rules.find(({ code }) => code === filter.code) ?? null) : null;

/** The order after a click on a heading: ascending, then descending, then the order of the file. */
export function sortAfter(before: CheckSort | null, field: FieldKey): CheckSort | null {
  if (before?.field !== field) return { field, descending: false };
  return before.descending ? null : { field, descending: true };
}

/** "412 of 18,432 rows with “smith”, sorted by ZIP, last first, fix previewed". */
export function shownRowsText(
  total: number,
  check: Pick<CheckView, 'rows'>,
  chosen: RuleCount | null,
  { find, column, sort }: Listing,
): string {
  const rows = total === check.rows ? count(total, 'row') : `${number(total)} of ${count(check.rows, 'row')}`;
  const found = find === '' ? '' : ` with “${find}”`;
  const kept = column === null ? '' : `, filtered by ${columnFilterText(column)}`;
  const sorted = sort === null ? '' : `, sorted by ${fieldName(sort.field)}${sort.descending ? ', last first' : ''}`;
  return `${rows}${found}${kept}${sorted}${chosen?.fix == null ? '' : ', fix previewed'}`;
}

/** "Email: Email is not a valid address, with “smith”". */
export function columnFilterText({ field, codes, causes, values, contains, filled }: ColumnFilter): string {
  const parts = [
    ...codes.map((code) => ruleOf(code)?.title ?? code),
    ...causes.map(({ code, key }) => causeTitle(code, key)),
    ...values.map((value) => `“${value}”`),
    ...(filled === null ? [] : [filled ? 'filled' : 'empty']),
    ...(contains === '' ? [] : [`with “${contains}”`]),
  ];
  return `${fieldName(field)}: ${parts.join(', ')}`;
}

/** The text shown while the rows of a listing are being found or sorted. */
export const loadingText = ({ find, column, sort }: Listing): string =>
  find === '' && column !== null
    ? `Filtering by ${fieldName(column.field)}`
    : find === '' && sort !== null
      ? `Sorting by ${fieldName(sort.field)}`
      : `Finding “${find}”`;

const EMPTY: Readonly<Record<Exclude<CheckFilter['kind'], 'readiness'>, string>> = {
  all: 'The list has no rows.',
  issues: 'No row has an issue.',
  leftOut: 'No row is left out. Untick “Send” in a row to leave it out.',
  rule: 'No rows have this issue now.',
};

const EMPTY_READINESS: Readonly<Record<Readiness, string>> = {
  ready: 'No row is ready. Each row lacks part of the name or address, or has an error.',
  fixable: 'No row has a safe fix.',
  incomplete: 'No row is incomplete.',
  invalid: 'Every row will be accepted.',
};

/** Shown in place of the rows when there are none. */
export function emptyText({ filter, find, column }: Listing): string {
  if (column !== null && find === '') return `No row here has ${columnFilterText(column)}.`;
  if (find !== '') return `No row here contains “${find}”.`;
  return filter.kind === 'readiness' ? EMPTY_READINESS[filter.readiness] : EMPTY[filter.kind];
}
