/** Commands that ask about a project while the program repairs what an earlier one left unfinished in it. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { desk, dataDir, folder } = await setupTerminal();

/** A program ended while it fetched the results of the project again. */
function leaveUnfinished(id: string): void {
  const database = new Database(join(dataDir, 'history.sqlite'));
  database.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES (?, '')").run(`fetchAgainUnfinished/1:${id}`);
  database.close();
}

it('a report is shown, or says what is missing, although the repair stops its questions', async () => {
  const list = join(folder, 'list.csv');
  writeFileSync(list, [PEOPLE_HEADINGS, ...people('A', 1, 2, 3)].join('\r\n'));
  const sent = await desk('screen', list, '--connection', 'Service', '--out', join(folder, 'results.csv'), '--yes', '--json');
  const id = (sent.lines.at(-1) as { project: string }).project;
  const plain = await desk('report', id);
  expect(plain.exit).toBe(0);
  leaveUnfinished(id);
  expect(await desk('report', id)).toMatchObject({ exit: 0, out: plain.out });

  leaveUnfinished(id);
  for (const name of readdirSync(join(dataDir, 'projects'))) rmSync(join(dataDir, 'projects', name));
  const missing = await desk('report', id, '--json');
  expect(missing.lines.at(-1)).toMatchObject({ ok: false, error: { code: 'PROJECT_FILE_DAMAGED' } });
});
