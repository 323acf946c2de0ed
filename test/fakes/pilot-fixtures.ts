/** A finished pilot, and the same people scored with other settings; the numbers add up. */
import type { PilotComparisonView, PilotView } from '../../shared/contract/index.ts';

const known = (name: string, what: string, percentile: number | null, more: Partial<PilotView['knownPeople'][number]> = {}) => ({
  name,
  what,
  outcome: 'scored' as const,
  percentile,
  reason: '',
  isDoubtful: false,
  ...more,
});
const PEOPLE = [
  known('Marguerite Ashdown', 'Major gift in 2023', 99),
  known('Cornelius Baptiste', 'Board chair, $23,400 given', 98),
  known('Solveig Maddox', 'Campaign donor, $41,750 given', 97),
  known('Beatrix Holloway', 'Trustee', 95),
  known('Rafael Dunmore', 'Owns a company', 92),
  known('Imogen Castellan', 'Trustee', 91),
  known('Delphine Marchetti', 'Monthly donor', 71),
  known('Tobias Wexford', 'Alumni council', 64),
  known('Caleb Ostrander', 'Young professional', 43),
  known('Desmond Okafor-Lyle', 'Major gift in 2024', 22, { isDoubtful: true }),
  known('Thaddeus Brink', 'Student, class of 2025', 9),
  known('Nora Whitcomb', 'Retired teacher', null, { outcome: 'refused', reason: 'Street not found' }),
];

const quality = (
  readiness: PilotView['quality'][number]['readiness'],
  [strong, fair, weak, refused]: readonly [number, number, number, number],
  others: number,
) => ({ readiness, people: strong + fair + weak + refused, strong, fair, weak, scored: 0, refused, unknown: 0, others });

export const PILOT: PilotView = {
  people: 2_409,
  chosen: 100,
  known: PEOPLE.length,
  seed: 4127,
  scored: 95,
  refused: 5,
  unknown: 0,
  refusals: [
    {
      message: 'Street not found',
      field: 'street',
      rule: 'FIRST_AND_STREET_MISSING',
      rows: 2,
      by: { asItCame: 0, corrected: 0, incomplete: 2 },
    },
    { message: 'Name too short to match', field: 'primaryLast', rule: null, rows: 2, by: { asItCame: 0, corrected: 0, incomplete: 2 } },
    { message: 'ZIP and state disagree', field: 'postalCode', rule: null, rows: 1, by: { asItCame: 0, corrected: 1, incomplete: 0 } },
  ],
  quality: [quality('asItCame', [53, 11, 2, 0], 1_536), quality('corrected', [16, 4, 1, 1], 515), quality('incomplete', [2, 3, 3, 4], 258)],
  columns: [
    { key: 'overallRating', title: 'Overall rating', filled: 95 },
    { key: 'capacityValue', title: 'Capacity, five years', filled: 94 },
    { key: 'rfmRating', title: 'Giving pattern (RFM)', filled: 90 },
    { key: 'annuityRating', title: 'Planned giving: annuity', filled: 0 },
    { key: 'netWorth', title: 'Net worth', filled: 0 },
  ],
  expected: 100,
  rankColumns: [
    { key: 'capacityValue', title: 'Capacity, five years' },
    { key: 'overallRating', title: 'Overall rating' },
  ],
  rankedBy: 'capacityValue',
  knownPeople: PEOPLE.map((one, at) => ({ ...one, row: at + 2 })),
};

const OTHER = [98, 97, 99, 84, 95, 88, 52, 70, 61, 47, 12, null] as const;
const AMOUNTS = [1_240_000, 910_000, 735_000, 480_000, 455_000, 430_000, 96_000, 81_500, 38_000, 21_000, 7500];

export const PILOT_COMPARISON: PilotComparisonView = {
  ways: [
    {
      id: 'gala',
      connection: { id: 'practice', name: 'Practice' },
      isPractice: false,
      scoreConfiguration: null,
      credits: 100,
    },
    {
      id: 'gala-again',
      connection: { id: 'practice', name: 'Practice' },
      isPractice: false,
      scoreConfiguration: {
        primaryAffinity: 'EDU-02',
        primaryAffinityDescription: 'Higher education',
        scoreWeights: { propensity: 0.3, affinity: 0.3, capacity: 0.4 },
      },
      credits: 100,
    },
  ],
  people: 100,
  counts: [
    { scored: 95, refused: 5, unknown: 0, strong: 71, fair: 18, weak: 6 },
    { scored: 93, refused: 5, unknown: 2, strong: 70, fair: 17, weak: 6 },
  ],
  scoredOnce: [2, 0],
  columns: [
    { key: 'overallRating', title: 'Overall rating', filled: [95, 93] },
    { key: 'capacityValue', title: 'Capacity, five years', filled: [94, 93] },
    { key: 'rfmRating', title: 'Giving pattern (RFM)', filled: [90, 88] },
    { key: 'annuityRating', title: 'Planned giving: annuity', filled: [0, 93] },
  ],
  rankColumns: PILOT.rankColumns,
  rankedBy: 'capacityValue',
  differs: { same: 12, higher: 49, lower: 32 },
  biggest: PEOPLE.slice(0, 10).map(({ name, percentile }, at) => ({
    row: at + 2,
    name,
    numbers: [AMOUNTS[at]!, Math.round(AMOUNTS[at]! * (at % 3 === 0 ? 0.62 : 1.31))],
    percentiles: [percentile!, OTHER[at]!],
  })),
  knownPeople: PEOPLE.map(({ name, what, percentile, outcome }, at) => ({
    row: at + 2,
    name,
    what,
    outcomes: [outcome, outcome],
    percentiles: [percentile, OTHER[at]!],
  })),
};
