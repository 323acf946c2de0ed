/**
 * A project's file is no longer the file that was sent: it was emptied, removed, or replaced by an older copy or another project's file.
 * Nothing is lost and nothing is paid twice: the project waits until the file is restored.
 * @module-tag deep
 */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';
import { openWithCopies, DAMAGES, sendAndDamage } from '../../kit/damaged-project-file.ts';
import { desk as terminal } from '../../kit/terminal.ts';
import { summaryIn } from '../../kit/workbook-facts.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

describe('with its results', () => {
  const [, , older] = DAMAGES;
  it.each([...DAMAGES.filter(([what]) => what !== older![0]), [older![0], /^The latest changes .* are missing/, older![2]] as const])(
    '%s: no empty results are shown or saved, and its people do not count as never screened',
    async (what, words, damage) => {
      const code = what === older![0] ? 'PROJECT_PART_DAMAGED' : 'PROJECT_FILE_DAMAGED';
      const { desk, files } = await openWithCopies(readyList);
      const { id, state, lastError } = await sendAndDamage(readyList, desk, files, 'done', damage);
      expect([state.at, lastError]).toEqual(['done', null]);
      const damaged = { code, message: expect.stringMatching(words) as string };
      await expect(desk.call('results.get', { id })).rejects.toMatchObject(damaged);
      const { token } = await desk.application.offerFile(readyList.list, 'list.csv');
      const next = await desk.call('projects.create', { file: token, connectionId: (await rootProject(desk.call)).connection.id });
      await desk.application.idle();
      await expect(desk.call('cost.get', { id: next.id })).rejects.toMatchObject({
        code: 'PROJECT_FILE_DAMAGED',
        message: expect.stringContaining(`“${desk.name}”`) as string,
      });
      renameSync(`${files.file}.kept`, files.file);
      expect((await desk.call('cost.get', { id: next.id })).screened.unchanged).toBe(readyList.rows - readyList.refused);
      expect((await desk.call('results.get', { id })).columns.length).toBeGreaterThan(0);
      await desk.close();
    },
  );
});

/** Changes a project file that no program has open. */
function change(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

describe('a draft', () => {
  it.each(DAMAGES.filter(([what]) => what !== 'replaced by an older copy'))('%s is not checked or sent', async (_, words, damage) => {
    const { desk, files } = await openWithCopies(readyList);
    const names = () => readdirSync(join(desk.dataDir, 'projects')).toSorted();
    const { id } = await rootProject(desk.call);
    damage(files);
    const before = names();
    await desk.call('organizationRules.set', { required: [], severities: { EMAIL_FORMAT: 'off' } });
    const damaged = { code: 'PROJECT_FILE_DAMAGED', message: expect.stringMatching(words) as string };
    await expect(desk.call('check.get', { id })).rejects.toMatchObject(damaged);
    await expect(desk.call('import.change', { id, headerRow: 1 })).rejects.toMatchObject(damaged);
    await expect(sendList(desk.call)).rejects.toMatchObject(damaged);
    expect(names()).toEqual(before);
    expect(await readyList.ledgerOf(desk)).toEqual([]);
    expect((await desk.report()).defects).toEqual([]);
    await desk.close();
  });

  it('is not sent without the last chunk of its rows or its check', async () => {
    for (const stream of ['rows', 'check']) {
      const { desk, files } = await openWithCopies(readyList);
      change(files.file, `DELETE FROM chunk WHERE stream = '${stream}' AND seq = (SELECT MAX(seq) FROM chunk WHERE stream = '${stream}')`);
      const failure = await sendList(desk.call).then(
        () => null,
        (error: unknown) => error,
      );
      await desk.application.idle();
      const { state, lastError } = await rootProject(desk.call);
      expect(state.at).toBe('draft');
      expect(lastError ?? failure).toMatchObject({ code: 'PROJECT_PART_DAMAGED' });
      expect(await readyList.ledgerOf(desk)).toEqual([]);
      await desk.close();
    }
  });
});

describe('a sent list without the last chunk of its sent rows', () => {
  it('is not sent a second time, and does not accept results', async () => {
    const { desk, files } = await openWithCopies(readyList);
    const { state, lastError } = await sendAndDamage(readyList, desk, files, 'processing', ({ file }) =>
      change(file, "DELETE FROM chunk WHERE stream = 'list'"),
    );
    expect([state.at, lastError?.code]).toEqual(['paused', 'PROJECT_PART_DAMAGED']);
    expect(lastError?.message).toMatch(/the record of the rows that were sent.*The results are safe at the service/);
    renameSync(`${files.file}.kept`, files.file);
    await desk.call('project.resume', { id: (await rootProject(desk.call)).id });
    await desk.application.idle();
    expect(readyList.problems({ report: await desk.report(), projects: await readyList.ledgerOf(desk) }, plain)).toEqual([]);
    await desk.close();
  });
});

describe('results without the last chunk of the check', () => {
  it('are collected, and the terminal saves their intact parts', async () => {
    const { desk, files } = await openWithCopies(readyList);
    const { id, state } = await sendAndDamage(readyList, desk, files, 'processing', ({ file }) =>
      change(file, "DELETE FROM chunk WHERE stream = 'check'"),
    );
    expect(state.at).toBe('done');
    rmSync(`${files.file}.kept`);
    await desk.close();
    const out = join(desk.dataDir, 'out.xlsx');
    const ended = async (...words: string[]) => {
      const { exit, lines } = await terminal(['export', id, '--out', out, '--json', '--data', desk.dataDir, ...words]);
      return [exit, lines.at(-1)];
    };
    expect(await ended()).toMatchObject([2, { ok: false, error: { code: 'PROJECT_PART_DAMAGED' } }]);
    expect(await ended('--intact')).toMatchObject([0, { ok: true }]);
    const { rows, refused } = readyList;
    const [first, ...others] = summaryIn(out);
    expect(first).toBe('The project’s file is damaged. This workbook holds only what is intact.');
    expect(others.join(' ')).toContain(`= ${rows - refused} scored + ${refused} not accepted`);
  });
});
