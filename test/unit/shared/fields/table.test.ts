import { expect, it } from 'vitest';
import { FIELD_KEYS } from '../../../../shared/fields/table.ts';

/** Stored checks of sent lists refer to fields by these positions, and are never repeated. */
const STORED = [
  'constituentId',
  'primaryFirst',
  'primaryMiddle',
  'primaryLast',
  'primaryMaiden',
  'spouseFirst',
  'spouseMiddle',
  'spouseLast',
  'spouseMaiden',
  'street',
  'street2',
  'city',
  'state',
  'postalCode',
  'country',
  'personalEmail',
  'personalPhone',
  'businessName',
  'businessTitle',
  'businessPhone',
  'businessEmail',
  'rfmFirstGiftValue',
  'rfmFirstGiftDate',
  'rfmMostRecentGiftValue',
  'rfmMostRecentGiftDate',
  'rfmLargestGiftValue',
  'rfmLargestGiftDate',
  'rfmTotalGiftCount',
  'rfmTotalGiftValue',
];

it('a stored check finds each field at its position, also after fields are added', () => {
  expect(FIELD_KEYS.slice(0, STORED.length)).toEqual(STORED);
});
