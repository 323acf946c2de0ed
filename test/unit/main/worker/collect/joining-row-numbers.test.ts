/** Rules for matching a refusal or a profile to a row by row numbers, with and without IDs. */
import { describe, expect, it } from 'vitest';
import { LIST, NO_MATCHES, ofId, ofRow, ofRows, refusal, joinAnswer, type SentRow } from '../../../../kit/joined-answer.ts';

describe('row errors', () => {
  it('row errors with an ID that was not sent match no row, whatever their row number', () => {
    const profiles = ['A', 'B', 'C', 'D', 'E'].map((id) => ofId(id));
    const errors = [refusal('ours', { row: 6 }), refusal('foreign', { row: 3, constituentId: 'Z' })];
    expect(joinAnswer(LIST, { profiles, errors })).toMatchObject({
      refusals: [[], [], [], [], [], ['ours']],
      unplacedRefusals: ['foreign'],
      unplaced: 1,
    });
    expect(joinAnswer(LIST, { errors: [refusal('foreign', { constituentId: 'Z' })] })).toMatchObject({ unplacedRefusals: ['foreign'] });
  });

  it('row errors without an ID and a row number match no row, whatever the base', () => {
    const profiles = [3, 1, 2, 5, 4].map((index) => ({ index }));
    const errors = [refusal('first', { row: 0 }), refusal('of nobody')];
    expect(joinAnswer(LIST, { profiles, errors })).toMatchObject({
      profiles: [null, 1, 2, 0, 4, 3],
      refusals: [['first'], [], [], [], [], []],
      unplacedRefusals: ['of nobody'],
    });
  });

  it('are counted once for each row and ID', () => {
    const errors = [
      refusal('a', { row: 2 }),
      refusal('b', { row: 2 }),
      refusal('c', { row: 3 }),
      refusal('d', { row: 2, constituentId: 'Z' }),
      refusal('e', { constituentId: 'Z' }),
      refusal('f', { constituentId: 'Z' }),
      refusal('g'),
      refusal('h'),
    ];
    expect(joinAnswer(LIST, { errors: [refusal('a', { constituentId: 'Y' }), refusal('b', { constituentId: 'Z' })] }).unplaced).toBe(2);
    const joined = joinAnswer(LIST, { errors });
    expect(joined.unplacedRefusals).toHaveLength(8);
    // Row 2, row 3, row 2 of Z, Z, and the errors without an ID or a row.
    expect(joined.unplaced).toBe(5);
  });

  it('row errors of no row or of a scored row leave the number of valid rows as it is', () => {
    // With one valid row less, the numbers 7 and 3 could only count the rows of a sheet.
    const profiles = [ofId('A'), ...ofRows(7, 3)];
    const matched = joinAnswer(LIST, { profiles, errors: [refusal('no', { constituentId: 'C' })] });
    expect(matched.profiles).toEqual([0, 2, null, null, null, 1]);
    for (const error of [refusal('of nobody'), refusal('scored', { constituentId: 'A' })])
      expect(joinAnswer(LIST, { profiles, errors: [error] }).profiles).toEqual([0, null, null, null, null, null]);
  });

  it('row errors with an ID keep their row from being numbered as scored', () => {
    const joined = joinAnswer(['A', 'B', 'C'], { profiles: ofRows(2, 1), errors: [refusal('first', { constituentId: 'A' })] });
    expect(joined).toMatchObject({ profiles: [null, 1, 0], refusals: [['first'], [], []], unplaced: 0 });
  });

  it('row errors with an ID and a row number prove the base of the others', () => {
    const proved = [refusal('a', { constituentId: 'A', row: 1 }), refusal('c', { row: 3 })];
    expect(joinAnswer(['A', 'B', 'C', 'D'], { errors: proved })).toMatchObject({ refusals: [['a'], [], ['c'], []] });
    // An ID without a row number proves nothing about rows.
    const open = [refusal('a', { constituentId: 'A' }), refusal('c', { row: 3 })];
    expect(joinAnswer(['A', 'B', 'C', 'D'], { errors: open })).toMatchObject({ refusals: [['a'], [], [], []], unplacedRefusals: ['c'] });
    const contradictory = [...proved, refusal('b', { constituentId: 'B', row: 3 })];
    expect(joinAnswer(['A', 'B', 'C', 'D'], { errors: contradictory })).toMatchObject({ unplacedRefusals: ['c'] });
  });

  it('row errors with a changed ID do not prove a base', () => {
    const errors = [refusal('seven', { constituentId: '7', row: 99 }), refusal('last', { row: 3 })];
    expect(joinAnswer(['007', 'B', 'C'], { profiles: [ofId('B')], errors })).toMatchObject({ refusals: [['seven'], [], ['last']] });
  });

  it('are not matched by the number of a row that was sent with another ID', () => {
    const errors = [
      refusal('a', { constituentId: 'A', row: 1 }),
      refusal('of nobody', { constituentId: 'Z', row: 2 }),
      refusal('c', { row: 3 }),
    ];
    expect(joinAnswer(['A', 'B', 'C'], { errors })).toMatchObject({ refusals: [['a'], [], ['c']], unplacedRefusals: ['of nobody'] });
  });

  it('are matched by row number when several rows have the ID', () => {
    const errors = [refusal('third', { constituentId: 'A', row: 3 }), refusal('second', { constituentId: 'B', row: 2 })];
    expect(joinAnswer(['A', 'B', 'A'], { errors })).toMatchObject({ refusals: [[], ['second'], ['third']] });
    const other = [refusal('second', { constituentId: 'A', row: 2 }), refusal('last', { constituentId: 'C', row: 4 })];
    expect(joinAnswer(['A', 'B', 'A', 'C'], { errors: other })).toMatchObject({
      unplacedRefusals: ['second'],
      refusals: [[], [], [], ['last']],
    });
  });

  it('row errors of one row leave the profile of its ID to the other row', () => {
    const errors = [refusal('twice', { row: 1, constituentId: 'A' }), refusal('no', { row: 3, constituentId: 'B' })];
    expect(joinAnswer(['A', 'A', 'B'], { profiles: [ofId('A')], errors })).toMatchObject({
      profiles: [null, 0, null],
      refusals: [['twice'], [], ['no']],
    });
  });
});

describe('row numbers with IDs', () => {
  it('are matched when no ID without a row number contradicts them', () => {
    const profiles = [ofId('A'), ofId('B'), ...ofRows(4, 3, 6, 5)];
    expect(joinAnswer(LIST, { profiles })).toMatchObject({ profiles: [0, 1, 3, 2, 5, 4], unplaced: 0 });
    const confusable = [ofId('007'), ofId('7'), ...ofRows(4, 3, 6, 5)];
    expect(joinAnswer(['007', '7', 'C', 'D', 'E', 'F'], { profiles: confusable }).profiles).toEqual([0, 1, 3, 2, 5, 4]);
  });

  it('do not count rows when they contradict known IDs', () => {
    const profiles = [ofId('A', { row: 1 }), ofId('C', { row: 2 }), ...ofRows(2, 4, 6, 5)];
    expect(joinAnswer(LIST, { profiles }).profiles).toEqual([0, null, 1, null, null, null]);
    const confusable = [ofId('007', { row: 1 }), ofId('7', { row: 3 }), ...ofRows(4, 3, 6, 5)];
    expect(joinAnswer(['007', '7', 'C', 'D', 'E', 'F'], { profiles: confusable }).profiles).toEqual([0, 1, null, null, null, null]);
  });

  it('match no row that was sent with another ID', () => {
    const profiles = [ofId('7', { row: 2, score: 1 }), ofId('7', { row: 1, score: 2 })];
    expect(joinAnswer(['007', '7'], { profiles })).toMatchObject({ profiles: [null, 0], unplaced: 1 });
  });

  it('do not move a profile without a row number, whatever the base', () => {
    const profiles = [ofId('A'), ...ofRows(4, 2, 1, 3)];
    const joined = joinAnswer(['A', 'A', 'B', 'C', 'D'], { profiles, errors: [refusal('first', { row: 0 })], set: 'zero' });
    expect(joined).toMatchObject({ profiles: [null, 3, 2, 4, 1], refusals: [['first'], [], [], [], []], unplaced: 1 });
  });
});

describe('row numbers that may be positions in the answer', () => {
  it.each<[what: string, list: string[], profiles: object[], places: (number | null)[]]>([
    [
      'of all profiles, including repetitions',
      ['A', 'B', 'C', 'D'],
      [ofRow(1), ofId('B'), ofId('B'), ofRow(4), ofId('C')],
      [null, 1, 4, null],
    ],
    [
      'of profiles that occur once, rows before IDs',
      ['A', 'B', 'C', 'D'],
      [ofRow(1), ofRow(1), ofRow(2), ofId('C'), ofId('C'), ofRow(4)],
      [null, null, 3, null],
    ],
    ['of all profiles', ['A', 'B', 'C', 'D'], [ofRow(1), ofId('B'), ...ofRows(3, 4)], [null, 1, null, null]],
    ['of profiles with a row number', ['A', 'B', 'C', 'D'], [ofRow(2), ofId('A'), ...ofRows(3, 4)], [1, null, null, null]],
    ['of profiles that occur once, by ID', ['A', 'B', 'C', 'D'], [ofRow(1), ofId('B'), ofId('B'), ...ofRows(3, 4)], [null, 1, null, null]],
    ['of profiles that occur once, by row', LIST, ofRows(1, 2, 2, 3, 4, 5, 6), NO_MATCHES],
    ['of profiles that occur once, except the last', LIST, ofRows(1, 2, 3, 4, 5, 6, 6), NO_MATCHES],
    ['of profiles that occur once, except two', LIST, ofRows(1, 2, 2, 3, 4, 5, 5, 6), NO_MATCHES],
    [
      'of profiles with a row number that occur once',
      ['A', 'B', 'C', 'D', 'E'],
      [ofRow(2), ofId('A'), ofRow(3), ofRow(3), ofRow(4), ofRow(5)],
      [1, null, null, null, null],
    ],
    [
      'of profiles that occur once, by ID and row',
      ['A', 'B', 'C', 'D', 'E'],
      [ofRow(1), ofId('B'), ofId('B'), ofRow(3), ofRow(3), ...ofRows(4, 5)],
      [null, 1, null, null, null],
    ],
  ])('are not matched by themselves: positions %s', (_what, list, profiles, places) => {
    expect(joinAnswer(list, { profiles }).profiles).toEqual(places);
  });

  it('numbers that fit no part of the answer are row numbers', () => {
    expect(joinAnswer(['A', 'B', 'C', 'D'], { profiles: [ofRow(1), ofId('B'), ...ofRows(4, 3)] }).profiles).toEqual([0, 1, 3, 2]);
    expect(joinAnswer(['A', 'B', 'C', 'D'], { profiles: [ofRow(3), ofId('B'), ofId('B'), ...ofRows(1, 4)] }).profiles).toEqual([
      3, 1, 0, 4,
    ]);
  });
});

describe('names with row numbers', () => {
  const FIRST = ['Ann', 'Bob', 'Cyd', 'Dee', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Lou'];
  const list = (length: number): SentRow[] => FIRST.slice(0, length).map((first) => ({ id: '', first, last: 'Lee' }));
  /** Profiles in the order of the list, with numbers that could also count the answer. The first `whole` profiles have a complete name. */
  const inOrder = (length: number, whole: number) =>
    FIRST.slice(0, length).map((first, index) => ({ index, primaryFirst: index < whole ? first : first.slice(0, 1), primaryLast: 'Lee' }));
  const all = (length: number) => FIRST.slice(0, length).map((_, at) => at);

  it('prove the base when all of them are complete, or ten different ones are', () => {
    expect(joinAnswer(list(3), { profiles: inOrder(3, 3) }).profiles).toEqual(all(3));
    expect(joinAnswer(list(12), { profiles: inOrder(12, 10) }).profiles).toEqual(all(12));
    expect(joinAnswer(list(12), { profiles: inOrder(12, 9) }).profiles).toEqual(Array(12).fill(null));
    expect(joinAnswer(list(3), { profiles: inOrder(3, 2) }).profiles).toEqual([null, null, null]);
  });

  it('exclude a base when one is of another person', () => {
    const named = (row: number, primaryFirst: string) => ({ row, primaryFirst, primaryLast: 'Lee' });
    const right = [named(2, 'Bob'), named(1, 'Ann'), named(3, 'Cyd')];
    expect(joinAnswer(list(3), { profiles: right }).profiles).toEqual([1, 0, 2]);
    const wrong = [named(2, 'Ann'), named(1, 'Bob'), named(3, 'Cyd')];
    expect(joinAnswer(list(3), { profiles: wrong })).toMatchObject({ profiles: [null, null, null], unplaced: 3 });
  });
});
