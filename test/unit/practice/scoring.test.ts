import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, ScoreConfiguration, settingsOf, type ScoreSettings } from '../../../practice/configuration.ts';
import { Score as ScoreSchema } from '../../../practice/schemas.ts';
import { confidenceOf, scoreRecord, type Score } from '../../../practice/scoring.ts';
import type { ConstituentRecord } from '../../../shared/fields/table.ts';
import { people, person } from '../../kit/practice-client.ts';

const DATE = '2026-03-01T12:00:00.000Z';
const score = (record: ConstituentRecord, settings: Partial<ScoreSettings> = {}): Score =>
  scoreRecord(record, { ...DEFAULT_SETTINGS, ...settings }, DATE);

/** An invented person with some fields left out. */
const anyRecord = fc.tuple(fc.nat(1_000_000), fc.subarray(Object.keys(person(0)) as (keyof ConstituentRecord)[])).map(([number, left]) => {
  const record: ConstituentRecord = { ...person(number) };
  for (const key of left) delete record[key];
  return record;
});
const weight = fc.double({ min: 0, max: 100, noNaN: true });
const limits = (max: number) =>
  fc
    .tuple(fc.double({ min: 0, max, noNaN: true }), fc.double({ min: 0.001, max, noNaN: true }))
    .map(([low, more]) => [low, low + more] as const);
const check = <T>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 1000 });

describe('golden scores', () => {
  const golden = JSON.parse(readFileSync(new URL('golden-scores.json', import.meta.url), 'utf8')) as {
    record: ConstituentRecord;
    configuration: unknown;
    score: Score;
  }[];

  test.each(golden.map((entry, number) => ({ ...entry, number })))('number $number', ({ record, configuration, score: expected }) => {
    const settings = settingsOf(configuration === null ? null : ScoreConfiguration.parse(configuration));
    expect(scoreRecord(record, settings, expected.dateScored)).toEqual(expected);
  });

  test('are numerous and all different', () => {
    expect(golden.length).toBeGreaterThanOrEqual(12);
    const flat = golden.map((entry) => JSON.stringify(entry.score));
    expect(new Set(flat).size).toBe(flat.length);
  });
});

describe('any score', () => {
  test('has its shape and scales', () => {
    check(
      fc.property(anyRecord, (record) => {
        expect(ScoreSchema.safeParse(score(record)).error?.issues ?? []).toEqual([]);
      }),
    );
  });

  test('depends only on the record and the settings', () => {
    check(
      fc.property(anyRecord, (record) => {
        expect(score({ ...record })).toEqual(score(record));
      }),
    );
  });

  test('does not depend on the constituent ID or the case of a name', () => {
    check(
      fc.property(anyRecord, fc.string(), (record, constituentId) => {
        expect(score({ ...record, constituentId })).toEqual(score(record));
        const primaryLast = record.primaryLast ?? '';
        expect(score({ ...record, primaryLast: ` ${primaryLast.toUpperCase()}` }).analytics).toEqual(
          score({ ...record, primaryLast }).analytics,
        );
      }),
    );
  });

  test('follows from the ratings that it contains', () => {
    check(
      fc.property(anyRecord, weight, weight, weight, (record, propensity, affinity, capacity) => {
        fc.pre(propensity + affinity + capacity > 0);
        const { overallScore, scoreDetails: details } = score(record, { scoreWeights: { propensity, affinity, capacity } });
        const mean =
          (propensity * details.propensityRating + affinity * details.affinityRating + capacity * details.capacityRating) /
          (propensity + affinity + capacity);
        expect(Math.abs(overallScore - mean)).toBeLessThanOrEqual(0.0500001);
      }),
    );
  });

  test('uses its whole scale', () => {
    const overall = people(3000).map((record) => score(record).overallScore);
    expect(Math.min(...overall)).toBeLessThan(1.6);
    expect(Math.max(...overall)).toBeGreaterThan(3.4);
    expect(new Set(overall).size).toBeGreaterThan(15);
  });
});

describe('settings move scores in the direction of their names', () => {
  test('a higher weight moves the overall score toward its part', () => {
    check(
      fc.property(anyRecord, fc.constantFrom('propensity', 'affinity', 'capacity'), weight, (record, part, more) => {
        const before = score(record);
        const after = score(record, { scoreWeights: { ...DEFAULT_SETTINGS.scoreWeights, [part]: 1 + more } });
        const rating = before.scoreDetails[`${part as 'affinity'}Rating`];
        expect(Math.abs(after.overallScore - rating)).toBeLessThanOrEqual(Math.abs(before.overallScore - rating) + 1e-9);
      }),
    );
  });

  test('a weight of 0 excludes a part', () => {
    check(
      fc.property(anyRecord, (record) => {
        const { overallScore, scoreDetails } = score(record, { scoreWeights: { propensity: 0, affinity: 0, capacity: 3 } });
        expect(overallScore).toBe(scoreDetails.capacityRating);
      }),
    );
  });

  test('higher capacity limits never raise a capacity rating or change the capacity', () => {
    check(
      fc.property(anyRecord, limits(1_000_000), fc.double({ min: 0, max: 1_000_000, noNaN: true }), (record, [low, high], more) => {
        const before = score(record, { scoreCapacityLimits: [low, high] });
        const after = score(record, { scoreCapacityLimits: [low + more, high + more] });
        expect(after.scoreDetails.capacityRating).toBeLessThanOrEqual(before.scoreDetails.capacityRating);
        expect(after.overallScore).toBeLessThanOrEqual(before.overallScore);
        expect(after.scoreDetails.capacityValue).toBe(before.scoreDetails.capacityValue);
      }),
    );
  });

  test('a higher minimum confidence never raises a score, and removes uncertain ones', () => {
    check(
      fc.property(anyRecord, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (record, one, other) => {
        const low = score(record, { minimumConfidenceOfMatch: Math.min(one, other) });
        const high = score(record, { minimumConfidenceOfMatch: Math.max(one, other) });
        expect(high.overallScore).toBeLessThanOrEqual(low.overallScore);
        expect(high.scoreDetails.confidenceOfMatch).toBe(confidenceOf(record));
        const sure = confidenceOf(record) >= Math.max(one, other);
        const { capacityValue, capacityRating } = high.scoreDetails;
        const found = [capacityValue, capacityRating, high.analytics.estimatedNetWorth];
        const before = [low.scoreDetails.capacityValue, low.scoreDetails.capacityRating, low.analytics.estimatedNetWorth];
        expect(found).toEqual(sure ? before : [0, 1, 0]);
      }),
    );
  });

  test('more known fields give a higher confidence', () => {
    check(
      fc.property(anyRecord, fc.constantFrom(...(Object.keys(person(0)) as (keyof ConstituentRecord)[])), (record, key) => {
        expect(confidenceOf({ ...record, [key]: person(3)[key] })).toBeGreaterThanOrEqual(confidenceOf(record));
      }),
    );
    expect([confidenceOf({}), confidenceOf(person(1))]).toEqual([0, 100]);
  });

  test('affinities change only the affinity ratings and the overall score', () => {
    const causes = fc.constantFrom('ARTS', 'EDUCATION', 'ENVIRONMENT', 'FAITH');
    check(
      fc.property(anyRecord, causes, causes, (record, primaryAffinity, secondaryAffinity) => {
        const plain = score(record);
        const { scoreDetails: details, ...rest } = score(record, { primaryAffinity, secondaryAffinity });
        expect(details.affinityRating).toBeCloseTo((details.primaryAffinityRating + (details.secondaryAffinityRating ?? 0)) / 2, 0);
        const bounds = [details.primaryAffinityRating, details.secondaryAffinityRating ?? 0].sort((left, right) => left - right);
        expect(details.affinityRating).toSatisfy((rating: number) => rating >= (bounds[0] ?? 0) && rating <= (bounds[1] ?? 0));
        expect(details.capacityValue).toBe(plain.scoreDetails.capacityValue);
        expect(rest.rfmDetails).toEqual(plain.rfmDetails);
        expect(rest.multiLensScores.map(({ lens }) => lens).slice(0, 2)).toEqual([primaryAffinity, secondaryAffinity]);
        // Swapping the affinities swaps the two ratings and keeps their mean.
        const swapped = score(record, { primaryAffinity: secondaryAffinity, secondaryAffinity: primaryAffinity }).scoreDetails;
        expect([swapped.primaryAffinityRating, swapped.secondaryAffinityRating, swapped.affinityRating]).toEqual([
          details.secondaryAffinityRating,
          details.primaryAffinityRating,
          details.affinityRating,
        ]);
      }),
    );
    expect(score(person(1)).scoreDetails.secondaryAffinityRating).toBeNull();
  });

  test('wider recency limits and lower frequency and money limits never lower their scores', () => {
    const rfm = DEFAULT_SETTINGS.recencyFrequencyMonetary;
    check(
      fc.property(anyRecord, limits(5000), fc.double({ min: 0, max: 5000, noNaN: true }), (record, [low, high], more) => {
        const details = (changed: Partial<typeof rfm>) => score(record, { recencyFrequencyMonetary: { ...rfm, ...changed } }).rfmDetails;
        const wide = details({ recencyLimits: [low + more, high + more], frequencyLimits: [low, high], monetaryLimits: [low, high] });
        const narrow = details({
          recencyLimits: [low, high],
          frequencyLimits: [low + more, high + more],
          monetaryLimits: [low + more, high + more],
        });
        expect(wide.recencyScore).toBeGreaterThanOrEqual(narrow.recencyScore);
        expect(wide.frequencyScore).toBeGreaterThanOrEqual(narrow.frequencyScore);
        expect(wide.monetaryScore).toBeGreaterThanOrEqual(narrow.monetaryScore);
        expect(wide.rfmScore).toBeGreaterThanOrEqual(narrow.rfmScore);
      }),
    );
  });

  test('the weights of recency, frequency and money move their score and the propensity', () => {
    const rfm = DEFAULT_SETTINGS.recencyFrequencyMonetary;
    check(
      fc.property(anyRecord, fc.constantFrom('recency', 'frequency', 'monetary'), weight, (record, part, more) => {
        const before = score(record);
        const after = score(record, { recencyFrequencyMonetary: { ...rfm, weights: { ...rfm.weights, [part]: 1 + more } } });
        const target = Math.max(1, before.rfmDetails[`${part as 'recency'}Score`]);
        expect(Math.abs(after.rfmDetails.rfmScore - target)).toBeLessThanOrEqual(Math.abs(before.rfmDetails.rfmScore - target) + 1e-9);
        const rise = Math.sign(after.rfmDetails.rfmScore - before.rfmDetails.rfmScore);
        expect(Math.sign(after.scoreDetails.propensityRating - before.scoreDetails.propensityRating) * rise).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('without giving data, the giving scores are 0', () => {
    const none = score({ primaryLast: 'Lee', primaryFirst: 'Ann' });
    expect(none.rfmDetails).toEqual({
      rfmScore: 0,
      recencyScore: 0,
      frequencyScore: 0,
      monetaryScore: 0,
      recencyDate: null,
      frequencyCount: null,
      monetaryValue: null,
    });
    const some = score({ primaryLast: 'Lee', primaryFirst: 'Ann', rfmTotalGiftCount: 1 });
    expect(some.rfmDetails.rfmScore).toBeGreaterThanOrEqual(1);
  });
});

describe('a score configuration', () => {
  test('overrides its own parts and leaves the rest at the defaults', () => {
    expect(settingsOf(null)).toBe(DEFAULT_SETTINGS);
    expect(settingsOf({})).toEqual(DEFAULT_SETTINGS);
    const settings = settingsOf(
      ScoreConfiguration.parse({
        primaryAffinity: ' ARTS ',
        secondaryAffinity: 'FAITH',
        secondaryAffinityDescription: 'Faith',
        recencyFrequencyMonetary: { monetaryLimits: [5, 10] },
      }),
    );
    expect(settings).toEqual({
      ...DEFAULT_SETTINGS,
      primaryAffinity: 'ARTS',
      primaryAffinityDescription: 'ARTS',
      secondaryAffinity: 'FAITH',
      secondaryAffinityDescription: 'Faith',
      recencyFrequencyMonetary: { ...DEFAULT_SETTINGS.recencyFrequencyMonetary, monetaryLimits: [5, 10] },
    });
  });
});
