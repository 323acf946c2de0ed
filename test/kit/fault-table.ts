/** Possible faults of each call of the main job, as fault rules of the practice service. */
import type { Step } from '../../practice/faults.ts';
import { TOO_LATE } from './ready-list.ts';
import type { FaultInput } from './practice-client.ts';

export type Named = readonly [name: string, fault: FaultInput];

/** The calls of the main job, in order. */
export const JOB = ['credits', 'projects', 'create', 'add', 'status', 'process', 'profiles', 'errors'] as const satisfies readonly Step[];
const READING: ReadonlySet<Step> = new Set(['credits', 'projects', 'status', 'profiles', 'errors']);

/** Faults of any call. */
const anywhere = (step: Step): Named[] => [
  ['500', { kind: 'status', status: 500, on: { step } }],
  ['429, seconds', { kind: 'status', status: 429, retryAfter: { seconds: 2 }, on: { step } }],
  ['answer reset at byte 20', { kind: 'reset-answer', atByte: 20, on: { step } }],
  ['answer cut short', { kind: 'truncate', atByte: -3, on: { step } }],
  ['answer malformed', { kind: 'malformed', atByte: 10, on: { step } }],
  ['answer as a web page', { kind: 'content-type', value: 'text/html', on: { step } }],
  ['packed though not asked for', { kind: 'gzip', packed: true, on: { step } }],
  ['in a trickle', { kind: 'trickle', bytesPerSecond: 40_000, on: { step } }],
  ['too late', { kind: 'latency', ms: TOO_LATE, when: 'act', on: { step } }],
  ['stands still', { kind: 'stall', atByte: 5, on: { step } }],
];

/** The most important faults of changing calls. */
export const changing = (step: Step): Named[] =>
  READING.has(step)
    ? []
    : [
        ['acted on, then 503', { kind: 'status', status: 503, when: 'act', on: { step } }],
        ['acted on, answer dropped', { kind: 'drop-answer', on: { step } }],
        ['acted on, connection closed', { kind: 'drop-answer', how: 'close', on: { step } }],
        ['429, a date', { kind: 'status', status: 429, when: 'body', retryAfter: { seconds: 2, form: 'date' }, on: { step } }],
        ['too late to be acted on', { kind: 'latency', ms: TOO_LATE, on: { step } }],
      ];

/** Repeated faults. The connection test is excluded, because its failure prevents sending the list. */
function repeated(step: Step): Named[] {
  const on = { on: { step }, nth: step === 'credits' ? 2 : 1 };
  const refused: Named = ['six times 429', { kind: 'status', status: 429, retryAfter: { seconds: 1 }, times: 6, ...on }];
  if (!READING.has(step)) return [refused];
  return [
    refused,
    ['six times 503', { kind: 'status', status: 503, times: 6, ...on }],
    ['three times reset', { kind: 'reset-answer', atByte: 0, times: 3, ...on }],
  ];
}

const BODIES: ReadonlySet<Step> = new Set(['create', 'add']);
export const bodies = (step: Step): Named[] =>
  BODIES.has(step)
    ? [
        ['request reset at its first byte', { kind: 'reset-request', atByte: 0, on: { step } }],
        ['request closed in its midst', { kind: 'reset-request', atByte: 30, how: 'close', on: { step } }],
        ['request reset before its last byte', { kind: 'reset-request', atByte: -1, on: { step } }],
        ['request read slowly', { kind: 'slow-request', bytesPerSecond: 400_000, on: { step } }],
      ]
    : [];

/** Faults of a single step. */
const OF_ONE: Partial<Record<Step, Named[]>> = {
  add: [
    ['part of the list lost', { kind: 'partial-list', rows: 50 }],
    ['the whole list lost', { kind: 'partial-list', rows: 0 }],
    ['long out of sight', { kind: 'late-list', ms: 400, growing: false }],
    ['growing into sight', { kind: 'late-list', ms: 400 }],
  ],
  projects: [
    ['not there', { kind: 'status', status: 404, times: null, on: { step: 'projects' } }],
    ['not allowed', { kind: 'status', status: 403, times: null, on: { step: 'projects' } }],
    ['a web page every time', { kind: 'content-type', value: 'text/html', times: null, on: { step: 'projects' } }],
    ['cut short every time', { kind: 'truncate', atByte: -3, times: null, on: { step: 'projects' } }],
  ],
  status: [
    ['an unknown word for a while', { kind: 'status-word', word: 'Quarkening', times: 3 }],
    ['an unknown word after the start', { kind: 'status-word', word: 'Quarkening', nth: 3, times: 4 }],
  ],
  process: [
    ['slow to process', { kind: 'processing-time', secondsPerThousandRows: 4 }],
    ['a service whose clock is a day behind', { kind: 'clock-skew', ms: -86_400_000 }],
  ],
  profiles: [
    ['shuffled', { kind: 'shuffled-profiles' }],
    ['some missing once', { kind: 'missing-profiles', every: 5 }],
    ['padded with 40 MB of nothing', { kind: 'big-answer', bytes: 40_000_000, on: { step: 'profiles' } }],
  ],
};

/** The faults of a call of the main job, except those of `changing` and `bodies`. */
export const faultsOf = (step: Step): readonly Named[] => [...anywhere(step), ...repeated(step), ...(OF_ONE[step] ?? [])];
