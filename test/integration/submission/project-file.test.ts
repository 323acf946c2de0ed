/**
 * The file of a project is no longer the one that was sent: it was emptied, removed, or replaced by an older copy or by the file of another
 * project. Nothing is lost and nothing is paid twice: the project waits until the file is put back.
 */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { insideOfFile } from '../../kit/inside-of-file.ts';
import { sendList, theProject } from '../../kit/desk-use.ts';
import { type Files, prepared, SPOIL, stopped } from '../../kit/spoiled-file.ts';
import { desk as terminal } from '../../kit/terminal.ts';
import { summaryIn } from '../../kit/workbook-facts.ts';

const inside = await insideOfFile();
const plain = await inside.reference();

it('a list that an older version sent is recognized by its number of rows', async () => {
  await inside.practice.client.setFaults({ kind: 'processing-time', secondsPerThousandRows: 15 });
  const { desk, files } = await prepared(inside);
  const older = ({ file }: Files) => {
    const db = new Database(file);
    db.exec("DELETE FROM note WHERE name IN ('project', 'body', 'manifest') OR name LIKE 'chunks/%'; PRAGMA user_version = 1");
    db.close();
  };
  const { state } = await stopped(desk, files, 'processing', older);
  expect(state.at).toBe('done');
  rmSync(`${files.file}.kept`);
  expect(inside.judge({ report: await desk.report(), projects: await inside.ledgerOf(desk) }, plain)).toEqual([]);
  await desk.close();
});

describe('with its results', () => {
  const [, , older] = SPOIL;
  it.each([...SPOIL.filter(([what]) => what !== older![0]), [older![0], /does not contain the results/, older![2]] as const])(
    '%s: no empty results are shown or saved, and its people do not count as never screened',
    async (_, words, spoil) => {
      const { desk, files } = await prepared(inside);
      const { id, state, lastError } = await stopped(desk, files, 'done', spoil);
      expect([state.at, lastError]).toEqual(['done', null]);
      const damaged = { code: 'PROJECT_FILE_DAMAGED', message: expect.stringMatching(words) as string };
      await expect(desk.call('results.get', { id })).rejects.toMatchObject(damaged);
      const { token } = await desk.application.offerFile(inside.list, 'list.csv');
      const next = await desk.call('projects.create', { file: token, connectionId: (await theProject(desk.call)).connection.id });
      await desk.application.idle();
      await expect(desk.call('cost.get', { id: next.id })).rejects.toMatchObject({
        code: 'PROJECT_FILE_DAMAGED',
        message: expect.stringContaining(`“${desk.name}”`) as string,
      });
      renameSync(`${files.file}.kept`, files.file);
      expect((await desk.call('cost.get', { id: next.id })).screened.unchanged).toBe(inside.rows - inside.refused);
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
  it.each(SPOIL.filter(([what]) => what !== 'replaced by an older copy'))('%s is not checked or sent', async (_, words, spoil) => {
    const { desk, files } = await prepared(inside);
    const names = () => readdirSync(join(desk.dataDir, 'projects')).toSorted();
    const { id } = await theProject(desk.call);
    spoil(files);
    const before = names();
    await desk.call('houseRules.set', { required: [], severities: { EMAIL_FORMAT: 'off' } });
    const damaged = { code: 'PROJECT_FILE_DAMAGED', message: expect.stringMatching(words) as string };
    await expect(desk.call('check.get', { id })).rejects.toMatchObject(damaged);
    await expect(desk.call('import.change', { id, headerRow: 1 })).rejects.toMatchObject(damaged);
    await expect(sendList(desk.call)).rejects.toMatchObject(damaged);
    expect(names()).toEqual(before);
    expect(await inside.ledgerOf(desk)).toEqual([]);
    expect((await desk.report()).defects).toEqual([]);
    await desk.close();
  });

  it('is not sent without the last chunk of its rows or its check', async () => {
    for (const stream of ['rows', 'check']) {
      const { desk, files } = await prepared(inside);
      change(files.file, `DELETE FROM chunk WHERE stream = '${stream}' AND seq = (SELECT MAX(seq) FROM chunk WHERE stream = '${stream}')`);
      const failure = await sendList(desk.call).then(
        () => null,
        (error: unknown) => error,
      );
      await desk.application.idle();
      const { state, lastError } = await theProject(desk.call);
      expect(state.at).toBe('draft');
      expect(lastError ?? failure).toMatchObject({ code: 'PROJECT_PART_DAMAGED' });
      expect(await inside.ledgerOf(desk)).toEqual([]);
      await desk.close();
    }
  });
});

describe('a sent list without the last chunk of its sent rows', () => {
  it('is not sent a second time, and does not accept results', async () => {
    await inside.practice.client.setFaults({ kind: 'processing-time', secondsPerThousandRows: 15 });
    const { desk, files } = await prepared(inside);
    const { state, lastError } = await stopped(desk, files, 'processing', ({ file }) =>
      change(file, "DELETE FROM chunk WHERE stream = 'list'"),
    );
    expect([state.at, lastError?.code]).toEqual(['paused', 'PROJECT_PART_DAMAGED']);
    expect(lastError?.message).toMatch(/the record of the rows that were sent.*The results are safe at the service/);
    renameSync(`${files.file}.kept`, files.file);
    await desk.call('project.resume', { id: (await theProject(desk.call)).id });
    await desk.application.idle();
    expect(inside.judge({ report: await desk.report(), projects: await inside.ledgerOf(desk) }, plain)).toEqual([]);
    await desk.close();
  });
});

describe('results without the last chunk of the check', () => {
  it('are collected, and the terminal saves their intact parts', async () => {
    await inside.practice.client.setFaults({ kind: 'processing-time', secondsPerThousandRows: 15 });
    const { desk, files } = await prepared(inside);
    const { id, state } = await stopped(desk, files, 'processing', ({ file }) => change(file, "DELETE FROM chunk WHERE stream = 'check'"));
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
    expect(summaryIn(out)).toMatchObject({
      Damaged: 'The project’s file is damaged. This workbook holds only what is intact.',
      Scored: inside.rows - inside.refused,
    });
  });
});
