/** The edit that leaves rows out, or includes them again. */
import { countText } from '../../../shared/base/index.ts';
import { RULE_INDEX, RULES, isRuleCode } from '../../../shared/rules/index.ts';
import { FACT_MASK } from '../../../shared/rows/index.ts';
import type { EditRequest, Work } from '../../worker-protocol/index.ts';
import type { CheckGroup } from '../check/check-group.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { isOwnName, namedByIssue } from '../check/named-by-issue.ts';
import type { Edit } from '../list/stored-edits.ts';
import type { CheckedList } from './checked-list.ts';
import { eachMatchingGroup } from './row-listings.ts';

type LeaveOutRequest = Extract<EditRequest, { kind: 'leaveOut' }>;

/** Calls back with each group that has requested rows, and with the indexes of these rows in the group. */
function eachGroup(
  list: CheckedList,
  { rows }: LeaveOutRequest,
  work: Work,
  onGroup: (at: number, rows: readonly number[], group: CheckGroup) => void,
) {
  if ('kind' in rows) {
    eachMatchingGroup(list, rows, work, (at, matching, reader) => onGroup(at, matching, reader.group(at)!));
    return;
  }
  const reader = new CheckGroupReader(list.file);
  for (const [at, located] of list.groups.locate(rows)) onGroup(at, located, reader.group(at)!);
}

/** The rule of the filter, if it is about whom a row names; otherwise null. */
function ruleOfNames({ rows }: LeaveOutRequest): number | null {
  if (!('kind' in rows) || rows.kind !== 'rule' || !isRuleCode(rows.code)) return null;
  const rule = RULE_INDEX[rows.code];
  return RULES[rule]!.names === null ? null : rule;
}

function hasIssue(group: CheckGroup, row: number, isWanted: (rule: number, field: number) => boolean): boolean {
  let has = false;
  group.eachIssue(row, (field, rule) => {
    has ||= isWanted(rule, field);
  });
  return has;
}

/**
 * The edit; null when every row already is as requested. A row that does not name a living person is left out without a mark. Including it
 * again marks it as sent anyway, and leaving it out removes that mark.
 * @throws the reason of the signal when the work is canceled
 */
export function leaveOutEdit(request: LeaveOutRequest, list: CheckedList, work: Work): Edit | null {
  const { leaveOut } = request;
  const { edits } = list;
  const named = namedByIssue(list.severities);
  const ofRule = ruleOfNames(request);
  const rows: number[] = [];
  const anyway: number[] = [];
  const objected: number[] = [];
  const merged: NonNullable<ReturnType<typeof edits.mergeOf>>[] = [];
  let asked = 0;
  eachGroup(list, request, work, (at, located, group) => {
    const { rowNumbers } = list.groups.place(at);
    for (const row of located) {
      // If only the spouse's name is an organization, the row still names a person.
      if (ofRule !== null && !hasIssue(group, row, (rule, field) => rule === ofRule && isOwnName(rule, field))) continue;
      asked += 1;
      const sheetRow = rowNumbers[row]!;
      const merge = edits.mergeOf(sheetRow);
      if (merge !== null) {
        merged.push(merge);
        continue;
      }
      const namesNobody = (group.facts[row]! & FACT_MASK.who) !== 0;
      const isOut = edits.leftOutAs(sheetRow) !== null || namesNobody;
      if (isOut === leaveOut) continue;
      rows.push(sheetRow);
      if (edits.reasonOf(sheetRow) !== null) objected.push(sheetRow);
      if (namesNobody || (edits.isSentAnyway(sheetRow) && hasIssue(group, row, (rule, field) => named(rule, field) !== 0)))
        anyway.push(sheetRow);
    }
  });
  if (!leaveOut && merged.length > 0 && merged.length === asked)
    return { kind: 'merge', label: `undoing the merge of ${countText(merged.length, 'row')}`, merged: false, rows: merged };
  if (rows.length === 0) return null;
  const isHousehold = 'kind' in request.rows && request.rows.kind === 'rule' && request.rows.code === 'HOUSEHOLD_TWICE';
  return {
    kind: 'leaveOut',
    label: leaveOut ? `leaving out ${countText(rows.length, 'row')}` : `including ${countText(rows.length, 'row')} again`,
    rows,
    leaveOut,
    as: isHousehold ? 'otherRow' : 'byHand',
    ...(anyway.length > 0 && { anyway }),
    ...(objected.length > 0 && { objected }),
  };
}

/** Sends the rows that only an objection leaves out, for this reason; null: leaves them out again. Returns null if there are none. */
export function objectedEdit(reason: string | null, list: CheckedList, work: Work): Edit | null {
  const { edits } = list;
  const rows = reason === null ? edits.rowsSentDespiteObjection() : [];
  if (reason !== null)
    eachMatchingGroup(list, { kind: 'leftOut' }, work, (at, matching, reader) => {
      const { rowNumbers } = list.groups.place(at);
      const { facts } = reader.group(at)!;
      for (const row of matching)
        if ((facts[row]! & FACT_MASK.suppressed) !== 0 && edits.leftOutAs(rowNumbers[row]!) === null) rows.push(rowNumbers[row]!);
    });
  if (rows.length === 0) return null;
  const leaveOut = reason === null;
  const label = `${leaveOut ? 'leaving out' : 'sending'} ${countText(rows.length, 'person', 'people')} marked “do not screen”`;
  return { kind: 'leaveOut', label, rows, leaveOut, as: 'byHand', objected: rows, ...(reason !== null && { reason }) };
}
