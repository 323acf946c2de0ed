/** More rules for matching a profile to a row: repetitions, IDs that could be confused, and entries that stay without a row. */
import { describe, expect, it } from 'vitest';
import { LIST, NO_MATCHES, ofId, ofRow, ofRows, refusal, joinAnswer, type SentRow } from '../../../../kit/joined-answer.ts';

describe('repeated profiles', () => {
  it.each<[what: string, profiles: object[], place: number | null, unplaced: number]>([
    ['the same text under the ID', [ofId('007'), ofId('007')], 0, 0],
    ['different texts under the ID', [ofId('007', { score: 1 }), ofId('007', { score: 2 })], null, 1],
    ['the same text under a changed ID', [ofId('7'), ofId('7')], 0, 0],
    ['different texts under a changed ID', [ofId('7', { score: 1 }), ofId('7', { score: 2 })], null, 1],
    ['different texts under two changed IDs', [ofId('7'), ofId('07')], null, 1],
    ['the ID, then a changed one', [ofId('007'), ofId('7')], 0, 0],
    ['a changed one, then the ID', [ofId('7'), ofId('007')], 1, 0],
    ['two changed ones that differ, then the ID', [ofId('7'), ofId('07'), ofId('007')], 2, 0],
    ['three, one of them different', [ofId('007'), ofId('007'), ofId('007', { score: 2 })], null, 2],
  ])('are matched only if they are the same or one has the exact ID: %s', (_what, profiles, place, unplaced) => {
    expect(joinAnswer(['007'], { profiles })).toMatchObject({ profiles: [place], unplaced });
  });

  it('repeated profiles of an ID that could be confused with another one are one profile if their text is the same', () => {
    expect(joinAnswer(['007', '7'], { profiles: [ofId('007'), ofId('007'), ofId('7')] })).toMatchObject({ profiles: [0, 2], unplaced: 0 });
  });

  it('repeated profiles of an ID that could be confused match no row if they differ, and the other ID is matched', () => {
    const profiles = [ofId('007', { score: 1 }), ofId('007', { score: 2 }), ofId('7')];
    expect(joinAnswer(['007', '7'], { profiles })).toMatchObject({ profiles: [null, 2], unplaced: 2 });
  });

  it('two different profiles of one ID are no repetition: they take two positions of the answer', () => {
    // Without the second profile of A, the numbers would be positions that start at 3.
    const profiles = [ofRow(3), ofId('A', { score: 1 }), ofId('A', { score: 2 }), ...ofRows(5, 6, 7)];
    const errors = [refusal('third', { constituentId: 'C' })];
    expect(joinAnswer(LIST, { profiles, errors })).toMatchObject({ profiles: [null, 0, null, 3, 4, 5], unplaced: 1 });
    const repeated = profiles.with(2, profiles[1]!);
    expect(joinAnswer(LIST, { profiles: repeated, errors })).toMatchObject({ profiles: [1, null, null, null, null, null], unplaced: 4 });
  });

  it('two equal profiles of an ID that two rows share go once to the row with their name, and to none without a name', () => {
    const rows: SentRow[] = [
      { id: 'A', first: 'Ann', last: 'Lee' },
      { id: 'A', first: 'Bob', last: 'Ray' },
    ];
    const ann = ofId('A', { primaryFirst: 'Ann', primaryLast: 'Lee' });
    expect(joinAnswer(rows, { profiles: [ann] })).toMatchObject({ profiles: [0, null], unplaced: 0 });
    expect(joinAnswer(rows, { profiles: [ann, ann] })).toMatchObject({ profiles: [0, null], unplaced: 0 });
    expect(joinAnswer(rows, { profiles: [ofId('A'), ofId('A')] })).toMatchObject({ profiles: [null, null], unplaced: 2 });
  });

  it('repeated profiles of a row number are one profile if their text is the same, and prove nothing if they differ', () => {
    const profiles = [...ofRows(3, 1), ofRow(3), ...ofRows(2, 6, 5, 4)];
    expect(joinAnswer(LIST, { profiles })).toMatchObject({ profiles: [1, 3, 0, 6, 5, 4], unplaced: 0 });
    const divided = [...ofRows(3, 1), ofRow(3, { score: 2 }), ...ofRows(2, 6, 5, 4)];
    expect(joinAnswer(LIST, { profiles: divided })).toMatchObject({ profiles: NO_MATCHES, unplaced: 7 });
  });
});

describe('an ID that could be confused but has a name', () => {
  const rows: SentRow[] = [
    { id: '007', first: 'Ann', last: 'Lee' },
    { id: '7', first: 'Bob', last: 'Ray' },
  ];
  const named = (id: string, primaryFirst: string, primaryLast: string, more: object = {}) =>
    ofId(id, { primaryFirst, primaryLast, ...more });

  it('is matched when the name is the same', () => {
    expect(joinAnswer(rows, { profiles: [named('007', 'Ann', 'Lee'), named('7', 'Bob', 'Ray')] }).profiles).toEqual([0, 1]);
  });

  it('is not matched with the name of another person', () => {
    const joined = joinAnswer(rows, { profiles: [named('007', 'Cyd', 'Moe'), named('7', 'Bob', 'Ray')] });
    expect(joined).toMatchObject({ profiles: [null, 1], unplaced: 1 });
  });

  it('an ID that occurs twice is not matched by its name while it could also be the changed ID of another row', () => {
    const list: SentRow[] = [
      { id: 'A', first: 'Ann', last: 'Lee' },
      { id: 'A', first: 'Bob', last: 'Ray' },
      { id: 'a', first: 'Cyd', last: 'Moe' },
    ];
    const bob = named('A', 'Bob', 'Ray');
    expect(joinAnswer(list, { profiles: [bob] })).toMatchObject({ profiles: [null, null, null], unplaced: 1 });
    expect(joinAnswer(list, { profiles: [bob, named('a', 'Cyd', 'Moe')] }).profiles).toEqual([null, 0, 1]);
  });

  it('an ID that occurs twice is matched by its name also when a profile comes twice', () => {
    const couple: SentRow[] = [
      { id: 'A', first: 'Ann', last: 'Lee' },
      { id: 'A', first: 'Bob', last: 'Lee' },
    ];
    const [ann, bob] = [named('A', 'Ann', 'Lee', { score: 1 }), named('A', 'Bob', 'Lee', { score: 2 })];
    expect(joinAnswer(couple, { profiles: [bob, ann, bob] })).toMatchObject({ profiles: [1, 0], unplaced: 0 });
    const sameNames: SentRow[] = [...couple, { id: 'A', first: 'Bob', last: 'Lee' }];
    expect(joinAnswer(sameNames, { profiles: [bob, ann, bob] })).toMatchObject({ profiles: [1, null, null], unplaced: 2 });
  });

  it('an ID that occurs twice with the same name and different scores is not matched', () => {
    const twins: SentRow[] = [
      { id: 'A', first: 'Ann', last: 'Lee' },
      { id: 'A', first: 'Bob', last: 'Ray' },
    ];
    const profiles = [named('A', 'Ann', 'Lee', { score: 1 }), named('A', 'Ann', 'Lee', { score: 2 })];
    expect(joinAnswer(twins, { profiles })).toMatchObject({ profiles: [null, null], unplaced: 2 });
    const otherPeople = [named('A', 'Cyd', 'Moe'), named('A', 'Bob', 'Ray')];
    expect(joinAnswer(twins, { profiles: otherPeople })).toMatchObject({ profiles: [null, 1], unplaced: 1 });
    // A name that both rows could have does not distinguish them.
    expect(joinAnswer(twins, { profiles: [named('A', '', '')] })).toMatchObject({ profiles: [null, null], unplaced: 1 });
  });
});

describe('an ID that could be confused and a row error', () => {
  it('an ID that no row was sent with matches no row, also when one row is left', () => {
    expect(joinAnswer(['007', '7'], { profiles: [ofId('007'), ofId('07')] })).toMatchObject({ profiles: [0, null], unplaced: 1 });
    expect(joinAnswer(['007', '7'], { profiles: [ofId('07'), ofId('007')] })).toMatchObject({ profiles: [1, null], unplaced: 1 });
  });

  it('a profile that one row is left for after a row error shows with its row number what the others count', () => {
    // 007 is refused, so profile 7 is of row 6. Without this, rows 7 and 6 could also be counted from 0.
    const list = ['A', 'B', 'C', 'D', '007', '7', 'E', 'F'];
    const errors = ['A', 'B', 'C', 'D', '007'].map((constituentId) => refusal('no', { constituentId }));
    const profiles = [ofRow(7), ofId('7', { row: 6 })];
    expect(joinAnswer(list, { profiles, errors })).toMatchObject({
      profiles: [null, null, null, null, null, 1, 0, null],
      unplaced: 0,
    });
  });

  it('a row error that fits no row contradicts the base of the connection with its row number', () => {
    const list = ['007', '7', 'B', 'C'];
    // Only 007 can have become 0007, and it has a score, so row 1 does not belong to a refusal.
    const foreign = refusal('foreign', { constituentId: '0007', row: 1 });
    const errors = [foreign, refusal('third', { row: 3 })];
    const profiles = [ofId('007'), ofId('C')];
    expect(joinAnswer(list, { profiles, errors, set: 'one' }).unplacedRefusals).toEqual(['foreign', 'third']);
    expect(joinAnswer(list, { profiles, errors: errors.slice(1), set: 'one' }).refusals).toEqual([[], [], ['third'], []]);
  });
});

describe('IDs that are all alike', () => {
  /** 7, 07, 007 and so on. */
  const sevens = (count: number) => Array.from({ length: count }, (_, zeros) => `${'0'.repeat(zeros)}7`);
  const answered = (count: number) => joinAnswer(sevens(count), { profiles: sevens(count).map((id) => ofId(id)) }).profiles;

  it('are matched by ID for up to 64 rows, and only by row number for more', () => {
    expect(answered(64)).toEqual(sevens(64).map((_, at) => at));
    expect(answered(65)).toEqual(sevens(65).map(() => null));
    const numbered = sevens(65)
      .map((id, at) => ofId(id, { row: at + 1 }))
      .toReversed();
    expect(joinAnswer(sevens(65), { profiles: numbered }).profiles).toEqual(sevens(65).map((_, at) => 64 - at));
  });

  it('IDs of more than 64 rows refuse no row without a row number', () => {
    const errors = sevens(65).map((id) => refusal(id, { constituentId: id }));
    expect(joinAnswer(sevens(65), { errors }).unplacedRefusals).toHaveLength(65);
    expect(joinAnswer(sevens(64), { errors: errors.slice(0, 64) }).unplacedRefusals).toEqual([]);
  });
});

describe('a change of IDs that the answer excludes', () => {
  it('is excluded for every other ID if IDs that could be confused are unchanged', () => {
    expect(joinAnswer(['007', '7', '0123'], { profiles: [ofId('007'), ofId('7'), ofId('123')] }).profiles).toEqual([0, 1, null]);
    // Without such proof, the ID is recognized.
    expect(joinAnswer(['0123'], { profiles: [ofId('123')] }).profiles).toEqual([0]);
  });

  it('is excluded for every other row error if one row error has an unchanged ID', () => {
    const errors = [refusal('first', { constituentId: '7' }), refusal('second', { constituentId: '0123' })];
    expect(joinAnswer(['007', '0123'], { errors })).toMatchObject({ refusals: [[], ['second']], unplacedRefusals: ['first'], unplaced: 1 });
    // The profiles may have IDs in another form than the report.
    expect(joinAnswer(['007', '0123'], { profiles: [ofId('0123')], errors: [errors[0]] })).toMatchObject({ refusals: [['first'], []] });
    // Another kind of change is not evidence for this one.
    const otherKind = [refusal('first', { constituentId: '7' }), refusal('second', { constituentId: 'AB' })];
    expect(joinAnswer(['007', 'AB'], { errors: otherKind })).toMatchObject({ refusals: [['first'], ['second']] });
  });

  it('is excluded for the whole list if a row error of another row has an unchanged ID', () => {
    const errors = [refusal('a', { constituentId: 'ab' }), refusal('b', { constituentId: 'Cd' }), refusal('c', { constituentId: 'ef' })];
    expect(joinAnswer(['AB', 'Cd', 'EF'], { errors })).toMatchObject({ refusals: [[], ['b'], []], unplacedRefusals: ['a', 'c'] });
  });
});

it('counts entries without keys, disputed entries, and entries without a row together', () => {
  const profiles = [{ score: 1 }, { score: 2 }, ofId('A', { score: 1 }), ofId('A', { score: 2 }), ofId('B'), ofRow(3)];
  expect(joinAnswer(LIST, { profiles, errors: [refusal('x', { constituentId: 'Z' })] })).toMatchObject({
    profiles: [null, 4, null, null, null, null],
    // Two without keys, one dispute, one row, and one refusal.
    unplaced: 5,
  });
});

it('a profile with an ID that was not sent is unmatched and not missing from the list', () => {
  expect(joinAnswer(LIST, { profiles: [ofId('Z'), ofId('A')] })).toMatchObject({
    profiles: [1, null, null, null, null, null],
    unplaced: 0,
  });
});

describe('both forms of a Salesforce ID', () => {
  const [SHORT, LONG] = ['001A0000006Vm9r', '001A0000006Vm9rIAC'];
  /** Another record, which differs only in the case of its letters. */
  const [OTHER_SHORT, OTHER_LONG] = ['001a0000006vm9r', '001a0000006vm9rAAA'];

  it.each<[what: string, sent: string, echoed: string]>([
    ['the long form of what was sent', SHORT, LONG],
    ['the short form of what was sent', LONG, SHORT],
  ])('match %s, for a profile and for a refusal', (_, sent, echoed) => {
    expect(joinAnswer([sent, 'B'], { profiles: [ofId(echoed)] }).profiles).toEqual([0, null]);
    expect(joinAnswer([sent, 'B'], { errors: [refusal('bad', ofId(echoed))] }).refusals).toEqual([['bad'], []]);
  });

  it('match each of two records that differ only in case', () => {
    expect(joinAnswer([SHORT, OTHER_SHORT], { profiles: [ofId(OTHER_LONG), ofId(LONG)] }).profiles).toEqual([1, 0]);
    expect(joinAnswer([LONG, OTHER_LONG], { profiles: [ofId(OTHER_SHORT), ofId(SHORT)] }).profiles).toEqual([1, 0]);
  });

  it.each<[what: string, sent: readonly string[], echoed: string]>([
    ['the long form of another record', [SHORT], OTHER_LONG],
    ['a long form with a wrong end', [SHORT], '001A0000006Vm9rIAD'],
    ['a long form in uppercase', [SHORT], LONG.toUpperCase()],
    ['a long form of a sheet that has both forms, on the row with the short one', [SHORT, LONG], SHORT + 'AAA'],
  ])('do not match %s', (_, sent, echoed) => {
    expect(joinAnswer(sent, { profiles: [ofId(echoed)] }).profiles).toEqual(sent.map(() => null));
  });

  it('do not match the short form of one record that can be the changed ID of another', () => {
    expect(joinAnswer([OTHER_LONG, SHORT], { profiles: [ofId(OTHER_SHORT)] })).toMatchObject({ profiles: [null, null], unplaced: 1 });
  });

  it('match an ID to the row that was sent with exactly this form', () => {
    expect(joinAnswer([SHORT, LONG], { profiles: [ofId(LONG), ofId(SHORT)] }).profiles).toEqual([1, 0]);
  });
});
