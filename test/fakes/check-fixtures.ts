/** A checked list: rows, their issues, and the matching counts by rule. */
import type {
  CheckRow,
  CheckView,
  DuplicateGroups,
  CarriedCorrectionsView,
  Readiness,
  RuleCount,
  SafeFixes,
} from '../../shared/contract/index.ts';
import type { FieldKey } from '../../shared/fields/table.ts';
import { person } from './people-fixtures.ts';

/** The mapped fields of the list. */
export const CHECK_FIELDS: readonly FieldKey[] = [
  'constituentId',
  'primaryFirst',
  'primaryLast',
  'spouseFirst',
  'street',
  'city',
  'state',
  'postalCode',
  'personalEmail',
  'rfmMostRecentGiftDate',
  'businessTitle',
  'businessName',
];

const twoPeople = (index: number): boolean => index % 61 === 11;
const futureGift = (index: number): boolean => index % 223 === 21;
const sameHousehold = (index: number): boolean => index % 125 === 30;

/** The readiness that the worst issue gives. */
const readinessOf = (issues: CheckRow['issues']): Readiness =>
  issues.some(({ severity }) => severity === 'error')
    ? 'invalid'
    : issues.some(({ severity }) => severity === 'warning')
      ? issues.every(({ severity, code }) => severity !== 'warning' || code === 'ZIP_FOUR_DIGITS')
        ? 'fixable'
        : 'incomplete'
      : 'ready';

/** A row of the check with the issues of its values. */
export function checkRow(index: number): CheckRow {
  const one = person(index);
  const issues: CheckRow['issues'] = [];
  if (one.zip.length === 4) issues.push({ field: 'postalCode', code: 'ZIP_FOUR_DIGITS', severity: 'warning' });
  if (one.email.endsWith('@')) issues.push({ field: 'personalEmail', code: 'EMAIL_FORMAT', severity: 'error' });
  if (twoPeople(index)) issues.push({ field: 'primaryFirst', code: 'TWO_PEOPLE', severity: 'warning' });
  if (futureGift(index)) issues.push({ field: 'rfmMostRecentGiftDate', code: 'DATE_FUTURE', severity: 'error' });
  if (sameHousehold(index)) issues.push({ field: 'street', code: 'HOUSEHOLD_TWICE', severity: 'warning' });
  if (index % 9 === 4) issues.push({ field: 'street', code: 'SPACES_REMOVED', severity: 'note' });
  return {
    row: index + 4,
    leftOut: false,
    notSent: null,
    readiness: readinessOf(issues),
    values: [
      one.id,
      twoPeople(index) ? `${one.first} and John` : one.first,
      one.last,
      twoPeople(index) ? '' : (one.spouse.split(' ')[0] ?? ''),
      one.street,
      one.city,
      one.state,
      one.zip,
      one.email,
      futureGift(index) ? '2062-11-02' : `20${String(14 + (index % 12)).padStart(2, '0')}-0${1 + (index % 9)}-1${index % 9}`,
      '',
      '',
    ],
    issues,
  };
}

/** Rows by rule among the first rows of the list, counted once. */
const SAMPLE_ROWS = 10_240;
const COUNTED = new Map<string, number>();
const sampleCount = (code: string): number => {
  if (COUNTED.size === 0)
    for (let index = 0; index < SAMPLE_ROWS; index++) {
      const { issues, readiness } = checkRow(index);
      if (readiness !== null) COUNTED.set(readiness, (COUNTED.get(readiness) ?? 0) + 1);
      for (const issue of issues) COUNTED.set(issue.code, (COUNTED.get(issue.code) ?? 0) + 1);
      const severities = new Set(issues.map(({ severity }) => severity));
      const found = {
        issues: severities.has('error') || severities.has('warning'),
        errors: severities.has('error'),
        warnings: severities.has('warning'),
      };
      for (const [name, isFound] of Object.entries(found)) if (isFound) COUNTED.set(name, (COUNTED.get(name) ?? 0) + 1);
    }
  return COUNTED.get(code) ?? 0;
};

/** The check of a list with a number of rows. */
export function check(rows: number): CheckView {
  const share = (part: number | string) => Math.round((rows * (typeof part === 'string' ? sampleCount(part) : part)) / SAMPLE_ROWS);
  const number = (part: number | string) => share(part).toLocaleString('en-US');
  const rules: RuleCount[] = [
    {
      code: 'EMAIL_FORMAT',
      severity: 'error',
      title: 'Email is not a valid address',
      rows: share('EMAIL_FORMAT'),
      fields: [{ field: 'personalEmail', rows: share('EMAIL_FORMAT') }],
      example: { field: 'personalEmail', before: 'rosalind.quayle@', after: '' },
      fix: { id: 'repairEmail', label: `Fix or blank out ${number('EMAIL_FORMAT')}`, bulk: true, safe: false },
      leftOut: 0,
      leaveOut: null,
      sendAnyway: null,
      gain: 0,
    },
    {
      code: 'DATE_FUTURE',
      severity: 'error',
      title: 'Gift date is in the future',
      rows: share('DATE_FUTURE'),
      fields: [{ field: 'rfmMostRecentGiftDate', rows: share('DATE_FUTURE') }],
      example: { field: 'rfmMostRecentGiftDate', before: '2062-11-02', after: '1962-11-02' },
      fix: { id: 'centuryBack', label: `Review ${number('DATE_FUTURE')}`, bulk: false, safe: false },
      leftOut: 0,
      leaveOut: null,
      sendAnyway: null,
      gain: 0,
    },
    {
      code: 'ZIP_FOUR_DIGITS',
      severity: 'warning',
      title: 'ZIP has 4 digits',
      rows: share('ZIP_FOUR_DIGITS'),
      fields: [{ field: 'postalCode', rows: share('ZIP_FOUR_DIGITS') }],
      example: { field: 'postalCode', before: '1609', after: '01609' },
      fix: { id: 'addZipZeros', label: `Add the zero to ${number('ZIP_FOUR_DIGITS')}`, bulk: true, safe: true },
      leftOut: 0,
      leaveOut: null,
      sendAnyway: null,
      gain: share('fixable'),
    },
    {
      code: 'TWO_PEOPLE',
      severity: 'warning',
      title: 'Two people in one name',
      rows: share('TWO_PEOPLE'),
      fields: [{ field: 'primaryFirst', rows: share('TWO_PEOPLE') }],
      example: { field: 'primaryFirst', before: 'Christopher and Wilhelmina', after: 'Christopher · Wilhelmina · Pellegrin' },
      fix: { id: 'splitPeople', label: `Move second person to Spouse (${number('TWO_PEOPLE')})`, bulk: true, safe: true },
      leftOut: 0,
      leaveOut: null,
      sendAnyway: null,
      gain: 0,
    },
    {
      code: 'HOUSEHOLD_TWICE',
      severity: 'warning',
      title: 'Same household twice',
      rows: share('HOUSEHOLD_TWICE'),
      fields: [{ field: 'street', rows: share('HOUSEHOLD_TWICE') }],
      example: { field: 'street', before: '14 Larkspur Ln', after: 'row 31 and row 212' },
      fix: null,
      leftOut: 0,
      leaveOut: null,
      sendAnyway: null,
      gain: 0,
    },
    {
      code: 'SPACES_REMOVED',
      severity: 'note',
      title: 'Spaces or invisible characters removed',
      rows: share('SPACES_REMOVED'),
      fields: [{ field: 'street', rows: share('SPACES_REMOVED') }],
      example: null,
      fix: null,
      leftOut: 0,
      leaveOut: null,
      sendAnyway: null,
      gain: 0,
    },
  ];
  return {
    rows,
    ready: share('ready'),
    fixable: share('fixable'),
    incomplete: share('incomplete'),
    invalid: rows - share('ready') - share('fixable') - share('incomplete'),
    leftOut: 0,
    alreadyScreened: 0,
    withIssues: share('issues'),
    withWarnings: share('warnings'),
    compared: 0,
    rules,
    undo: null,
    redo: null,
  };
}

/** Corrections of an earlier list. */
export const CARRIED_CORRECTIONS: CarriedCorrectionsView = {
  name: 'Spring gala guests, rehearsal',
  corrections: 27,
  rows: 25,
  merged: 2,
  leftOut: 3,
  fields: [
    { field: 'postalCode', corrections: 16 },
    { field: 'personalEmail', corrections: 7 },
    { field: 'primaryLast', corrections: 2 },
    { field: 'street', corrections: 1 },
    { field: 'spouseFirst', corrections: 1 },
  ],
  examples: [
    { row: 7, field: 'personalEmail', before: 'rosalind.quayle@', after: 'rosalind.quayle@example.org' },
    { row: 18, field: 'primaryLast', before: 'The Okafor-Lyle Family', after: 'Okafor-Lyle' },
    { row: 33, field: 'postalCode', before: '1609', after: '01609' },
    { row: 45, field: 'street', before: '212 Tannery Ln, Apt 4', after: '212 Tannery Ln Apt 4' },
    { row: 62, field: 'postalCode', before: '2740', after: '02740' },
    { row: 64, field: 'spouseFirst', before: '', after: 'Jonah' },
    { row: 81, field: 'personalEmail', before: 'none@none', after: '' },
    { row: 97, field: 'postalCode', before: '3060', after: '03060' },
  ],
};

/** Groups of two rows of one household each. */
export const duplicates = ({ offset, limit }: { readonly offset: number; readonly limit: number }): DuplicateGroups => {
  const firsts = Array.from({ length: 81 }, (_, index) => 30 + index * 125);
  return {
    total: firsts.length,
    kept: 0,
    fields: [...CHECK_FIELDS],
    groups: firsts.slice(offset, offset + limit).map((index) => {
      const first = checkRow(index);
      const values = first.values.map((value, at) => (at === 0 ? `${value}7` : at === 1 ? 'Aldous' : at === 8 ? '' : value));
      const merged = first.values.map((value, at) => (at === CHECK_FIELDS.indexOf('spouseFirst') ? 'Aldous' : value));
      return {
        count: 2,
        isKept: false,
        rows: [first, { ...first, row: first.row + 60, values }],
        merged: { kind: 'couple' as const, values: merged },
      };
    }),
  };
};

/** The effect of the safe fixes of the list. */
export function safeFixes(rows: number, codes: readonly string[] | null): SafeFixes {
  const view = check(rows);
  const rowsOf = (code: string) => view.rules.find((rule) => rule.code === code)?.rows ?? 0;
  const fixes: SafeFixes['fixes'] = [
    {
      code: 'ZIP_FOUR_DIGITS',
      title: 'ZIP has 4 digits',
      description: 'Restores the leading zeros that a spreadsheet removed, unless the ZIP would be in another state.',
      cells: rowsOf('ZIP_FOUR_DIGITS'),
      rows: rowsOf('ZIP_FOUR_DIGITS'),
      examples: ['5401', '3060', '1609'].map((before) => ({ before, after: `0${before}` })),
    },
    {
      code: 'TWO_PEOPLE',
      title: 'Two people in one name',
      description: 'Moves the second person to the spouse.',
      cells: rowsOf('TWO_PEOPLE') * 2,
      rows: rowsOf('TWO_PEOPLE'),
      examples: ['Jane', 'Amara', 'Thea'].map((name) => ({ before: `${name} and John`, after: `${name} + John` })),
    },
  ].filter(({ code }) => codes === null || codes.includes(code));
  const sum = (of: 'cells' | 'rows') => fixes.reduce((all, fix) => all + fix[of], 0);
  const gained = fixes.some(({ code }) => code === 'ZIP_FOUR_DIGITS') ? view.fixable : 0;
  return {
    fixes,
    cells: sum('cells'),
    rows: sum('rows'),
    ready: { before: view.ready, after: view.ready + gained },
    withIssues: { before: view.withIssues, after: view.withIssues - sum('rows') },
    invalid: { before: view.invalid, after: view.invalid },
  };
}
