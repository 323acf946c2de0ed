/**
 * Faults that accompany a kill: dropped answers, 5xx before and after a changing call took effect, slowness, and incomplete or late lists.
 */
import type { FaultInput } from './practice-client.ts';

/** The faults of a run in addition to the kill. */
export interface Scenario {
  readonly name: string;
  readonly faults: readonly FaultInput[];
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

/** Scenarios with one fault each. */
export const FAULTY: readonly Scenario[] = [
  ...STEPS.flatMap((step) => faultsOf(step).map(([name, fault]) => ({ name: `${step}: ${name}`, faults: [fault] }))),
  { name: 'add: reset in its midst', faults: [{ kind: 'reset-request', atByte: 150_000, on: { step: 'add' } }] },
  { name: 'add: reset before the last byte', faults: [{ kind: 'reset-request', atByte: -1, on: { step: 'add' } }] },
  { name: 'add: part of the list lost', faults: [{ kind: 'partial-list', rows: 100, on: { step: 'add' } }] },
  { name: 'add: growing into sight', faults: [{ kind: 'late-list', ms: 500, on: { step: 'add' } }] },
  { name: 'add: long out of sight', faults: [{ kind: 'late-list', ms: 1500, growing: false, on: { step: 'add' } }] },
  {
    name: 'add: answer dropped and long out of sight',
    faults: [
      { kind: 'late-list', ms: 1500, growing: false, on: { step: 'add' } },
      { kind: 'drop-answer', on: { step: 'add' } },
    ],
  },
];
