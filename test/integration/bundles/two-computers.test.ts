/**
 * A project moves to another computer in a bundle: what the bundle contains, and that nothing is paid for twice in any order of steps.
 * @module-tag deep
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BundleWriter } from '../../../main/bundles/format.ts';
import { ProjectFile } from '../../../main/store/project-file/project-file.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { PEOPLE_HEADINGS, people, person } from '../../kit/list-people.ts';
import { PASSPHRASE, setupTwoComputers } from '../../kit/two-computers.ts';

const { desk, colleague, bundle } = await setupTwoComputers();
let lists = 0;
/** A draft of three people who are in no other list. */
const draft = async () => {
  const id = await desk.importPeople(...people(`L${++lists}X`, 1, 2, 3));
  await desk.call('projects.change', { id, name: `List ${lists}` });
  return id;
};
const charged = async (work: () => Promise<void>): Promise<number> => {
  const before = await desk.charged();
  await work();
  return (await desk.charged()) - before;
};
const elsewhere = { code: 'HELD_ELSEWHERE' };
const isHeldHere = async (id: string) => (await desk.call('projects.get', { id })).held === null;

afterEach(() => {
  vi.restoreAllMocks();
});

it.each(['copy', 'hand-over'] as const)(
  'a bundle that cannot be written there says so, and the project stays as it was (%s)',
  async (right) => {
    const id = await draft();
    desk.target = join(desk.folder, 'gone', 'list.deskbundle');
    const made = desk.call('bundles.make', { id, right, passphrase: PASSPHRASE });
    await expect(made).rejects.toMatchObject({ code: 'TARGET_UNWRITABLE', message: 'The folder does not exist. Choose another one.' });
    expect(await isHeldHere(id)).toBe(true);
  },
);

describe('a draft that was handed over', () => {
  it('is sent once, by the computer that opened it', async () => {
    const id = await draft();
    const spent = await charged(async () => {
      const path = await bundle(id, 'hand-over');
      await expect(desk.send(id)).rejects.toMatchObject(elsewhere);
      const opened = await colleague.open(path);
      expect(opened).toMatchObject({ holder: 'here', project: { id, held: null, name: `List ${lists}`, state: { at: 'draft' } } });
      await colleague.send(id);
      await expect(desk.send(id)).rejects.toMatchObject(elsewhere);
    });
    expect(spent).toBe(3);
    expect((await colleague.call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { scored: 3 } });
    expect((await desk.call('projects.get', { id })).held).toMatchObject({ holder: 'given' });
  });

  it('has people who are not due to be screened here, and a plan makes another draft of the others', async () => {
    const { connectionId } = desk;
    const id = await draft();
    const { census, due } = await desk.call('plan.get', { connectionId });
    const planned = await desk.call('plan.draft', { connectionId });
    await desk.idle();
    await bundle(planned.id, 'hand-over');
    expect(await desk.call('plan.get', { connectionId })).toMatchObject({ due: { total: 0 }, draft: null });
    await desk.call('projects.remove', { id: planned.id, loseResults: true });
    await bundle(id, 'hand-over');
    const { census: after, due: dueAfter } = await desk.call('plan.get', { connectionId });
    expect(after).toMatchObject({ never: census.never - 3, running: census.running + 3 });
    expect(dueAfter.total).toBe(due.total - 3);
  });

  it('is not sent from the same file as a new list either', async () => {
    const id = await draft();
    const path = await bundle(id, 'hand-over');
    const again = await desk.importPeople(...people(`L${lists}X`, 1, 2, 3));
    await expect(desk.send(again)).rejects.toMatchObject({ code: 'SENT_BEFORE', message: expect.stringContaining('another computer') });
    await colleague.open(path);
  });

  it.each(['first', 'second'] as const)(
    'is paid for once when it is taken back although the bundle was opened; sent by the %s first',
    async (who) => {
      const id = await draft();
      const path = await bundle(id, 'hand-over');
      await colleague.open(path);
      await desk.call('bundles.takeBack', { id, confirmed: true });
      const steps = [() => desk.send(id), () => colleague.send(id)];
      const spent = await charged(async () => {
        for (const step of who === 'first' ? steps : steps.toReversed()) await step();
      });
      expect(spent).toBe(3);
      // The marker on the service shows each computer the project of the other one.
      for (const call of [desk.call.bind(desk), colleague.call]) expect((await call('projects.get', { id })).state.at).toBe('done');
    },
  );

  it('comes back in a newer bundle, and not in an older one', async () => {
    const id = await draft();
    const there = await bundle(id, 'hand-over');
    await colleague.open(there);
    await expect(desk.call('bundles.open', { file: await desk.offer(there), passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'BUNDLE_PRESENT',
    });
    colleague.target = `${there}-back`;
    await colleague.call('bundles.make', { id, right: 'hand-over', passphrase: PASSPHRASE });
    const back = await desk.call('bundles.open', { file: await desk.offer(colleague.target), passphrase: PASSPHRASE });
    expect(back.holder).toBe('here');
    const spent = await charged(async () => {
      await expect(colleague.send(id)).rejects.toMatchObject(elsewhere);
      await desk.send(id);
      await expect(colleague.open(there)).rejects.toMatchObject({ code: 'BUNDLE_PRESENT' });
    });
    expect(spent).toBe(3);
  });
});

describe('a copy', () => {
  it('of a draft can be read and not sent, and its computer still sends it', async () => {
    const id = await draft();
    const opened = await colleague.open(await bundle(id, 'copy'));
    expect(opened).toMatchObject({ holder: 'copy', project: { held: { holder: 'copy' } } });
    const spent = await charged(async () => {
      await expect(colleague.send(id)).rejects.toMatchObject(elsewhere);
      await desk.send(id);
      await expect(colleague.send(id)).rejects.toMatchObject(elsewhere);
    });
    expect(spent).toBe(3);
    // A later bundle replaces the copy.
    await colleague.open(await bundle(id, 'copy'));
    expect((await colleague.call('projects.get', { id })).state.at).toBe('done');
    expect((await colleague.open(await bundle(id, 'hand-over'))).holder).toBe('here');
  });

  it('can only be read over another account, even if it was handed over', async () => {
    const id = await draft();
    const path = await bundle(id, 'hand-over');
    const { id: other } = await colleague.call('connections.add', { name: `Other ${lists}`, baseUrl: 'https://other.example/api' });
    const opened = await colleague.call('bundles.open', {
      file: await colleague.offer(path),
      passphrase: PASSPHRASE,
      connectionId: other,
    });
    expect(opened).toMatchObject({ holder: 'copy', isSameAccount: false });
    await expect(colleague.call('bundles.takeBack', { id, confirmed: true })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await expect(colleague.call('project.send', { id, rows: 3, connectionId: other })).rejects.toMatchObject(elsewhere);
    // With the right connection, the same bundle hands it over.
    expect((await colleague.open(path)).holder).toBe('here');
  });
});

it('is opened with the connection of the same name if several reach its account, and otherwise with one that the user chooses', async () => {
  const id = await draft();
  const path = await bundle(id, 'copy');
  const { id: twin } = await colleague.call('connections.add', { name: 'Twin', baseUrl: desk.practice.client.url });
  expect((await colleague.open(path)).project.connection.name).toBe('Service');
  await colleague.call('connections.change', { id: colleague.connectionId, name: 'Renamed' });
  await expect(colleague.open(path)).rejects.toMatchObject({
    code: 'BUNDLE_CONNECTION',
    message: expect.stringMatching(/Several connections.*“Renamed”.*“Twin”/),
  });
  const file = await colleague.offer(path);
  const opened = await colleague.call('bundles.open', { file, passphrase: PASSPHRASE, connectionId: twin });
  expect(opened).toMatchObject({ isSameAccount: true, project: { connection: { id: twin } } });
  await colleague.call('connections.change', { id: colleague.connectionId, name: 'Service' });
});

describe('a running project', () => {
  it('stays here while it runs, and its copy cannot continue; paused, it can be handed over and continues there', async () => {
    const id = await draft();
    const spent = await charged(async () => {
      const held = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      // The first requests are checks before the list counts as sent.
      const holdOnceRunning = async (): Promise<void> => {
        const { state } = await desk.call('projects.get', { id });
        if (state.at === 'draft') {
          desk.duringNextRequest = holdOnceRunning;
          return;
        }
        reached.resolve();
        await held.promise;
      };
      desk.duringNextRequest = holdOnceRunning;
      const { rowsToSend, quoteId, parts } = await desk.call('cost.get', { id });
      await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, quoteId, parts });
      await reached.promise;
      await expect(bundle(id, 'hand-over')).rejects.toMatchObject({
        code: 'NOT_NOW',
        message: expect.stringContaining('is running on this computer'),
      });
      const copied = await colleague.open(await bundle(id, 'copy'));
      expect(copied.project.state.at).toBe('paused');
      await expect(colleague.call('project.resume', { id })).rejects.toMatchObject(elsewhere);
      await expect(colleague.call('project.cancel', { id })).rejects.toMatchObject(elsewhere);
      const pausing = desk.call('project.pause', { id });
      held.resolve();
      await pausing;
      const path = await bundle(id, 'hand-over');
      await expect(desk.call('project.resume', { id })).rejects.toMatchObject(elsewhere);
      await expect(desk.call('project.cancel', { id })).rejects.toMatchObject(elsewhere);
      await colleague.open(path);
      await colleague.call('project.resume', { id });
      await colleague.idle();
      await expect(desk.call('project.resume', { id })).rejects.toMatchObject(elsewhere);
    });
    expect(spent).toBe(3);
    expect((await colleague.call('projects.get', { id })).state.at).toBe('done');
  });
});

describe('a finished project', () => {
  it('brings its results, notes, verdicts, officers, timeline and record along, under the other data key', async () => {
    const id = await draft();
    await desk.send(id);
    await desk.call('notes.save', { id, row: 2, note: 'Met in spring', nextStep: 'Call' });
    await desk.call('review.set', { id, people: [{ row: 3 }], verdict: { is: 'wrong', reason: null, note: 'a namesake' } });
    const path = await bundle(id, 'hand-over');
    await colleague.open(path);
    expect(await colleague.call('notes.get', { id, row: 2 })).toEqual({ note: 'Met in spring', nextStep: 'Call' });
    expect(JSON.stringify(await colleague.call('review.history', { id, row: 3 }))).toContain('a namesake');
    expect(await colleague.call('results.get', { id })).toEqual(await desk.call('results.get', { id }));
    const titles = async (call: typeof colleague.call) => (await call('project.timeline', { id })).map(({ title }) => title);
    expect((await titles(colleague.call)).at(-1)).toBe('Opened from a bundle that handed it over');
    expect((await titles(desk.call.bind(desk))).at(-1)).toBe('Handed over in a bundle');
    const own = await desk.call('record.get', { id });
    const record = await colleague.call('record.get', { id });
    expect(record.sent).toEqual(own.sent);
    expect(record.chain.verdict.problem).toBeNull();
    expect(own.entries.map(({ kind }) => kind)).toEqual(['sent', 'ended', 'moved']);
    expect((await colleague.call('records.chain', {})).newest[0]).toMatchObject({ kind: 'moved', projectId: id });
  });

  it('is not paid for again there, neither as the same list nor person by person', async () => {
    const id = await draft();
    await desk.send(id);
    await colleague.open(await bundle(id, 'hand-over'));
    const lines = people(`L${lists}X`, 1, 2, 3);
    const spent = await charged(async () => {
      const again = await colleague.importPeople(...lines);
      await colleague.call('projects.change', { id: again, resendRecent: true });
      await colleague.send(again);
      expect((await colleague.call('projects.get', { id: again })).lastError?.code).toBe('SENT_BEFORE');
      const newer = await colleague.importPeople(...lines, person(`L${lists}X4`));
      expect(await colleague.call('cost.get', { id: newer })).toMatchObject({ rowsToSend: 1 });
    });
    expect(spent).toBe(0);
  });

  it('is replaced by a newer copy as it is then, and not by an older one', async () => {
    const id = await draft();
    await desk.send(id);
    await desk.call('notes.save', { id, row: 2, note: 'Met in spring', nextStep: '' });
    const former = await bundle(id, 'copy');
    await colleague.open(former);
    await desk.call('notes.save', { id, row: 2, note: '', nextStep: '' });
    desk.clockOffset += 1000;
    await colleague.open(await bundle(id, 'copy'));
    expect(await colleague.call('notes.get', { id, row: 2 })).toMatchObject({ note: '' });
    await expect(colleague.open(former)).rejects.toMatchObject({ code: 'BUNDLE_PRESENT', message: expect.stringContaining('newer copy') });
  });

  it('corrects its refused rows only where it belongs', async () => {
    const id = await desk.importPeople(
      ...people(`R${++lists}X`, 1, 2),
      `R${lists}X3,Tobias,Whitlock,77 Old Post Rd,Worcester,MA,01609,tobias@example.invalid`,
    );
    await desk.call('projects.change', { id, sendErrors: true });
    await desk.send(id);
    expect((await desk.call('projects.get', { id })).state).toMatchObject({ counts: { refused: 1 } });
    const path = await bundle(id, 'hand-over');
    await expect(desk.call('projects.fixRefused', { id })).rejects.toMatchObject(elsewhere);
    await colleague.open(path);
    expect((await colleague.call('projects.fixRefused', { id })).lineage).toMatchObject({ kind: 'retry', of: id });
    await colleague.idle();
  });
});

it('keeps a project that has unfinished corrected rows', async () => {
  const id = await desk.importPeople(
    ...people(`U${++lists}X`, 1),
    `U${lists}X3,Tobias,Whitlock,77 Old Post Rd,Worcester,MA,01609,tobias@example.invalid`,
  );
  await desk.call('projects.change', { id, sendErrors: true });
  await desk.send(id);
  const retry = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  await expect(bundle(id, 'hand-over')).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('Not accepted') });
  for (const right of ['copy', 'hand-over'] as const)
    await expect(bundle(retry.id, right)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('another list') });
});

it('refuses a short passphrase, and a list that was not read', async () => {
  const id = await draft();
  const short = { id, right: 'hand-over', passphrase: '  elevenchars   ' } as const;
  await expect(desk.call('bundles.make', short)).rejects.toMatchObject({ code: 'BUNDLE_PASSPHRASE' });
  expect(await isHeldHere(id)).toBe(true);
  const unread = await desk.importFile({ name: 'list.xlsx', content: 'no workbook' });
  expect((await desk.call('projects.get', { id: unread })).state.at).toBe('unreadable');
  await expect(bundle(unread, 'copy')).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: expect.stringContaining('has not been read yet'),
  });
});

describe('a project stays here, and can be sent,', () => {
  it('if the end of its bundle cannot be written', async () => {
    const id = await draft();
    vi.spyOn(BundleWriter.prototype, 'finish').mockRejectedValueOnce(new AppError('DISK_FULL', 'The disk is full.'));
    await expect(bundle(id, 'hand-over')).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(await isHeldHere(id)).toBe(true);
    expect(await charged(() => desk.send(id))).toBe(3);
  });

  it('if it changed after it was copied', async () => {
    const id = await draft();
    const begin = BundleWriter.begin.bind(BundleWriter);
    vi.spyOn(BundleWriter, 'begin').mockImplementationOnce(async (...given) => {
      await desk.call('projects.change', { id, name: 'Another name' });
      return await begin(...given);
    });
    await expect(bundle(id, 'hand-over')).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('changed while') });
    expect(await isHeldHere(id)).toBe(true);
  });
});

describe('a project does not change if the user cancels', () => {
  it('while its file is copied, and while its bundle is written', async () => {
    const id = await draft();
    desk.target = join(desk.folder, 'canceled.deskbundle');
    const input = { id, right: 'hand-over', passphrase: PASSPHRASE } as const;
    const copying = new AbortController();
    vi.spyOn(ProjectFile.prototype, 'copyInSteps').mockImplementationOnce(async function (this: ProjectFile, ...given) {
      copying.abort();
      await this.copyInSteps(...given);
    });
    const writing = new AbortController();
    for (const call of [{ signal: copying.signal }, { signal: writing.signal, onProgress: () => writing.abort() }])
      await expect(desk.call('bundles.make', input, call)).rejects.toMatchObject({ code: 'CANCELED' });
    expect([existsSync(desk.target), await isHeldHere(id)]).toEqual([false, true]);
    expect(await charged(() => desk.send(id))).toBe(3);
  });

  it('while a bundle is opened', async () => {
    const id = await draft();
    const path = await bundle(id, 'hand-over');
    const opening = new AbortController();
    const call = { signal: opening.signal, onProgress: () => opening.abort() };
    const file = await colleague.offer(path);
    await expect(colleague.open(path, PASSPHRASE, call)).rejects.toMatchObject({ code: 'CANCELED' });
    expect((await colleague.call('projects.list', {})).some((one) => one.id === id)).toBe(false);
    expect((await colleague.call('bundles.open', { file, passphrase: PASSPHRASE })).holder).toBe('here');
  });
});

it('copies a project again if it changes during the copy', async () => {
  const id = await draft();
  const copying = vi.spyOn(ProjectFile.prototype, 'copyInSteps').mockImplementationOnce(async function (this: ProjectFile, path) {
    await this.copyInSteps(path);
    await desk.call('projects.change', { id, name: 'Another name' });
  });
  const path = await bundle(id, 'copy');
  // The first call of the copy is recursive.
  expect(copying).toHaveBeenCalledTimes(3);
  expect((await colleague.open(path)).project.name).toBe('Another name');
});

it('keeps a draft that sends only what changed since a screening that stays, and copies it', async () => {
  const first = await draft();
  await desk.send(first);
  const path = await desk.file('again.csv', [PEOPLE_HEADINGS, ...people(`L${lists}X`, 1, 2, 3, 4)]);
  const { id } = await desk.call('projects.create', { file: path, connectionId: desk.connectionId });
  await desk.idle();
  await desk.call('projects.change', { id, baselineId: first, recencyDays: 0 });
  expect((await desk.call('projects.get', { id })).lineage).toMatchObject({ kind: 'baseline', of: first });
  await expect(bundle(id, 'hand-over')).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: expect.stringContaining('only on this computer'),
  });
  // The finished list stays too, while a list that is compared with it is unfinished.
  await expect(bundle(first, 'hand-over')).rejects.toMatchObject({ code: 'NOT_NOW' });
  expect((await colleague.open(await bundle(id, 'copy'))).holder).toBe('copy');
});
