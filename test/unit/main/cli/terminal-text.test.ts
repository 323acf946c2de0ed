/** No character of a cell, a service or a file name moves the cursor, changes colors or reorders a line of a terminal. */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createOutput } from '../../../../main/cli/output.ts';
import { table } from '../../../../main/cli/table.ts';
import { AppError } from '../../../../shared/base/errors.ts';

const every = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
const HOSTILE = [...every(0, 8), ...every(0x0b, 0x1f), ...every(0x7f, 0x9f), ...every(0x202a, 0x202e), ...every(0x2066, 0x2069)];
const SENT = `a${HOSTILE.map((character) => `${character}[2J`).join('')}b`;

function terminal(json: boolean) {
  const text = { out: '', err: '' };
  const stream = (name: keyof typeof text, isTTY: boolean) => {
    const through = Object.assign(new PassThrough(), { isTTY, columns: 10_000 });
    through.on('data', (chunk: Buffer) => (text[name] += chunk.toString('utf8')));
    return through as unknown as NodeJS.WriteStream;
  };
  return { text, output: createOutput(json, stream('out', true), stream('err', true)) };
}
const hostileIn = (text: string) => HOSTILE.filter((character) => text.includes(character));
/** The program's own way to clear its progress line. */
const withoutClear = (text: string) => text.replaceAll('\r\u001B[2K', '');

it.each<[string, (output: ReturnType<typeof createOutput>) => void]>([
  ['a result', (output) => output.result(null, SENT)],
  ['a table', (output) => output.result(null, table([SENT], [[SENT], ['c']]))],
  ['a step', (output) => output.step(SENT)],
  ['progress', (output) => output.progress(SENT)],
  ['an error', (output) => output.failure(new AppError('NOT_FOUND', SENT))],
])('%s shows none of them', (_, write) => {
  const { text, output } = terminal(false);
  write(output);
  const shown = withoutClear(text.out + text.err);
  expect(shown).toContain('a\uFFFD[2J');
  expect(hostileIn(shown)).toEqual([]);
});

it.each<[string, (output: ReturnType<typeof createOutput>) => void]>([
  ['a result', (output) => output.result({ ok: true, version: SENT }, '')],
  ['an error', (output) => output.failure(new AppError('NOT_FOUND', SENT))],
])('%s with --json has them escaped, and nothing is lost', (_, write) => {
  const { text, output } = terminal(true);
  write(output);
  expect(hostileIn(text.out)).toEqual([]);
  expect(text.out).toContain('\\u009b[2J');
  const read = JSON.parse(text.out) as { version?: string; error?: { message: string } };
  expect(read.version ?? read.error?.message).toBe(SENT);
});

it('a cell cannot begin a new line or column', () => {
  expect(table(['Name'], [['Ada\nDone\tPaid']]).split('\n')).toEqual(['Name', '─────────────', 'Ada Done Paid']);
});
