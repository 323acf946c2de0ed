/**
 * Whatever goes wrong once at any call of the main job, the list comes to the same results and is paid for once: every fault
 * of the practice service at every step at which it can have an effect.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '../../../practice/faults.ts';
import { Inside, TOO_LATE } from '../../kit/desk-inside.ts';
import { type DeskReport, sendList, theProject } from '../../kit/desk-use.ts';
import type { FaultInput } from '../../kit/practice-client.ts';

type Named = readonly [name: string, fault: FaultInput];

/** The calls of the main job, in its order. */
const JOB = ['credits', 'projects', 'create', 'add', 'status', 'process', 'profiles', 'errors'] as const satisfies readonly Step[];
const READING: ReadonlySet<Step> = new Set(['credits', 'projects', 'status', 'profiles', 'errors']);

/** What can go wrong with any call. */
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

/** What matters most where the call changes something. */
const changing = (step: Step): Named[] =>
  READING.has(step)
    ? []
    : [
        ['acted on, then 503', { kind: 'status', status: 503, when: 'act', on: { step } }],
        ['acted on, answer dropped', { kind: 'drop-answer', on: { step } }],
        ['acted on, connection closed', { kind: 'drop-answer', how: 'close', on: { step } }],
        ['429, a date', { kind: 'status', status: 429, when: 'body', retryAfter: { seconds: 2, form: 'date' }, on: { step } }],
        ['too late to be acted on', { kind: 'latency', ms: TOO_LATE, on: { step } }],
      ];

/** What goes wrong for a while. A connection test that fails for so long keeps the list from being sent: it is spared. */
function storms(step: Step): Named[] {
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
const bodies = (step: Step): Named[] =>
  BODIES.has(step)
    ? [
        ['request reset at its first byte', { kind: 'reset-request', atByte: 0, on: { step } }],
        ['request closed in its midst', { kind: 'reset-request', atByte: 30, how: 'close', on: { step } }],
        ['request reset before its last byte', { kind: 'reset-request', atByte: -1, on: { step } }],
        ['request read slowly', { kind: 'slow-request', bytesPerSecond: 400_000, on: { step } }],
      ]
    : [];

/** What only one step can suffer. */
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

let inside: Inside;
let plain: DeskReport['scores'] = {};

beforeAll(async () => {
  inside = await Inside.open();
  plain = await inside.reference();
}, 60_000);

afterAll(async () => {
  await inside.close();
});

describe.each(JOB)('%s', (step) => {
  it.each([...anywhere(step), ...changing(step), ...storms(step), ...bodies(step), ...(OF_ONE[step] ?? [])])('%s', async (_name, fault) => {
    expect(inside.judge(await inside.run([fault]), plain)).toEqual([]);
  });
});

describe('an answer that is not what was screened', () => {
  it('with profiles twice in it gives each person one, and lists the others', async () => {
    const { report, projects } = await inside.run([{ kind: 'duplicate-profiles', every: 3 }]);
    expect(inside.judgeMoney(projects)).toEqual([]);
    const valid = inside.rows - inside.refused;
    expect(report.state).toMatchObject({ at: 'done', counts: { scored: valid, unknown: 0, unmatched: Math.floor(valid / 3) } });
    expect(report.scores).toEqual(plain);
  });

  it('is asked for again while profiles are missing for minutes, and is complete in the end', async () => {
    const { report, projects } = await inside.run([{ kind: 'missing-profiles', every: 4, times: 6 }]);
    expect(inside.judge({ report, projects }, plain)).toEqual([]);
    expect(report.timeline.filter((entry) => entry.startsWith('Some results have not come'))).toHaveLength(1);
  });

  it('is asked for again while neither endpoint of the profiles is there', async () => {
    const gone = (step: Step): FaultInput => ({ kind: 'status', status: 404, times: 5, on: { step } });
    expect(inside.judge(await inside.run([gone('profiles'), gone('scores')]), plain)).toEqual([]);
  });

  it('is asked for again while the report of errors is late', async () => {
    const { client } = inside.practice;
    // Without the service's own count only the report tells what became of the rows without a score.
    await client.settings({ dialect: 'counts-never' });
    try {
      expect(inside.judge(await inside.run([{ kind: 'status', status: 404, times: 3, on: { step: 'errors' } }]), plain)).toEqual([]);
    } finally {
      await client.settings({ dialect: 'default' });
    }
  });

  it.each([
    ['a report of errors that never comes is asked for some minutes', 404, 'more'],
    ['a service that has no report of errors is asked once', 405, 'once'],
  ])('where every profile is there: %s, and no person is', async (_what, status, asked) => {
    const { client } = inside.practice;
    const desk = await inside.fresh();
    try {
      await client.clearFaults();
      await client.setFaults({ kind: 'status', status, times: null, on: { step: 'errors' } });
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      const { state } = await desk.report();
      const { rows, refused } = inside;
      expect(state).toMatchObject({ at: 'done', counts: { submitted: rows, scored: rows - refused, refused: 0, unknown: refused } });
      const seen = (await client.faults()).faults[0]!.seen;
      expect(seen > 1 ? 'more' : 'once').toBe(asked);
    } finally {
      await client.clearFaults();
      await desk.close();
    }
  });

  it('asks a person where profiles are missing for good, and keeps what came on that person’s word', async () => {
    const { client } = inside.practice;
    const desk = await inside.fresh();
    try {
      await client.clearFaults();
      await client.setFaults({ kind: 'missing-profiles', every: 4, times: null });
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      const { state } = await desk.report();
      expect(state).toMatchObject({ at: 'needs-decision', question: 'results-incomplete', choices: ['look-again', 'keep', 'give-up'] });
      const asked = (await client.faults()).faults[0]?.seen;
      await desk.call('project.decide', { id: (await theProject(desk.call)).id, choice: 'keep' });
      await desk.application.idle();
      expect((await client.faults()).faults[0]?.seen).toBe(asked);

      const report = await desk.report();
      expect(inside.judgeMoney(await inside.ledgerOf(desk))).toEqual([]);
      if (report.state.at !== 'done') throw new Error(JSON.stringify(report.state));
      const { submitted, scored, refused, unknown } = report.state.counts;
      expect([submitted, refused, unknown]).toEqual([inside.rows, inside.refused, Math.floor((inside.rows - inside.refused) / 4)]);
      expect(scored + refused + unknown).toBe(submitted);
      expect(Object.keys(report.scores)).toHaveLength(scored);
      for (const [row, cells] of Object.entries(report.scores)) expect(cells).toBe(plain[row]);
      expect(report.defects).toEqual([]);
    } finally {
      await client.clearFaults();
      await desk.close();
    }
  });
});
