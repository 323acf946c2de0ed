/** Row numbers in answers about a list that was not sent from here: the list here may differ from the list that was sent. */
import { describe, expect, it } from 'vitest';
import { joinAnswer } from '../../../../kit/joined-answer.ts';

const LIST = ['A', 'B', 'C', 'D'];
const NOBODY = [null, null, null, null];
const numbered = (...rows: number[]) => rows.map((row) => ({ row }));
const refused = (row: number | null, constituentId: string | null = null) => ({ row, constituentId, message: `refused ${row}` });

/** Proof for a list that was sent from here: every row has its number, in another order than the answer. */
const WHOLE = numbered(2, 1, 4, 3);

describe('when row numbers are ignored', () => {
  it('no profile is joined by its number, even where the numbers cover the whole list', () => {
    expect(joinAnswer(LIST, { profiles: WHOLE }).profiles).toEqual([1, 0, 3, 2]);
    expect(joinAnswer(LIST, { profiles: WHOLE, rowNumbers: 'ignored' })).toMatchObject({ profiles: NOBODY, unplaced: 4 });
  });

  it('not even when IDs show the rest of the list', () => {
    const profiles = [{ constituentId: 'A', row: 1 }, { constituentId: 'B', row: 2 }, { row: 4 }, { row: 3 }];
    expect(joinAnswer(LIST, { profiles }).profiles).toEqual([0, 1, 3, 2]);
    expect(joinAnswer(LIST, { profiles, rowNumbers: 'ignored' })).toMatchObject({ profiles: [0, 1, null, null], unplaced: 2 });
  });

  it('no refusal is joined by its number', () => {
    const { refusals, unplacedRefusals } = joinAnswer(LIST, {
      profiles: [{ constituentId: 'A', row: 1 }],
      errors: [refused(2), refused(3, 'C')],
      rowNumbers: 'ignored',
    });
    expect(refusals).toEqual([[], [], ['refused 3'], []]);
    expect(unplacedRefusals).toEqual(['refused 2']);
  });

  it('a connection that sets what they count changes nothing', () => {
    expect(joinAnswer(LIST, { profiles: WHOLE, set: 'one', rowNumbers: 'ignored' }).profiles).toEqual(NOBODY);
  });

  it.each<[said: string | null, profiles: object[], errors: object[]]>([
    [null, [], []],
    ['1 profile could', [{ row: 1 }], []],
    ['2 rows that were not accepted could', [], [refused(1), refused(2)]],
    ['1 profile and 1 row that was not accepted could', [{ row: 1 }], [refused(2)]],
    // An entry without a number is not counted.
    ['1 profile could', [{ row: 1 }, { score: 1 }], [refused(null)]],
    [null, [{ score: 1 }], [refused(null)]],
    // Joined by its ID.
    ['1 profile could', [{ row: 1 }, { constituentId: 'B', row: 2 }], [refused(3, 'C')]],
    [null, [], [refused(1, 'A')]],
    // An ID that is not in the list.
    ['1 profile and 1 row that was not accepted could', [{ row: 1 }], [refused(2, 'X')]],
    // Several refusals of one row count as one, and so does a repeated profile.
    ['1 profile and 1 row that was not accepted could', [{ row: 1 }, { row: 1 }], [refused(2), refused(2)]],
    ['2 profiles could', [{ row: 1 }, { row: 1, score: 2 }], []],
  ])('the sentence counts entries that have only a number: %s', (left, profiles, errors) => {
    const { said } = joinAnswer(LIST, { profiles, errors, rowNumbers: 'ignored' });
    expect(said?.replace(/.* does not have, so (.*) not be matched.*/, '$1') ?? null).toBe(left);
  });
});

describe('when row numbers count once IDs have shown that the list is the one that was sent', () => {
  it('no number joins a profile without any ID', () => {
    expect(joinAnswer(LIST, { profiles: WHOLE, rowNumbers: 'with-ids' })).toMatchObject({ profiles: NOBODY, unplaced: 4 });
  });

  it('one profile with an ID of the list is enough', () => {
    const profiles = [{ constituentId: 'A', row: 1 }, { row: 4 }, { row: 3 }, { row: 2 }];
    expect(joinAnswer(LIST, { profiles, rowNumbers: 'with-ids' })).toMatchObject({ profiles: [0, 3, 2, 1], unplaced: 0 });
  });

  it('a refusal with an ID of the list is not enough, because no profile is of this list for certain', () => {
    expect(joinAnswer(LIST, { profiles: numbered(2, 1, 3), errors: [refused(4, 'D')], rowNumbers: 'with-ids' }).profiles).toEqual(NOBODY);
  });
});
