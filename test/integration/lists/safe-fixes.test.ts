/** What the service refuses and what it scores in a messy list, with all fixes and without any. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { rowsAsTexts } from '../../../main/spreadsheet/rows-as-texts.ts';
import { openSpreadsheet } from '../../../main/spreadsheet/open.ts';
import { csvOf } from '../../kit/result-project.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const SAMPLE = fileURLToPath(new URL('../../../assets/samples/sample-messy.xlsx', import.meta.url));

const desk = await setupTestDesk();

/** The sample as lines of CSV, with different IDs for each list, so that no list was screened before. */
async function messyLines(prefix: string): Promise<string[]> {
  const workbook = await openSpreadsheet(SAMPLE);
  const rows: string[][] = [];
  for await (const row of rowsAsTexts(workbook, 0)) rows.push(row);
  await workbook.close();
  const header = rows.findIndex((row) => row.includes('CnBio_ID'));
  const [head, ...people] = rows.slice(header);
  return csvOf([head!, ...people.map(([id, ...cells]) => [`${prefix}${id}`, ...cells])])
    .trimEnd()
    .split(/\r?\n/);
}

/** Sends every row, including those with errors, and returns the counts from the service. */
async function sent(id: string): Promise<{ readonly refused: number; readonly scored: number }> {
  await desk.call('projects.change', { id, sendErrors: true });
  await desk.send(id);
  const { state } = await desk.call('projects.get', { id });
  expect(state).toMatchObject({ at: 'done', counts: { unknown: 0 } });
  return (state as { counts: { refused: number; scored: number } }).counts;
}

it('a messy list with all fixes has more ready rows and no more refused rows than the unfixed list', async () => {
  const asItIs = await sent(await desk.importList(await messyLines('A')));
  const id = await desk.importList(await messyLines('B'));
  const { rules, ready } = await desk.call('check.get', { id });
  for (const { code, fix } of rules) if (fix?.bulk === true) await desk.call('check.fix', { id, code, field: null });
  expect((await desk.call('check.get', { id })).ready).toBeGreaterThan(ready);
  const fixed = await sent(id);
  expect(asItIs.refused).toBeGreaterThan(0);
  expect(fixed.refused).toBeLessThanOrEqual(asItIs.refused);
  expect(fixed.scored + fixed.refused).toBe(asItIs.scored + asItIs.refused);
});

it('the safe fixes are one step, and match their preview', async () => {
  const id = await desk.importList(await messyLines('C'));
  const preview = await desk.call('check.safeFixes', { id, codes: null });
  const after = await desk.call('check.fixSafe', { id, codes: null });
  expect([after.ready, after.invalid, after.withIssues]).toEqual([preview.ready.after, preview.invalid.after, preview.withIssues.after]);
  const before = await desk.call('check.undo', { id });
  expect([before.ready, before.undo]).toEqual([preview.ready.before, null]);
  expect((await desk.call('check.redo', { id })).ready).toBe(preview.ready.after);
});

it('each rule makes as many rows ready as it promises', { timeout: 120_000 }, async () => {
  const id = await desk.importList(await messyLines('D'));
  const { rules, ready } = await desk.call('check.get', { id });
  const promising = rules.filter(({ fix, gain }) => fix?.safe === true && gain > 0);
  expect(promising.length).toBeGreaterThan(1);
  for (const { code, gain } of promising) {
    expect([code, (await desk.call('check.fixSafe', { id, codes: [code] })).ready - ready]).toEqual([code, gain]);
    await desk.call('check.undo', { id });
  }
});
