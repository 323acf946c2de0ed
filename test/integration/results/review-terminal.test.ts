/**
 * The review in the terminal, from the queue to the workbook of a colleague. Nothing is sent or charged.
 * @module-tag deep
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeList } from '../../kit/csv-list.ts';
import { cellsIn } from '../../kit/workbook-facts.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { desk as run } from '../../kit/terminal.ts';

const { dataDir, desk, folder, practice } = await setupTerminal();

it('lists the queue, sets and counts verdicts, and reads a sheet back', async () => {
  const list = join(folder, 'list.csv');
  writeList(list, 12);
  const sent = await desk('screen', list, '--send-errors', '--yes', '--out', join(folder, 'out.xlsx'), '--json');
  const { project } = sent.lines.at(-1) as { readonly project: string };
  const before = await practice.client.ledger();
  const [queue] = (await desk('review', project, '--json')).lines as { left: number; rows: { row: number; name: string }[] }[];
  expect(queue!.rows).toHaveLength(queue!.left);
  const [first, second, third] = queue!.rows.map(({ row }) => row);
  const set = await desk('review', 'set', project, '--rows', `${first},${second}`, '--verdict', 'wrong', '--reason', 'sameName', '--json');
  expect(set.lines.at(-1)).toMatchObject({ ok: true, changed: [first, second].toSorted((a, b) => a! - b!) });
  const { out } = await desk('review', project, '--part', 'wrong');
  expect(out).not.toContain('0 of 0 right');
  expect(out).toContain(`${queue!.left} scored − 2 judged wrong = ${queue!.left - 2}`);

  const book = join(folder, 'judged.xlsx');
  expect((await desk('export', project, '--out', book)).exit).toBe(0);
  const top = cellsIn(book, 'Top prospects').slice(4);
  expect(top.map((cells) => String(cells[1])).toSorted()).toEqual(
    queue!.rows
      .slice(2)
      .map(({ name }) => name)
      .toSorted(),
  );
  const summary = cellsIn(book, 'Summary');
  expect(summary.flat()).toContain(
    '2 scored people were judged wrong in Review, and are not in Top prospects and not in the ranges below.',
  );
  const ranges = summary.slice(summary.findIndex(([cell]) => cell === 'Capacity by range') + 1);
  expect(ranges.reduce((sum, [, people]) => sum + Number(people), 0)).toBe(queue!.left - 2);

  const sheet = join(folder, 'to-review.csv');
  expect((await desk('review', project, '--export', sheet)).exit).toBe(0);
  const [head, ...lines] = readFileSync(sheet, 'utf8').trim().split('\r\n');
  expect(lines).toHaveLength(queue!.left - 2);
  // The columns: row, ID, name, then the verdict.
  const answered = lines.map((line) =>
    line.startsWith(`${third},`) ? line.replace(/^((?:(?:"(?:[^"]|"")*"|[^,]*),){3})/, '$1Right') : line,
  );
  writeFileSync(sheet, [head, ...answered].join('\r\n'));
  const read = await desk('review', project, '--import', sheet, '--json');
  expect([read.exit, read.lines.at(-1)]).toEqual([0, expect.objectContaining({ ok: true, changed: 1, nobody: [], conflicts: [] })]);

  await desk('review', 'set', project, '--rows', String(third), '--verdict', 'wrong');
  const differs = await desk('review', project, '--import', sheet);
  expect([differs.exit, differs.out]).toEqual([3, expect.stringContaining(`Row ${third} is Wrong here and Right in the file`)]);
  expect((await desk('review', project, '--import', sheet, '--take', 'file', '--json')).lines.at(-1)).toMatchObject({ changed: 1 });
  writeFileSync(sheet, [head, ...answered.map((line) => line.replace(',Right,', ',Correct,'))].join('\r\n'));
  const unread = await desk('review', project, '--import', sheet);
  expect([unread.exit, unread.out]).toEqual([4, expect.stringContaining('1 line of the file was not used.')]);
  writeFileSync(sheet, [head, ...answered].join('\r\n'));
  // Standard input is stored in the data folder while it is read; the next start removes leftovers there.
  const environment = { DESK_TOKEN: practice.client.token, TMPDIR: join(folder, 'nowhere') };
  const piped = await run(['review', project, '--import', '-', '--json', '--data', dataDir], {
    input: readFileSync(sheet, 'utf8'),
    environment,
  });
  expect([piped.exit, piped.lines.at(-1)]).toEqual([0, expect.objectContaining({ changed: 0, same: 1 })]);
  expect((await desk('review', 'set', project, '--rows', 'x', '--verdict', 'right')).exit).toBe(1);
  expect(await practice.client.ledger()).toEqual(before);
});
