/** When profiles may be joined by order: each condition alone forbids it. */
import { describe, expect, it } from 'vitest';
import {
  type OrderEvidence,
  type ProfileEvidence,
  RowNumbersInOrder,
  whyNotByCounts,
  whyNotByProfiles,
} from '../../../../../main/worker/collect/order-conditions.ts';
import { listIndex, profileNumber, sheetRow } from '../../../../kit/ordinals.ts';

const COUNTS: OrderEvidence = { profiles: 5, validRows: 5, rows: 5, matched: 0, unplaced: 0, withoutResult: 0, earlier: 0 };
const PROFILES: ProfileEvidence = { withId: 0, hasOtherRowNumbers: false, repeats: false, otherNames: 0 };

describe('the numbers', () => {
  it.each<[string, Partial<OrderEvidence>]>([
    ['agree', {}],
    ['agree, and the service does not count valid rows', { validRows: null }],
  ])('allow a join when they %s', (_, changes) => {
    expect(whyNotByCounts({ ...COUNTS, ...changes })).toBeNull();
  });

  it.each<[Partial<OrderEvidence>, RegExp]>([
    [{ profiles: 0 }, /no profiles/],
    [{ matched: 1 }, /1 row of this list already has a profile/],
    [{ matched: 2 }, /2 rows of this list already have a profile/],
    [{ unplaced: 1, rows: 6 }, /did not accept 1 row, and its answer does not prove which/],
    // A refusal without a row forbids a join even when the numbers agree by chance.
    [{ unplaced: 1 }, /does not prove which/],
    [{ earlier: 1 }, /1 profile from an earlier answer did not appear again/],
    [{ validRows: 6 }, /counts 6 valid rows but returned 5 profiles/],
    [{ rows: 6 }, /5 profiles for 6 rows without a result/],
    [{ rows: 4 }, /5 profiles for 4 rows without a result/],
    [{ profiles: 1, validRows: 1 }, /There is 1 profile for 5 rows/],
  ])('forbid a join with %o', (changes, reason) => {
    expect(whyNotByCounts({ ...COUNTS, ...changes })).toMatch(reason);
  });
});

describe('the profiles', () => {
  it('allow a join when nothing in them contradicts it', () => {
    expect(whyNotByProfiles(PROFILES)).toBeNull();
  });

  it.each<[Partial<ProfileEvidence>, RegExp]>([
    [{ withId: 1 }, /1 profile has a constituent ID that matches no row/],
    [{ withId: 3 }, /3 profiles have a constituent ID/],
    [{ hasOtherRowNumbers: true }, /do not follow the order of the list/],
    [{ repeats: true }, /the same profile more than once/],
    [{ otherNames: 2 }, /The name in 2 profiles is not the name of the row/],
  ])('forbid a join with %o', (changes, reason) => {
    expect(whyNotByProfiles({ ...PROFILES, ...changes })).toMatch(reason);
  });
});

describe('row numbers in profiles', () => {
  // The second row of the list was refused.
  const places = [[1, 0, 2] as const, [2, 2, 4] as const, [3, 3, 7] as const].map(
    ([profile, index, row]) => [profileNumber(profile), listIndex(index), sheetRow(row)] as const,
  );

  it.each<[string, readonly (number | null)[], boolean]>([
    ['in no profile', [null, null, null], false],
    ['of the answer', [1, 2, 3], false],
    ['of the answer from 0', [0, 1, 2], false],
    ['of the list', [1, 3, 4], false],
    ['of the sheet', [2, 4, 7], false],
    ['of some profiles', [null, 3, 4], false],
    ['in another order', [3, 2, 1], true],
    ['with a gap of another row', [1, 2, 4], true],
    ['that are the same for two profiles', [1, 1, 2], true],
  ])('row numbers %s (%o) contradict the order: %s', (_, rows, contradicts) => {
    const numbers = new RowNumbersInOrder();
    for (const [at, row] of rows.entries()) if (row !== null) numbers.take(row, places[at]!);
    expect(numbers.contradicts).toBe(contradicts);
  });
});
