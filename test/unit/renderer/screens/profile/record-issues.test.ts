import { expect, it } from 'vitest';
import { firstError, reviewRecord } from '../../../../../renderer/screens/profile/record-issues.ts';
import { type RecordTexts, tidyText, withTexts } from '../../../../../renderer/screens/profile/record-texts.ts';
import { changedFields } from '../../../../../renderer/screens/profile/changed-fields.ts';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import { DEFAULT_RULES, type OrganizationRules } from '../../../../../shared/rules/row-checks.ts';

const TODAY = '2026-11-20';
const review = (texts: RecordTexts, rules: OrganizationRules = DEFAULT_RULES) => reviewRecord(texts, rules, TODAY);

const NAME: RecordTexts = { primaryFirst: 'Ngozi', primaryLast: 'Okafor' };

const ISSUES: readonly (readonly [texts: RecordTexts, field: FieldKey, severity: 'error' | 'warning', text: string, fix: string | null])[] =
  [
    [{ postalCode: '1609', country: 'US' }, 'postalCode', 'warning', '4 digits only.', 'Change to 01609'],
    [{ postalCode: '501', country: 'US' }, 'postalCode', 'warning', '3 digits only.', 'Change to 00501'],
    [{ postalCode: '8001' }, 'postalCode', 'warning', '4 digits only.', null],
    [{ state: 'Massachusets' }, 'state', 'warning', 'State is not two letters.', null],
    [{ personalEmail: 'ngozi' }, 'personalEmail', 'error', 'An email address needs an @.', null],
    [{ personalEmail: 'a b@example.org' }, 'personalEmail', 'error', 'An email address cannot contain spaces.', null],
    [{ businessEmail: 'ngozi@example' }, 'businessEmail', 'error', 'After the @, an email address needs an ending, such as .org.', null],
    [{ rfmTotalGiftCount: '2.5' }, 'rfmTotalGiftCount', 'error', 'Number of gifts is not a whole number.', null],
  ];
it.each(ISSUES)('%o has an issue in %s with the severity %s: %s', (texts, field, severity, text, fix) => {
  const issue = review({ ...NAME, ...texts }).issues.get(field);
  expect(issue).toMatchObject({ severity, text });
  expect(issue?.fix?.label ?? null).toBe(fix);
});

it('a fix resolves its issue', () => {
  const record = { ...NAME, rfmFirstGiftDate: '05/02/2024', rfmMostRecentGiftDate: '01/31/2020' };
  const { fix } = review(record).issues.get('rfmFirstGiftDate')!;
  expect(fix).toEqual({ label: 'Swap the two dates', changes: { rfmFirstGiftDate: '01/31/2020', rfmMostRecentGiftDate: '05/02/2024' } });
  expect(review(withTexts(record, fix!.changes)).issues.size).toBe(0);
});

it('dates after today are errors, and today is not', () => {
  expect(firstError(review({ ...NAME, rfmFirstGiftDate: '11/20/2026' }).issues)).toBeNull();
  expect(firstError(review({ ...NAME, rfmFirstGiftDate: '11/21/2026' }).issues)).toMatchObject({ field: 'rfmFirstGiftDate' });
});

it('issues follow the rules of the organization', () => {
  const required: OrganizationRules = { required: ['postalCode'], severities: { EMAIL_FORMAT: 'off' } };
  const { issues } = review({ ...NAME, personalEmail: 'ngozi' }, required);
  expect([...issues.values()]).toEqual([
    { field: 'postalCode', severity: 'error', text: 'Your organization requires this field.', fix: null },
  ]);
});

it('missing values are not issues, and a record without a name has no person', () => {
  expect(review(NAME)).toMatchObject({ issues: new Map(), hasPerson: true, values: NAME });
  expect(review({ state: 'MA', rfmTotalGiftValue: '$50' })).toMatchObject({ issues: new Map(), hasPerson: false });
  expect(review({ primaryFirst: '  ' })).toMatchObject({ hasPerson: false, values: {} });
});

it('a record is sent with ISO dates and plain numbers, and dates are read with the month first', () => {
  const { values } = review({ rfmFirstGiftDate: '9/2/26', rfmFirstGiftValue: '$1,250.50', rfmTotalGiftCount: '1,014 gifts' });
  expect(values).toEqual({ rfmFirstGiftDate: '2026-09-02', rfmFirstGiftValue: '1250.5', rfmTotalGiftCount: '1014' });
});

const TIDY: readonly (readonly [FieldKey, string, string])[] = [
  ['rfmFirstGiftDate', '2026-09-02', '09/02/2026'],
  ['rfmFirstGiftDate', 'Sep 2, 2026', '09/02/2026'],
  ['rfmFirstGiftDate', '13/13/2026', '13/13/2026'],
  ['rfmFirstGiftValue', '1250', '$1,250.00'],
  ['rfmFirstGiftValue', 'many', 'many'],
  ['rfmTotalGiftCount', '1', '1 gift'],
  ['rfmTotalGiftCount', '14', '14 gifts'],
  ['primaryLast', ' Okafor ', 'Okafor'],
  ['state', 'Ohio', 'OH'],
];
it.each(TIDY)('%s %s becomes %s when the user leaves the field', (field, text, tidy) => {
  expect(tidyText(field, text)).toBe(tidy);
  expect(tidyText(field, tidy)).toBe(tidy);
});

it('changed fields have other values than were sent, and fields that are still empty are not changed', () => {
  const sent = [
    { field: 'personalEmail' as const, value: 'Ngozi@example.org' },
    { field: 'postalCode' as const, value: '01609-1234' },
    { field: 'city' as const, value: 'Worcester' },
  ];
  expect(changedFields({ personalEmail: 'ngozi@EXAMPLE.org', postalCode: '1609' }, sent)).toEqual([]);
  expect(changedFields({ street: '9 Hill St', city: 'Lowell', postalCode: '01852' }, sent)).toEqual(['street', 'city', 'postalCode']);
});
