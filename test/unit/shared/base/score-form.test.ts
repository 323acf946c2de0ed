import { describe, expect, it } from 'vitest';
import { readForm, settingsGiven, textsOf } from '../../../../shared/base/score-form.ts';
import { ScoreConfiguration } from '../../../../shared/base/score-configuration.ts';

const WHOLE: ScoreConfiguration = {
  primaryAffinity: 'HEALTH',
  primaryAffinityDescription: 'Health care',
  secondaryAffinity: 'ARTS',
  secondaryAffinityDescription: 'Arts and culture',
  minimumConfidenceOfMatch: 42.5,
  scoreWeights: { propensity: 1, affinity: 2, capacity: 3 },
  scoreCapacityLimits: [5000, 500_000],
  recencyFrequencyMonetary: {
    weights: { recency: 1, frequency: 1, monetary: 2 },
    recencyLimits: [180, 1825],
    frequencyLimits: [1, 20],
    monetaryLimits: [100, 25_000],
  },
};

describe('the form of the score settings', () => {
  it('keeps every part', () => {
    const texts = textsOf(WHOLE);
    const read = readForm(texts);
    expect(read.problems).toEqual({});
    expect(read.configuration).toEqual(WHOLE);
    expect(ScoreConfiguration.parse(read.configuration)).toEqual(WHOLE);
    expect(settingsGiven(texts)).toBe(Object.keys(texts).length);
  });

  it('sends nothing when it is empty', () => {
    expect(readForm(textsOf(null))).toEqual({ configuration: null, problems: {} });
  });

  it('sends only the filled parts', () => {
    expect(readForm({ ...textsOf(null), minimumConfidenceOfMatch: ' 40 ' }).configuration).toEqual({ minimumConfidenceOfMatch: 40 });
  });

  it('requires numbers, complete parts and ascending limits', () => {
    const none = textsOf(null);
    expect(readForm({ ...none, minimumConfidenceOfMatch: '4o' }).problems).toHaveProperty('minimumConfidenceOfMatch');
    expect(Object.keys(readForm({ ...none, 'scoreCapacityLimits.0': '5' }).problems)).toEqual(['scoreCapacityLimits.1']);
    expect(Object.keys(readForm({ ...none, 'scoreWeights.affinity': '5' }).problems)).toEqual([
      'scoreWeights.propensity',
      'scoreWeights.capacity',
    ]);
    const reversed = { ...none, 'scoreCapacityLimits.0': '500', 'scoreCapacityLimits.1': '5' };
    expect(Object.keys(readForm(reversed).problems)).toEqual(['scoreCapacityLimits.1']);
  });
});
