/** The evidence that row numbers need, one condition at a time. */
import { describe, expect, it } from 'vitest';
import {
  type Base,
  couldCount,
  chooseNumbering,
  type KnownOffsets,
  NO_OFFSETS,
  type NumberingEvidence,
  withOffset,
} from '../../../../../main/worker/collect/row-numbering.ts';
import { listIndex } from '../../../../kit/ordinals.ts';

const offsets = (...pairs: (readonly [row: number, place: number])[]): KnownOffsets =>
  pairs.reduce<KnownOffsets>((all, [row, place]) => withOffset(all, row, listIndex(place)), NO_OFFSETS);

interface Given extends Partial<Omit<NumberingEvidence, 'isScored' | 'scored' | 'refusedById' | 'namesAgree'>> {
  readonly scoredPlaces?: readonly number[];
  readonly refusedPlaces?: readonly number[];
  readonly names?: Partial<Record<Base, boolean>>;
}

/** The numbering of a list of six rows when only the given evidence is known. */
function numberingOf({ scoredPlaces = [], refusedPlaces = [], names = {}, ...given }: Given, set: Base | 'find' = 'find') {
  return chooseNumbering(
    {
      length: 6,
      isScored: (place) => scoredPlaces.includes(place),
      scored: scoredPlaces.length,
      refusedById: new Set(refusedPlaces.map(listIndex)),
      profileRows: [],
      errorRows: [],
      couldCountAnswer: false,
      fromProfiles: NO_OFFSETS,
      fromErrors: NO_OFFSETS,
      validRows: null,
      namesAgree: (base) => names[base] ?? null,
      ...given,
    },
    set,
  );
}

describe('pairs of a row number and a known list index', () => {
  it('prove a base when all have the same difference', () => {
    expect(offsets([1, 0], [4, 3])).toEqual({ count: 2, least: 1, most: 1 });
    expect(offsets([1, 0], [5, 3], [2, 2])).toEqual({ count: 3, least: 0, most: 2 });
  });

  it.each([
    ['zero', [0, 0]],
    ['one', [1, 0]],
    ['sheet', [2, 0]],
  ] as const)('prove base %s for refusals', (base, pair) => {
    const row = pair[0] + 3;
    expect(numberingOf({ errorRows: [row], fromErrors: offsets(pair), refusedPlaces: [0], scoredPlaces: [1, 2] }).errors).toBe(base);
  });

  it.each([
    ['with another difference', offsets([4, 0])],
    ['that differ', offsets([1, 0], [3, 1])],
    ['that differ in the other direction', offsets([3, 1], [1, 0])],
  ])('pairs %s prove that the numbers do not count rows', (_, fromErrors) => {
    // Without the pairs, the refusals would be exactly the rows without a score.
    expect(numberingOf({ errorRows: [6], scoredPlaces: [0, 1, 2, 3, 4] }).errors).toBe('one');
    expect(numberingOf({ errorRows: [6], scoredPlaces: [0, 1, 2, 3, 4], fromErrors }).errors).toBeNull();
    expect(numberingOf({ profileRows: [1, 2, 4, 5, 6], errorRows: [3], fromProfiles: fromErrors }).profiles).toBeNull();
  });

  it('pairs of row errors must not contradict those of profiles', () => {
    const profileRows = [1, 2, 4, 5];
    const given = { profileRows, errorRows: [3], scoredPlaces: [5], fromProfiles: offsets([6, 5]) };
    expect(numberingOf(given).profiles).toBe('one');
    expect(numberingOf({ ...given, fromErrors: offsets([3, 1]) }).profiles).toBeNull();
    expect(numberingOf({ ...given, fromProfiles: NO_OFFSETS, fromErrors: offsets([3, 2]) }).profiles).toBe('one');
  });

  it('pairs of profiles do not prove the base of row errors, but exclude another one', () => {
    expect(numberingOf({ errorRows: [2], scoredPlaces: [2], fromProfiles: offsets([3, 2]) }).errors).toBeNull();
    expect(numberingOf({ errorRows: [6], scoredPlaces: [0, 1, 2, 3, 4], fromProfiles: offsets([3, 2]) }).errors).toBe('one');
    expect(numberingOf({ errorRows: [6], scoredPlaces: [0, 1, 2, 3, 4], fromProfiles: offsets([2, 2]) }).errors).toBeNull();
  });

  it('pairs of profiles that contradict each other do not affect the proof for row errors', () => {
    expect(numberingOf({ errorRows: [6], scoredPlaces: [0, 1, 2, 3, 4], fromProfiles: offsets([1, 0], [1, 1]) }).errors).toBe('one');
  });
});

describe('row numbers of profiles', () => {
  it.each([
    ['zero', [0, 1, 3, 4, 5], [2]],
    ['one', [1, 2, 4, 5, 6], [3]],
    ['sheet', [2, 3, 5, 6, 7], [4]],
  ] as const)('fit only base %s', (base, profileRows, errorRows) => {
    expect(numberingOf({ profileRows, errorRows })).toMatchObject({ profiles: base, errors: base });
  });

  it.each([
    ['before the first row', [0, 2, 3, 4, 5, 7]],
    ['after the last row', [1, 2, 3, 4, 5, 8]],
    ['that occur twice', [1, 2, 3, 4, 6, 6]],
  ])('row numbers %s do not fit any base', (_, profileRows) => {
    expect(numberingOf({ profileRows }).profiles).toBeNull();
  });

  it('do not fit rows that are scored or refused by an ID', () => {
    expect(numberingOf({ profileRows: [6, 1], scoredPlaces: [1, 2, 3, 4] }).profiles).toBe('one');
    expect(numberingOf({ profileRows: [6, 1], scoredPlaces: [0, 2, 3, 4] }).profiles).toBeNull();
    expect(numberingOf({ profileRows: [6, 1], scoredPlaces: [1, 2, 3], refusedPlaces: [4] }).profiles).toBe('one');
    expect(numberingOf({ profileRows: [6, 1], scoredPlaces: [1, 2, 3], refusedPlaces: [5] }).profiles).toBeNull();
    expect(numberingOf({ profileRows: [6, 1], errorRows: [1], scoredPlaces: [1, 2, 3, 4] }).profiles).toBeNull();
  });

  it('row numbers that could count the valid rows match nothing', () => {
    // Five of six rows are valid: a number up to 4, or up to 6 if the count starts at 2, may count them.
    expect(numberingOf({ profileRows: [0, 1, 3, 4], errorRows: [5], fromErrors: offsets([2, 2]) }).profiles).toBeNull();
    expect(numberingOf({ profileRows: [1, 2, 4], errorRows: [3], fromErrors: offsets([1, 0]) }).profiles).toBeNull();
    expect(numberingOf({ profileRows: [7, 3], errorRows: [2, 4, 5] }).profiles).toBe('sheet');
    expect(numberingOf({ profileRows: [7, 3], errorRows: [2, 4], validRows: 4 }).profiles).toBe('sheet');
    expect(numberingOf({ profileRows: [7, 3], errorRows: [2, 4], validRows: 6 }).profiles).toBeNull();
    expect(numberingOf({ profileRows: [7, 3], errorRows: [2], refusedPlaces: [2, 3] }).profiles).toBe('sheet');
    expect(numberingOf({ profileRows: [7, 3] }).profiles).toBeNull();
    // The last number of a count of five that starts at 2 is 6.
    expect(numberingOf({ profileRows: [7, 3], errorRows: [2] }).profiles).toBe('sheet');
  });

  it('row numbers that could count the profiles match nothing, also when row errors repeat refusals that have an ID', () => {
    // Three profiles, counted from 2, have numbers up to 4.
    const repeated = { errorRows: [5, 6], refusedPlaces: [4, 5] };
    expect(numberingOf({ profileRows: [4, 3], scoredPlaces: [0], ...repeated }, 'one').profiles).toBeNull();
  });

  it('have the base that pairs prove, or none when they do not fit it', () => {
    const complete = { profileRows: [1, 2, 4, 5, 6], errorRows: [3] };
    expect(numberingOf({ ...complete, fromProfiles: offsets([1, 0]) }).profiles).toBe('one');
    expect(numberingOf({ ...complete, fromProfiles: offsets([0, 0]) }).profiles).toBeNull();
    // Counted from 0 or from 1, every number leads to a row of the list.
    const twoFit = { length: 10, profileRows: [9, 3], errorRows: [1, 2, 4, 5, 6] };
    expect(numberingOf({ ...twoFit, fromProfiles: offsets([0, 0]) }).profiles).toBe('zero');
  });

  it('row numbers match nothing while two bases fit, unless the user or names choose one', () => {
    // Counted from 0 or from 1, every number leads to a row of the list.
    const twoFit = { length: 10, profileRows: [9, 3], errorRows: [1, 2, 4, 5, 6] };
    expect(numberingOf(twoFit)).toMatchObject({ profiles: null, errors: null });
    expect(numberingOf(twoFit, 'zero')).toMatchObject({ profiles: 'zero', errors: 'zero' });
    expect(numberingOf({ ...twoFit, names: { one: false } })).toMatchObject({ profiles: 'zero', errors: 'zero' });
  });

  it('row numbers that could count the answer match nothing, unless the user or names confirm them', () => {
    const profileRows = [1, 2, 3, 4, 5, 6];
    expect(numberingOf({ profileRows }).profiles).toBe('one');
    expect(numberingOf({ profileRows, couldCountAnswer: true }).profiles).toBeNull();
    expect(numberingOf({ profileRows, couldCountAnswer: true, names: { one: true } }).profiles).toBe('one');
    expect(numberingOf({ profileRows, couldCountAnswer: true }, 'one').profiles).toBe('one');
  });

  it('are excluded by the names of other rows', () => {
    expect(numberingOf({ profileRows: [1, 2, 3, 4, 5, 6], names: { one: false } }).profiles).toBeNull();
    expect(numberingOf({ profileRows: [2, 3], scoredPlaces: [0, 3, 4, 5], names: { sheet: false } }).profiles).toBe('one');
    expect(numberingOf({ profileRows: [2, 3], scoredPlaces: [4, 5], names: { sheet: false } }).profiles).toBeNull();
  });

  it('follow the base that the user sets when it fits', () => {
    const given = { profileRows: [2, 3], scoredPlaces: [3, 4, 5], refusedPlaces: [0] };
    expect(numberingOf(given, 'one').profiles).toBe('one');
    expect(numberingOf(given, 'zero').profiles).toBeNull();
    expect(numberingOf(given, 'sheet').profiles).toBeNull();
  });
});

describe('row numbers of row errors', () => {
  it('are proved when they and the scored rows make up the whole list', () => {
    // No profile has only a row number, so profiles need no base.
    expect(numberingOf({ errorRows: [6], scoredPlaces: [0, 1, 2, 3, 4] })).toMatchObject({ profiles: null, errors: 'one' });
    // The numbers may repeat a refusal that has an ID. Then they also fit the base of the sheet.
    expect(numberingOf({ errorRows: [6], scoredPlaces: [0, 1, 2, 3], refusedPlaces: [4] }).errors).toBeNull();
    expect(numberingOf({ errorRows: [5, 6], scoredPlaces: [0, 1, 2, 3], refusedPlaces: [4] }).errors).toBe('one');
    expect(numberingOf({ errorRows: [6], scoredPlaces: [0, 1, 2, 3, 4], refusedPlaces: [4] }).errors).toBe('one');
    expect(numberingOf({ errorRows: [6], scoredPlaces: [0, 1, 2, 3] }).errors).toBeNull();
  });

  it('are not proved when two bases fit', () => {
    expect(numberingOf({ errorRows: [2], scoredPlaces: [3, 4, 5], fromErrors: NO_OFFSETS }).errors).toBeNull();
  });

  it('are proved with those of the profiles, and uncertain when those are uncertain', () => {
    expect(numberingOf({ profileRows: [7, 3], errorRows: [2, 4, 5] }).errors).toBe('sheet');
    expect(numberingOf({ profileRows: [1, 2, 3], errorRows: [6] })).toMatchObject({ profiles: null, errors: null });
    // With the profiles they make up the whole list, but the numbers of the profiles may be positions in the answer.
    const positions = { profileRows: [1, 2, 3, 4, 5], errorRows: [6], couldCountAnswer: true };
    expect(numberingOf(positions)).toMatchObject({ profiles: null, errors: null });
    expect(numberingOf({ ...positions, names: { one: true } })).toMatchObject({ profiles: 'one', errors: 'one' });
    expect(numberingOf({ profileRows: [1, 2, 3], errorRows: [6], fromErrors: offsets([5, 4]) })).toMatchObject({
      profiles: null,
      errors: 'one',
    });
  });

  it('are proved by probability only when a coincidence is less likely than one in a million', () => {
    const evidence = (
      unscored: readonly number[],
      errorRows: readonly number[],
      refusedById: NumberingEvidence['refusedById'] = new Set(),
      length = 1000,
    ) => ({
      length,
      isScored: (place: number) => !unscored.includes(place),
      scored: length - unscored.length,
      refusedById,
      profileRows: [],
      errorRows,
      couldCountAnswer: false,
      fromProfiles: NO_OFFSETS,
      fromErrors: NO_OFFSETS,
      validRows: null,
      namesAgree: () => null,
    });
    const rare = [10, 200, 400, 600, 999];
    // (5 / 1000) ** 3 is 1.25e-7, (11 / 1000) ** 3 is 1.3e-6.
    expect(chooseNumbering(evidence(rare, [11, 201, 401]), 'find').errors).toBe('one');
    expect(chooseNumbering(evidence(rare, [11, 201]), 'find').errors).toBeNull();
    const many = [...rare, 20, 220, 420, 620, 820, 920];
    expect(chooseNumbering(evidence(many, [11, 201, 401]), 'find').errors).toBeNull();
    expect(chooseNumbering(evidence(many, [11, 201, 401], new Set([20, 220, 420].map(listIndex))), 'find').errors).toBe('one');
    // Two rows are exactly one in a million of two million rows, and less of three million.
    expect(chooseNumbering(evidence([10, 200], [11], undefined, 2_000_000), 'find').errors).toBeNull();
    expect(chooseNumbering(evidence([10, 200], [11], undefined, 3_000_000), 'find').errors).toBe('one');
  });

  it('follow the base that the user sets when it fits', () => {
    expect(numberingOf({ errorRows: [2], scoredPlaces: [3] }, 'one').errors).toBe('one');
    expect(numberingOf({ errorRows: [2], scoredPlaces: [1] }, 'one').errors).toBeNull();
    expect(numberingOf({ errorRows: [2], scoredPlaces: [3], fromErrors: offsets([2, 0]) }, 'one').errors).toBeNull();
    expect(numberingOf({ errorRows: [7] }, 'one').errors).toBeNull();
  });
});

describe('the sentence', () => {
  it('is null when no row number is needed', () => {
    expect(numberingOf({})).toEqual({ profiles: null, errors: null, sentence: null });
    // Pairs prove a base that nothing needs.
    expect(numberingOf({ fromProfiles: offsets([1, 0]) })).toEqual({ profiles: null, errors: null, sentence: null });
  });

  it.each([
    ['zero', 'counted from 0 over the list', [0, 1, 2, 3, 4, 5]],
    ['one', 'counted from 1 over the list', [1, 2, 3, 4, 5, 6]],
    ['sheet', 'counted as in a sheet with its heading in row 1', [2, 3, 4, 5, 6, 7]],
  ] as const)('names base %s and where it comes from', (base, words, profileRows) => {
    expect(numberingOf({ profileRows }).sentence).toBe(`${words} (shown by the answer itself)`);
    expect(numberingOf({ profileRows }, base).sentence).toBe(`${words} (set on the connection, and the answer agrees)`);
  });

  it('counts the entries without a row and states what to do', () => {
    expect(numberingOf({ profileRows: [1], errorRows: [2, 3] }).sentence).toBe(
      'The answer does not prove what its row numbers count, so 1 profile and 2 rows that were not accepted could not be matched to a row. Set how the service counts rows on the connection, then fetch the results again.',
    );
    expect(numberingOf({ errorRows: [2] }).sentence).toContain('so 1 row that was not accepted could not be matched to a row');
    expect(numberingOf({ profileRows: [1, 2] }).sentence).toContain('so 2 profiles could not be matched to a row');
  });
});

describe('numbers that could count the answer', () => {
  it.each([
    [[0, 1, 2], [0, 1, 2], true],
    [[1, 2, 3], [0, 1, 2], true],
    [[2, 3, 4], [0, 1, 2], true],
    [[0, 1, 2], [1, 2, 3], true],
    [[3, 4, 5], [0, 1, 2], false],
    [[0, 1, 2], [2, 3, 4], false],
    [[1, 2, 4], [0, 1, 2], false],
    [[3, 2, 1], [0, 1, 2], false],
    [[], [], true],
  ])('%j at the positions %j: %s', (rows, positions, expected) => {
    expect(couldCount(rows, positions)).toBe(expected);
  });
});
