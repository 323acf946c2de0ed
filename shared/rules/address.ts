/** Rules for postal addresses. */
import { FIELD_INDEX as F } from '../fields/index.ts';
import { CHANGE, type MappedRecord, VALIDITY } from '../mapping/index.ts';
import { ZIP, isAbroad, isProvince, isUsOrEmpty, isUsState, stateCode, withZipZeros, zipFitsState, zipShape } from '../transforms/index.ts';
import { RULE_INDEX as R } from './codes.ts';
import { defineFix, many, valueOf } from './fix.ts';
import type { Found, RuleTable, Subject } from './rule.ts';

/**
 * True when the state agrees with the ZIP, or, without a state, when the country is the US. Needed because other countries have postal
 * codes of four digits too.
 */
function isInUS(zip: string, state: string, country: string): boolean {
  if (!isUsOrEmpty(country)) return false;
  const code = stateCode(state);
  return state === '' ? country !== '' : code !== null && isUsState(code) && zipFitsState(zip, code);
}

const ADD_ZIP_ZEROS = defineFix({
  id: 'addZipZeros',
  description: 'Restores the leading zeros that a spreadsheet removed, where the state or the country shows that it is a ZIP of the US.',
  button: (rows) => `Add the zero to ${rows}`,
  bulk: true,
  safe: true,
  reads: ['state', 'country'],
  apply: (record, field) => {
    const zip = valueOf(record, field);
    const whole = withZipZeros(zip);
    return whole === zip || !isInUS(whole, valueOf(record, 'state'), valueOf(record, 'country')) ? [] : [{ field, value: whole }];
  },
});

const STATE_TO_CODE = defineFix({
  id: 'stateToCode',
  description: 'Writes the state as its two letters.',
  button: (rows) => `Abbreviate ${many(rows, 'state')}`,
  bulk: true,
  safe: true,
  apply: (record, field) => {
    const code = stateCode(valueOf(record, field));
    return code === null ? [] : [{ field, value: code }];
  },
});

const rules = {
  ZIP_FOUR_DIGITS: {
    severity: 'warning',
    weakens: true,
    title: 'ZIP has 4 digits',
    why: 'A spreadsheet removed the leading zero, or the address is abroad. A zero is added only where the state or country shows it fits.',
    fields: ['postalCode'],
    fix: ADD_ZIP_ZEROS,
  },
  ZIP_THREE_DIGITS: {
    severity: 'warning',
    weakens: true,
    title: 'ZIP has 3 digits',
    why: 'A spreadsheet removed the leading zeros, or the address is abroad.',
    fields: ['postalCode'],
    fix: ADD_ZIP_ZEROS,
  },
  ZIP_FORMAT: {
    severity: 'warning',
    weakens: true,
    title: 'ZIP is not 5 or 9 digits',
    why: 'The service matches US addresses by ZIP.',
    fields: ['postalCode'],
  },
  ZIP_OTHER_STATE: {
    severity: 'warning',
    weakens: true,
    title: 'ZIP is in another state',
    why: 'Either the ZIP or the state is wrong.',
    fields: ['postalCode'],
  },
  STATE_FORMAT: {
    severity: 'warning',
    weakens: true,
    title: 'State is not two letters',
    why: 'The service takes US states as two letters.',
    fields: ['state'],
    fix: STATE_TO_CODE,
  },
  STATE_UNKNOWN: {
    severity: 'warning',
    weakens: true,
    title: 'State is not known',
    why: 'These two letters are not the code of a state, territory or province.',
    fields: ['state'],
  },
  CITY_GUESSED: {
    severity: 'warning',
    weakens: true,
    title: 'City taken from the end of a street',
    why: 'Nothing separates the street from the city, and we do not know a city with this name.',
    fields: ['city'],
    change: CHANGE.cityGuessed,
  },
  ADDRESS_FOREIGN: {
    severity: 'warning',
    title: 'Address outside the US',
    why: 'Wealth data covers mostly the US. If the country is missing, the form of the postal code or the street shows that the address is abroad.',
    fields: ['country', 'postalCode', 'street'],
  },
  STATE_CODED: {
    severity: 'note',
    title: 'State written as two letters',
    why: 'You can turn this off in Columns: “Write states as two letters”.',
    fields: ['state'],
    change: CHANGE.stateCode,
  },
  COUNTRY_CODED: {
    severity: 'note',
    title: 'Country written as its code',
    why: 'You can turn this off in Columns: “Write countries as codes”.',
    fields: ['country'],
    change: CHANGE.countryCode,
  },
  ZIP_ZERO_ADDED: {
    severity: 'note',
    title: 'Leading zero of the ZIP added',
    why: 'A spreadsheet removed it, and the state confirms it. You can turn this off in Columns: “Restore lost ZIP zeros”.',
    fields: ['postalCode'],
    change: CHANGE.zipZero,
  },
  ZIP_HYPHEN_ADDED: {
    severity: 'note',
    title: 'ZIP written with its hyphen',
    why: 'A nine-digit ZIP has a hyphen after the fifth digit.',
    fields: ['postalCode'],
    change: CHANGE.zipHyphen,
  },
  LINES_PARTED: {
    severity: 'note',
    title: 'Second line or place in the street moved',
    why: 'The street held a second line, or a city, state and ZIP. You can turn this off in Columns: “Split multi-line streets”.',
    fields: ['street', 'street2'],
    change: CHANGE.lines,
  },
} satisfies RuleTable;

function checkAddress({ values, classes }: MappedRecord, found: Found): void {
  const stateClasses = classes[F.state]!;
  const zipClasses = classes[F.postalCode]!;
  // Most rows: a known US state and a complete ZIP.
  if ((stateClasses & zipClasses & VALIDITY.proven) !== 0) {
    if (!zipFitsState(values[F.postalCode]!, values[F.state]!)) found(R.ZIP_OTHER_STATE, F.postalCode);
    return;
  }
  const [country, state, zip] = [values[F.country]!, values[F.state]!, values[F.postalCode]!];
  if (isAbroad(country, state, zip, values[F.street]!)) {
    found(R.ADDRESS_FOREIGN, country !== '' ? F.country : isAbroad('', '', zip, '') ? F.postalCode : F.street);
    return;
  }
  // A province means Canada if no country is given.
  const canadian = isProvince(state);
  if (stateClasses !== 0 && (stateClasses & VALIDITY.proven) === 0 && !canadian && !isUsState(state))
    found(state.length === 2 ? R.STATE_UNKNOWN : R.STATE_FORMAT, F.state);
  if (zipClasses === 0 || (zipClasses & VALIDITY.proven) !== 0 || canadian) return;
  const shape = zipShape(zip);
  if (shape === ZIP.lostZero) found(R.ZIP_FOUR_DIGITS, F.postalCode);
  else if (shape === ZIP.lostTwo) found(R.ZIP_THREE_DIGITS, F.postalCode);
  else found(R.ZIP_FORMAT, F.postalCode);
}

const FIELDS = ['country', 'state', 'postalCode', 'street'] as const;

export const ADDRESS = {
  rules,
  records: [
    {
      compares: {
        fields: FIELDS,
        rules: ['ZIP_OTHER_STATE', 'ADDRESS_FOREIGN', 'STATE_UNKNOWN', 'STATE_FORMAT', 'ZIP_FOUR_DIGITS', 'ZIP_THREE_DIGITS', 'ZIP_FORMAT'],
      },
      compile: ({ mapped }) => (FIELDS.some((key) => mapped.has(key)) ? checkAddress : null),
    },
  ],
} satisfies Subject;
