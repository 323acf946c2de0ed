/** Decides all groups of repeats at once: only the fullest row of each is kept, or identical rows are merged. */
import { countText } from '../../../shared/base/index.ts';
import type { RepeatsPlan, SettleHow } from '../../../shared/contract/index.ts';
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import { fullness, idKey } from '../../../shared/rules/index.ts';
import { groupOfRef, rowOfRef } from '../list/row-groups.ts';
import type { Edit, MergedRow } from '../list/stored-edits.ts';
import type { CheckedList } from './checked-list.ts';
import { duplicateGroups, isKeptGroup } from './duplicate-groups.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { isIncluded, planMerge } from './merge-rows.ts';

const EXAMPLES = 5;

interface SettledRepeats extends RepeatsPlan {
  /** Null when no group can be decided. */
  readonly edit: Edit | null;
}

/** The rows of a group to leave out: all but the fullest one, or the first of several equally full ones. */
function lessFull(list: CheckedList, refs: readonly number[]): { readonly kept: number; readonly others: readonly number[] } {
  const rows = refs.map((ref) => {
    const { block, row } = list.groups.rowAt(groupOfRef(ref), rowOfRef(ref));
    return { number: block.rowNumber(row), filled: fullness(list.records.of(block, row)) };
  });
  const kept = rows.reduce((best, one) => (one.filled > best.filled ? one : best));
  return { kept: kept.number, others: rows.filter((one) => one !== kept).map(({ number }) => number) };
}

/** True when the rows differ in nothing but the constituent ID. */
function areIdentical(list: CheckedList, refs: readonly number[]): boolean {
  const texts = refs.map((ref) => {
    const { block, row } = list.groups.rowAt(groupOfRef(ref), rowOfRef(ref));
    const record = list.records.of(block, row);
    return [...record.values].with(FIELD_INDEX.constituentId, idKey(record) === '' ? '' : 'id').join('\n');
  });
  return texts.every((text) => text === texts[0]);
}

function nameOf(list: CheckedList, ref: number): string {
  const { block, row } = list.groups.rowAt(groupOfRef(ref), rowOfRef(ref));
  const { values } = list.records.of(block, row);
  const parts: readonly FieldKey[] = ['primaryFirst', 'primaryLast'];
  return parts
    .map((field) => values[FIELD_INDEX[field]]!)
    .filter((text) => text !== '')
    .join(' ');
}

/**
 * Decides only groups in which all rows name the same person and are sent. A person must decide the others. Groups that the user keeps as
 * they are do not change.
 */
export function settleRepeats(list: CheckedList, code: string, how: SettleHow): SettledRepeats {
  const isKept = isKeptGroup(list, code);
  const all = duplicateGroups(list, [], code).filter((refs) => !isKept(refs));
  const out: number[] = [];
  const merges: MergedRow[] = [];
  const examples: RepeatsPlan['examples'] = [];
  let groups = 0;
  const reader = new CheckGroupReader(list.file);
  for (const refs of all) {
    const rows = refs.map((ref) => ({ group: groupOfRef(ref), row: rowOfRef(ref) }));
    const merge = rows.every((at) => isIncluded(list, reader, at)) ? planMerge(list, rows) : null;
    if (merge?.kind !== 'samePerson' || (how === 'identical' && !areIdentical(list, refs))) continue;
    groups += 1;
    const { kept, others } =
      how === 'fuller' ? lessFull(list, refs) : { kept: merge.rows[0]!.into, others: merge.rows.map(({ row }) => row) };
    // Pushed one by one, because a call cannot have hundreds of thousands of arguments.
    if (how === 'fuller') for (const row of others) out.push(row);
    else for (const row of merge.rows) merges.push(row);
    if (examples.length < EXAMPLES) examples.push({ name: nameOf(list, refs[0]!), kept, others: [...others] });
  }
  const rows = out.length + merges.length;
  const edit: Edit | null =
    rows === 0
      ? null
      : how === 'fuller'
        ? { kind: 'leaveOut', label: `keeping the fuller of ${countText(groups, 'repeat')}`, rows: out, leaveOut: true, as: 'otherRow' }
        : { kind: 'merge', label: `merging ${countText(groups, 'identical repeat')}`, merged: true, rows: merges };
  return { groups, left: all.length - groups, rows, examples, edit };
}
