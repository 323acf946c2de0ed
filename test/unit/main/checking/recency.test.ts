/** Whether a screening counts as recent, even if a clock was wrong. */
import { expect, it } from 'vitest';
import { type Happened, isWithin } from '../../../../main/checking/recency.ts';

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const now = 60 * YEAR;
/** The last 90 days. The first journal entry of this span has the number 50. */
const span = { since: now - 90 * DAY, now, first: 50 };

it.each<[what: string, happened: Happened, recent: boolean]>([
  ['a screening 10 days ago is recent', { at: now - 10 * DAY, servedAt: null, entry: 60 }, true],
  ['a screening 100 days ago is not recent', { at: now - 100 * DAY, servedAt: null, entry: 40 }, false],
  [
    'a screening 100 days ago is not recent if the service reports the same time',
    { at: now - 100 * DAY, servedAt: now - 100 * DAY, entry: 40 },
    false,
  ],
  [
    'a screening by a clock that was behind is recent if it follows an entry of the span',
    { at: now - 10 * YEAR, servedAt: null, entry: 51 },
    true,
  ],
  [
    'a screening by a clock that was behind is recent if it is the first entry of the span',
    { at: now - 10 * YEAR, servedAt: null, entry: 50 },
    true,
  ],
  [
    'a screening by a clock that was behind is recent if the service reports a recent time',
    { at: now - 10 * YEAR, servedAt: now - DAY, entry: 40 },
    true,
  ],
  ['a screening by a clock that was ahead is recent', { at: now + 10 * YEAR, servedAt: null, entry: 40 }, true],
  [
    'a screening by a clock that was ahead is recent if the service reports a recent time',
    { at: now + 10 * YEAR, servedAt: now - DAY, entry: 40 },
    true,
  ],
  [
    'a screening by a clock that was ahead is not recent if the service reports an old time',
    { at: now + 10 * YEAR, servedAt: now - YEAR, entry: 40 },
    false,
  ],
  [
    'a screening by a clock that was ahead is recent if it follows an entry of the span',
    { at: now + 10 * YEAR, servedAt: now - YEAR, entry: 51 },
    true,
  ],
  ['a screening is recent if the clock of the service was ahead', { at: now - 100 * DAY, servedAt: now + YEAR, entry: 40 }, true],
  ['a screening 10 days ago is recent if the clock of the service was behind', { at: now - 10 * DAY, servedAt: 0, entry: 40 }, true],
  ['a screening exactly 90 days ago is not recent', { at: now - 90 * DAY, servedAt: null, entry: 40 }, false],
  ['a screening at this moment is recent, whatever the service reports', { at: now, servedAt: 0, entry: 40 }, true],
  ['a screening 100 days ago without a journal entry is not recent', { at: now - 100 * DAY, servedAt: null, entry: null }, false],
  ['a screening 10 days ago without a journal entry is recent', { at: now - 10 * DAY, servedAt: null, entry: null }, true],
])('%s', (_, happened, recent) => {
  expect(isWithin(happened, span)).toBe(recent);
});

it('only the times count while the journal has no entry in the span', () => {
  expect(isWithin({ at: now - 100 * DAY, servedAt: null, entry: 60 }, { ...span, first: null })).toBe(false);
  expect(isWithin({ at: now - 10 * DAY, servedAt: null, entry: 60 }, { ...span, first: null })).toBe(true);
});
