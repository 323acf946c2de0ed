/** `desk export --join-by-order`: the pairs, the confirmation, the marked rows and the undo. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { people, PEOPLE_HEADINGS, person } from '../kit/list-people.ts';
import { setupTerminal } from '../kit/setup-terminal.ts';
import { cellsIn, summaryIn } from '../kit/workbook-facts.ts';

const { practice, folder, desk } = await setupTerminal('no-echo');

it('desk export joins by order after --yes, marks the rows, and undoes the join', async () => {
  // Until it is dismissed, the notice about the key file precedes every other message.
  await desk('dismiss');
  const list = join(folder, 'list.csv');
  writeFileSync(list, `${[PEOPLE_HEADINGS, ...people('A', 1, 2, 3)].join('\r\n')}\r\n`);
  const sent = await desk('screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'first.csv'), '--json');
  const { project } = sent.lines.at(-1) as { project: string };
  const before = await practice.client.ledger();
  const out = join(folder, 'joined.xlsx');

  const unconfirmed = await desk('export', project, '--join-by-order', '--out', out);
  expect(unconfirmed.exit).toBe(1);
  expect(unconfirmed.err).toContain('Row 2, Firstb Lastal: profile 1, ');
  expect(unconfirmed.err).toContain('Row 4, Firstd Lastan: profile 3, ');
  expect(unconfirmed.err).toContain('Nothing was joined by order. Add --yes to confirm. (USAGE)');
  expect(existsSync(out)).toBe(false);

  const joined = await desk('export', project, '--join-by-order', '--yes', '--out', out, '--json');
  expect(joined.exit).toBe(0);
  expect(joined.lines).toEqual([{ ok: true, project, out }]);
  expect(joined.err).toContain('Joined by order: 3 rows. Nothing was charged.');
  expect(summaryIn(out)).toContain('3 scored rows were joined to their results by order.');
  const [headings, ...rows] = cellsIn(out, 'Scores');
  expect(rows.map((row) => row[headings!.indexOf('Screening outcome')])).toEqual(Array(3).fill('Scored, joined by order'));

  const again = await desk('export', project, '--join-by-order', '--out', out);
  expect([again.exit, again.err.trim()]).toEqual([0, 'Already joined by order.']);

  const layout = join(folder, 'civicrm.csv');
  const layoutRefused = await desk('export', project, '--layout', 'civicrm', '--out', layout);
  expect(layoutRefused.exit).toBe(1);
  expect(layoutRefused.err).toContain('3 rows of these results were joined by order, and a file for another system cannot mark them.');
  expect(existsSync(layout)).toBe(false);
  const layoutSaved = await desk('export', project, '--layout', 'civicrm', '--yes', '--out', layout);
  expect(layoutSaved.exit).toBe(0);
  expect(layoutSaved.err).toContain('3 rows in the file have scores that were joined by order; the file does not mark them.');

  const written = join(folder, 'written.csv');
  const writeback = (...more: string[]) => desk('writeback', project, '--layout', 'civicrm', '--out', written, ...more);
  const unsure = await writeback();
  expect([unsure.exit, existsSync(written)]).toEqual([1, false]);
  expect(unsure.err).toContain('Nothing was saved: some rows were joined by order. Add --yes to confirm.');
  const judge = async (verdict: string) => (await desk('review', 'set', project, '--rows', '2-4', '--verdict', verdict)).exit;
  expect(await judge('wrong')).toBe(0);
  const nobody = await writeback('--yes');
  expect([nobody.exit, existsSync(written)]).toEqual([1, false]);
  expect(nobody.err).toContain('Nobody passes, so nothing was saved. Judged wrong: 3');
  expect(await judge('none')).toBe(0);
  expect([(await writeback('--yes')).exit, existsSync(written)]).toEqual([0, true]);

  const undone = await desk('export', project, '--undo-join-by-order', '--out', out);
  expect(undone.exit).toBe(0);
  expect(undone.err).toContain('Undone: 3 rows joined by order. Nothing was charged.');
  expect(summaryIn(out)).toEqual(
    expect.arrayContaining(['3 rows sent = 0 scored + 0 not accepted + 3 without a result.', '3 results belong to no row.']),
  );
  const both = await desk('export', project, '--join-by-order', '--undo-join-by-order', '--out', out);
  expect(both.exit).toBe(1);
  expect(await practice.client.ledger()).toEqual(before);
});

it('desk export reports why it does not join', async () => {
  const list = join(folder, 'refused.csv');
  writeFileSync(list, `${[PEOPLE_HEADINGS, ...people('B', 1, 2), person('B3', { isRefused: true })].join('\r\n')}\r\n`);
  const words = ['screen', list, '--connection', 'Service', '--send-errors', '--yes', '--out', join(folder, 'refused.csv.jsonl'), '--json'];
  const { project } = (await desk(...words)).lines.at(-1) as { project: string };
  const out = join(folder, 'refused.xlsx');
  const refused = await desk('export', project, '--join-by-order', '--yes', '--out', out, '--json');
  expect(refused.exit).toBe(1);
  expect(refused.lines).toMatchObject([{ ok: false, error: { code: 'INPUT_INVALID' } }]);
  expect(JSON.stringify(refused.lines)).toContain(
    'Not joined by order. The service did not accept 1 row, and its answer does not prove which.',
  );
  expect(existsSync(out)).toBe(false);
});
