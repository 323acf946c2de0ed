/** The edit that leaves rows out or takes them back. */
import { countText } from '../../../shared/base/index.ts';
import { FACT_MASK } from '../../../shared/rows/index.ts';
import type { EditRequest, Work } from '../../worker-protocol/index.ts';
import type { CheckGroup } from '../check/check-group.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { namedByIssue } from '../check/named-by-issue.ts';
import type { Edit } from '../list/stored-edits.ts';
import type { CheckedList } from './checked-list.ts';
import { eachMatchingGroup } from './row-listings.ts';

type LeaveOutRequest = Extract<EditRequest, { kind: 'leaveOut' }>;

/** Calls back with each group that has requested rows, and these rows, counted within the group. */
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

/**
 * Null when every row is as requested. A row that names no living person is out without a mark: taking it back marks it as sent anyway, and
 * leaving it out removes that mark.
 * @throws the reason of the signal when the work is canceled
 */
export function leaveOutEdit(request: LeaveOutRequest, list: CheckedList, work: Work): Edit | null {
  const { leaveOut } = request;
  const { edits } = list;
  const named = namedByIssue(list.severities);
  const isOutUnmarked = (group: CheckGroup, row: number): boolean => {
    let who = 0;
    group.eachIssue(row, (field, rule) => {
      who ||= named(rule, field);
    });
    return who !== 0;
  };
  const rows: number[] = [];
  const anyway: number[] = [];
  const merged: NonNullable<ReturnType<typeof edits.mergeOf>>[] = [];
  let asked = 0;
  eachGroup(list, request, work, (at, located, group) => {
    const { rowNumbers } = list.groups.place(at);
    asked += located.length;
    for (const row of located) {
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
      if (namesNobody || (edits.isSentAnyway(sheetRow) && isOutUnmarked(group, row))) anyway.push(sheetRow);
    }
  });
  if (!leaveOut && merged.length > 0 && merged.length === asked)
    return { kind: 'merge', label: `taking back ${countText(merged.length, 'merged row')}`, merged: false, rows: merged };
  if (rows.length === 0) return null;
  const isHousehold = 'kind' in request.rows && request.rows.kind === 'rule' && request.rows.code === 'HOUSEHOLD_TWICE';
  return {
    kind: 'leaveOut',
    label: `${leaveOut ? 'leaving out' : 'taking back'} ${countText(rows.length, 'row')}`,
    rows,
    leaveOut,
    as: isHousehold ? 'household' : 'byHand',
    ...(anyway.length > 0 && { anyway }),
  };
}
