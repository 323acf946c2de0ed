/** The evidence that a row which the service refused may have been paid for. */
import { expect, it } from 'vitest';
import { type PaidFacts, whyMayBePaid } from '../../../../main/results/refused-rows.ts';

const CLEAR: PaidFacts = { rows: 10, profiles: 8, refused: 2, validRows: 8, charged: 8, creditsPerRecord: 1 };

it.each<[string, Partial<PaidFacts>]>([
  ['every valid row has its profile', {}],
  ['a profile has no row', { profiles: 9, validRows: 8 }],
  ['nothing is refused', { refused: 0, profiles: 5 }],
  ['the service returns no counts and no balance', { validRows: null, charged: null, creditsPerRecord: null }],
  ['a record costs more', { charged: 16, creditsPerRecord: 2 }],
  ['a record costs less', { charged: 4, creditsPerRecord: 0.5 }],
])('nothing, if %s', (_what, change) => {
  expect(whyMayBePaid({ ...CLEAR, ...change })).toBeNull();
});

it.each<[string, Partial<PaidFacts>, string]>([
  ['fewer profiles than valid rows', { profiles: 7, charged: null }, 'The service counts 8 valid rows, but returned only 7 profiles'],
  ['more refused rows than invalid ones', { refused: 3 }, 'The service counts 8 valid rows of 10, but its report names 3'],
  ['a larger charge', { validRows: null, charged: 9 }, 'The balance went down by 9 credits, but the service returned only 8 profiles'],
  ['a larger charge at a price that is not known', { charged: 9, creditsPerRecord: null }, 'The balance went down by 9 credits'],
  ['a price from profiles that were not complete', { validRows: null, charged: 10, creditsPerRecord: 1.25 }, 'The balance went down by 10'],
])('%s', (_what, change, sentence) => {
  expect(whyMayBePaid({ ...CLEAR, ...change })).toContain(sentence);
});
