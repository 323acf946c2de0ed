/** The beginning of the generated IDs, found in an answer about a list that another program sent. */
import { expect, it } from 'vitest';
import { echoedRowIdPrefix } from '../../../../../main/worker/collect/echoed-prefix.ts';
import { NO_INDEX } from '../../../../../main/worker/list/ordinals.ts';
import { profileNumber } from '../../../../kit/ordinals.ts';

/** Results without rows: profiles with these constituent IDs, and row errors with the others. */
const results = (ids: readonly unknown[], refused: readonly (string | null)[] = []) => {
  const errors = refused.map((id) => ({ index: NO_INDEX, row: null, id, field: null, code: null, message: 'no', value: null }));
  return {
    unmatchedProfiles: () => ids.map((_, at) => profileNumber(at + 1)),
    profileJson: (profile: number) => JSON.stringify({ constituentId: ids[profile - 1] }),
    errors: () => new Map([[NO_INDEX, errors]]),
  };
};

it.each([
  ['of a profile', results(['A1', 'row-K7M2Q9XA-4']), 'row-K7M2Q9XA-'],
  ['of a row error', results([], [null, 'row-K7M2Q9XA-4']), 'row-K7M2Q9XA-'],
  ['of a row with a checksum after its number', results(['row-K7M2Q9XA-4-0a1b2c3d4e']), 'row-K7M2Q9XA-'],
  ['of a row with a number of several digits', results(['row-K7M2Q9XA-1204']), 'row-K7M2Q9XA-'],
  ['that the service changed to lowercase or padded', results([' row-k7m2q9xa-4 ', 'row-K7M2Q9XA-5']), 'row-K7M2Q9XA-'],
  ['of a row error that the service padded', results([], [' row-K7M2Q9XA-4 ']), 'row-K7M2Q9XA-'],
])('is that %s', (_what, given, prefix) => {
  expect(echoedRowIdPrefix(given)).toBe(prefix);
});

it.each([
  [
    'IDs of the sheet',
    results(['A1', 'row-4', 'row-K7M2Q9XA-x', 'row-K7M2Q9XA-4b', 'row-K7M2Q9XA-4-0a1b2c3d', 'my-row-K7M2Q9XA-4', 7, null]),
  ],
  ['IDs of two programs', results(['row-K7M2Q9XA-4', 'row-AAAA2222-4'])],
  ['no IDs', results([])],
])('is not known from %s', (_what, given) => {
  expect(echoedRowIdPrefix(given)).toBeNull();
});
