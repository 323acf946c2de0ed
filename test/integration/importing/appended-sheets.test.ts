/** A list of several sheets with the same headings: totals at the end of each, parts of it, and a screening of what changed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noticeTexts } from '../../../shared/view-texts/sheet-notices.ts';
import { setupApplication } from '../../kit/setup-application.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { bySheets } from '../../kit/sheetjs-workbook.ts';
import { cellsIn } from '../../kit/workbook-facts.ts';

const app = setupApplication();
const desk = await setupTestDesk();
const terminal = await setupTerminal();

const HEADINGS = ['Constituent ID', 'First Name', 'Last Name', 'Street', 'City', 'State', 'ZIP', 'Total Giving'];
const person = (id: string, first: string, last: string, total = '20') => [id, first, last, `${id.length}2 Elm St`, 'Keene', 'NH', '03431', total]; // prettier-ignore

describe('totals, counts and footers at the end of a sheet that is not the last', () => {
  it.each<[string, readonly (readonly string[])[]]>([
    ['a total', [['Total', '', '', '', '', '', '', '40']]],
    ['a total below an empty row', [[], ['', '', '', '', '', '', 'Grand total:', '40']]],
    ['a count', [['2 records']]],
    ['a total, a count and a footer', [['Total', '', '', '', '', '', '', '40'], ['2 records'], ['Confidential. Printed on 11/20/2026']]],
    ['a word alone below an ID column', [['', 'Total', '', '', '', '', '', '40']]],
  ])('are not people: %s', async (_, footer) => {
    const sheet = (from: number) => [HEADINGS, person(`${from}`, 'Ada', 'Ashdown'), person(`${from + 1}`, 'Bo', 'Brink'), ...footer];
    const content = bySheets({ '2024': sheet(1), '2025': sheet(3), '2026': sheet(5) });
    const id = await app.createDraft({ file: await app.offer('list.xlsx', content), importOptions: { otherSheets: 'keep' } });
    const page = await app.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 50 });
    const at = page.fields.indexOf('constituentId');
    expect(page.rows.map(({ values }) => values[at])).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await app.call('check.get', { id })).toMatchObject({ rows: 6, ready: 6 });
    expect(noticeTexts((await app.call('import.get', { id })).notices).join(' ')).toContain('added to the list');
  });
});

describe('parts of a list with appended sheets', () => {
  it('are sent one by one and once each, and come back to their rows', async () => {
    const sheet = (prefix: string) =>
      [HEADINGS, person(`${prefix}1`, 'Ada', 'Ashdown'), person(`${prefix}2`, 'Bo', 'Brink')].map((cells) => cells.join(','));
    const file = await desk.workbook({ First: sheet('P'), Second: sheet('Q'), Third: sheet('R') });
    const { id } = await desk.call('projects.create', { file, connectionId: desk.connectionId, importOptions: { otherSheets: 'keep' } });
    await desk.idle();
    const settings = { listFormat: 'json', rowBase: 'find' } as const;
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 4 } });
    await desk.send(id, 2);
    await desk.call('connections.change', { id: desk.connectionId, settings });
    const { projects } = await desk.practice.client.ledger();
    expect(projects.slice(-2).map(({ rowsStored, creditsCharged }) => [rowsStored, creditsCharged])).toEqual([
      [4, 4],
      [2, 2],
    ]);
    const rows = await desk.exportRows(id);
    expect(rows.map((row) => row['Constituent ID'])).toEqual(['P1', 'P2', 'Q1', 'Q2', 'R1', 'R2']);
    for (const row of rows) expect(row['Why it was not sent'] ?? '').toBe('');
  });
});

describe('a screening of what is new or changed, with appended sheets', () => {
  it('finds people of every sheet in the earlier list, on whichever sheet they are now', async () => {
    const path = join(terminal.folder, 'list.xlsx');
    const out = join(terminal.folder, 'scores.xlsx');
    const options = ['--connection', 'Service', '--yes', '--out', out, '--other-sheets', 'keep'] as const;
    writeFileSync(
      path,
      bySheets({
        One: [HEADINGS, person('1', 'Ada', 'Ashdown'), person('2', 'Bo', 'Brink')],
        Two: [HEADINGS, person('3', 'Cy', 'Carrow'), person('4', 'Di', 'Dorne')],
      }),
    );
    expect((await terminal.desk('screen', path, ...options)).exit).toBe(0);
    // Bo moved to the other sheet, Di has another last name, and Ed is new.
    writeFileSync(
      path,
      bySheets({
        One: [HEADINGS, person('1', 'Ada', 'Ashdown'), person('5', 'Ed', 'Eames')],
        Two: [HEADINGS, person('3', 'Cy', 'Carrow'), person('2', 'Bo', 'Brink'), person('4', 'Di', 'Dornemann')],
      }),
    );
    const again = await terminal.desk('screen', path, ...options, '--baseline', 'last', '--force', '--again');
    expect({ exit: again.exit, err: again.exit === 0 ? '' : again.err }).toEqual({ exit: 0, err: '' });
    const { projects } = await terminal.practice.client.ledger();
    expect(projects.map(({ creditsCharged }) => creditsCharged)).toEqual([4, 2]);
    const [headings, ...rows] = cellsIn(out, 'Scores') as string[][];
    const at = headings!.indexOf('Constituent ID');
    // The people who did not change have the scores of the earlier screening.
    expect(new Set(rows.map((row) => row[at]))).toEqual(new Set(['1', '2', '3', '4', '5']));
    const score = headings!.findIndex((heading) => /score/i.test(heading));
    for (const row of rows) expect(Number(row[score])).toBeGreaterThan(0);
  });
});
