/** The table of rules. */
import { expect, it } from 'vitest';
import { FIELDS, FIELD_INDEX, FIELD_KEYS } from '../../../../shared/fields/table.ts';
import { RULE_CODES, RULE_INDEX, isRuleCode } from '../../../../shared/rules/codes.ts';
import { RULES } from '../../../../shared/rules/table.ts';

it('has a title, fields and a reason for each rule', () => {
  expect(new Set(RULE_CODES).size).toBe(RULES.length);
  for (const [index, rule] of RULES.entries()) {
    expect(RULE_INDEX[rule.code]).toBe(index);
    expect(rule.title).toMatch(/^[A-Z].*[^.]$/);
    expect(rule.why).toMatch(/^[A-Z0-9].*\.$/);
    for (const field of rule.fields) expect(FIELD_KEYS).toContain(field);
  }
});

it('keeps the index of each rule, which projects store', () => {
  const codes = `
    FIELD_REQUIRED EMAIL_FORMAT DATE_UNREADABLE DATE_IMPOSSIBLE DATE_FUTURE AMOUNT_UNREADABLE AMOUNT_NEGATIVE
    COUNT_UNREADABLE COUNT_NEGATIVE TOO_LONG ID_DUPLICATE DO_NOT_SCREEN SERVICE_REFUSED LAST_MISSING
    FIRST_AND_STREET_MISSING MATCH_PART_MISSING ZIP_FOUR_DIGITS ZIP_THREE_DIGITS ZIP_FORMAT ZIP_OTHER_STATE
    STATE_FORMAT STATE_UNKNOWN TWO_PEOPLE ORGANIZATION HOUSEHOLD_NAME DECEASED NAME_TITLE NAME_INITIAL NAME_DIGITS
    NAME_EMAIL FULL_NAME_IN_LAST SPOUSE_SAME ID_MISSING ID_SCIENTIFIC PHONE_FORMAT EMAIL_MADE_UP EMAIL_NOT_ASCII
    SENSITIVE ADDRESS_FOREIGN DATE_AMBIGUOUS DATE_ANCIENT GIFT_DATES_ORDER LARGEST_TOO_SMALL TOTAL_TOO_SMALL
    COUNT_ZERO LARGEST_DATE_OUTSIDE EMAIL_SHARED HOUSEHOLD_TWICE SCREENED_BEFORE SCREENED_CHANGED SPACES_REMOVED
    PLACEHOLDER_REMOVED APOSTROPHE_REMOVED NAME_RECASED STATE_CODED COUNTRY_CODED ZIP_ZERO_ADDED ZIP_HYPHEN_ADDED
    LINES_PARTED YEAR_COMPLETED SERIAL_READ EMAIL_EXTRACTED UNCHANGED_SINCE UNSCORED_SINCE CHANGED_SINCE NEW_SINCE
    ON_ITS_WAY
    NOBODY SCREENING_OBJECTED FULL_NAME_IN_SPOUSE_FIRST ID_WITHOUT_PSEUDONYM DEATH_UNCLEAR PHONE_EXTRACTED
    LAST_NAME_UNCLEAR NOT_A_PERSON SPOUSE_NOT_NAMED CITY_GUESSED CONTACT_MOVED CONTACT_LEFT_OUT
    OPTIONAL_TOO_LONG NAME_UNCLEAR SPOUSE_DECEASED MAIDEN_PARTED AMOUNT_UNCLEAR NUMBER_TOO_LARGE DATE_PARTIAL ID_RESTORED
    NOT_CHOSEN CHARACTERS_RESTORED NAME_DAMAGED AMOUNT_OTHER_CURRENCY NAMES_SWAPPED CONTACT_BANNED RECORD_UNUSED`;
  expect(RULE_CODES).toEqual(codes.trim().split(/\s+/));
  expect(RULES.length).toBeLessThan(256);
});

it('has an error for each rule of the interface about a value that is sent', () => {
  const errors = RULES.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  expect(errors).toEqual(expect.arrayContaining(['TOO_LONG', 'ID_DUPLICATE']));
  const giving = RULES.filter(({ fields }) => fields.some((field) => field.startsWith('rfm')));
  expect(giving.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(isRuleCode('EMAIL_FORMAT')).toBe(true);
  expect(isRuleCode('toString')).toBe(false);
});

it('has checks for every type of field', () => {
  expect(new Set(FIELDS.map(({ type }) => type))).toEqual(new Set(['text', 'email', 'date', 'amount', 'count']));
  expect(FIELD_INDEX.rfmTotalGiftValue).toBe(28);
});
