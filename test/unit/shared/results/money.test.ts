/** Column names decide which numbers of a profile are US dollars. */
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
])('%s is not an amount', (path) => {
  expect(isMoney(path)).toBe(false);
});

it('people are sorted by their current capacity', () => {
  const current = 'mostRecentScore.scoreDetails.capacityValue';
  expect(capacityColumn(['pendingScore.scoreDetails.capacityValue', 'multiLensScores.1.capacityValue', current])).toBe(current);
  expect(capacityColumn(['mostRecentScore.scoreDetails.capacityRating'])).toBeNull();
});
