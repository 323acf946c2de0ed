/**
 * Parses one text of a sheet into the form of one field of the record. This is the hot path of a list: a value that
 * already has its form costs one scan and no new string, and the rules reuse the scan's result.
 */
import { FIELDS, type FieldKind, indexesOf } from '../fields/index.ts';
import {
  LONGEST_READ,
  TEXT_CLASS,
  hasSmallStart,
  holdsMark,
  isStatus,
  mayBeMisread,
  recaseOften,
  restoredText,
  scanText,
  withApostrophes,
  withoutMark,
  withoutHtml,
} from '../transforms/index.ts';
import { codeCountry, codeState, completeZip, parseExactCountry, parseExactState, parseExactZip, splitLines } from './address-parsing.ts';
import { cleanValue, FITS_ALL, replaceValue } from './stored-value.ts';
import { extractEmail, extractPhone, parseExactEmail, parseExactPhone } from './contact-parsing.ts';
import { CHANGE, addChange, clearValue, type MappedRecord, VALIDITY } from './mapped-record.ts';
import { MAY_BE_CHANGED, restoreId } from './id-parsing.ts';
import { markIn } from './name-cells.ts';
import { parseDateText, parseExactAmount, parseExactCount, parseExactDate, parseNumberText, type ParseOptions } from './number-parsing.ts';

/** The parsers. Those from `name` to `lastName` correct capitals; those from `state` on try an exact form first. */
const PARSER = {
  text: 0,
  id: 1,
  street: 2,
  name: 3,
  lastName: 4,
  state: 5,
  country: 6,
  zip: 7,
  email: 8,
  phone: 9,
  date: 10,
  amount: 11,
  count: 12,
} as const;

const PARSERS: Readonly<Record<FieldKind, number>> = {
  identifier: PARSER.id,
  givenName: PARSER.name,
  middleName: PARSER.name,
  familyName: PARSER.lastName,
  maidenName: PARSER.lastName,
  street: PARSER.street,
  streetLine2: PARSER.text,
  city: PARSER.text,
  state: PARSER.state,
  postalCode: PARSER.zip,
  country: PARSER.country,
  email: PARSER.email,
  phone: PARSER.phone,
  organization: PARSER.text,
  text: PARSER.text,
  date: PARSER.date,
  amount: PARSER.amount,
  count: PARSER.count,
};
const PARSER_OF: readonly number[] = FIELDS.map(({ kind }) => PARSERS[kind]);

/** Field indexes in parse order: a field comes after those that it depends on. */
export const PARSE_ORDER: readonly number[] = (() => {
  const order = new Set<number>();
  const visit = (field: number): void => {
    for (const first of indexesOf(FIELDS[field]!.parsedAfter)) visit(first);
    order.add(field);
  };
  FIELDS.forEach(({ parsedAfter }) => indexesOf(parsedAfter).forEach(visit));
  FIELDS.forEach((_, field) => visit(field));
  return [...order];
})();

const IS_MIDDLE: readonly boolean[] = FIELDS.map(({ kind }) => kind === 'middleName');
/** The placeholders NMN and NMI: no middle name, no middle initial. */
const NO_MIDDLE = /^\(?n\.?\s?m\.?\s?[ni]\.?\)?$/i;

/** Classes of a name of more than one plain word. */
const SEVERAL_WORDS = TEXT_CLASS.space | TEXT_CLASS.comma | TEXT_CLASS.joiner | TEXT_CLASS.bracket | TEXT_CLASS.hyphen | TEXT_CLASS.sign;
const LETTERS_OF_BAN = 3;
/** True for a name with a request about the person, or a mark of an unused record. Most names are one plain word, which needs no search. */
const isMarked = (name: string, classes: number): boolean =>
  (name.length === LETTERS_OF_BAN || (classes & SEVERAL_WORDS) !== 0) && name.length <= LONGEST_READ && holdsMark(name) && !isStatus(name);

/** Classes of a text that needs cleaning. */
const UNCLEAN = TEXT_CLASS.untidy | TEXT_CLASS.opening | TEXT_CLASS.line;
/** Classes of a text that can hold tags or entities. */
const HTML = TEXT_CLASS.joiner | TEXT_CLASS.bracket;
/** An HTML tag, but not a placeholder such as `<none>`. */
const MARKUP = /<\/?(?:br|p|div|span|b|i|strong|em|li|a)\b/i;
/** Classes of a text that can have an accent in place of an apostrophe. */
const OTHER_SIGNS = TEXT_CLASS.sign | TEXT_CLASS.foreign;
const CASES = TEXT_CLASS.upper | TEXT_CLASS.lower;

/**
 * Requires a record without changes and parse errors in the field. Kept short for the instruction cache: code for rare
 * cells is in other functions.
 */
export function parseValue(record: MappedRecord, field: number, raw: string, options: ParseOptions): void {
  if (raw.length === 0) return clearValue(record, field);
  const parser = PARSER_OF[field]!;
  if (parser >= PARSER.state) {
    if (!parseExact(record, field, parser, raw, options)) parseSlowly(record, field, parser, raw, options);
    return;
  }
  const classes = scanText(raw);
  const unusual =
    parser >= PARSER.name
      ? (mayNeedCase(raw, classes) && !isInitial(parser, raw, classes)) ||
        (classes & HTML) !== 0 ||
        ((classes & OTHER_SIGNS) !== 0 && /[´`]|''|_x/.test(raw)) ||
        (classes & TEXT_CLASS.escape) !== 0 ||
        isMarked(raw, classes)
      : isLongNumber(classes, raw.length) ||
        (parser === PARSER.id
          ? (classes & MAY_BE_CHANGED) !== 0
          : (classes & (HTML | TEXT_CLASS.escape)) !== 0 || ((classes & TEXT_CLASS.sign) !== 0 && /''|_x/.test(raw)));
  if ((classes & UNCLEAN) !== 0 || raw.length > FITS_ALL || unusual || ((classes & TEXT_CLASS.foreign) !== 0 && mayBeMisread(raw))) {
    parseSlowly(record, field, parser, raw, options);
    return;
  }
  record.values[field] = raw;
  record.classes[field] = classes;
}

/** True for a name in capitals, in lower case, or perhaps with capitals in the wrong places. */
const mayNeedCase = (text: string, classes: number): boolean =>
  (classes & CASES) === CASES ? hasSmallStart(text, classes) : (classes & CASES) !== 0;

/** True for a first or middle name of one or two capitals. They are initials and keep their case. */
const isInitial = (parser: number, text: string, classes: number): boolean =>
  parser === PARSER.name && text.length <= 2 && (classes & TEXT_CLASS.lower) === 0;

/** True for digits without letters or points that are at least as long as a social security number with hyphens. */
const isLongNumber = (classes: number, length: number): boolean =>
  length >= 11 && (classes & (TEXT_CLASS.digit | CASES | TEXT_CLASS.point)) === TEXT_CLASS.digit;

/** Stores a text that already has the form of its field. False when it needs cleaning or conversion. */
function parseExact(record: MappedRecord, field: number, parser: number, raw: string, options: ParseOptions): boolean {
  switch (parser) {
    case PARSER.date:
      return parseExactDate(record, field, raw);
    case PARSER.amount:
      return parseExactAmount(record, field, raw, options);
    case PARSER.count:
      return parseExactCount(record, field, raw);
    case PARSER.email:
      return parseExactEmail(record, field, raw);
    case PARSER.state:
      return parseExactState(record, field, raw);
    case PARSER.country:
      return parseExactCountry(record, field, raw, options.cleaning);
    case PARSER.zip:
      return parseExactZip(record, field, raw);
    default:
      return parseExactPhone(record, field, raw);
  }
}

/** Cleans and converts everything else, or records why it cannot be parsed. */
function parseSlowly(record: MappedRecord, field: number, parser: number, raw: string, options: ParseOptions): void {
  const { cleaning } = options;
  switch (parser) {
    case PARSER.date:
      return parseDateText(record, field, raw, options);
    case PARSER.amount:
    case PARSER.count:
      return parseNumberText(record, field, raw, parser === PARSER.amount, options);
    default:
  }
  const text = restored(parser, raw);
  if (!cleanValue(record, field, text, cleaning, parser === PARSER.street)) return;
  if (text !== raw) {
    addChange(record, field, CHANGE.restored);
    // Only an apostrophe is left.
    if (!/[\p{L}\d]/u.test(text)) return clearValue(record, field);
  }
  switch (parser) {
    case PARSER.id:
    case PARSER.text:
      if (parser === PARSER.id) restoreId(record, field, options.numbers);
      if (isLongNumber(record.classes[field]!, record.values[field]!.length)) record.classes[field]! |= VALIDITY.doubtful;
      return;
    case PARSER.name:
    case PARSER.lastName:
      if (isMarked(record.values[field]!, record.classes[field]!))
        replaceValue(record, field, withoutMark(record.values[field]!), markIn(record.values[field]!));
      if (IS_MIDDLE[field]! && cleaning.placeholders && NO_MIDDLE.test(record.values[field]!)) {
        addChange(record, field, CHANGE.placeholder);
        return clearValue(record, field);
      }
      if (cleaning.shoutedNames && mayNeedCase(record.values[field]!, record.classes[field]!)) recaseName(record, field);
      return;
    case PARSER.street:
      if ((record.classes[field]! & TEXT_CLASS.line) !== 0) splitLines(record, field, cleaning);
      return;
    case PARSER.state:
      if (cleaning.stateCodes) codeState(record, field);
      return;
    case PARSER.country:
      if (cleaning.countryCodes) codeCountry(record, field);
      return;
    case PARSER.zip:
      return completeZip(record, field, cleaning);
    case PARSER.email:
      return extractEmail(record, field);
    case PARSER.phone:
      return extractPhone(record, field);
    default:
  }
}

/** The text without HTML codes and misread letters. Tags are removed from names. */
function restored(parser: number, raw: string): string {
  if (raw.length > LONGEST_READ) return raw;
  switch (parser) {
    case PARSER.name:
    case PARSER.lastName:
      return withApostrophes(withoutHtml(restoredText(raw)));
    case PARSER.text:
    case PARSER.street:
      return restoredText(MARKUP.test(raw) ? withoutHtml(raw) : raw);
    default:
      return raw;
  }
}

function recaseName(record: MappedRecord, field: number): void {
  if (record.values[field]!.length > LONGEST_READ) return;
  replaceValue(record, field, recaseOften(record.values[field]!, PARSER_OF[field] === PARSER.name), CHANGE.shouted);
}
