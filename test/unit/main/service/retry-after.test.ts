/** How long the service tells the program to wait: seconds, or a date by the service's clock, within sensible limits. */
import { expect, it } from 'vitest';
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
  ['Mon, 01 Jan 2001 00:00:00 GMT', null, SECOND],
  // Never forever.
  ['99999999999999999999999', null, 30 * DAY],
  ['Fri, 31 Dec 2399 23:59:59 GMT', null, 30 * DAY],
  ['soon', null, null],
  ['', null, null],
])('Retry-After “%s” with the date %s means %s ms', (retryAfter, date, expected) => {
  expect(retryAfterMs({ retryAfter, date }, NOW)).toBe(expected);
});

it('no Retry-After header means no wait', () => {
  expect(retryAfterMs({ retryAfter: null, date: null }, NOW)).toBeNull();
});
