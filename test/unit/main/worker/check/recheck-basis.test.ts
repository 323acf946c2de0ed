/** Whether the match keys of a check still belong to the current list, and whether a check can recheck only a part. */
import { expect, it } from 'vitest';
import {
  areIdsStored,
  forgetRecheckBasis,
  keepOnlyKeys,
  mappingChangeSince,
  storeRecheckBasis,
} from '../../../../../main/worker/check/recheck-basis.ts';
import { Edits } from '../../../../../main/worker/list/edits.ts';
import { suggest } from '../../../../kit/suggested-mapping.ts';

const { plan } = suggest({
  'Constituent ID': ['A1', 'A2'],
  'Old ID': ['Z1', 'Z2'],
  'First Name': ['Ada', 'Wei'],
  City: ['Salem', 'Boston'],
});
const sheetLayout = { headerRow: 1, totalsRows: [9], leaveOut: undefined };
const inputs = { rules: [], suppression: null, baseline: null, sendAnyway: false, recent: [], inProgress: [] };
const LIST = { plan, sheetLayout, today: '2026-03-14', inputs } as unknown as Parameters<typeof storeRecheckBasis>[1];

/** A project file that has one value. */
function stored() {
  let value: unknown;
  const file = { getValue: () => value, putValue: (_: string, next: unknown) => void (value = structuredClone(next)) };
  storeRecheckBasis(file, LIST);
  return file;
}
const mapped = (column: number, field: 'constituentId' | 'city' | null) => ({
  ...plan,
  columns: plan.columns.map((one) =>
    one.column === column ? { ...one, to: field === null ? { kind: 'none' as const } : { kind: 'field' as const, field } } : one,
  ),
});

it.each([
  ['nothing', LIST, true],
  ['another row of headings', { ...LIST, sheetLayout: { ...sheetLayout, headerRow: 2 } }, false],
  ['another row of totals', { ...LIST, sheetLayout: { ...sheetLayout, totalsRows: [] } }, false],
  ['rows that are left out', { ...LIST, sheetLayout: { ...sheetLayout, leaveOut: { hidden: true } as never } }, false],
  ['no column of IDs', { ...LIST, plan: mapped(0, null) }, false],
  ['no column of cities', { ...LIST, plan: mapped(3, null) }, true],
])('after a change of %s', (_, list, expected) => {
  expect(areIdsStored(stored(), list)).toBe(expected);
});

it('rows that were rewritten with their IDs keep the keys, and no recheck of less than everything', () => {
  const file = stored();
  const request = LIST as unknown as Parameters<typeof mappingChangeSince>[1];
  expect(mappingChangeSince(file, request, new Edits(null))).toMatchObject({ before: plan });
  keepOnlyKeys(file);
  expect(areIdsStored(file, LIST)).toBe(true);
  expect(mappingChangeSince(file, request, new Edits(null))).toBeNull();
  forgetRecheckBasis(file);
  keepOnlyKeys(file);
  expect(areIdsStored(file, LIST)).toBe(false);
});
