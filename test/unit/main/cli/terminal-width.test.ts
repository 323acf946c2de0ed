/** Tables fit the terminal, and only a terminal shows how much remains and until when. */
import { PassThrough } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { createOutput } from '../../../../main/cli/output.ts';
import { activityText } from '../../../../main/cli/status-text.ts';
import { table } from '../../../../main/cli/table.ts';
import type { Activity } from '../../../../shared/contract/index.ts';

afterEach(() => vi.unstubAllEnvs());

/** The width of a line in a terminal, in which an ideograph and an emoji take two columns. */
const columnsOf = (line: string) =>
  [...new Intl.Segmenter().segment(line)].reduce(
    (sum, { segment }) => sum + (/[\u4E00-\u9FFF]|\p{Emoji_Presentation}/u.test(segment) ? 2 : 1),
    0,
  );

it.each([20, 40, 80])('a table fits %d columns, cuts its longest cells and says so', (most) => {
  const lines = table(
    ['Name', 'Why'],
    [
      ['Ada', 'x'.repeat(200)],
      ['王'.repeat(30), '👩‍👩‍👧'.repeat(40)],
      ['e\u0301'.repeat(40), ''],
    ],
    most,
  ).split('\n');
  for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(most);
  expect(lines[2]).toMatch(/^Ada .*x…$/);
  expect(lines[3]).toContain('…');
  expect(lines.join('')).not.toMatch(/\uFFFD|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
});

it('a table in a file or a pipe is whole', () => {
  expect(table(['Why'], [['x'.repeat(500)]])).toContain('x'.repeat(500));
  const through = new PassThrough() as unknown as NodeJS.WriteStream;
  expect(createOutput(false, through, through).widths).toEqual({ result: Number.POSITIVE_INFINITY, step: Number.POSITIVE_INFINITY });
});

const START = Date.UTC(2026, 0, 5, 12);
const activity = (changes: Partial<Activity>): Activity => ({
  kind: 'sending',
  done: 0,
  total: null,
  unit: 'rows',
  startedAt: START,
  note: null,
  nextAt: null,
  ...changes,
});
const text = (changes: Partial<Activity>, seconds = 60) =>
  activityText({ state: { at: 'collecting' } as never }, activity(changes), START + seconds * 1000);

it('progress says how much is done of how much, what remains and until when', () => {
  expect(text({ done: 25_000, total: 100_000 })).toMatch(
    /^Fetching scores 25% 25,000 of 100,000 rows, about 3 minutes left, until \d+:\d\d\s[AP]M$/,
  );
  expect(text({ done: 50, total: 100 })).toMatch(/, about 60 seconds left, until /);
  expect(text({ done: 2_500_000, total: 10_000_000, unit: 'bytes' })).toContain(' 2.5 of 10.0 MB, about 3 minutes left');
  // Too early, or without a total: no guess.
  expect(text({ done: 3, total: 100 })).not.toContain('left');
  expect(text({ done: 50, total: 100 }, 1)).not.toContain('left');
  expect(text({ done: 50 })).toBe('Fetching scores 50 rows');
  expect(text({ unit: 'none', note: 'The service is busy.', nextAt: START + 120_000 })).toMatch(
    /– The service is busy\. Next try at \d+:\d\d\s[AP]M\.$/,
  );
});

it.each([
  [true, 'xterm', true],
  [true, 'dumb', false],
  [false, 'xterm', false],
])('a terminal (%s, %s) shows a line that changes: %s', (isTTY, term, shows) => {
  vi.stubEnv('TERM', term);
  let shown = '';
  const err = Object.assign(new PassThrough(), { isTTY, columns: 30 });
  err.on('data', (part: Buffer) => (shown += part.toString()));
  createOutput(false, new PassThrough() as unknown as NodeJS.WriteStream, err as unknown as NodeJS.WriteStream).progress('p'.repeat(90));
  expect(shown.includes('\u001B')).toBe(shows);
  expect(shown.replace('\r\u001B[2K', '').length).toBe(shows ? 29 : 0);
});
