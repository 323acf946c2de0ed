/**
 * The scores. They are made up, but made up with care: the same record and settings give the same scores on every machine and in every
 * year, every setting moves them in the direction its name says, and fuller records give surer matches.
 * Only exact arithmetic is used (+ − × ÷, square root, 32-bit integers), never a transcendental function, whose last digits differ between engines.
 */
import type { ConstituentRecord } from '../shared/fields/table.ts';
import type { ScoreSettings } from './configuration.ts';

/** The day from which gifts are counted back. Fixed, as a model's release is: by today's date the same record would score lower each month. */
const MODEL_DATE = '2026-01-01';

const DAY = 86_400_000;
const MODEL_TIME = Date.parse(MODEL_DATE);

/** All parts of a score but its date. */
export interface Score {
  /** 1 to 4, one decimal: the mean of the three ratings by scoreWeights. */
  readonly overallScore: number;
  readonly dateScored: string;
  readonly scoreDetails: {
    readonly propensityRating: number;
    readonly primaryAffinityRating: number;
    /** Null when no secondary affinity is configured. */
    readonly secondaryAffinityRating: number | null;
    readonly affinityRating: number;
    readonly capacityRating: number;
    /** USD over five years; 0 when the match is not sure enough. */
    readonly capacityValue: number;
    readonly capacityRange: string;
    readonly capacitySource: string;
    readonly confidenceOfMatch: number;
  };
  readonly rfmDetails: {
    /** These four: 0 without giving data, else 1 to 4. */
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

/** Other causes through which each person is looked at, beside the configured affinities. */
const LENSES = [
  { lens: 'EDUCATION', description: 'Education' },
  { lens: 'HEALTH', description: 'Health' },
  { lens: 'ARTS', description: 'Arts and culture' },
] as const;

/** What share of people has how much: the first number is the share below, the second USD of five-year capacity. */
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

/** What each known part adds to the confidence that the right person was found; together 100. */
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

/** Stirs text into a running 32-bit number, letters of either case alike. */
function stir(seed: number, text: string | undefined): number {
  let hash = seed;
  const plain = (text ?? '').trim().toLowerCase();
  for (let at = 0; at < plain.length; at++) hash = Math.imul(hash ^ plain.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ 0x1f, 0x01000193);
}

/** The nth draw of a person, 0 up to but not including 1. */
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

/** 1 up to `low`, 4 from `high` on, in a straight line between. */
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
    // A part that is not known counts as the least, so that leaving a column out never lifts a score.
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

/** Tells how sure it is that the right person was found, 0 to 100: the more is known, the surer. */
export function confidenceOf(record: ConstituentRecord): number {
  let confidence = 0;
  for (const [key, points] of CONFIDENCE) {
    const value = record[key];
    if (typeof value === 'string' && value.trim() !== '') confidence += points;
  }
  return confidence;
}

/**
 * Scores one record. All ratings are 1 to 4 with one decimal, money is whole USD.
 * overallScore = (propensity × its rating + affinity × affinityRating + capacity × capacityRating) ÷ the sum of the three weights.
 * Below minimumConfidenceOfMatch nothing found about the person is attributed to the record: capacity is 0 and rated 1, the analytics are 0.
 */
export function scoreRecord(record: ConstituentRecord, settings: ScoreSettings, dateScored: string): Score {
  let person = stir(0x811c9dc5, record.primaryFirst);
  person = stir(person, record.primaryLast);
  person = stir(person, record.street);
  person = stir(person, record.city);
  person = stir(person, record.postalCode);

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

  const affinityTo = (cause: string) => oneDecimal(1 + 3 * draw(stir(person, cause), 4));
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
