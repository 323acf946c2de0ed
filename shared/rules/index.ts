/**
 * Every rule of the checks in one table: what it is called, how grave it is unless the house says otherwise, which fields
 * it looks at, and which fix goes with it. Errors are what the interface states (2.1) or what is refused for certain;
 * warnings lower the match or are probably refused; notes tell what cleaning did.
 */
import { fieldsOf, type FieldKey, NAME_KINDS } from '../fields/table.ts';
import type { FixId } from './fixes.ts';

export type Severity = 'error' | 'warning' | 'note';

export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** Why it matters, as one sentence. */
  readonly why: string;
  /** The fields on which it can be found. Empty: any text field. */
  readonly fields: readonly FieldKey[];
  readonly fix: FixId | null;
  /** `row`: found by looking at one row. `list`: found by comparing rows, with the keys of `duplicates.ts`. */
  readonly scope: 'row' | 'list';
}

const EMAILS = fieldsOf({ kind: 'email' });
const DATES = fieldsOf({ kind: 'date' });
const AMOUNTS = fieldsOf({ kind: 'amount' });
const PHONES = fieldsOf({ kind: 'phone' });
const FIRST_NAMES = fieldsOf({ kind: 'givenName' });
const LAST_NAMES = fieldsOf({ kind: 'familyName' });
const NAMES = fieldsOf({ kind: NAME_KINDS });

type Entry = readonly [severity: Severity, title: string, why: string, fields: readonly FieldKey[], fix: FixId | null, scope?: 'list'];

/** The table. New rules are added at its end: a rule's code and its place are kept with projects and never change their meaning. */
const TABLE = {
  // what is refused
  FIELD_REQUIRED: ['error', 'A required field is empty', 'Your house rules ask for this field.', [], null],
  EMAIL_FORMAT: [
    'error',
    'E-mail is not an address',
    'The service takes e-mail fields in the form of an address only.',
    EMAILS,
    'repairEmail',
  ],
  DATE_UNREADABLE: ['error', 'Date cannot be read', 'The service takes dates as year, month and day.', DATES, 'clearValue'],
  DATE_IMPOSSIBLE: ['error', 'Date does not exist', 'The calendar has no such day.', DATES, 'clearValue'],
  DATE_FUTURE: [
    'error',
    'Gift date lies in the future',
    'A gift cannot have been given yet; often the century was guessed wrong.',
    DATES,
    'centuryBack',
  ],
  AMOUNT_UNREADABLE: ['error', 'Amount is not a number', 'The service takes a number here.', AMOUNTS, 'clearValue'],
  AMOUNT_NEGATIVE: [
    'error',
    'Amount is negative',
    'A gift cannot be below zero; refunds and corrections are no gifts.',
    AMOUNTS,
    'clearValue',
  ],
  COUNT_UNREADABLE: [
    'error',
    'Number of gifts is not a whole number',
    'The service takes a whole number here.',
    ['rfmTotalGiftCount'],
    'clearValue',
  ],
  COUNT_NEGATIVE: ['error', 'Number of gifts is negative', 'Gifts are counted from zero.', ['rfmTotalGiftCount'], 'clearValue'],
  TOO_LONG: ['error', 'Longer than 255 characters', 'Texts of this length are refused.', [], 'shorten'],
  ID_DUPLICATE: [
    'error',
    'Constituent ID appears twice',
    'Each row is charged, and scores of one ID cannot be told apart.',
    ['constituentId'],
    null,
    'list',
  ],
  DO_NOT_SCREEN: [
    'error',
    'On the do-not-screen list',
    'This person asked not to be screened, or your house decided so.',
    ['constituentId'],
    null,
    'list',
  ],
  SERVICE_REFUSED: [
    'error',
    'Refused by the service',
    'The service refused the row for this when it was sent. What is not changed would be refused again.',
    [],
    null,
  ],
  // what lowers the match
  LAST_MISSING: ['warning', 'Last name is missing', 'A person without a last name is hardly found.', ['primaryLast'], 'nameFromFirst'],
  FIRST_AND_STREET_MISSING: [
    'warning',
    'First name and street are missing',
    'A last name alone fits too many people.',
    ['primaryFirst', 'street'],
    null,
  ],
  MATCH_PART_MISSING: [
    'warning',
    'A part needed for a match is empty',
    'First and last name, street, city, state and ZIP together find a person.',
    ['primaryFirst', 'street', 'city', 'state', 'postalCode'],
    null,
  ],
  ZIP_FOUR_DIGITS: ['warning', 'ZIP has 4 digits', 'A spreadsheet took the leading zero.', ['postalCode'], 'addZipZeros'],
  ZIP_THREE_DIGITS: ['warning', 'ZIP has 3 digits', 'A spreadsheet took the leading zeros.', ['postalCode'], 'addZipZeros'],
  ZIP_FORMAT: ['warning', 'ZIP is not 5 or 9 digits', 'US addresses are matched by ZIP.', ['postalCode'], null],
  ZIP_OTHER_STATE: ['warning', 'ZIP lies in another state', 'One of the two is wrong.', ['postalCode'], null],
  STATE_FORMAT: ['warning', 'State is not two letters', 'US states are taken as two letters.', ['state'], 'stateToCode'],
  STATE_UNKNOWN: ['warning', 'State is not known', 'These two letters are no state, territory or province.', ['state'], null],
  TWO_PEOPLE: [
    'warning',
    'Two people in one name',
    'Each person is found by a name of their own.',
    [...FIRST_NAMES, ...LAST_NAMES],
    'splitPeople',
  ],
  ORGANIZATION: [
    'warning',
    'An organization, not a person',
    'Only people are screened; the row would cost a credit for nothing.',
    LAST_NAMES,
    'nameToBusiness',
  ],
  HOUSEHOLD_NAME: ['warning', 'A household, not a person', 'The Smith Family is found by the name Smith.', LAST_NAMES, 'householdToLast'],
  DECEASED: ['warning', 'Marked as deceased', 'Screening a person who has died costs a credit for nothing.', NAMES, null],
  NAME_TITLE: [
    'warning',
    'Title or suffix in the name',
    'Mr., Dr. and Jr. keep names from matching.',
    [...FIRST_NAMES, ...LAST_NAMES],
    'dropTitles',
  ],
  NAME_INITIAL: ['warning', 'Last name is one letter', 'Initials do not find a person.', LAST_NAMES, null],
  NAME_DIGITS: ['warning', 'Digits in a name', 'Names have none; something else stands here.', NAMES, null],
  NAME_EMAIL: ['warning', 'E-mail address in a name', 'Something else than a name stands here.', NAMES, null],
  FULL_NAME_IN_LAST: ['warning', 'Whole name in the last name', 'First and last name are matched apart.', ['primaryLast'], 'splitLast'],
  SPOUSE_SAME: ['warning', 'Spouse is the same person', 'First and last name are the same.', ['spouseFirst'], 'clearSpouse'],
  ID_MISSING: ['warning', 'Constituent ID is missing', 'Scores could not be written back to your CRM.', ['constituentId'], null],
  ID_SCIENTIFIC: [
    'warning',
    'ID in scientific notation',
    'A spreadsheet has cut its last digits; export the column as text.',
    ['constituentId'],
    null,
  ],
  PHONE_FORMAT: ['warning', 'Phone number is not complete', 'Fewer than seven digits find nobody.', PHONES, 'clearValue'],
  EMAIL_MADE_UP: ['warning', 'E-mail looks made up', 'Addresses such as none@none.com belong to nobody.', EMAILS, 'clearValue'],
  EMAIL_NOT_ASCII: ['warning', 'Unusual letters in an e-mail', 'Many services refuse letters beyond a to z there.', EMAILS, null],
  SENSITIVE: ['warning', 'Looks like a card or social security number', 'Such numbers do not belong in a screening.', [], 'clearValue'],
  ADDRESS_FOREIGN: ['warning', 'Address outside the US', 'Wealth data is mostly of the US.', ['country'], null],
  DATE_AMBIGUOUS: [
    'warning',
    'Day and month could be swapped',
    'The month was read first; choose the order on the Columns page.',
    DATES,
    null,
  ],
  DATE_ANCIENT: ['warning', 'Gift date before 1900', 'Often a placeholder of a database.', DATES, 'clearValue'],
  GIFT_DATES_ORDER: [
    'warning',
    'First gift after the most recent one',
    'One of the two dates is wrong, or they are swapped.',
    ['rfmFirstGiftDate'],
    'swapGiftDates',
  ],
  LARGEST_TOO_SMALL: ['warning', 'Largest gift is not the largest', 'Another gift of this row is larger.', ['rfmLargestGiftValue'], null],
  TOTAL_TOO_SMALL: ['warning', 'Total is below a single gift', 'The total has to hold every gift.', ['rfmTotalGiftValue'], null],
  COUNT_ZERO: ['warning', 'Gifts, but a count of zero', 'There is an amount or a date of a gift.', ['rfmTotalGiftCount'], null],
  LARGEST_DATE_OUTSIDE: [
    'warning',
    'Largest gift outside first and most recent',
    'Its date has to lie between the two.',
    ['rfmLargestGiftDate'],
    null,
  ],
  EMAIL_SHARED: ['warning', 'Same e-mail on several rows', 'Perhaps one person twice.', EMAILS, null, 'list'],
  HOUSEHOLD_TWICE: [
    'warning',
    'Same household twice',
    'Each row is charged; a couple is screened by one row with a spouse.',
    ['street'],
    null,
    'list',
  ],
  SCREENED_BEFORE: [
    'note',
    'Sent not long ago, and not changed',
    'It was scored, or has no result and may have been charged; sending it again costs another credit.',
    ['constituentId'],
    null,
    'list',
  ],
  SCREENED_CHANGED: [
    'note',
    'Sent not long ago with other details',
    'Something in the record is not as it was sent then, so it is sent again.',
    ['constituentId'],
    null,
    'list',
  ],
  // what was cleaned
  SPACES_REMOVED: ['note', 'Doubled spaces removed', 'Cleaning setting "spaces".', [], null],
  PLACEHOLDER_REMOVED: ['note', 'Placeholder left out', 'Cleaning setting "placeholders".', [], null],
  APOSTROPHE_REMOVED: ['note', 'Leading apostrophe removed', 'A mark of spreadsheets for text.', [], null],
  NAME_RECASED: ['note', 'Name in capitals rewritten', 'Cleaning setting "shouted names".', NAMES, null],
  STATE_CODED: ['note', 'State written as two letters', 'Cleaning setting "state codes".', ['state'], null],
  COUNTRY_CODED: ['note', 'Country written as its code', 'Cleaning setting "country codes".', ['country'], null],
  ZIP_ZERO_ADDED: ['note', 'Leading zero of the ZIP added', 'Cleaning setting "ZIP zeros".', ['postalCode'], null],
  ZIP_HYPHEN_ADDED: ['note', 'ZIP written with its hyphen', 'Nine digits are five and four.', ['postalCode'], null],
  LINES_PARTED: ['note', 'Second line of the street moved', 'Cleaning setting "street lines".', ['street', 'street2'], null],
  YEAR_COMPLETED: ['note', 'Year of two digits completed', '00 to 29 are read as 2000 to 2029, 30 to 99 as 1930 to 1999.', DATES, null],
  SERIAL_READ: ['note', 'Excel day number read as a date', 'The cell had lost its date format.', DATES, null],
  EMAIL_EXTRACTED: ['note', 'E-mail taken out of its name', 'Only the address is sent.', EMAILS, null],
  // what has become of the rows since an earlier screening, where only new and changed ones are wanted
  UNCHANGED_SINCE: [
    'note',
    'Not changed since the earlier screening',
    'The record is as it was sent then, and its scores are there.',
    ['constituentId'],
    null,
    'list',
  ],
  UNSCORED_SINCE: [
    'note',
    'Not changed, and without scores then',
    'The service had no scores for this very record; it is mended from the earlier screening.',
    ['constituentId'],
    null,
    'list',
  ],
  CHANGED_SINCE: [
    'note',
    'Changed since the earlier screening',
    'The record is another one than was sent then.',
    ['constituentId'],
    null,
    'list',
  ],
  NEW_SINCE: ['note', 'New since the earlier screening', 'Nobody with this constituent ID was sent then.', ['constituentId'], null, 'list'],
  // who is in another list that has no results yet
  ON_ITS_WAY: [
    'note',
    'On the way in another list',
    'The same record was sent in a list that is not finished; sending it here as well costs another credit.',
    ['constituentId'],
    null,
    'list',
  ],
  // rows between and below the people, as reports and hand-made lists have them
  NOBODY: [
    'error',
    'Nothing in the row finds a person',
    'There is no name, street, city, ZIP, e-mail or phone: perhaps a heading between the rows, or a total.',
    ['primaryLast'],
    null,
  ],
} as const satisfies Record<string, Entry>;

export type RuleCode = keyof typeof TABLE;

/** The rules in the order of the table. A rule's position is its index. */
export const RULES: readonly (Rule & { readonly code: RuleCode })[] = Object.entries(TABLE as Record<string, Entry>).map(
  ([code, [severity, title, why, fields, fix, scope]]) => ({
    code: code as RuleCode,
    severity,
    title,
    why,
    fields,
    fix,
    scope: scope ?? 'row',
  }),
);

export const RULE_CODES = RULES.map((rule) => rule.code);

/** Index of each rule in `RULES`. */
export const RULE_INDEX = Object.fromEntries(RULES.map((rule, index) => [rule.code, index])) as Readonly<Record<RuleCode, number>>;

/** Rules that say who is not sent, or what has become of a row. They are facts: a house neither weighs nor silences them, or it would pay twice unseen. */
export const FACTS: ReadonlySet<RuleCode> = new Set<RuleCode>([
  'DO_NOT_SCREEN',
  'SCREENED_BEFORE',
  'ON_ITS_WAY',
  'UNCHANGED_SINCE',
  'UNSCORED_SINCE',
  'CHANGED_SINCE',
  'NEW_SINCE',
]);

export function isRuleCode(code: string): code is RuleCode {
  return Object.hasOwn(TABLE, code);
}
