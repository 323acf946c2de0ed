/** How long the service tells the program to wait: seconds, or a date by the service's clock, within sensible limits. */
import { afterEach, expect, it, vi } from 'vitest';
import { retryAfterMs } from '../../../../main/service/http.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const SECOND = 1000;
const DAY = 86_400_000;

it.each([
  ['7', null, 7 * SECOND],
  [' 7 ', null, 7 * SECOND],
  ['172800', null, 2 * DAY],
  ['Sun, 22 Nov 2026 10:01:30 GMT', null, 90 * SECOND],
  // The service's clock is an hour ahead of this computer's.
  ['Sun, 22 Nov 2026 11:01:30 GMT', 'Sun, 22 Nov 2026 11:00:00 GMT', 90 * SECOND],
  ['Tue, 24 Nov 2026 10:00:00 GMT', null, 2 * DAY],
  // Never immediately, whatever the service says.
  ['0', null, SECOND],
  ['-5', null, SECOND],
  ['1.5', null, 1.5 * SECOND],
  // Seconds since 1970.
  [String((NOW + 90 * SECOND) / SECOND), null, 90 * SECOND],
  ['Mon, 01 Jan 2001 00:00:00 GMT', null, SECOND],
  // Never forever.
  ['99999999999999999999999', null, 30 * DAY],
  ['Fri, 31 Dec 2399 23:59:59 GMT', null, 30 * DAY],
  ['soon', null, null],
  ['', null, null],
])('Retry-After “%s” with the date %s means %s ms', (retryAfter, date, expected) => {
  expect(retryAfterMs({ retryAfter, date }, NOW)).toBe(expected);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each(['America/New_York', 'UTC', 'Asia/Tokyo'])('a date without a zone is GMT, on a computer in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  const wait = (retryAfter: string, date: string | null = null) => retryAfterMs({ retryAfter, date }, NOW);
  expect(wait('Sun Nov 22 10:01:30 2026')).toBe(90 * SECOND);
  expect(wait('Sunday, 22-Nov-26 10:01:30 GMT')).toBe(90 * SECOND);
  expect(wait('2026-11-22T10:01:30')).toBe(90 * SECOND);
  expect(wait('Sun, 22 Nov 2026 12:01:30 +0200')).toBe(90 * SECOND);
  expect(wait('2026-11-22T12:01:30+02:00')).toBe(90 * SECOND);
  expect(wait('Sun, 22 Nov 2026 11:01:30 GMT', 'Sun Nov 22 11:00:00 2026')).toBe(90 * SECOND);
});

it('no Retry-After header means no wait', () => {
  expect(retryAfterMs({ retryAfter: null, date: null }, NOW)).toBeNull();
});
