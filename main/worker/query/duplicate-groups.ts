/** Groups of rows that one rule reports as duplicates of each other. */
import { RULE_INDEX, type RuleCode, isRuleCode } from '../../../shared/rules/index.ts';
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { matchingRows } from '../check/filter-rows.ts';
import { keptRepeats } from '../list/kept-repeats.ts';
import { groupOfRef, rowOfRef } from '../list/row-groups.ts';
import type { CheckedList } from './checked-list.ts';

/** Maximum number of rows whose values are compared. The groups of a longer list are in sheet order. */
const MAX_COMPARED = 20_000;

/**
 * The sheet rows of each group, by the first of them. A row can be a duplicate of a row that is itself a duplicate. Repeats that are left
 * out belong to no group.
 */
function sheetRowsByGroup({ file, counts, groups }: CheckedList, code: RuleCode): Map<number, Set<number>> {
  const rule = RULE_INDEX[code];
  const reader = new CheckGroupReader(file);
  const firstOf = new Map<number, number>();
  const first = (row: number): number => {
    const earlier = firstOf.get(row);
    return earlier === undefined ? row : first(earlier);
  };
  for (let at = 0; at < counts.length; at++) {
    const group = reader.group(at)!;
    if (group.duplicates.length === 0) continue;
    const { rowNumbers } = groups.group(at);
    for (const row of matchingRows(group, { kind: 'rule', code, field: null }))
      group.eachDuplicate(row, (_, found, duplicateOf) => {
        const [a, b] = [first(rowNumbers[row]!), first(duplicateOf)];
        if (found === rule && a !== b) firstOf.set(Math.max(a, b), Math.min(a, b));
      });
  }
  const found = new Map<number, Set<number>>();
  for (const row of firstOf.keys()) {
    const head = first(row);
    found.set(head, (found.get(head) ?? new Set([head])).add(row));
  }
  return found;
}

/** Number of fields in which the rows of a group differ. */
function differences({ groups, records }: CheckedList, fields: readonly FieldKey[], rows: readonly number[]): number {
  const values = rows.map((ref) => {
    const { block, row } = groups.rowAt(groupOfRef(ref), rowOfRef(ref));
    const record = records.of(block, row);
    return fields.map((field) => record.values[FIELD_INDEX[field]]);
  });
  return fields.filter((_, field) => values.some((one) => one[field] !== values[0]![field])).length;
}

/** Returns a function that is true for groups (as row references) that the user keeps as they are. */
export function isKeptGroup({ file, groups }: CheckedList, code: string): (refs: readonly number[]) => boolean {
  const isKept = keptRepeats(file, code);
  return (refs) => isKept(refs.map((ref) => groups.group(groupOfRef(ref)).rowNumbers[rowOfRef(ref)]!));
}

/** The groups of a rule as row references: most similar groups first, then in sheet order. */
export function duplicateGroups(list: CheckedList, fields: readonly FieldKey[], code: string): readonly (readonly number[])[] {
  if (!isRuleCode(code)) return [];
  const bySheet = sheetRowsByGroup(list, code);
  const heads = [...bySheet.keys()].toSorted((a, b) => a - b);
  const rows = heads.map((head) => list.groups.refsOf(bySheet.get(head)!));
  if (rows.reduce((sum, group) => sum + group.length, 0) > MAX_COMPARED) return rows;
  const ordered = rows.map((group) => ({ group, apart: differences(list, fields, group) }));
  return ordered.toSorted((a, b) => a.apart - b.apart).map(({ group }) => group);
}
