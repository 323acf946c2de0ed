import { expect, it } from 'vitest';
import { errorCauses, repeatsNote } from '../../../../../renderer/screens/cost/issue-phrase.ts';

const zip = (rows: number) => ({ code: 'ZIP_FOUR_DIGITS', title: 'ZIP has 4 digits', rows });
const email = { code: 'EMAIL_FORMAT', title: 'Email is not a valid address', rows: 48 };

it('the rows with the largest cause and the rows with only other causes add up to all rows', () => {
  expect(errorCauses({ errors: [zip(482), email] }, 736)).toBe('482 ZIPs lack a leading zero, 254 others');
  expect(errorCauses({ errors: [zip(1)] }, 1)).toBe('1 ZIP lacks a leading zero');
  expect(errorCauses({ errors: [email, zip(21)] }, 69)).toBe('48 with “Email is not a valid address”, 21 others');
  expect(errorCauses({ errors: [] }, 0)).toBe('');
});

it('the line for repeated people names the rows that share an email or a home and are charged, and opens the larger group', () => {
  const home = { code: 'HOUSEHOLD_TWICE', title: 'Same household twice', rows: 90 };
  const shared = { code: 'EMAIL_SHARED', title: 'Same email in several rows', rows: 6 };
  const warnings = [zip(482), home, shared];
  expect(repeatsNote({ repeated: 94, warnings }, false)).toEqual({
    rule: 'HOUSEHOLD_TWICE',
    text: '94 share an email or a home, and will be charged',
  });
  expect(repeatsNote({ repeated: 1, warnings: [shared] }, true)?.text).toBe('1 more shares an email or a home, and will be charged');
  expect(repeatsNote({ repeated: 0, warnings: [zip(482)] }, true)).toBeNull();
});
