import { expect, it } from 'vitest';
import { readScores } from '../../../../../renderer/screens/profile/score-answer.ts';
import type { Json } from '../../../../../shared/results/json.ts';
import { eachValue, valueText, titlesOf } from '../../../../../shared/results/scores.ts';

function read(profile: Json) {
  const leaves: { key: string; value: string }[] = [];
  eachValue(profile, (key, value) => leaves.push({ key, value: valueText(value) }));
  const titles = titlesOf(leaves.map(({ key }) => key));
  return readScores({
    values: leaves.map(({ key, value }) => ({ key, value, title: titles.get(key) ?? key })),
    json: JSON.stringify(profile),
  });
}

it('current scores are separated from pending ones', () => {
  const scores = read({
    id: 'prf-7',
    primaryFirst: 'Ngozi',
    mostRecentScore: { dateScored: '2026-05-12T09:00:00Z', overallScore: 3.1, scoreDetails: { capacityRating: 4, capacityValue: 338_000 } },
    pendingScore: { scoreDetails: {}, requestedAt: '2026-11-20' },
  });
  expect(scores).toMatchObject({ scoredOn: '2026-05-12', isPending: true, profileId: 'prf-7' });
  expect(scores.highlights.map(({ key, value }) => [key, value])).toEqual([
    ['mostRecentScore.overallScore', '3.1'],
    ['mostRecentScore.scoreDetails.capacityValue', '338000'],
  ]);
  expect(scores.now.map(({ key }) => key)).toEqual([
    'mostRecentScore.overallScore',
    'mostRecentScore.scoreDetails.capacityRating',
    'mostRecentScore.scoreDetails.capacityValue',
  ]);
});

it('a pending score is shown as pending if there is no other', () => {
  const scores = read({ id: 'prf-7', mostRecentScore: null, pendingScore: { overallScore: 3.1, dateScored: '2026-05-12' } });
  expect(scores).toMatchObject({ isNowPending: true, isPending: true, scoredOn: '2026-05-12' });
  expect(scores.now.map(({ value }) => value)).toEqual(['3.1']);
});

const NOT_PENDING: readonly Json[] = [null, {}, { scoreDetails: {}, rfmDetails: null }, false, ''];
it.each(NOT_PENDING)('%o is not a pending score', (pendingScore) => {
  expect(read({ profileId: 7, mostRecentScore: { overallScore: 2 }, pendingScore })).toMatchObject({ isPending: false, profileId: '7' });
});

it('an answer of another shape has no scores', () => {
  expect(read({ score: { overallScore: 3 } })).toEqual({
    now: [],
    isNowPending: false,
    scoredOn: null,
    highlights: [],
    isPending: false,
    profileId: null,
  });
  expect(read(['a', 'b'])).toMatchObject({ now: [], isPending: false });
});
