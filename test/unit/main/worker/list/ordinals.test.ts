/** Confused numbers of rows and profiles do not compile; the type checker reports an expected error that does not occur. */
import { expect, it } from 'vitest';
import { listIndexOf } from '../../../../../main/worker/result-file/result-file.ts';
import { byListIndex, FIRST_INDEX, type Matches, type ProfileNumber, type SheetRows } from '../../../../../main/worker/list/ordinals.ts';
import { listIndex, profileNumber, sheetRow } from '../../../../kit/ordinals.ts';

it('sheet rows, list indexes and profile numbers are different types over the same typed arrays', () => {
  const rows: SheetRows = byListIndex(2);
  const matches: Matches = byListIndex(2);
  rows[FIRST_INDEX] = sheetRow(4);
  rows[listIndex(1)] = sheetRow(7);
  matches[listIndex(1)] = profileNumber(3);
  expect(listIndexOf(rows, sheetRow(7))).toBe(1);
  expect(listIndexOf(rows, 5)).toBe(-1);
  // @ts-expect-error a list index is no sheet row
  expect(listIndexOf(rows, listIndex(1))).toBe(-1);
  // @ts-expect-error a match is a profile number
  matches[FIRST_INDEX] = sheetRow(4);
  // @ts-expect-error read by a sheet row, matches give no profile number
  const profile: ProfileNumber | undefined = matches[sheetRow(7)];
  expect([profile, matches[FIRST_INDEX]]).toEqual([undefined, 4]);
});
