/** What the row numbers of an answer count, and when that is proved. */
import { describe, expect, it } from 'vitest';
import { joinAnswer } from '../../../../kit/joined-answer.ts';

const LIST = ['A', 'B', 'C', 'D', 'E', 'F'];
const rows = (...numbers: number[]) => numbers.map((row) => ({ row }));
const refused = (...numbers: number[]) => numbers.map((row) => ({ row, message: `no ${row}` }));

describe('row numbers of profiles without IDs', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['2, as in a sheet', 2],
  ])('row numbers counted from %s are matched if they and the refused rows make up the whole list', (_, from) => {
    const profiles = rows(...[0, 1, 2, 4, 5].map((place) => place + from));
    const joined = joinAnswer(LIST, { profiles, errors: refused(3 + from) });
    expect(joined.profiles).toEqual([0, 1, 2, null, 3, 4]);
    expect(joined.refusals[3]).toEqual([`no ${3 + from}`]);
    expect(joined.said).toContain('shown by the answer itself');
  });

  it('row numbers that are out of order count rows, because positions in the answer would be in order', () => {
    expect(joinAnswer(LIST, { profiles: rows(3, 1, 2, 6, 5, 4) }).profiles).toEqual([1, 2, 0, 5, 4, 3]);
  });

  it('row numbers in the order of the answer match only with a base from the user, because they may be positions', () => {
    const joined = joinAnswer(LIST, { profiles: rows(1, 2, 3, 4, 5, 6) });
    expect(joined.profiles).toEqual([null, null, null, null, null, null]);
    expect(joined.said).toContain('6 profiles could not be matched to a row');
    expect(joinAnswer(LIST, { profiles: rows(1, 2, 3, 4, 5, 6), set: 'one' }).profiles).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('row numbers in the order of the answer are proved by names', () => {
    const list = ['Ann', 'Bob', 'Cyd'].map((first) => ({ id: first, first, last: 'Lee' }));
    const profiles = list.map(({ first, last }, index) => ({ index, primaryFirst: first, primaryLast: last }));
    expect(joinAnswer(list, { profiles }).profiles).toEqual([0, 1, 2]);
  });

  it.each(['find', 'zero'] as const)(
    'row numbers from 0 to V-1 with fewer profiles than rows count the answer and match nothing (%s)',
    (set) => {
      const profiles = [0, 1, 2, 3, 4].map((index) => ({ index }));
      expect(joinAnswer(LIST, { profiles, set }).profiles).toEqual([null, null, null, null, null, null]);
      expect(joinAnswer(LIST, { profiles, errors: refused(2), set }).profiles).toEqual([null, null, null, null, null, null]);
    },
  );

  it.each(['find', 'one'] as const)('row numbers that count only valid rows match nothing (%s)', (set) => {
    const joined = joinAnswer(LIST, { profiles: rows(2, 1, 3, 4, 5), errors: refused(3), set });
    expect(joined.profiles).toEqual([null, null, null, null, null, null]);
    expect(joined.refusals.flat()).toEqual([]);
  });

  it('row numbers that include refused rows match nothing, even with a base from the user, and the sentence states why', () => {
    const joined = joinAnswer(LIST, { profiles: rows(6, 1, 2, 3, 4), errors: refused(4), set: 'one' });
    expect(joined.profiles).toEqual([null, null, null, null, null, null]);
    expect(joined.said).toBe(
      'The connection says that rows are counted from 1 over the list, but the answer contradicts it, so 5 profiles and 1 row that was not accepted could not be matched to a row.',
    );
  });

  it('a base from the user is used although a refused row is not identified, if a gap shows that the numbers count rows', () => {
    const answer = { profiles: rows(1, 2, 4, 5, 6), errors: [{ message: 'no' }], validRows: 5 };
    expect(joinAnswer(LIST, { ...answer, set: 'one' }).profiles).toEqual([0, 1, null, 2, 3, 4]);
    // Five of six profiles, whose number is unknown, may be those with the positions 1, 2, 4, 5 and 6.
    expect(joinAnswer(LIST, { ...answer, validRows: null, set: 'one' }).profiles).toEqual([null, null, null, null, null, null]);
  });

  it.each([
    ['0 proves the numbers from 0', [0, 3], [0, 3]],
    ['0 alone proves the numbers from 0', [0], [0]],
    ['one more than the rows proves numbers as in a sheet', [4, 7], [2, 5]],
    ['0 and 1 may be the positions of the refusals in the report, and proves nothing', [0, 1], []],
  ])('a refusal with the number %s', (_what, numbers, places) => {
    const { refusals } = joinAnswer(LIST, { profiles: [{ score: 1 }, { score: 2 }], errors: refused(...numbers) });
    expect(refusals.flatMap((messages, place) => (messages.length === 0 ? [] : [place]))).toEqual(places);
  });

  it('row numbers outside the list match nothing', () => {
    expect(joinAnswer(LIST, { profiles: rows(9, 1, 2) }).profiles).toEqual([null, null, null, null, null, null]);
    expect(joinAnswer(LIST, { profiles: rows(9, 1, 2), set: 'one' }).profiles).toEqual([null, null, null, null, null, null]);
  });

  it('row numbers shared by two different profiles match nothing', () => {
    const profiles = [{ row: 6, score: 1 }, { row: 6, score: 2 }, ...rows(1, 2, 3, 4)];
    expect(joinAnswer(LIST, { profiles }).profiles).toEqual([null, null, null, null, null, null]);
  });

  it('row numbers with gaps are matched once they exceed the number of valid rows', () => {
    const joined = joinAnswer(LIST, { profiles: rows(7, 5, 3), errors: refused(2, 4, 6) });
    expect(joined.profiles).toEqual([null, 2, null, 1, null, 0]);
    const open = joinAnswer(LIST, { profiles: rows(4, 3), errors: refused(2) });
    expect(open.profiles).toEqual([null, null, null, null, null, null]);
  });

  it('row numbers that IDs contradict match nothing', () => {
    const profiles = [{ constituentId: 'A', row: 1 }, { constituentId: 'C', row: 2 }, { row: 3 }];
    expect(joinAnswer(LIST, { profiles }).profiles).toEqual([0, null, 1, null, null, null]);
  });
});

describe('row numbers of row errors', () => {
  const scored = ['A', 'C', 'D', 'E'].map((constituentId) => ({ constituentId }));

  it('are matched when they are exactly the rows without a score', () => {
    const joined = joinAnswer(LIST, { profiles: scored, errors: refused(1, 5) });
    expect(joined.refusals).toEqual([[], ['no 1'], [], [], [], ['no 5']]);
    expect(joined.said).toContain('counted from 0');
  });

  it('match nothing while other rows without a score could be theirs', () => {
    const joined = joinAnswer(LIST, { profiles: scored.slice(0, 2), errors: refused(4) });
    expect(joined.refusals.flat()).toEqual([]);
    expect(joined.unplacedRefusals).toEqual(['no 4']);
    expect(joined.said).toContain('1 row that was not accepted could not be matched to a row');
  });

  it('are matched by their ID, which shows the base of the others', () => {
    const errors = [
      { row: 3, constituentId: 'B', message: 'b' },
      { row: 7, message: 'f' },
    ];
    const joined = joinAnswer(LIST, { profiles: scored.slice(0, 2), errors });
    expect(joined.refusals).toEqual([[], ['b'], [], [], [], ['f']]);
  });

  it('have no evidence from an ID of two rows', () => {
    const list = ['A', 'A', 'B', 'C'];
    const joined = joinAnswer(list, { errors: [{ row: 1, constituentId: 'A', message: 'twice' }] });
    expect(joined.refusals.flat()).toEqual([]);
    expect(joined.unplacedRefusals).toEqual(['twice']);
  });

  it('are matched by the base that the user set, except to a scored row', () => {
    expect(joinAnswer(LIST, { profiles: scored.slice(0, 2), errors: refused(2), set: 'one' }).refusals[1]).toEqual(['no 2']);
    const joined = joinAnswer(LIST, { profiles: scored.slice(0, 2), errors: refused(3), set: 'one' });
    expect(joined.refusals.flat()).toEqual([]);
    expect(joined.said).toContain('the answer contradicts it');
  });

  it('row numbers of a long list are matched when a coincidence cannot explain that all are rows without a score', () => {
    const list = Array.from({ length: 1000 }, (_, at) => `ID${at}`);
    const unscored = new Set([7, 99, 350, 351, 720, 999]);
    const profiles = list.filter((_, at) => !unscored.has(at)).map((constituentId) => ({ constituentId }));
    const joined = joinAnswer(list, { profiles, errors: refused(8, 100, 351, 352, 721) });
    expect(joined.unplacedRefusals).toEqual([]);
    expect(joined.refusals[720]).toEqual(['no 721']);
    expect(joined.refusals[999]).toEqual([]);
  });

  it('row numbers of a group come from the group, not from its entries', () => {
    const errors = [
      {
        constituentId: 'B',
        errors: [
          { index: 0, message: 'x' },
          { index: 1, message: 'y' },
        ],
      },
    ];
    expect(joinAnswer(LIST, { profiles: scored, errors }).refusals[1]).toEqual(['x', 'y']);
  });
});
