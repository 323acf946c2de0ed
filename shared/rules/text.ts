/** Rules for texts of any field. */
import { fieldOf, fieldsOf, NAME_KINDS } from '../fields/index.ts';
import { isCardNumber, isSocialSecurityNumber } from '../transforms/index.ts';
import { CHANGE, type MappedRecord, PARSE_ERROR, VALIDITY } from '../mapping/index.ts';
import { RULE_INDEX } from './codes.ts';
import { CLEAR_VALUE, defineFix, many, valueOf } from './fix.ts';
import type { Found, RuleTable, Subject } from './rule.ts';

const SHORTEN = defineFix({
  id: 'shorten',
  description: 'Cuts the text after 255 characters, between words where possible.',
  button: (rows) => `Shorten ${many(rows, 'text')}`,
  bulk: true,
  safe: false,
  apply: (record, field) => {
    const text = valueOf(record, field);
    const { maxLength } = fieldOf(field);
    if (text.length <= maxLength) return [];
    const cut = text.slice(0, maxLength);
    const blank = cut.lastIndexOf(' ');
    // The cut must not split a surrogate pair.
    return [{ field, value: (blank > 200 ? cut.slice(0, blank) : cut.replace(/[\uD800-\uDBFF]$/, '')).trimEnd() }];
  },
});

/** The fields in which HTML codes and misread letters are replaced. */
const RESTORED = fieldsOf({ kind: [...NAME_KINDS, 'street', 'streetLine2', 'city', 'organization', 'text'] });

const rules = {
  TOO_LONG: {
    severity: 'error',
    title: 'Longer than 255 characters',
    why: 'The service accepts at most 255 characters.',
    fix: SHORTEN,
    change: CHANGE.long,
  },
  OPTIONAL_TOO_LONG: {
    severity: 'warning',
    title: 'Longer than 255 characters, not sent',
    why: 'The service accepts at most 255 characters.',
    fix: SHORTEN,
    parseError: PARSE_ERROR.tooLong,
  },
  SERVICE_REFUSED: {
    severity: 'error',
    title: 'Not accepted by the service',
    why: 'The service did not accept the row because of this value, and will not accept it again.',
    change: CHANGE.refused,
  },
  SENSITIVE: {
    severity: 'warning',
    title: 'Looks like a card or social security number',
    why: 'Card and social security numbers do not belong in a screening.',
    fix: CLEAR_VALUE,
  },
  SPACES_REMOVED: {
    severity: 'note',
    title: 'Spaces or invisible characters removed',
    why: 'You can turn this off in Columns: “Remove extra spaces”.',
    change: CHANGE.spaces,
  },
  PLACEHOLDER_REMOVED: {
    severity: 'note',
    title: 'Placeholder left out',
    why: 'You can turn this off in Columns: “Treat “N/A” as blank”.',
    change: CHANGE.placeholder,
  },
  CHARACTERS_RESTORED: {
    severity: 'note',
    title: 'Damaged characters restored',
    why: 'A program saved the text in another encoding, or with codes of its own, such as a backslash before an apostrophe: JosÃ© is sent as José.',
    fields: RESTORED,
    change: CHANGE.restored,
  },
  APOSTROPHE_REMOVED: {
    severity: 'note',
    title: 'Apostrophe or outer quotation marks removed',
    why: 'Spreadsheets mark a cell as text with an apostrophe, and some exports put quotation marks around each value twice.',
    change: CHANGE.apostrophe,
  },
} satisfies RuleTable;

export function findSensitive(record: MappedRecord, field: number, found: Found): void {
  const value = record.values[field]!;
  if (isSocialSecurityNumber(value) || isCardNumber(value)) found(RULE_INDEX.SENSITIVE, field);
}

export const TEXT = {
  rules,
  // Streets are not checked, because their numbers always come with words. Names, emails and phones have their own checks.
  values: [
    {
      kinds: ['identifier', 'streetLine2', 'city', 'state', 'postalCode', 'country', 'organization', 'text'],
      mask: VALIDITY.doubtful,
      want: 0,
      look: findSensitive,
    },
  ],
} satisfies Subject;
