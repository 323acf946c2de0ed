/** Refused rows fixed in the terminal, over the practice connection. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeList } from '../kit/csv-list.ts';
import { desk } from '../kit/terminal.ts';
import { summaryIn } from '../kit/workbook-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-fix-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('desk fix shows refused rows, fixes them and sends only the fixed ones', async () => {
  const list = join(folder, 'list.csv');
  const { rows, refused } = writeList(list, 60);
  const data = ['--data', join(folder, 'data'), '--json'];
  const out = join(folder, 'results.xlsx');
  const screened = await desk(['screen', list, '--connection', 'practice', '--send-errors', '--yes', '--out', out, ...data]);
  expect(screened.exit).toBe(4);
  const { project } = screened.lines.at(-1) as { project: string };
  expect(summaryIn(out).join(' ')).not.toContain('Together');

  const shown = await desk(['fix', project, ...data]);
  expect(shown.exit).toBe(0);
  const { left, rowsToSend } = shown.lines.at(-1) as {
    left: { row: number; field: string; value: string; words: string }[];
    rowsToSend: number;
  };
  expect(rowsToSend).toBe(0);
  expect(left).toHaveLength(refused);
  expect(left[0]).toMatchObject({
    row: 3,
    field: 'personalEmail',
    value: 'nobody1@example.invalid',
    words: expect.stringMatching(/.+/) as string,
  });

  const wrong = await desk(['fix', project, '--correct', '3:personalMail=ann@example.org', ...data]);
  expect(wrong.exit).toBe(1);

  const accepted = await desk(['fix', project, '--correct', '2:personalEmail=ann@example.org', '--yes', ...data]);
  expect(accepted.exit).toBe(1);
  expect(JSON.stringify(accepted.lines)).toMatch(
    /Row 2 is not one of the rows that were not accepted\. They are 3, .* Nothing was changed or sent\./,
  );

  const sent = await desk(['fix', project, '--correct', '3:personalEmail=ann@example.org', '--yes', ...data]);
  expect(sent.exit).toBe(0);
  expect(sent.lines.at(-1)).toMatchObject({ ok: true, counts: { submitted: 1, scored: 1, refused: 0, unknown: 0 } });
  const status = await desk(['status', project, ...data]);
  expect(status.lines.at(-1)).toMatchObject({
    state: { counts: { submitted: rows, scored: rows - refused + 1, refused: refused - 1 } },
  });

  // The counts of the workbook match: rows scored in the fix were charged there, separately from the first run.
  expect((await desk(['export', project, '--out', out, ...data])).exit).toBe(0);
  const valid = rows - refused;
  const summary = summaryIn(out);
  expect(summary).toContain(`${rows} rows sent = ${valid + 1} scored + ${refused - 1} not accepted + 0 without a result.`);
  expect(summary.join(' ')).toContain(` = ${valid} charged + `);
  expect(summary).toContain('Later fixes scored 1 of the rows and cost 1 credit.');
  expect(summary).toContain(`Together: ${valid + 1} credits charged.`);
});
