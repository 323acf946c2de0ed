/**
 * A project's file is no longer the file that was sent: it was emptied, removed, or replaced by an older copy or another project's file.
 * Nothing is lost and nothing is paid twice: the project waits until the file is restored.
 */
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenDesk } from '../kit/ready-list.ts';
import { setupReadyList } from '../kit/setup-ready-list.ts';
import { journalFiles, type Files, openWithCopies, DAMAGES, sendAndDamage } from '../kit/damaged-project-file.ts';
import { rootProject, sendList } from '../kit/desk-actions.ts';
import { desk as terminal } from '../kit/terminal.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

const resume = (desk: OpenDesk) =>
  terminal(['resume', '--json', '--data', desk.dataDir], { environment: { DESK_TOKEN: readyList.practice.client.token } });

/** Restores the file, and expects that `desk resume` gets the results and that they are paid for once. */
async function expectResumed(desk: OpenDesk, { file }: Files): Promise<void> {
  renameSync(`${file}.kept`, file);
  const { exit, lines } = await resume(desk);
  const counts = {
    submitted: readyList.rows,
    scored: readyList.rows - readyList.refused,
    refused: readyList.refused,
    unknown: 0,
    unmatched: 0,
  };
  expect([exit, lines.at(-1)]).toMatchObject([4, { ok: true, at: 'done', counts }]);
  const again = await readyList.open(desk.name);
  const projects = await readyList.ledgerOf(again);
  expect(readyList.problems({ report: await again.report(), projects }, plain)).toEqual([]);
  expect(projects).toHaveLength(1);
  await again.close();
}

describe('between processing and collecting', () => {
  it.each(DAMAGES)('%s: the results stay on the service, and arrive after the file is restored', async (_, words, damage) => {
    const { desk, files } = await openWithCopies(readyList);
    const { state, lastError } = await sendAndDamage(readyList, desk, files, 'processing', damage);
    expect(state).toMatchObject({ at: 'paused', resume: { at: 'collecting' } });
    expect(lastError?.code).toBe('PROJECT_FILE_DAMAGED');
    expect(lastError?.message).toMatch(words);
    expect(lastError?.message).toContain('The results are safe at the service');
    expect(lastError?.message).toMatch(/[Rr]estore .* from a backup/);
    const there = existsSync(files.file);
    expect((await desk.report()).defects).toEqual([]);
    await desk.close();

    // The message repeats until the file is restored, and no new file is created.
    const { exit, lines } = await resume(desk);
    const message = `${lastError?.message} Its ${readyList.rows} rows were sent and screened; their scores have not been fetched yet.`;
    expect([exit, lines.at(-1)]).toMatchObject([2, { ok: false, error: { code: 'PROJECT_FILE_DAMAGED' } }]);
    expect((lines.at(-1) as { error: { message: string } }).error.message).toContain(message);
    expect(existsSync(files.file)).toBe(there);
    expect(journalFiles(files)).toEqual([]);
    await expectResumed(desk, files);
  });
});

describe('after the results were fetched', () => {
  it('a file without its latest changes is not exported in silence, and fetching again repairs it', async () => {
    const { desk, files } = await openWithCopies(readyList);
    await sendList(desk.call, desk.name);
    await desk.application.idle();
    const { id } = await rootProject(desk.call);
    copyFileSync(files.file, files.older);
    await desk.call('results.fetchAgain', { id });
    await desk.close();
    // The state without the write-ahead log of the second fetch.
    copyFileSync(files.older, files.file);
    const run = (...words: string[]) =>
      terminal([...words, '--data', desk.dataDir], { environment: { DESK_TOKEN: readyList.practice.client.token } });
    const out = join(desk.dataDir, 'out.csv');
    const { exit, err } = await run('export', id, '--out', out);
    expect(exit).not.toBe(0);
    expect(err).toMatch(/The latest changes in the project’s file .* are missing: .* fetch the results again, which costs nothing\./);
    expect(existsSync(out)).toBe(false);
    // The service refused some of the rows.
    expect((await run('fetch', id)).exit).toBe(4);
    expect((await run('export', id, '--out', out)).exit).toBe(0);
    expect(existsSync(out)).toBe(true);
  });
});

describe('before the list is sent', () => {
  it.each(DAMAGES)('%s: nothing of another file is sent, and the list is sent after the file is restored', async (_, words, damage) => {
    const { desk, files } = await openWithCopies(readyList);
    const { state, lastError } = await sendAndDamage(readyList, desk, files, 'creating', damage);
    expect(state.at).toBe('paused');
    expect(lastError?.code).toBe('PROJECT_FILE_DAMAGED');
    expect(lastError?.message).toMatch(words);
    expect(lastError?.message).toMatch(/nothing .*was sent/i);
    expect((await readyList.ledgerOf(desk)).map(({ rowsStored, processActs }) => [rowsStored, processActs])).toEqual([[0, 0]]);
    expect((await desk.report()).defects).toEqual([]);
    await desk.close();
    await expectResumed(desk, files);
  });
});
