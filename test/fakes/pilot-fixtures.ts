/** A finished pilot: its numbers add up. */
import type { PilotView } from '../../shared/contract/index.ts';

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
