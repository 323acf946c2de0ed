/** Randomly drawn runs: their faults and kill points, reproducible by seed and number. */
import { FAULTY, type Scenario } from './fault-scenarios.ts';
import type { KillPoint } from './kill-points.ts';
import type { FaultInput } from './practice-client.ts';
import { randomOf } from './random.ts';
import { pointsOf, type TracedPoints } from './scenario-points.ts';

export interface RandomRun {
  readonly scenario: Scenario;
  /** Kill points in order: the first while the list is sent, the others after restarts. */
  readonly kills: readonly KillPoint[];
  /** An event that affects its folder, or null. */
  readonly folder: FolderEvent | null;
}

/**
 * `copied`: the folder is copied before submission, and the copy is sent after the first run has ended. `put back`: after the end, the
 * folder is restored to its state after kill number `moment` (from 0) and resumed.
 */
export type FolderEvent = { readonly event: 'copied' } | { readonly event: 'put back'; readonly moment: number };

/** Faults of reading calls, in addition to those of changing calls. */
const READING: readonly FaultInput[] = [
  { kind: 'status', status: 503, times: 3, on: { step: 'status' } },
  { kind: 'reset-answer', atByte: 3, times: 2, on: { step: 'status' } },
  { kind: 'truncate', atByte: -2, on: { step: 'profiles' } },
  { kind: 'reset-answer', atByte: 4_000, on: { step: 'profiles' } },
  { kind: 'status', status: 500, times: 2, on: { step: 'errors' } },
  { kind: 'malformed', atByte: 9, on: { step: 'projects' } },
  { kind: 'status', status: 429, times: 2, retryAfter: { seconds: 3 }, on: { step: 'credits' }, nth: 2 },
];

/** Run `number` of a seed; its kill points are among those of its scenarios. */
export function drawRun(seed: number, number: number, traced: TracedPoints): RandomRun {
  const random = randomOf(Math.imul(seed, 2_654_435_761) ^ number);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const faulty = Array.from({ length: Math.floor(random() * 3) }, () => pick(FAULTY));
  const faults = [
    ...new Set(faulty.flatMap((scenario) => scenario.faults)),
    ...Array.from({ length: Math.floor(random() * 3) }, () => pick(READING)),
  ];
  const points = pointsOf(traced, faulty);
  const kills = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(points));
  const share = random();
  const moment = Math.floor(random() * kills.length);
  const folder: FolderEvent | null = share < 0.25 ? { event: 'copied' } : share < 0.5 ? { event: 'put back', moment } : null;
  return { scenario: { name: `random run ${number}`, faults }, kills, folder };
}
