import { describe, expect, it } from 'vitest';
import { bookkeepingOf } from '../../../../../renderer/screens/results/overview/bookkeeping.ts';
import { bandLabel, headline, toggled, type Groups } from '../../../../../renderer/screens/results/overview/groups.ts';
import { briefOf, cutAtWord, givingOf, matchSentence } from '../../../../../renderer/screens/results/person/person-brief.ts';
import { explained } from '../../../../../renderer/format/index.ts';
import type { ScoreColumn } from '../../../../../shared/contract/index.ts';

const counts = (submitted: number, scored: number, refused: number, unknown: number) => ({
  submitted,
  scored,
  refused,
  unknown,
  unmatched: 0,
});

describe('the bookkeeping', () => {
  it('is complete when every row of the file has an outcome', () => {
    expect(bookkeepingOf({ counts: counts(2409, 2366, 43, 0), leftOut: 129, notChosen: 0, notPart: 0 })).toEqual({
      isComplete: true,
      title: 'Every row accounted for',
      sum: '2,538 in your file − 129 left out = 2,409 sent = 2,366 scored + 43 not accepted',
    });
  });

  it.each([
    [31, 30, '41 in your file − 1 left out − 30 not chosen this time = 10 sent = 9 scored + 1 not accepted'],
    [30, 30, '40 in your file − 30 not chosen this time = 10 sent = 9 scored + 1 not accepted'],
    [0, 0, '10 sent = 9 scored + 1 not accepted'],
  ])('names the kinds of %i rows that were not sent, %i of them not chosen', (leftOut, notChosen, sum) => {
    expect(bookkeepingOf({ counts: counts(10, 9, 1, 0), leftOut, notChosen, notPart: 0 }).sum).toBe(sum);
  });

  it('names the number that does not agree', () => {
    expect(bookkeepingOf({ counts: counts(10, 7, 1, 1), leftOut: 0, notChosen: 0, notPart: 0 })).toMatchObject({
      isComplete: false,
      title: 'The numbers do not agree',
      sum: '7 scored + 1 not accepted + 1 without a result = 9, but 10 were sent',
    });
    expect(bookkeepingOf({ counts: counts(1, 0, 0, 0), leftOut: 0, notChosen: 0, notPart: 0 }).sum).toMatch(/, but 1 was sent$/);
    expect(bookkeepingOf({ counts: counts(10, 8, 1, 1), leftOut: 0, notChosen: 0, notPart: 0 })).toMatchObject({
      isComplete: false,
      title: '1 row without a result',
    });
  });
});

const GROUPS: Groups = {
  column: 'capacity',
  by: 'equal',
  bands: [
    { label: null, min: 500_000, max: 900_000, rows: 2, sum: 1_400_000 },
    { label: null, min: 50_000, max: 400_000, rows: 3, sum: 600_000 },
    { label: null, min: 500, max: 40_000, rows: 5, sum: 90_000 },
  ],
  without: 0,
  least: 500_000,
  top: { rows: 1, sum: 900_000, withoutOfficer: null, toCheck: null },
};

describe('the headline and the groups', () => {
  it('leaves out facts that are unknown', () => {
    expect(headline(GROUPS)).toBe('1 person in the highest tenth.');
    expect(headline({ ...GROUPS, top: { ...GROUPS.top, rows: 12, toCheck: 3 } })).toBe(
      '12 people in the highest tenth, 3 matches to check.',
    );
    expect(headline({ ...GROUPS, by: 'ranges', top: { ...GROUPS.top, withoutOfficer: 0 } })).toBe(
      '1 person at the top of the scale, with an officer.',
    );
    expect(headline({ ...GROUPS, top: { ...GROUPS.top, withoutOfficer: 1 } })).toBe('1 person in the highest tenth, without an officer.');
    expect(headline({ ...GROUPS, top: { ...GROUPS.top, toCheck: 0 } })).toBe('1 person in the highest tenth, with a strong match.');
    expect(headline({ ...GROUPS, top: { ...GROUPS.top, rows: 12, withoutOfficer: 0 } })).toBe(
      '12 people in the highest tenth, all with an officer.',
    );
  });

  it('says the amounts of groups without words of the service', () => {
    expect(GROUPS.bands.map((band) => bandLabel(GROUPS, band))).toEqual(['$500K and more', '$50K to $400K', 'up to $40K']);
  });

  it('no person of a group is outside the amounts that name it', () => {
    const bands = [
      { label: null, min: 1_052_100, max: 9_000_000, rows: 2, sum: 10_052_100 },
      { label: null, min: 250_001, max: 1_049_999, rows: 3, sum: 2_000_000 },
      { label: null, min: 500, max: 247_101, rows: 5, sum: 90_000 },
    ];
    const groups = { ...GROUPS, bands };
    expect(bands.map((band) => bandLabel(groups, band))).toEqual(['$1.05M and more', '$250K to $1.05M', 'up to $247.11K']);
  });

  it('a filter that is set leaves, and one of the same column is replaced', () => {
    const low = { kind: 'range', column: 'capacity', min: 1, max: 2 } as const;
    const high = { kind: 'range', column: 'capacity', min: 3, max: 4 } as const;
    const other = { kind: 'empty', column: 'officer' } as const;
    expect(toggled([low, other], [high])).toEqual([other, high]);
    expect(toggled([other, high], [high])).toEqual([other]);
  });
});

const column = (key: string, min: number, max: number, best: ScoreColumn['best'] = null): ScoreColumn => ({
  key,
  title: key,
  foundTitle: key,
  type: 'number',
  filled: 20,
  min,
  max,
  best,
});
const CAPACITY = 'mostRecentScore.scoreDetails.capacityValue';
const PROPENSITY = 'mostRecentScore.scoreDetails.propensityRating';
const MATCH = 'mostRecentScore.scoreDetails.confidenceOfMatch';
const values = (entries: Readonly<Record<string, string>>) => Object.entries(entries).map(([key, value]) => ({ key, title: key, value }));

describe('the sentence about a person', () => {
  const columns = (best: ScoreColumn['best']) => [column(CAPACITY, 0, 5_000_000), column(PROPENSITY, 1, 4, best), column(MATCH, 40, 99)];

  it.each([
    ['high', '4', 'is very likely to give'],
    ['low', '4', 'is less likely to give than most'],
    [null, '4', 'has propensity 4 (1 to 4 in this list)'],
  ] as const)('with the better end %s a propensity of %s says: %s', (best, propensity, words) => {
    const brief = briefOf({ values: values({ [CAPACITY]: '3120000', [PROPENSITY]: propensity }) }, columns(best));
    expect(brief.sentence).toBe(`Can give about $3.1 million, and ${words}.`);
  });

  it('leaves out what is unknown', () => {
    expect(briefOf({ values: [] }, columns('high'))).toEqual({
      capacity: null,
      propensity: null,
      overall: null,
      match: null,
      sentence: null,
    });
    const weak = briefOf({ values: values({ [MATCH]: '58' }) }, columns('high'));
    expect([weak.sentence, matchSentence(weak.match!)]).toEqual([null, 'Match 58, weak. This may be somebody else.']);
  });

  it('counts one gift as one', () => {
    expect(givingOf({ record: [{ field: 'rfmTotalGiftCount', value: '1', was: null }] })).toEqual({
      total: '1 gift',
      lines: [],
      gifts: [],
    });
  });
});

it('cuts a text between two words, and inside a word only where there is no other place', () => {
  expect(cutAtWord('short', 10)).toEqual({ text: 'short', isCut: false });
  expect(cutAtWord('one two three', 9)).toEqual({ text: 'one two', isCut: true });
  expect(cutAtWord('one two three', 7)).toEqual({ text: 'one two', isCut: true });
  expect(cutAtWord('onetwothree', 5)).toEqual({ text: 'onetw', isCut: true });
});

it('a score is explained with its scale and from how many answers that is known', () => {
  expect(explained(column(PROPENSITY, 1, 4, 'high'))).toBe(
    'How likely the person is to give, according to the service. From 1 to 4, known from 20 answers. You set the higher end as better.',
  );
  expect(explained({ ...column('x.unheardOf', 0, 0), type: 'text', min: null, max: null })).toBe(
    'The service sends this value without an explanation. Words, known from 20 answers.',
  );
});
