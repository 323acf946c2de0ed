/** A newer export screened in the terminal: only new or changed rows are sent, over the practice connection. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { desk } from '../kit/terminal.ts';
import { summaryIn } from '../kit/workbook-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-since-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP';
const person = (n: number, city = 'Worcester') => `P${n},Rosalind,Quayle${'abcdefghij'[n]},${n} Larkspur Ln,${city},MA,01609`;

function write(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${[HEADINGS, ...lines].join('\r\n')}\r\n`);
  return path;
}

it('desk screen --baseline sends the difference and reports the savings', async () => {
  const data = ['--data', join(folder, 'data'), '--json'];
  const screen = (list: string, ...words: string[]) =>
    desk(['screen', list, '--connection', 'practice', '--yes', '--out', join(folder, 'results.csv'), ...words, ...data]);
  const first = await screen(write('may.csv', [person(1), person(2), person(3)]));
  expect(first.exit).toBe(0);
  const { project: may } = first.lines.at(-1) as { project: string };

  const june = write('june.csv', [person(1), person(2, 'Salem'), person(3), person(4)]);
  const second = await screen(june, '--baseline', may.slice(0, 8));
  expect(second.exit).toBe(0);
  expect(second.err).toContain('Since “may”: 1 new, 1 changed, 2 unchanged and left out; sending everyone would cost about 2 credits more');
  const last = second.lines.at(-1) as { project: string };
  expect(last).toMatchObject({
    inFile: 4,
    leftOut: 2,
    baseline: { id: may, name: 'may', newRows: 1, changed: 1, unchanged: 2, saved: 2 },
    counts: { submitted: 2, scored: 2 },
  });

  // The saved file has all people, the unchanged ones with their earlier scores.
  const saved = readFileSync(join(folder, 'results.csv'), 'utf8');
  expect(saved.match(/,Scored before,/g)).toHaveLength(2);
  expect(saved.match(/,Scored,/g)).toHaveLength(2);

  const workbook = join(folder, 'results.xlsx');
  const summary = async (...words: string[]) => {
    expect((await desk(['export', last.project, '--out', workbook, ...words, ...data])).exit).toBe(0);
    return summaryIn(workbook);
  };
  const withEarlier = await summary('--earlier');
  expect(withEarlier).toEqual(
    expect.arrayContaining([
      '4 rows in the file = 2 sent + 2 not sent.',
      '2 rows sent = 2 scored + 0 not accepted + 0 without a result.',
      '2 people who have not changed keep the scores of an earlier screening.',
      'Top prospects and the ranges below are of 4 people: 2 scored in this screening + 2 with earlier scores. The sheet Report is only of those scored in this screening.',
      'Sheet Scores: 4 rows.',
    ]),
  );
  expect(withEarlier.join(' ')).toContain(' = 2 charged + ');
  expect((await summary()).join(' ')).not.toContain('earlier screening');

  const report = await desk(['report', last.project, ...data]);
  expect(JSON.stringify(report.lines.at(-1))).toContain(
    '2 people of these have not changed since an earlier screening. Their earlier scores are not in this report',
  );

  const compared = await desk(['compare', may, last.project, ...data]);
  expect(compared.lines.at(-1)).toMatchObject({ counts: { new: 1, notAgain: 2, gone: 0 } });
  const inWords = await desk(['compare', may, last.project, '--data', join(folder, 'data')]);
  expect(inWords.out).toMatch(/Unchanged, not sent again +2\n/);

  // The newest screening with people of the list is the second one, and the people it left out were sent with the first.
  const third = await screen(june, '--baseline', 'last');
  expect(third.exit).not.toBe(0);
  expect(third.lines.at(-1)).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_SEND' } });
  const status = await desk(['status', last.project, ...data]);
  expect(JSON.stringify(status.lines.at(-1))).toContain('1 new and 1 changed since “may”; 2 unchanged left out');

  const unknown = await screen(june, '--baseline', 'no-such-project');
  expect(unknown.lines.at(-1)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });

  // Before and during the removal of the first screening, a message shows what the second one loses.
  const lost = '“june” left out people who had not changed since this screening';
  const asked = await desk(['remove', may, ...data]);
  expect(asked.lines.at(-1)).toMatchObject({
    ok: false,
    error: { code: 'USAGE', message: expect.stringContaining(lost) as string },
  });
  const removed = await desk(['remove', may, '--yes', ...data]);
  expect(removed.exit).toBe(0);
  expect(removed.err).toContain(lost);
});

it('desk screen --baseline reports the carried corrections, and --carried-corrections applies them', async () => {
  const data = ['--data', join(folder, 'corrected'), '--json'];
  const headings = `${HEADINGS},Email`;
  const list = (name: string, city: string) => {
    const path = join(folder, name);
    writeFileSync(path, [headings, `${person(1)},one@example.org`, `${person(2, city)},nobody@example.invalid`, ''].join('\r\n'));
    return path;
  };
  const screen = (path: string, ...words: string[]) =>
    desk(['screen', path, '--connection', 'practice', '--yes', '--out', join(folder, 'again.csv'), ...words, ...data]);
  const first = await screen(list('july.csv', 'Worcester'), '--send-errors');
  const { project: july } = first.lines.at(-1) as { project: string };
  const fixed = await desk(['fix', july, '--correct', '3:personalEmail=two@example.org', '--yes', ...data]);
  expect(fixed.lines.at(-1)).toMatchObject({ counts: { scored: 1 } });

  const august = list('august.csv', 'Salem');
  const asItIs = await screen(august, '--baseline', july);
  expect(asItIs.err).toContain('1 correction carried from “july” can be applied again. Add --carried-corrections');
  expect(asItIs.lines.at(-1)).toMatchObject({ ok: true, counts: { submitted: 1, refused: 1 } });

  const corrected = await screen(august, '--baseline', july, '--carried-corrections');
  expect(corrected.err).toContain('1 correction carried from “july” applied again');
  expect(corrected.lines.at(-1)).toMatchObject({ baseline: { newRows: 0, changed: 1, unchanged: 1 }, counts: { submitted: 1, scored: 1 } });
});
