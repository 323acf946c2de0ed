import { describe, expect, it } from 'vitest';
import { type AnswerEntry, ownTitle, partsOf, partTitle, displayText, withTables } from '../../../../renderer/components/answer-entries.ts';
import { eachValue, valueText, titlesOf } from '../../../../shared/results/scores.ts';

const PROFILE = {
  id: 'prf-7',
  mostRecentScore: {
    overallScore: 3.1,
    rfmDetails: { rfmScore: 2 },
    multiLensScores: [
      { lens: 'HEALTH', overallScore: 3 },
      { lens: 'ARTS', overallScore: 2 },
    ],
  },
};

function entriesOf(profile: typeof PROFILE): AnswerEntry[] {
  const entries: { key: string; value: string }[] = [];
  eachValue(profile, (key, value) => entries.push({ key, value: valueText(value) }));
  const titles = titlesOf(entries.map(({ key }) => key));
  return entries.map(({ key, value }) => ({ key, value, title: titles.get(key) ?? key }));
}

describe('the parts of an answer', () => {
  const parts = partsOf(entriesOf(PROFILE));

  it('keep its order, with readable titles', () => {
    expect(parts.map(({ path }) => partTitle(path))).toEqual([
      'Profile',
      'Most recent score',
      'Most recent score, RFM details',
      'Most recent score, multi lens scores, 1',
      'Most recent score, multi lens scores, 2',
    ]);
  });

  it('have abbreviations in capitals, even if two parts have the same names', () => {
    const twice = { pendingScore: { rfmDetails: { rfmScore: 1 } }, ...PROFILE };
    expect(entriesOf(twice).flatMap((entry) => (/rfm/.test(entry.key) ? [ownTitle(entry)] : []))).toEqual(['RFM score', 'RFM score']);
  });

  it('become a table for items of a list', () => {
    const table = withTables(parts).at(-1);
    expect(table).toMatchObject({ path: ['mostRecentScore', 'multiLensScores'], columns: ['lens', 'overallScore'] });
    expect(table !== undefined && 'rows' in table ? table.rows.map((row) => row.map((entry) => entry?.value)) : null).toEqual([
      ['HEALTH', '3'],
      ['ARTS', '2'],
    ]);
  });

  it('stay unchanged for a list of one item', () => {
    const [only] = PROFILE.mostRecentScore.multiLensScores;
    const one = { ...PROFILE, mostRecentScore: { ...PROFILE.mostRecentScore, multiLensScores: only === undefined ? [] : [only] } };
    expect(withTables(partsOf(entriesOf(one))).every((part) => 'entries' in part)).toBe(true);
  });
});

describe('a value of an answer', () => {
  it('is formatted for display', () => {
    expect(displayText({ key: 'plannedGivingDetails.bequest', value: 'TRUE' })).toBe('Yes');
    expect(displayText({ key: 'capacityValue', value: '412000' })).toBe((412_000).toLocaleString());
    expect(displayText({ key: 'constituentId', value: '100482' })).toBe('100482');
    expect(displayText({ key: 'anything', value: '' })).toBe('–');
  });
});
