/** The messages of the terminal when the service requires a wait of days, or does not know the project for this token. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../main/platform/clock.ts';
import { type OpenDesk } from '../kit/ready-list.ts';
import { setupReadyList } from '../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../kit/desk-actions.ts';
import { eventually } from '../kit/eventually.ts';
import { type FaultInput, SCREENING } from '../kit/practice-client.ts';
import { desk as terminal } from '../kit/terminal.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

const DAY = 86_400_000;

/** A closed folder with a project that has the state `at`, sent under these faults. */
async function closedAt(at: string, faults: readonly FaultInput[], look: (desk: OpenDesk) => Promise<void> = async () => undefined) {
  await readyList.practice.client.setFaults(...faults);
  // With the real time, because the terminal that runs afterwards uses it.
  const desk = await readyList.openCopy({ clock: systemClock });
  // The key that the programs of these tests have in memory, for a terminal.
  writeFileSync(join(desk.dataDir, 'data.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
  await sendList(desk.call, desk.name);
  await eventually(async () => {
    expect((await rootProject(desk.call)).state.at).toBe(at);
  });
  await look(desk);
  const { id } = await rootProject(desk.call);
  await desk.close();
  return { id, run: desk.name, dataDir: desk.dataDir };
}

/** The exit code and the last line of a command, and the time it took. */
async function ended(dataDir: string, ...words: readonly string[]) {
  const environment = { DESK_TOKEN: readyList.practice.client.token };
  const startedAt = performance.now();
  const { exit, lines } = await terminal([...words, '--json', '--data', dataDir], { environment });
  const last = lines.at(-1) as { ok: boolean; at: string; error?: { code: string; message: string } };
  return { exit, last, took: performance.now() - startedAt };
}

/** Clears the faults, and expects that `desk resume` gets the results and that they are paid for once. */
async function expectResumed({ run, dataDir }: { readonly run: string; readonly dataDir: string }): Promise<void> {
  await readyList.practice.client.clearFaults();
  expect(await ended(dataDir, 'resume')).toMatchObject({ exit: 4, last: { ok: true, at: 'done' } });
  const desk = await readyList.open(run);
  expect(readyList.problems({ report: await desk.report(), projects: await readyList.ledgerOf(desk) }, plain)).toEqual([]);
  await desk.close();
  rmSync(dataDir, { recursive: true, force: true });
}

const dateText = (at: number) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }).format(at);
/** The minute may change while a test runs. */
const aboutThen = (ms: number) => [-1, 0, 1].map((minutes) => dateText(Date.now() + ms + minutes * 60_000));
const saysOneOf = (texts: readonly string[]) => expect.stringMatching(new RegExp(texts.join('|'))) as string;

describe('a service that requires a long wait', () => {
  it.each([
    ['days, in seconds', { retryAfter: { seconds: 172_800 } }, 2 * DAY],
    ['days, as a date', { retryAfter: { seconds: 172_800, form: 'date' } }, 2 * DAY],
    ['until a far date', { headers: { 'retry-after': 'Fri, 31 Dec 2399 23:59:59 GMT' } }, 30 * DAY],
  ] as const)('%s: the terminal shows until when and ends, and the project continues afterwards', async (_, asks, wait) => {
    const project = await closedAt('processing', [SCREENING]);
    await readyList.practice.client.setFaults({ kind: 'status', status: 429, times: null, on: { step: 'status' }, ...asks });
    const { exit, last, took } = await ended(project.dataDir, 'resume');
    expect({ exit, last }).toMatchObject({ exit: 2, last: { ok: false, at: 'processing', error: { code: 'SERVICE_BUSY' } } });
    expect(last.error?.message).toEqual(saysOneOf(aboutThen(wait)));
    expect(last.error?.message).toContain(`"desk resume ${project.id.slice(0, 8)}"`);
    expect(last.error?.message).toContain(`${readyList.rows} rows were sent`);
    expect(took).toBeLessThan(60_000);
    await expectResumed(project);
  });

  it('before it accepts the list: the window shows until when, and the list is sent afterwards', async () => {
    const busy: FaultInput = { kind: 'status', status: 429, times: null, retryAfter: { seconds: 172_800 }, on: { step: 'add' } };
    const project = await closedAt('adding', [busy], async (desk) => {
      await eventually(async () => {
        const { activity } = await rootProject(desk.call);
        expect(activity).toMatchObject({ kind: 'waiting', note: expect.stringContaining('The service asks you to wait until') as string });
        expect(activity!.nextAt! - activity!.startedAt).toBeGreaterThan(1.9 * DAY);
      });
      expect((await desk.report()).timeline.join('\n')).toContain('The service asks you to wait until');
    });
    const { exit, last } = await ended(project.dataDir, 'resume');
    expect({ exit, last }).toMatchObject({ exit: 2, last: { at: 'adding', error: { code: 'SERVICE_BUSY' } } });
    expect(last.error?.message).toEqual(saysOneOf(aboutThen(2 * DAY)));
    expect(last.error?.message).toContain(`None of its ${readyList.rows} rows was sent`);
    await expectResumed(project);
  });
});

describe('a token of another organization', () => {
  it('gets a message if it is refused for the project, which continues with the right token', async () => {
    const project = await closedAt('processing', [SCREENING]);
    await readyList.practice.client.setFaults({ kind: 'status', status: 403, times: null, on: { step: 'status' } });
    const { exit, last } = await ended(project.dataDir, 'resume');
    expect({ exit, last }).toMatchObject({ exit: 5, last: { at: 'needs-token', error: { code: 'TOKEN_REFUSED' } } });
    expect(last.error?.message).toContain('may belong to a different organization');
    expect(last.error?.message).toContain(`${readyList.rows} rows were sent`);
    expect(last.error?.message).toContain('--token-stdin or DESK_TOKEN');
    // The window shows the same message.
    const desk = await readyList.open(project.run);
    expect((await rootProject(desk.call)).lastError?.message).toContain('may belong to a different organization');
    await desk.close();
    await expectResumed(project);
  });

  it('asks the user, with a hint, if it has no access to the project', async () => {
    await readyList.practice.client.setFaults(SCREENING);
    const desk = await readyList.openCopy();
    await sendList(desk.call, desk.name);
    await eventually(async () => {
      expect((await rootProject(desk.call)).state.at).toBe('processing');
    });
    await readyList.practice.client.setFaults({ kind: 'status', status: 404, times: null, on: { step: 'status' } });
    await desk.application.idle();
    const { state } = await rootProject(desk.call);
    expect(state).toMatchObject({ at: 'needs-decision', question: 'results-unclear' });
    expect(state.at === 'needs-decision' && state.answer).toContain('The service does not know this project (404).');
    expect(state.at === 'needs-decision' && state.answer).toContain('may belong to a different organization');
    await desk.close();
  });

  it('is mentioned in the timeline if the project is not in the list of projects', async () => {
    await readyList.practice.client.setFaults({ kind: 'reset-request', atByte: 0, on: { step: 'create' } });
    const desk = await readyList.openCopy();
    await sendList(desk.call, desk.name);
    await desk.application.idle();
    const { timeline } = await desk.report();
    expect(timeline).toContain(
      'Looked for the project on the service – none with that name; a token of another organization would not see it',
    );
    expect(readyList.problems({ report: await desk.report(), projects: await readyList.ledgerOf(desk) }, plain)).toEqual([]);
    await desk.close();
  });
});
