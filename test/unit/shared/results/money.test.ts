/** Which numbers of a profile are US dollars, by the names of their columns. */
import { expect, it } from 'vitest';
import { capacityColumn, isMoney } from '../../../../shared/results/scores.ts';

it.each([
  'mostRecentScore.scoreDetails.capacityValue',
  'mostRecentScore.rfmDetails.monetaryValue',
  'analytics.propertiesValue',
  'analytics.donationsValue',
  'analytics.estimatedNetWorth',
  'household.annualIncome',
  'giftAmount',
])('%s is an amount', (path) => {
  expect(isMoney(path)).toBe(true);
});

it.each([
  'scoreDetails.capacityRating',
  'confidenceOfMatch',
  'analytics.propertiesCount',
  'rfmDetails.monetaryScore',
  'overallScore',
  'value',
])('%s is none', (path) => {
  expect(isMoney(path)).toBe(false);
});

it('the capacity that people are sorted by is the current one', () => {
  const current = 'mostRecentScore.scoreDetails.capacityValue';
  expect(capacityColumn(['pendingScore.scoreDetails.capacityValue', 'multiLensScores.1.capacityValue', current])).toBe(current);
  expect(capacityColumn(['mostRecentScore.scoreDetails.capacityRating'])).toBeNull();
});
