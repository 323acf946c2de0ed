/** Each rule has an example here: if a code has no example, this file does not compile. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/fields/table.ts';
import { STANDARD_CLEANING } from '../../../shared/mapping/plan.ts';
import { RULE_CODES, type RuleCode } from '../../../shared/rules/codes.ts';
import { deriveRows } from '../../../main/worker/result-file/derive-rows.ts';
import { check } from '../../../main/worker/tasks/check.ts';
import { indexScreening } from '../../../main/worker/prior/recent-screenings.ts';
import { type CheckInputs, NO_INPUTS } from '../../../main/worker-protocol/check.ts';
import { CheckedList, suppressionOf } from '../../kit/checked-list.ts';
import { field, planOf } from '../../kit/mapped-rows.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';
import { quietContext } from '../../kit/task-context.ts';

type Cells = Readonly<Partial<Record<FieldKey | 'doNotScreen' | 'deceased' | 'address' | 'wholeName', string>>>;
/** Other inputs of the check. The earlier screening sent `SENT`, which was scored, a row without a result, and a row that was refused. */
type Inputs = 'none' | 'suppression' | 'recent' | 'inProgress' | 'baseline' | 'pseudonyms';
/** A row with the issue; `and`: the row before it. */
type Example = Cells | { readonly cells: Cells; readonly inputs?: Inputs; readonly and?: Cells };

const PLAIN: Cells = {
  constituentId: 'P-1',
  primaryFirst: 'Marguerite',
  primaryLast: 'Ashdown',
  street: '14 Larkspur Ln',
  city: 'Worcester',
  state: 'MA',
  postalCode: '01609',
  businessTitle: 'Owner',
};
const [, FIRST, SECOND] = listRows(3).map(([constituentId, primaryFirst, primaryLast, street, city, state, postalCode]) => ({
  constituentId: constituentId!,
  primaryFirst: primaryFirst!,
  primaryLast: primaryLast!,
  street: street!,
  city: city!,
  state: state!,
  postalCode: postalCode!,
  businessTitle: '',
}));
const SENT = FIRST!;

const EXAMPLES: Readonly<Record<RuleCode, Example>> = {
  FIELD_REQUIRED: { businessTitle: '' },
  EMAIL_FORMAT: { personalEmail: 'rosalind.quayle@' },
  DATE_UNREADABLE: { rfmFirstGiftDate: 'last spring' },
  DATE_IMPOSSIBLE: { rfmLargestGiftDate: '2/30/2020' },
  DATE_FUTURE: { rfmMostRecentGiftDate: '2026-11-21' },
  AMOUNT_UNREADABLE: { rfmTotalGiftValue: 'a lot' },
  AMOUNT_NEGATIVE: { rfmMostRecentGiftValue: '(250.00)' },
  COUNT_UNREADABLE: { rfmTotalGiftCount: '2.5' },
  COUNT_NEGATIVE: { rfmTotalGiftCount: '-3' },
  TOO_LONG: { street: `1 ${'x'.repeat(256)}` },
  ID_DUPLICATE: { cells: { constituentId: '7', street: '9 Oak St' }, and: { constituentId: '7' } },
  DO_NOT_SCREEN: { cells: SENT, inputs: 'suppression' },
  // Another test has the example.
  SERVICE_REFUSED: {},
  LAST_MISSING: { primaryLast: '' },
  FIRST_AND_STREET_MISSING: { primaryFirst: '', street: '' },
  MATCH_PART_MISSING: { city: '' },
  ZIP_FOUR_DIGITS: { postalCode: '1609', state: 'CA' },
  ZIP_THREE_DIGITS: { postalCode: '901', state: 'CA' },
  ZIP_FORMAT: { postalCode: '016091' },
  ZIP_OTHER_STATE: { postalCode: '60614' },
  STATE_FORMAT: { state: 'Shropshire' },
  STATE_UNKNOWN: { state: 'XX' },
  TWO_PEOPLE: { primaryFirst: 'Jane and John' },
  ORGANIZATION: { primaryLast: 'Juniper & Vale Family Foundation' },
  HOUSEHOLD_NAME: { primaryLast: 'The Smith Family' },
  DECEASED: { primaryFirst: 'John (deceased)' },
  NAME_TITLE: { primaryFirst: 'Dr. Marguerite' },
  NAME_INITIAL: { primaryLast: 'A' },
  NAME_DIGITS: { primaryFirst: 'J4ne' },
  NAME_EMAIL: { primaryLast: 'jane@example.org' },
  FULL_NAME_IN_LAST: { primaryFirst: '', primaryLast: 'Marguerite Ashdown' },
  SPOUSE_SAME: { spouseFirst: 'Marguerite', spouseLast: 'Ashdown' },
  ID_MISSING: { constituentId: '' },
  ID_SCIENTIFIC: { constituentId: '1.23E+15' },
  PHONE_FORMAT: { personalPhone: '555-014' },
  EMAIL_MADE_UP: { personalEmail: 'none@none.com' },
  EMAIL_NOT_ASCII: { personalEmail: 'josé@example.org' },
  SENSITIVE: { street2: '123-45-6789' },
  ADDRESS_FOREIGN: { country: 'CA', state: 'NL', postalCode: 'A1C 5S7' },
  DATE_AMBIGUOUS: { rfmFirstGiftDate: '03/04/2021' },
  DATE_ANCIENT: { rfmFirstGiftDate: '1898-12-31' },
  GIFT_DATES_ORDER: { rfmFirstGiftDate: '2020-01-02', rfmMostRecentGiftDate: '2020-01-01' },
  LARGEST_TOO_SMALL: { rfmLargestGiftValue: '99.5', rfmFirstGiftValue: '100' },
  TOTAL_TOO_SMALL: { rfmTotalGiftValue: '99', rfmLargestGiftValue: '100' },
  COUNT_ZERO: { rfmTotalGiftCount: '0', rfmFirstGiftDate: '2020-01-01' },
  LARGEST_DATE_OUTSIDE: { rfmFirstGiftDate: '2020-01-01', rfmLargestGiftDate: '2019-01-01' },
  EMAIL_SHARED: { cells: { constituentId: '8', primaryFirst: 'Aldous', personalEmail: 'm@example.org' }, and: { constituentId: '7', personalEmail: 'm@example.org', street: '9 Oak St' } },
  HOUSEHOLD_TWICE: { cells: { constituentId: '8', primaryLast: 'Whitlock' }, and: { constituentId: '7', primaryLast: 'Whitlock' } },
  SCREENED_BEFORE: { cells: SENT, inputs: 'recent' },
  SCREENED_CHANGED: { cells: { ...SENT, street: '9 Oak St' }, inputs: 'recent' },
  SPACES_REMOVED: { city: 'Fort  Collins', state: 'CO', postalCode: '80525' },
  PLACEHOLDER_REMOVED: { street2: '<None Specified>' },
  APOSTROPHE_REMOVED: { postalCode: "'01609" },
  NAME_RECASED: { primaryLast: 'ASHDOWN' },
  STATE_CODED: { state: 'Massachusetts' },
  COUNTRY_CODED: { country: 'USA' },
  ZIP_ZERO_ADDED: { postalCode: '1609' },
  ZIP_HYPHEN_ADDED: { postalCode: '016091234' },
  LINES_PARTED: { street: '1 Main St\nApt 4' },
  YEAR_COMPLETED: { rfmFirstGiftDate: '1/31/24' },
  SERIAL_READ: { rfmFirstGiftDate: '45322' },
  EMAIL_EXTRACTED: { personalEmail: 'Jane <jane@example.org>' },
  UNCHANGED_SINCE: { cells: SENT, inputs: 'baseline' },
  UNSCORED_SINCE: { cells: SECOND!, inputs: 'baseline' },
  CHANGED_SINCE: { cells: { ...SENT, street: '9 Oak St' }, inputs: 'baseline' },
  NEW_SINCE: { cells: { constituentId: 'C-9' }, inputs: 'baseline' },
  ON_ITS_WAY: { cells: SENT, inputs: 'inProgress' },
  NOBODY: Object.fromEntries(Object.keys(PLAIN).map((key) => [key, key === 'constituentId' ? 'BOARD MEMBERS' : ''])),
  SCREENING_OBJECTED: { doNotScreen: 'Yes' },
  FULL_NAME_IN_SPOUSE_FIRST: { spouseFirst: 'Beth Tanabe' },
  ID_WITHOUT_PSEUDONYM: { cells: { constituentId: '7'.repeat(147) }, inputs: 'pseudonyms' },
  DEATH_UNCLEAR: { deceased: 'lost contact' },
  PHONE_EXTRACTED: { personalPhone: '813-555-0100, 813-555-0102' },
  LAST_NAME_UNCLEAR: { primaryFirst: '', primaryLast: 'Ashdown Quarrington' },
  NOT_A_PERSON: { primaryFirst: 'Anonymous', primaryLast: 'Donor' },
  SPOUSE_NOT_NAMED: { spouseFirst: 'and Kim' },
  CITY_GUESSED: { street: '', city: '', state: '', postalCode: '', address: '14 Larkspur Ln Quorndale MA 01609' },
  CONTACT_MOVED: { personalEmail: '813-555-0100' },
  CONTACT_LEFT_OUT: { personalPhone: '813-555-0100, 813-555-0102', businessPhone: '813-555-0104' },
  OPTIONAL_TOO_LONG: { businessName: 'x'.repeat(256) },
  NAME_UNCLEAR: { primaryFirst: '', primaryMiddle: '', primaryLast: '', wholeName: 'Justice Hale' },
  SPOUSE_DECEASED: { spouseFirst: 'Otto (deceased)' },
  MAIDEN_PARTED: { primaryFirst: '', primaryLast: '', primaryMaiden: '', wholeName: 'Jane Voss née Kern' },
  AMOUNT_UNCLEAR: { rfmTotalGiftValue: '12,50' },
  NUMBER_TOO_LARGE: { rfmTotalGiftCount: '6035550101' },
  DATE_PARTIAL: { rfmFirstGiftDate: 'May 2019' },
  ID_RESTORED: { constituentId: '1.00000123E+8' },
  // Only a choice of people gives this issue: see whom-to-send.test.ts.
  NOT_CHOSEN: {},
  CHARACTERS_RESTORED: { primaryFirst: 'JosÃ©' },
  CONTACT_BANNED: { primaryLast: 'Ashdown DNC' },
  RECORD_UNUSED: { primaryLast: 'Ashdown (merged)' },
  NAMES_SWAPPED: { primaryFirst: 'Ashdown', primaryLast: 'Jennifer' },
  NAME_DAMAGED: { primaryFirst: 'Jos?' },
  AMOUNT_OTHER_CURRENCY: { rfmLargestGiftValue: '€75' },
}; // prettier-ignore

const COLUMNS = [...FIELD_KEYS, 'doNotScreen', 'deceased', 'address', 'wholeName'] as const;
const TARGETS = [
  ...FIELD_KEYS.map(field),
  { kind: 'none', tells: 'doNotScreen' },
  { kind: 'none', tells: 'deceased', everyValue: true },
  { kind: 'split', splitter: 'addressLines' },
  { kind: 'split', splitter: 'fullName' },
] as const;
const ALL = planOf(TARGETS);
const LARGEST = FIELD_INDEX.rfmLargestGiftValue;
/** The largest gifts are in dollars. */
const COLUMN_PLANS = ALL.columns.with(LARGEST, { ...ALL.columns[LARGEST]!, currency: { main: '$', column: null } });
const OPTIONS = { sendErrors: true, resendRecent: true };
const KEY = new Uint8Array(32).fill(7);

let earlier: ResultProject;
let inputs: Readonly<Record<Inputs, Partial<CheckInputs>>>;

beforeAll(async () => {
  earlier = await ResultProject.of(csvOf(listRows(3)));
  await earlier.collect({
    profiles: JSON.stringify([profileFor(0)]),
    errors: JSON.stringify([{ row: 3, constituentId: 'C-00003', field: 'city', message: 'is not in this state' }]),
  });
  await indexScreening({ ...earlier.request, key: KEY, keeps: false, othersWereSent: true }, quietContext);
  const { file } = earlier.request;
  inputs = {
    none: { rules: { required: ['businessTitle'], severities: {} } },
    pseudonyms: {},
    suppression: { suppression: suppressionOf([SENT]) },
    recent: { recent: [file] },
    baseline: { baseline: { key: KEY, screenings: [[file]] } },
    inProgress: { inProgress: [{ name: 'Sent', list: earlier.request, options: OPTIONS }] },
  };
});

afterAll(() => earlier.dispose());

/** The codes of the issues of the last of these rows. */
async function codesOf(rows: readonly Cells[], given: Inputs): Promise<string[]> {
  const list = await CheckedList.make({
    fields: FIELD_KEYS,
    rows: rows.map((row) => COLUMNS.map((column) => ({ ...PLAIN, ...row })[column] ?? '')),
    rowsPerBlock: 128,
    plan: planOf(TARGETS, {
      columns: COLUMN_PLANS,
      cleaning: { ...STANDARD_CLEANING, zipZeros: true },
      pseudonyms: given === 'pseudonyms',
    }),
    inputs: { ...NO_INPUTS, ...inputs[given] },
  });
  try {
    const page = { filter: { kind: 'all' }, find: '', offset: 0, limit: 200, options: OPTIONS } as const;
    return list.session
      .page(page)
      .rows.at(-1)!
      .issues.map(({ code }) => code);
  } finally {
    list.close();
  }
}

describe('each rule', () => {
  it.each(RULE_CODES.filter((code) => code !== 'SERVICE_REFUSED' && code !== 'NOT_CHOSEN'))(
    '%s applies to its example, and not to a row without the issue',
    async (code) => {
      const example = EXAMPLES[code];
      const { cells, inputs: given = 'none', and }: Exclude<Example, Cells> = 'cells' in example ? example : { cells: example };
      const before = and === undefined ? [] : [and];
      expect(await codesOf([...before, cells], given)).toContain(code);
      const other = code === 'NEW_SINCE' ? SENT : { constituentId: 'C-10', primaryLast: 'Quayle', street: '3 Quarry Rd' };
      expect(await codesOf([...before, other], given)).not.toContain(code);
    },
  );

  it('SERVICE_REFUSED applies to a refused row that can be sent again', async () => {
    const target = { path: join(earlier.folder, 'refused.sqlite'), projectId: 'refused', key: randomBytes(32) };
    const { rows } = await deriveRows({ source: earlier.request, target, which: { kind: 'refused' }, without: [] }, quietContext);
    const { rules } = await check(
      { ...earlier.request, file: target, sheetLayout: { ...earlier.request.sheetLayout, rows, leaveOut: undefined } },
      quietContext,
    );
    expect(rules.map((rule) => [rule.code, rule.rows])).toContainEqual(['SERVICE_REFUSED', 1]);
  });
});
