import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { columnsShownFirst, eachValue, type Leaf, valueText, typeOfValue, titlesOf } from '../../../../shared/results/scores.ts';

const leaves = (profile: Json) => {
  const found: [string, Leaf][] = [];
  eachValue(profile, (path, value) => found.push([path, value]));
  return found;
};

describe('leaves', () => {
  it('have dotted paths in the order of the profile, without echoes of the record', () => {
    expect(
      leaves({
        id: 'p',
        constituentId: '1',
        primaryLast: 'Ashdown',
        mostRecentScore: { overallScore: 3.6, scoreDetails: { capacityRating: 4, affinityRating: null } },
        pendingScore: null,
      }),
    ).toEqual([
      ['id', 'p'],
      ['mostRecentScore.overallScore', 3.6],
      ['mostRecentScore.scoreDetails.capacityRating', 4],
    ]);
  });

  it('number the objects of an array and join plain values', () => {
    expect(leaves({ lenses: [{ lens: 'Health', score: 3 }, { lens: 'Arts' }], tags: ['a', null, 'b'], none: [] })).toEqual([
      ['lenses.1.lens', 'Health'],
      ['lenses.1.score', 3],
      ['lenses.2.lens', 'Arts'],
      ['tags', 'a; b'],
    ]);
  });

  it('keep a long array of objects as JSON, and limit the depth of a profile', () => {
    const many = Array.from({ length: 30 }, (_, n) => ({ n }));
    expect(leaves({ many })).toEqual([['many', JSON.stringify(many)]]);
    let deep: Json = { end: 1 };
    for (let i = 0; i < 100; i++) deep = { d: deep };
    expect(leaves(deep)).toHaveLength(1);
  });
});

describe('a pending score', () => {
  const pendingScore = { overallScore: 2.5, scoreDetails: { capacityRating: 4 } };
  const shown = [
    ['id', 'p'],
    ['scorePending', true],
    ['mostRecentScore.overallScore', 2.5],
    ['mostRecentScore.scoreDetails.capacityRating', 4],
  ];

  it.each<[string, Json]>([
    ['null', { id: 'p', mostRecentScore: null, pendingScore }],
    ['missing', { id: 'p', pendingScore }],
    ['empty', { id: 'p', mostRecentScore: { scoreDetails: {} }, pendingScore }],
    ['missing in CSV', { id: 'p', 'pendingScore.overallScore': 2.5, 'pendingScore.scoreDetails.capacityRating': 4 }],
  ])('stands where the most recent one is %s, and is marked', (_what, profile) => {
    expect(leaves(profile)).toEqual(shown);
  });

  it('keeps its own columns next to a most recent score', () => {
    expect(leaves({ mostRecentScore: { overallScore: 3 }, pendingScore })).toEqual([
      ['mostRecentScore.overallScore', 3],
      ['pendingScore.overallScore', 2.5],
      ['pendingScore.scoreDetails.capacityRating', 4],
    ]);
  });

  it.each<Json>([{ requestedAt: '2026-11-20', status: 'queued' }, { scoreDetails: {} }, true, 'queued', null])(
    'a note that one is being calculated is no score: %j',
    (note) => {
      expect(leaves({ mostRecentScore: null, pendingScore: note }).map(([path]) => path)).not.toContain('scorePending');
    },
  );
});

describe('titles', () => {
  it('are readable and distinct', () => {
    const paths = [
      'mostRecentScore.scoreDetails.capacityRating',
      'pendingScore.scoreDetails.capacityRating',
      'mostRecentScore.rfmDetails.rfmScore',
      'mostRecentScore.multiLensScores.1.overallScore',
      'mostRecentScore.multiLensScores.2.overallScore',
      'mostRecentScore.overallScore',
      'profileUrl',
    ];
    const titles = titlesOf(paths);
    expect(titles.get('mostRecentScore.scoreDetails.capacityRating')).toBe('Capacity rating');
    expect(titles.get('mostRecentScore.rfmDetails.rfmScore')).toBe('RFM score');
    expect(titles.get('mostRecentScore.overallScore')).toBe('Overall score');
    expect(titles.get('mostRecentScore.multiLensScores.2.overallScore')).toBe('Multi lens scores 2, overall score');
    expect(titles.get('profileUrl')).toBe('Profile URL');
    expect(new Set(titles.values()).size).toBe(paths.length);
  });

  it('are words for names that every object has', () => {
    expect([...titlesOf(['constructor', 'mostRecentScore.toString', '__proto__']).values()]).toEqual(['Constructor', 'To string', 'Proto']);
  });

  it('name what a score, a segment or an ID belongs to', () => {
    const titles = titlesOf([
      'id',
      'constituentId',
      'mostRecentScore.plannedGivingDetails.score',
      'mostRecentScore.plannedGivingDetails.segment',
    ]);
    expect([...titles.values()].toSorted()).toEqual(['Constituent ID', 'Planned giving, score', 'Planned giving, segment', 'Profile ID']);
  });

  it('stay distinct for any paths', () => {
    const paths = ['a.b.c', 'x.b.c', 'b.c', 'c', 'a.B.c', 'C', 'a.b_c', 'a.bC'];
    expect(new Set(titlesOf(paths).values()).size).toBe(paths.length);
  });
});

it('derives types from values: a date has its format, and a text of digits is not a number', () => {
  expect(['2026-11-19', '2026-11-19T10:00:00Z', '02139', 'A', 4, true].map(typeOfValue)).toEqual([
    'date',
    'date',
    'text',
    'text',
    'number',
    'flag',
  ]);
  expect([true, false, 0.1, 1e21, 'x'].map(valueText)).toEqual(['TRUE', 'FALSE', '0.1', '1e+21', 'x']);
});

it('shows ratings by default when their names are known, else other columns', () => {
  expect(
    columnsShownFirst([
      'id',
      'mostRecentScore.overallScore',
      'mostRecentScore.scoreDetails.capacityRating',
      'mostRecentScore.scoreDetails.propensityRating',
      'x.y',
    ]),
  ).toEqual([
    'mostRecentScore.overallScore',
    'mostRecentScore.scoreDetails.propensityRating',
    'mostRecentScore.scoreDetails.capacityRating',
  ]);
  expect(columnsShownFirst(['mostRecentScore.overallScore', 'a.rfmDetails.rfmScore', 'scorePending'])).toContain('scorePending');
  expect(columnsShownFirst(['id', 'alpha', 'beta.gamma'])).toEqual(['alpha', 'beta.gamma']);
});
