/**
 * Faults that accompany a kill: dropped answers, 5xx before and after a changing call took effect, slowness, and incomplete or late lists.
 */
import type { Step } from '../../practice/faults.ts';
import type { FaultInput } from './practice-client.ts';

/** The faults of a run, besides the kill. */
export interface Scenario {
  readonly name: string;
  readonly faults: readonly FaultInput[];
  /** Sends a pilot of this many people, and then its rest. */
  readonly pilot?: number;
  /** With a pilot: scores its people again, to compare, before the rest is sent. */
  readonly isCompared?: boolean;
}

type Changing = 'create' | 'add' | 'process';

/** Longer than the application waits for an answer in a lane, in real milliseconds. */
const TOO_LATE = 4000;

const faultsOf = (step: Changing): readonly (readonly [string, FaultInput])[] => [
  ['acted on, answer dropped', { kind: 'drop-answer', on: { step } }],
  ['acted on, then 503', { kind: 'status', status: 503, when: 'act', on: { step } }],
  ['502 and not acted on', { kind: 'status', status: 502, when: 'body', on: { step } }],
  ['acted on, answer too late', { kind: 'latency', ms: TOO_LATE, when: 'act', on: { step } }],
  ['429 and then taken', { kind: 'status', status: 429, retryAfter: { seconds: 20 }, on: { step } }],
  ['answer cut off', { kind: 'truncate', atByte: 5, on: { step } }],
];

const STEPS: readonly Changing[] = ['create', 'add', 'process'];

/** No faults except the kill. */
export const PLAIN: Scenario = { name: 'answered', faults: [] };

/** Scenarios with faults of one call. */
export interface FaultScenario extends Scenario {
  /** The call that fails. */
  readonly step: Step;
}

const faulty = (step: Step, name: string, ...faults: readonly FaultInput[]): FaultScenario => ({ step, name: `${step}: ${name}`, faults });

export const FAULTY: readonly FaultScenario[] = [
  ...STEPS.flatMap((step) => faultsOf(step).map(([name, fault]) => faulty(step, name, fault))),
  faulty('add', 'reset in its midst', { kind: 'reset-request', atByte: 150_000, on: { step: 'add' } }),
  faulty('add', 'reset before the last byte', { kind: 'reset-request', atByte: -1, on: { step: 'add' } }),
  faulty('add', 'part of the list lost', { kind: 'partial-list', rows: 100, on: { step: 'add' } }),
  faulty('add', 'growing into sight', { kind: 'late-list', ms: 500, on: { step: 'add' } }),
  faulty('add', 'long out of sight', { kind: 'late-list', ms: 1500, growing: false, on: { step: 'add' } }),
  faulty(
    'add',
    'answer dropped and long out of sight',
    { kind: 'late-list', ms: 1500, growing: false, on: { step: 'add' } },
    { kind: 'drop-answer', on: { step: 'add' } },
  ),
  // The first read of each kind comes before the changing call.
  faulty(
    'create',
    'answer dropped and the projects unreadable',
    { kind: 'drop-answer', on: { step: 'create' } },
    { kind: 'status', status: 503, times: 2, on: { step: 'projects' }, nth: 2 },
  ),
  faulty(
    'process',
    'answer dropped and the status unreadable',
    { kind: 'drop-answer', on: { step: 'process' } },
    { kind: 'status', status: 503, times: 2, on: { step: 'status' }, nth: 3 },
  ),
  faulty('profiles', 'some missing once', { kind: 'missing-profiles', every: 5 }),
];
