import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { nameKey } from '../../../../shared/results/name-echo.ts';
import { isIdHeading, readEchoedName, readProfileKeys } from '../../../../shared/results/profile-keys.ts';

const NOTHING = { constituentId: null, row: null, name: null, profileId: null, exact: true };

describe('the constituent ID of a profile', () => {
  it.each<[Json, string | null]>([
    [{ constituentId: '001' }, '001'],
    [{ constituentId: 42 }, '42'],
    [{ 'Constituent ID': 'c' }, 'c'],
    [{ constituent_id: 'c' }, 'c'],
    [{ constituentId: '' }, null],
    [{ constituentId: null }, null],
    [{ id: 'p' }, null],
    [{ mostRecentScore: { constituentId: 'not an echo' } }, null],
    // The first of two names wins, and an outer value wins over an inner one.
    [{ constituentId: 'a', 'Constituent ID': 'b' }, 'a'],
    [{ constituentId: 'outer', record: { constituentId: 'inner' } }, 'outer'],
    [{ record: { constituentId: 'inner' }, constituentId: 'outer' }, 'outer'],
  ])('is read from %j', (profile, constituentId) => {
    expect(readProfileKeys(profile).constituentId).toBe(constituentId);
  });

  it.each(['constituent', 'record', 'profile', 'individual', 'person', 'input', 'Record'])('is read from the echo under %s', (parent) => {
    expect(readProfileKeys({ [parent]: { constituentID: 'x' } }).constituentId).toBe('x');
    expect(readProfileKeys({ [`${parent}.constituentId`]: 'x' }).constituentId).toBe('x');
  });

  it.each(['score.constituentId', 'record.score.constituentId', 'score.record.constituentId'])(
    'is not read from the heading %s, whose parents do not echo the record',
    (heading) => {
      expect(readProfileKeys({ [heading]: 'x' }).constituentId).toBeNull();
      expect(isIdHeading(heading)).toBe(false);
    },
  );

  it('is read from a heading with several parents that echo the record', () => {
    expect(readProfileKeys({ 'input.record.constituentId': 'x' }).constituentId).toBe('x');
  });

  it.each([
    ['constituentId', true],
    ['Constituent ID', true],
    ['record.constituentId', true],
    ['id', false],
    ['lastName', false],
    ['row', false],
  ])('has the heading %s in a CSV answer: %s', (heading, isId) => {
    expect(isIdHeading(heading)).toBe(isId);
    // Answers repeat the same headings.
    expect(isIdHeading(heading)).toBe(isId);
  });

  it.each<[Json, boolean]>([
    ['9007199254740993', true],
    [9_007_199_254_740_991, true],
    [9_007_199_254_740_992, false],
    [-9_007_199_254_740_992, false],
    [1.5, true],
    [null, true],
  ])('%j is exact: %s', (constituentId, exact) => {
    expect(readProfileKeys({ constituentId }).exact).toBe(exact);
  });

  it('is exact when there is none', () => {
    expect(readProfileKeys({ id: 'p' }).exact).toBe(true);
  });
});

describe('the row number of a profile', () => {
  it.each(['row', 'rowNumber', 'line', 'line_number', 'Row Index', 'index'])('is read from %s', (key) => {
    expect(readProfileKeys({ [key]: '17' })).toEqual({ ...NOTHING, row: 17 });
    expect(readProfileKeys({ [key]: 17 }).row).toBe(17);
  });

  it.each(['rows', 'number', 'position', ''])('is not read from “%s”', (key) => {
    expect(readProfileKeys({ [key]: 17 }).row).toBeNull();
  });

  it('is read from the best name, whatever the order', () => {
    expect(readProfileKeys({ index: 1, line: 2, row: 3 }).row).toBe(3);
    expect(readProfileKeys({ row: 3, line: 2, index: 1 }).row).toBe(3);
    expect(readProfileKeys({ row: 'none', line: 2, index: 1 }).row).toBe(2);
  });

  it('is the first of two with the same name', () => {
    expect(readProfileKeys({ row: 3, ROW: 4 }).row).toBe(3);
    expect(readProfileKeys({ row: 3, record: { row: 4 } }).row).toBe(3);
  });
});

describe('the name that a profile echoes', () => {
  it.each([
    ['primaryFirst', 'primaryLast'],
    ['firstName', 'lastName'],
    ['first', 'last'],
    ['given_name', 'surname'],
    ['GIVEN NAME', 'familyName'],
  ])('is read from %s and %s', (first, last) => {
    const profile = { [first]: 'Ada', [last]: 'Brink' };
    expect(readProfileKeys(profile).name).toBe(nameKey('Ada', 'Brink'));
    expect(readEchoedName(profile)).toBe('Ada Brink');
    expect(readEchoedName({ record: profile })).toBe('Ada Brink');
  });

  it.each<[Json, string]>([
    [{ firstName: 'Ada' }, 'Ada'],
    [{ lastName: 'Brink' }, 'Brink'],
    [{ firstName: '', lastName: 'Brink', first: 'Ada' }, 'Ada Brink'],
    [{ firstName: 'Ada', first: 'Eve', lastName: 'Brink', last: 'Cole' }, 'Ada Brink'],
    [{ fullName: 'Ada Brink' }, ''],
    [{ score: { firstName: 'Ada' } }, ''],
    ['Ada Brink', ''],
    [null, ''],
  ])('of %j is “%s”', (profile, name) => {
    expect(readEchoedName(profile)).toBe(name);
  });

  it('is read from the echo if the profile itself has only the ID, and the ID if it has only the name', () => {
    const echo = { firstName: 'Ada', lastName: 'Brink' };
    expect(readProfileKeys({ constituentId: 'a', record: { constituentId: 'b', ...echo } })).toEqual({
      ...NOTHING,
      constituentId: 'a',
      name: nameKey('Ada', 'Brink'),
    });
    expect(readProfileKeys({ ...echo, record: { constituentId: 'b' } })).toEqual({
      ...NOTHING,
      constituentId: 'b',
      name: nameKey('Ada', 'Brink'),
    });
  });

  it('does not come from an echo if the profile has an ID and a name', () => {
    const profile = { constituentId: 'a', lastName: 'Brink', record: { firstName: 'Eve', row: 5 } };
    expect(readProfileKeys(profile)).toEqual({ ...NOTHING, constituentId: 'a', name: nameKey('', 'Brink') });
  });

  it('is null if no part has a letter', () => {
    expect(readProfileKeys({ firstName: ' ', lastName: null }).name).toBeNull();
  });
});

describe('the ID of the profile itself', () => {
  it.each<[Json, string | null]>([
    [{ id: 'p' }, 'p'],
    [{ profileId: 5 }, '5'],
    [{ _id: 'mongo' }, 'mongo'],
    [{ profile: { id: 'deep' } }, 'deep'],
    [{ id: 'a', profileId: 'b', _id: 'c', profile: { id: 'd' } }, 'a'],
    [{ profileId: 'b', _id: 'c' }, 'b'],
    [{ record: { id: 'of the record' } }, null],
    [{}, null],
  ])('is read from %j', (profile, profileId) => {
    expect(readProfileKeys(profile).profileId).toBe(profileId);
  });
});

it.each<Json>(['text', 5, null, true, [{ constituentId: 'a' }]])('%j is not a profile', (profile) => {
  expect(readProfileKeys(profile)).toEqual(NOTHING);
});

it('a service whose keys are values does not fill the memory: later keys are read all the same', () => {
  const keys = Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`key ${at}`, at]));
  expect(readProfileKeys({ ...keys, constituentId: 'x' }).constituentId).toBe('x');
  expect(readProfileKeys({ 'a later key': 1, 'Row-Number': 7 }).row).toBe(7);
});
