/** Plans the merge of several rows of a checked list into the first of them. */
import { AppError, countText, rowName } from '../../../shared/base/index.ts';
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import { FACT_MASK, NOT_COMPARED_MASK } from '../../../shared/rows/index.ts';
import { type MergeKind, holdOnePerson, mergeOf } from '../../../shared/rules/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { Edit, MergedRow } from '../list/stored-edits.ts';
import type { CarriedCorrections, CarriedLeftOut, CarriedMerge } from '../prior/carried-corrections.ts';
import type { CheckedList } from './checked-list.ts';

/** A row, by its group and its index in the group. */
interface At {
  readonly group: number;
  readonly row: number;
}

type Corrections = readonly (readonly [FieldKey, string])[];

interface MergePlan {
  /** `couple` when one of the rows is the spouse's. */
  readonly kind: MergeKind;
  /** The values of the merged row, by field index. */
  readonly values: readonly string[];
  readonly rows: readonly MergedRow[];
}

/**
 * The merge of the rows, after their `corrections`. Null when the rows name more than one couple, or when the service would refuse the
 * merged row but not the first row.
 */
export function planMerge(list: CheckedList, rows: readonly (At & { readonly corrections?: Corrections })[]): MergePlan | null {
  const [first, ...others] = rows.map(({ group, row, corrections = [] }) => ({ ...list.groups.rowAt(group, row), corrections }));
  if (first === undefined || others.length === 0) return null;
  const into = first.block.rowNumber(first.row);
  const received = new Map<FieldKey, string>(first.corrections);
  const merged: MergedRow[] = [];
  let kind: MergeKind = 'samePerson';
  let values = list.fixer.corrected(first.block, first.row, received)?.values.slice();
  for (const { block, row, corrections } of others) {
    const other = list.fixer.corrected(block, row, corrections);
    const merge = values === undefined || other === null ? null : mergeOf(values, other.values);
    if (merge === null) return null;
    if (merge.kind === 'couple') kind = 'couple';
    for (const [field, value] of merge.corrections) received.set(field, value);
    merged.push({ row: block.rowNumber(row), into, corrections: merge.corrections.map(([field, value]) => [field, value]) });
    const record = list.fixer.corrected(first.block, first.row, received);
    if (record === null) return null;
    values = record.values.slice();
  }
  return { kind, values: values!, rows: merged };
}

/**
 * The merges of an earlier list that can be repeated: all rows are in this list and sent, they still name the same people, and the merge is
 * still possible.
 */
export function planCarriedMerges(list: CheckedList, { merges }: Pick<CarriedCorrections, 'merges'>): MergedRow[] {
  const reader = new CheckGroupReader(list.file);
  return merges.flatMap(({ rows, edited }) => {
    if (!rows.every((at) => isIncluded(list, reader, at))) return [];
    const corrected = rows.map((at) => ({
      ...at,
      corrections: at.corrections.filter(([field]) => !list.edits.has(at.sheetRow, FIELD_INDEX[field])),
    }));
    if (!corrected.every((at) => isSamePersonAgain(list, at))) return [];
    const plan = planMerge(list, corrected);
    if (plan === null) return [];
    return plan.rows.map((row) => ({
      ...row,
      corrections: row.corrections.map(([field, value]) => [field, edited.get(field) ?? value] as [FieldKey, string]),
    }));
  });
}

/** The rows of people whom the user left out of an earlier list by hand, and who are not left out here. */
export function planCarriedLeftOut(list: CheckedList, { leftOut }: { readonly leftOut: readonly CarriedLeftOut[] }): number[] {
  const reader = new CheckGroupReader(list.file);
  return leftOut.filter((at) => isIncluded(list, reader, at)).map(({ sheetRow }) => sheetRow);
}

function isSamePersonAgain(list: CheckedList, { group, row, corrections, values }: CarriedMerge['rows'][number]): boolean {
  const at = list.groups.rowAt(group, row);
  const record = list.fixer.corrected(at.block, at.row, corrections);
  return record !== null && holdOnePerson(values, record.values);
}

/** True for a row that is sent, or is not sent only because of errors or a recent screening. */
export function isIncluded(list: CheckedList, reader: CheckGroupReader, { group, row }: At): boolean {
  const facts = reader.group(group)!.facts[row]!;
  return (facts & (NOT_COMPARED_MASK | FACT_MASK.who)) === 0;
}

/** @throws INPUT_INVALID for rows that are not sent or cannot be merged */
export function mergeEdit(list: CheckedList, sheetRows: readonly number[]): Edit {
  const reader = new CheckGroupReader(list.file);
  const rows = [...list.groups.locate(new Set(sheetRows))].flatMap(([group, inGroup]) => inGroup.map((row) => ({ group, row })));
  if (rows.length < 2 || !rows.every((at) => isIncluded(list, reader, at)))
    throw new AppError('INPUT_INVALID', 'These rows cannot be merged: not all of them are sent.');
  const plan = planMerge(list, rows);
  if (plan === null)
    throw new AppError(
      'INPUT_INVALID',
      'These rows cannot be merged: they do not describe one person or one couple that the service would accept.',
    );
  return {
    kind: 'merge',
    label: `merging ${countText(rows.length, 'row')} into row ${rowName(plan.rows[0]!.into, list.appended)}`,
    merged: true,
    rows: [...plan.rows],
  };
}
