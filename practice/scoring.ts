/**
 * Computes invented but consistent scores: the same record and settings give the same scores on every machine and in every year, every
 * setting moves them in the direction of its name, and fuller records give a higher confidence. Uses only exact arithmetic (+ − × ÷, square
 * root, 32-bit integers), because transcendental functions differ between engines in their last digits.
 */
import type { ConstituentRecord } from '../shared/fields/index.ts';
import type { ScoreSettings } from './configuration.ts';

/**
 * Gifts are dated relative to this day. It is fixed like a model's release; relative to today, the same record would score lower each
 * month.
 */
const MODEL_DATE = '2026-01-01';

const DAY = 86_400_000;
const MODEL_TIME = Date.parse(MODEL_DATE);

/** A score, including the date. */
export interface Score {
  /** 1 to 4 with one decimal: the mean of the three ratings, weighted by scoreWeights. */
  readonly overallScore: number;
  readonly dateScored: string;
  readonly scoreDetails: {
    readonly propensityRating: number;
    readonly primaryAffinityRating: number;
    /** Null when no secondary affinity is configured. */
    readonly secondaryAffinityRating: number | null;
    readonly affinityRating: number;
    readonly capacityRating: number;
    /** USD over five years; 0 below the minimum confidence. */
    readonly capacityValue: number;
    readonly capacityRange: string;
    readonly capacitySource: string;
    readonly confidenceOfMatch: number;
  };
  readonly rfmDetails: {
    /** This and the next three scores are 0 without giving data, otherwise 1 to 4. */
    readonly rfmScore: number;
    readonly recencyScore: number;
    readonly frequencyScore: number;
    readonly monetaryScore: number;
    readonly recencyDate: string | null;
    readonly frequencyCount: number | null;
    readonly monetaryValue: number | null;
  };
  readonly plannedGivingDetails: {
    readonly bequest: boolean;
    readonly annuity: boolean;
    readonly trust: boolean;
    readonly score: number;
    readonly segment: string | null;
  };
  readonly analytics: {
    readonly propertiesCount: number;
    readonly propertiesValue: number;
    readonly donationsCount: number;
    readonly donationsValue: number;
    readonly estimatedNetWorth: number;
  };
  readonly multiLensScores: readonly LensScore[];
}

export interface LensScore {
  readonly lens: string;
  readonly description: string;
  readonly affinityRating: number;
  readonly overallScore: number;
}

/** Causes that rate each person in addition to the configured affinities. */
const LENSES = [
  { lens: 'EDUCATION', description: 'Education' },
  { lens: 'HEALTH', description: 'Health' },
  { lens: 'ARTS', description: 'Arts and culture' },
] as const;

/** Distribution of capacity: share of people below a value, and the value in USD over five years. */
const CAPACITY_CURVE = [
  [0, 0],
  [0.3, 2_500],
  [0.55, 10_000],
  [0.75, 30_000],
  [0.88, 90_000],
  [0.95, 250_000],
  [0.985, 900_000],
  [0.998, 3_500_000],
  [1, 15_000_000],
] as const;

const RANGES = [
  [1_000, 'below $1K'],
  [5_000, '$1K - $5K'],
  [10_000, '$5K - $10K'],
  [25_000, '$10K - $25K'],
  [50_000, '$25K - $50K'],
  [100_000, '$50K - $100K'],
  [250_000, '$100K - $250K'],
  [500_000, '$250K - $500K'],
  [1_000_000, '$500K - $1M'],
  [5_000_000, '$1M - $5M'],
] as const;

/** Points that each known field adds to the confidence of the match; together 100. */
const CONFIDENCE: readonly (readonly [keyof ConstituentRecord, number])[] = [
  ['primaryLast', 22],
  ['primaryFirst', 15],
  ['street', 18],
  ['city', 7],
  ['state', 5],
  ['postalCode', 11],
  ['personalEmail', 8],
  ['personalPhone', 5],
  ['spouseFirst', 4],
  ['primaryMiddle', 3],
  ['businessName', 2],
];

const oneDecimal = (number: number) => Math.round(number * 10) / 10;
const clamp = (number: number, low: number, high: number) => (number < low ? low : number > high ? high : number);

/** Mixes text into a 32-bit hash, ignoring case. */
function mix(seed: number, text: string | undefined): number {
  let hash = seed;
  const plain = (text ?? '').trim().toLowerCase();
  for (let at = 0; at < plain.length; at++) hash = Math.imul(hash ^ plain.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ 0x1f, 0x01000193);
}

/** A person's nth pseudorandom number, from 0 to 1 (exclusive). */
function draw(person: number, n: number): number {
  let hash = Math.imul(person ^ Math.imul(n + 1, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x1_0000_0000;
}

function curve(share: number): number {
  for (let at = 1; at < CAPACITY_CURVE.length; at++) {
    const [right, high] = CAPACITY_CURVE[at] ?? [1, 0];
    if (share > right) continue;
    const [left, low] = CAPACITY_CURVE[at - 1] ?? [0, 0];
    return low + ((share - left) / (right - left)) * (high - low);
  }
  return 0;
}

function rangeOf(value: number): string {
  for (const [below, words] of RANGES) if (value < below) return words;
  return '$5M and more';
}

/** 1 up to `low`, 4 from `high`, linear between them. */
const between = (value: number, low: number, high: number) => 1 + 3 * clamp((value - low) / (high - low), 0, 1);

function latest(record: ConstituentRecord): string | null {
  let found: string | null = null;
  for (const date of [record.rfmMostRecentGiftDate, record.rfmLargestGiftDate, record.rfmFirstGiftDate]) {
    if (date !== undefined && date !== '' && (found === null || date > found)) found = date;
  }
  return found;
}

function rateGiving(record: ConstituentRecord, settings: ScoreSettings['recencyFrequencyMonetary']): Score['rfmDetails'] {
  const date = latest(record);
  const count = record.rfmTotalGiftCount ?? null;
  const given = record.rfmTotalGiftValue ?? record.rfmLargestGiftValue ?? record.rfmMostRecentGiftValue ?? record.rfmFirstGiftValue ?? null;
  const { weights, recencyLimits, frequencyLimits, monetaryLimits } = settings;
  const days = date === null ? null : Math.max(0, (MODEL_TIME - Date.parse(date)) / DAY);
  const recency = days === null ? 0 : oneDecimal(5 - between(days, recencyLimits[0], recencyLimits[1]));
  const frequency = count === null || count === 0 ? 0 : oneDecimal(between(count, frequencyLimits[0], frequencyLimits[1]));
  const monetary = given === null || given === 0 ? 0 : oneDecimal(between(given, monetaryLimits[0], monetaryLimits[1]));
  let rfm = 0;
  if (recency + frequency + monetary > 0) {
    // An unknown part counts as the lowest, so that omitting a column never raises a score.
    const sum =
      weights.recency * Math.max(1, recency) + weights.frequency * Math.max(1, frequency) + weights.monetary * Math.max(1, monetary);
    rfm = oneDecimal(sum / (weights.recency + weights.frequency + weights.monetary));
  }
  return {
    rfmScore: rfm,
    recencyScore: recency,
    frequencyScore: frequency,
    monetaryScore: monetary,
    recencyDate: date,
    frequencyCount: count,
    monetaryValue: given,
  };
}

/** Confidence from 0 to 100 that the right person was found; it grows with the number of known fields. */
export function confidenceOf(record: ConstituentRecord): number {
  let confidence = 0;
  for (const [key, points] of CONFIDENCE) {
    const value = record[key];
    if (typeof value === 'string' && value.trim() !== '') confidence += points;
  }
  return confidence;
}

/**
 * Scores a record; ratings are 1 to 4 with one decimal, money is whole USD. overallScore is the weighted mean of the propensity, affinity
 * and capacity ratings. Below minimumConfidenceOfMatch, capacity is 0 with rating 1, and the analytics are 0.
 */
export function scoreRecord(record: ConstituentRecord, settings: ScoreSettings, dateScored: string): Score {
  let person = mix(0x811c9dc5, record.primaryFirst);
  person = mix(person, record.primaryLast);
  person = mix(person, record.street);
  person = mix(person, record.city);
  person = mix(person, record.postalCode);

  const confidence = confidenceOf(record);
  const attributed = confidence >= settings.minimumConfidenceOfMatch;
  const rfm = rateGiving(record, settings.recencyFrequencyMonetary);
  const largest = Math.max(record.rfmLargestGiftValue ?? 0, record.rfmMostRecentGiftValue ?? 0, record.rfmFirstGiftValue ?? 0);

  const share = draw(person, 0);
  const found = curve(share);
  const byGiving = largest * 5;
  const capacityValue = attributed ? Math.round(Math.max(found, byGiving) / 100) * 100 : 0;
  const [low, high] = settings.scoreCapacityLimits;
  const capacityRating = attributed ? oneDecimal(between(Math.sqrt(capacityValue), Math.sqrt(low), Math.sqrt(high))) : 1;

  const donationsCount = attributed ? Math.floor(draw(person, 1) * draw(person, 2) * 12) : 0;
  const generosity = 1 + 3 * draw(person, 3);
  const propensityRating = oneDecimal(rfm.rfmScore > 0 ? (generosity + 2 * rfm.rfmScore) / 3 : generosity);

  const affinityTo = (cause: string) => oneDecimal(1 + 3 * draw(mix(person, cause), 4));
  const primaryAffinityRating = affinityTo(settings.primaryAffinity);
  const secondaryAffinityRating = settings.secondaryAffinity === null ? null : affinityTo(settings.secondaryAffinity);
  const affinityRating =
    secondaryAffinityRating === null ? primaryAffinityRating : oneDecimal((primaryAffinityRating + secondaryAffinityRating) / 2);

  const { propensity, affinity, capacity } = settings.scoreWeights;
  const weight = propensity + affinity + capacity;
  const overall = (affinityRated: number) =>
    oneDecimal((propensity * propensityRating + affinity * affinityRated + capacity * capacityRating) / weight);

  const propertiesCount = attributed ? Math.floor(share * share * 4 + draw(person, 5)) : 0;
  const propertiesValue = propertiesCount * Math.round((120_000 + found * 2) / 1_000) * 1_000;
  const loyal = rfm.frequencyScore >= 2.5;
  const bequest = loyal || draw(person, 6) < 0.12;
  const trust = capacityRating >= 3 && draw(person, 7) < 0.5;
  const annuity = bequest && draw(person, 8) < 0.3;

  const lenses: LensScore[] = [
    {
      lens: settings.primaryAffinity,
      description: settings.primaryAffinityDescription,
      affinityRating: primaryAffinityRating,
      overallScore: overall(primaryAffinityRating),
    },
  ];
  if (settings.secondaryAffinity !== null && secondaryAffinityRating !== null) {
    lenses.push({
      lens: settings.secondaryAffinity,
      description: settings.secondaryAffinityDescription ?? settings.secondaryAffinity,
      affinityRating: secondaryAffinityRating,
      overallScore: overall(secondaryAffinityRating),
    });
  }
  for (const { lens, description } of LENSES) {
    const rating = affinityTo(lens);
    lenses.push({ lens, description, affinityRating: rating, overallScore: overall(rating) });
  }

  return {
    overallScore: overall(affinityRating),
    dateScored,
    scoreDetails: {
      propensityRating,
      primaryAffinityRating,
      secondaryAffinityRating,
      affinityRating,
      capacityRating,
      capacityValue,
      capacityRange: rangeOf(capacityValue),
      capacitySource: !attributed ? 'none' : byGiving > found ? 'giving' : propertiesCount > 0 ? 'property' : 'income',
      confidenceOfMatch: confidence,
    },
    rfmDetails: rfm,
    plannedGivingDetails: {
      bequest,
      annuity,
      trust,
      score: Math.round(100 * (0.25 * draw(person, 9) + (bequest ? 0.35 : 0) + (annuity ? 0.2 : 0) + (trust ? 0.2 : 0))),
      segment: trust ? 'trust' : annuity ? 'annuity' : bequest ? 'bequest' : null,
    },
    analytics: {
      propertiesCount,
      propertiesValue,
      donationsCount,
      donationsValue: donationsCount * Math.round((50 + found / 200) / 10) * 10,
      estimatedNetWorth: attributed ? capacityValue * 20 + propertiesValue : 0,
    },
    multiLensScores: lenses,
  };
}
