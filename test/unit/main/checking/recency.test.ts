/** Whether a screening is within the days in which people count as screened, whichever clock was wrong. */
import { expect, it } from 'vitest';
import { type Happened, isWithin } from '../../../../main/checking/recency.ts';

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const now = 60 * YEAR;
/** The last ninety days; the journal has entries from then on from number 50. */
const span = { since: now - 90 * DAY, now, first: 50 };

it.each<[what: string, happened: Happened, isWithinIt: boolean]>([
  ['a while ago', { at: now - 10 * DAY, servedAt: null, entry: 60 }, true],
  ['long ago', { at: now - 100 * DAY, servedAt: null, entry: 40 }, false],
  ['long ago, as the service says as well', { at: now - 100 * DAY, servedAt: now - 100 * DAY, entry: 40 }, false],
  ['by a clock that was behind, after an entry of these days', { at: now - 10 * YEAR, servedAt: null, entry: 51 }, true],
  ['by a clock that was behind, in the first entry of these days', { at: now - 10 * YEAR, servedAt: null, entry: 50 }, true],
  ['by a clock that was behind, while the service gave its own time', { at: now - 10 * YEAR, servedAt: now - DAY, entry: 40 }, true],
  ['by a clock that was ahead', { at: now + 10 * YEAR, servedAt: null, entry: 40 }, true],
  ['by a clock that was ahead, not long ago as the service says', { at: now + 10 * YEAR, servedAt: now - DAY, entry: 40 }, true],
  ['by a clock that was ahead, long ago as the service says', { at: now + 10 * YEAR, servedAt: now - YEAR, entry: 40 }, false],
  ['by a clock that was ahead, after an entry of these days', { at: now + 10 * YEAR, servedAt: now - YEAR, entry: 51 }, true],
  ['while the clock of the service was ahead', { at: now - 100 * DAY, servedAt: now + YEAR, entry: 40 }, true],
  ['while the clock of the service was behind', { at: now - 10 * DAY, servedAt: 0, entry: 60 }, true],
  ['long ago, in no entry of the journal', { at: now - 100 * DAY, servedAt: null, entry: null }, false],
  ['a while ago, in no entry of the journal', { at: now - 10 * DAY, servedAt: null, entry: null }, true],
])('%s', (_, happened, isWithinIt) => {
  expect(isWithin(happened, span)).toBe(isWithinIt);
});

it('goes by the times alone while the journal has no entry of these days', () => {
  expect(isWithin({ at: now - 100 * DAY, servedAt: null, entry: 60 }, { ...span, first: null })).toBe(false);
  expect(isWithin({ at: now - 10 * DAY, servedAt: null, entry: 60 }, { ...span, first: null })).toBe(true);
});
