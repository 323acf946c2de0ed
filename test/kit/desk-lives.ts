/** Lives drawn at random: what goes wrong and where the application is killed, the same for the same seed and number. */
import type { KillPoint } from './desk-process.ts';
import { FAULTY, type Scenario } from './desk-scenarios.ts';
import type { FaultInput } from './practice-client.ts';
import { randomOf } from './random.ts';

export interface Life {
  readonly scenario: Scenario;
  /** Where it is killed: while it is sent, then while it goes on, and so forth. */
  readonly kills: readonly KillPoint[];
}

/** What may happen to reading, beside the faults of the changing calls. */
const READING: readonly FaultInput[] = [
  { kind: 'status', status: 503, times: 3, on: { step: 'status' } },
  { kind: 'reset-answer', atByte: 3, times: 2, on: { step: 'status' } },
  { kind: 'truncate', atByte: -2, on: { step: 'profiles' } },
  { kind: 'reset-answer', atByte: 4_000, on: { step: 'profiles' } },
  { kind: 'status', status: 500, times: 2, on: { step: 'errors' } },
  { kind: 'malformed', atByte: 9, on: { step: 'projects' } },
  { kind: 'status', status: 429, times: 2, retryAfter: { seconds: 3 }, on: { step: 'credits' }, nth: 2 },
];

/** Life `number` of a seed; `points` are what a plain run passes. */
export function drawLife(seed: number, number: number, points: readonly KillPoint[]): Life {
  const random = randomOf(Math.imul(seed, 2_654_435_761) ^ number);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const faulty = Array.from({ length: Math.floor(random() * 3) }, () => pick(FAULTY));
  const faults = [
    ...new Set(faulty.flatMap((scenario) => scenario.faults)),
    ...Array.from({ length: Math.floor(random() * 3) }, () => pick(READING)),
  ];
  const kills = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(points));
  return { scenario: { name: `life ${number}`, faults }, kills };
}
