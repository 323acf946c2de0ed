/** Compiles a mapping plan to a function that turns the cells of one row into a mapped record. */
import { FIELDS, FIELD_INDEX, FIELD_KEYS, type FieldKey, fieldsOf, indexesOf } from '../fields/index.ts';
import { columnsReadForDeath, readsWholeStreets, withThoseReadBefore } from './changed-fields.ts';
import { deathColumnOf, deathMark } from './death-columns.ts';
import { PARSE_ERROR, CHANGE, clearFlags, clearValue, addChange, type MappedRecord } from './mapped-record.ts';
import {
  SPLITTER_FIELDS,
  STANDARD_CLEANING,
  columnsOfEvidence,
  roleColumns,
  OBJECTION_ROLES,
  type Cleaning,
  type ColumnPlan,
  type Combination,
  type MappingPlan,
} from './plan.ts';
import { chooseAddress } from './address-choice.ts';
import { arrangeLines, clearRemarks } from './address-parsing.ts';
import { pairedContact, receivingContacts, releaseUnread, settleContacts } from './contact-parsing.ts';
import { GIFT_COLUMNS, GiftValues } from './gift-values.ts';
import { checkCurrency, type ParseOptions } from './number-parsing.ts';
import { objectionIn } from './objection-columns.ts';
import { misplacedParts } from './misplaced-parts.ts';
import { addressInStreet, linesWithoutPlace } from './place-in-street.ts';
import { isMissingIn, replaceValue } from './stored-value.ts';
import { splitCell, splitNames, tidySplit } from './split-cells.ts';
import { PARSE_ORDER, parseValue } from './parsing.ts';
import {
  LONGEST_READ,
  type NameEvidence,
  TEXT_CLASS,
  hasDeathWord,
  isAddressOfDead,
  isDeceased,
  restoredText,
  tidySpaces,
} from '../transforms/index.ts';

/** Gives all options the same shape, so that V8 reads their properties faster. */
const optionsOf = (
  cleaning: Cleaning,
  { dateOrder = null, decimal = 'point', thousandths = false, numbers, currency }: Partial<ColumnPlan>,
  isClear: boolean,
): ParseOptions => ({ cleaning, order: dateOrder, decimal, thousandths, numbers, currency, isClear });

const PLAIN_OPTIONS = optionsOf(STANDARD_CLEANING, {}, true);

/** Assigns a part of a split cell to its field, unless the field's own column already filled it. */
function fill(record: MappedRecord, field: number, text: string, change: number, options: ParseOptions): void {
  if (text === '' || record.values[field] !== '') return;
  parseValue(record, field, text, options);
  if (record.values[field] !== '') addChange(record, field, CHANGE.split | change);
}

const INDEX = FIELD_INDEX;
const COUNTRY = FIELD_INDEX.country;
const LAST = FIELD_INDEX.primaryLast;
const CITY = FIELD_INDEX.city;
const STATE = FIELD_INDEX.state;
const ZIP = FIELD_INDEX.postalCode;
const CONTACT_FIELDS = indexesOf(fieldsOf({ kind: ['email', 'phone'] }));
const SPOUSE_FIRST = FIELD_INDEX.spouseFirst;
const OF_SPOUSE = FIELDS.flatMap(({ person }, index) => (person === 'spouse' ? [index] : []));

/** True when the spouse's first name can contain a mark of death: it has a space, a bracket or a foreign character. */
const mayBeMarked = ({ classes }: MappedRecord): boolean =>
  ((classes[SPOUSE_FIRST] ?? 0) & (TEXT_CLASS.space | TEXT_CLASS.bracket | TEXT_CLASS.foreign)) !== 0;

/** Adds marks from a split to a field, unless another column filled that field. */
function mark(record: MappedRecord, field: number, bits: number): void {
  const isOwn =
    bits === CHANGE.deceased ||
    bits === CHANGE.objected ||
    bits === CHANGE.contactBan ||
    bits === CHANGE.unused ||
    (bits === CHANGE.spouseDead ? record.values[field] === '' : (record.changes[field]! & CHANGE.split) !== 0);
  if (isOwn) addChange(record, field, bits);
}

/** Leaves out a spouse who has died. */
function dropSpouse(record: MappedRecord): void {
  if (!OF_SPOUSE.some((field) => record.values[field])) return;
  for (const field of OF_SPOUSE) clearValue(record, field);
  addChange(record, SPOUSE_FIRST, CHANGE.spouseDead);
}

export interface RowMapper {
  /** The fields that the plan can fill, in the order of the interface. */
  readonly fields: readonly FieldKey[];
  /**
   * Fields without a column of their own that only receive extra content of other cells, such as further street lines, the country
   * after a ZIP, or the phone number in a column of emails.
   */
  readonly receiving: readonly FieldKey[];
  /** Index of the field that carries `CHANGE.objected`; -1 when no column tells who is not to be screened. */
  readonly objectedOn: number;
  /** The columns that feed a field, first choice first. Used to show an issue on a cell. */
  columnsOf(field: FieldKey): readonly number[];
  /**
   * Maps one row. `cell` returns the text of a column, empty where the row is shorter. `isNumber`: true for a cell that a workbook stores
   * as a number, so its text is never ambiguous.
   */
  map(cell: (column: number) => string, record: MappedRecord, isNumber?: (column: number) => boolean): void;
  /** Applies the user's correction of one field. It is parsed like the field's column, but case and placeholders are kept. */
  override(record: MappedRecord, field: number, text: string): void;
}

/**
 * A field with several columns and no combination (a plan problem) uses the first of them. `only`: indexes of the
 * fields that the caller needs; all others are undefined.
 */
export function compileMapping(plan: MappingPlan, only: ReadonlySet<number> | null = null): RowMapper {
  const needed = only === null ? null : withThoseReadBefore(only, plan);
  const isNeeded = (field: number): boolean => needed === null || needed.has(field);
  const feeds: number[][] = FIELDS.map(() => []);
  const parseOptions: ParseOptions[] = FIELDS.map(() => optionsOf(plan.cleaning, {}, false));
  const combinations = new Map<number, Combination>(plan.combinations.map((combination) => [INDEX[combination.field], combination]));
  const settings = new Map(plan.columns.map((column) => [column.column, column]));
  for (const column of plan.columns) if (column.to.kind === 'field') feeds[INDEX[column.to.field]]!.push(column.column);
  for (const [field, combination] of combinations) feeds[field] = [...combination.columns];
  for (const [field, columns] of feeds.entries()) {
    const column = columns.length === 0 ? undefined : settings.get(columns[0]!);
    if (column !== undefined) parseOptions[field] = optionsOf(plan.cleaning, column, false);
  }
  // Combinations and constants can set the country, which state and ZIP depend on; it is then parsed before all others.
  const countryLast = plan.constants.find(({ field }) => field === 'country')?.value;
  const countryOnce = combinations.has(COUNTRY) || countryLast !== undefined;
  const fedAlone = PARSE_ORDER.filter(
    (field) => feeds[field]!.length > 0 && !combinations.has(field) && !(countryOnce && field === COUNTRY),
  );
  const direct = fedAlone.filter(isNeeded);
  const directColumns = direct.map((field) => feeds[field]![0]!);
  const directOptions = direct.map((field) => parseOptions[field]!);
  const amounts = direct.flatMap((field, step) => (FIELDS[field]!.type === 'amount' ? [step] : []));
  const inCurrencies = amounts.flatMap((step) => {
    const { currency } = directOptions[step]!;
    return currency?.column == null ? [] : [{ field: direct[step]!, currency, column: directColumns[step]! }];
  });
  const hasCommas = amounts.some((step) => directOptions[step]!.decimal !== 'point');
  const readNumberCells = (cell: (column: number) => string, record: MappedRecord, isNumber: (column: number) => boolean): void => {
    for (const step of amounts) {
      const field = direct[step]!;
      const isDoubtful = record.parseErrors[field] === PARSE_ERROR.amountUnclear || directOptions[step]!.decimal !== 'point';
      if (!isDoubtful || !isNumber(directColumns[step]!)) continue;
      record.parseErrors[field] = PARSE_ERROR.none;
      parseValue(record, field, cell(directColumns[step]!), PLAIN_OPTIONS);
    }
  };
  const combined = PARSE_ORDER.filter((field) => combinations.has(field) && field !== COUNTRY);
  const shared = combined.filter(isNeeded).map((field) => [field, combinations.get(field)!] as const);
  const parted = plan.columns.flatMap((column) =>
    column.to.kind === 'split' ? [{ column: column.column, splitter: column.to.splitter, typeColumn: column.typeColumn }] : [],
  );
  const splits = parted.filter(({ splitter }) => SPLITTER_FIELDS[splitter].some((key) => isNeeded(INDEX[key])));
  const constants = plan.constants.map(({ field, value }) => [INDEX[field], value] as const).filter(([field]) => isNeeded(field));
  const { by: deathRoles, on: deathField } = roleColumns(['deceased'], plan);
  const deceasedOn = deathField !== null && isNeeded(INDEX[deathField]) ? INDEX[deathField] : -1;
  const deathColumns = deceasedOn < 0 ? [] : deathRoles.map(deathColumnOf);
  const deathRemarkColumns = columnsReadForDeath(plan);
  const spouseDeathColumns = roleColumns(['spouseDeceased'], plan).by.map(deathColumnOf);
  const { by: objectionColumns, on: objectionField } = roleColumns(OBJECTION_ROLES, plan);
  const objects = objectionIn(objectionColumns);
  const codeColumns = deceasedOn >= 0 ? objectionColumns.filter(({ codes }) => codes) : [];
  // Always set, even if only some fields are needed: it decides whether the row may be sent.
  const objectedOn = objects === null || objectionField === null ? -1 : INDEX[objectionField];
  const steps = direct.length;
  // A correction of the previous row can have filled a field outside the plan.
  const others = PARSE_ORDER.filter((field) => isNeeded(field) && !direct.includes(field));
  const plain =
    shared.length === 0 &&
    splits.length === 0 &&
    constants.length === 0 &&
    deathColumns.length === 0 &&
    spouseDeathColumns.length === 0 &&
    objectedOn < 0 &&
    !countryOnce;

  const mapCountry = (cell: (column: number) => string, record: MappedRecord): void => {
    const combination = combinations.get(COUNTRY);
    const column = feeds[COUNTRY]![0];
    if (combination !== undefined) parseValue(record, COUNTRY, combine(combination, cell), parseOptions[COUNTRY]!);
    else if (column !== undefined) parseValue(record, COUNTRY, cell(column), parseOptions[COUNTRY]!);
    if (record.values[COUNTRY] === '' && countryLast !== undefined) parseValue(record, COUNTRY, countryLast, parseOptions[COUNTRY]!);
  };

  const evidenceColumns = columnsOfEvidence(plan);
  const evidenceIn = (cell: (column: number) => string): NameEvidence => {
    const text = (columns: readonly number[]): string => {
      for (const column of columns) if (cell(column) !== '') return cell(column).slice(0, LONGEST_READ);
      return '';
    };
    const { email, salutation, suffix, title, spouse, id } = evidenceColumns;
    return {
      email: text(email),
      salutation: text(salutation),
      suffix: text(suffix),
      title: text(title),
      spouse: text(spouse),
      id: text(id),
    };
  };

  const mapRest = (cell: (column: number) => string, record: MappedRecord): void => {
    for (const [field, combination] of shared) {
      const text = combine(combination, cell);
      parseValue(record, field, text, parseOptions[field]!);
    }
    for (const { column, splitter, typeColumn } of splits) {
      const raw = cell(column);
      const text = tidySplit(raw, splitter, plan.cleaning);
      if (text === '') continue;
      const names = splitNames(splitter, text, () => evidenceIn(cell));
      const related = splitter === 'contact' ? (typeColumn === undefined ? '' : cell(typeColumn)) : record.values[LAST];
      const parts = names === null ? splitCell(splitter, text, related) : names.parts;
      if (splitter === 'contact') for (const [key] of parts) if (feeds[INDEX[key]]!.length === 0) releaseUnread(record, INDEX[key]);
      const isRestored = raw.length <= LONGEST_READ && restoredText(raw) !== raw;
      for (const [key, part, change = 0] of parts) {
        const restored = isRestored && !raw.includes(part) ? CHANGE.restored : 0;
        if (isNeeded(INDEX[key])) fill(record, INDEX[key], part, change | restored, parseOptions[INDEX[key]]!);
      }
      if (names === null) continue;
      for (const [key, bits] of names.marks) if (isNeeded(INDEX[key])) mark(record, INDEX[key], bits);
    }
    for (const [field, value] of constants) if (record.values[field] === '') parseValue(record, field, value, parseOptions[field]!);
    if (deceasedOn >= 0) {
      const mark = deathMark(deathColumns, cell);
      // A mark in the name takes precedence.
      if (mark !== 0 && (record.changes[deceasedOn]! & CHANGE.deceased) === 0) addChange(record, deceasedOn, mark);
    }
    if (codeColumns.some(({ column }) => hasDeathWord(cell(column)))) addChange(record, deceasedOn, CHANGE.deceased);
    if (spouseDeathColumns.length > 0 && (deathMark(spouseDeathColumns, cell) & CHANGE.deceased) !== 0) dropSpouse(record);
    if (objectedOn >= 0 && objects!(cell)) addChange(record, objectedOn, CHANGE.objected);
  };

  const fed = new Set<number>([
    ...fedAlone,
    ...(countryOnce ? [COUNTRY] : []),
    ...combined,
    ...plan.constants.map(({ field }) => INDEX[field]),
  ]);
  const receiving: FieldKey[] = [];
  const own = new Set(fed);
  for (const { splitter } of parted) for (const key of SPLITTER_FIELDS[splitter]) fed.add(INDEX[key]);
  if (plan.cleaning.streetLines && fed.has(INDEX.street) && !fed.has(INDEX.street2)) receiving.push('street2');
  if (plan.cleaning.countryCodes && fed.has(COUNTRY) && !own.has(COUNTRY)) receiving.push('country');
  if (parted.some(({ splitter }) => SPLITTER_FIELDS[splitter].includes('primaryMaiden')) && !own.has(INDEX.primaryMaiden))
    receiving.push('primaryMaiden');
  receiving.push(...receivingContacts((key) => fed.has(INDEX[key])));
  for (const key of receiving) fed.add(INDEX[key]);
  const gifts =
    plan.gifts === undefined || !GIFT_COLUMNS.some((key) => isNeeded(INDEX[key])) ? null : new GiftValues(plan.gifts, PLAIN_OPTIONS);
  if (plan.gifts !== undefined) for (const key of GIFT_COLUMNS) fed.add(INDEX[key]);
  const hasContacts = CONTACT_FIELDS.some((field) => fed.has(field) && isNeeded(field));
  const isFed = (field: number): boolean => fed.has(field);
  const textOf = (field: number, cell: (column: number) => string): string => {
    const combination = combinations.get(field);
    if (combination !== undefined) return combine(combination, cell);
    return feeds[field]!.length === 0 ? '' : cell(feeds[field]![0]!);
  };
  const hasPlaces = readsWholeStreets(plan) && isNeeded(INDEX.street);
  const fillPlace = (record: MappedRecord): void => {
    const parts = addressInStreet(record);
    if (parts === null) return;
    for (const key of ['street', 'street2'] as const) replaceValue(record, INDEX[key], parts.get(key) ?? '', CHANGE.lines);
    // The country comes first because parsing of state and ZIP depends on it.
    for (const key of ['country', 'city', 'state', 'postalCode'] as const)
      if (fed.has(INDEX[key])) fill(record, INDEX[key], parts.get(key) ?? '', 0, parseOptions[INDEX[key]]!);
  };
  const dropPlace = (record: MappedRecord): void => {
    const lines = linesWithoutPlace(record);
    if (lines === null) return;
    const isFree = lines.ofBoth || (record.values[INDEX.street2] === '' && fed.has(INDEX.street2));
    const street = isFree || lines.street2 === '' ? lines.street : `${lines.street}, ${lines.street2}`;
    replaceValue(record, INDEX.street, street, CHANGE.lines);
    if (isFree) replaceValue(record, INDEX.street2, lines.street2, CHANGE.lines);
  };
  const movePlace = (record: MappedRecord): void => {
    const parts = misplacedParts(record);
    if (parts === null || (parts.country !== undefined && !fed.has(COUNTRY))) return;
    for (const key of ['country', 'city', 'state', 'postalCode'] as const) {
      const text = parts[key];
      if (text === undefined) continue;
      clearValue(record, INDEX[key]);
      fill(record, INDEX[key], text, 0, parseOptions[INDEX[key]]!);
    }
    // The state can now prove which leading zeros the ZIP has lost.
    if (parts.state !== undefined && parts.postalCode === undefined) parseValue(record, ZIP, record.values[ZIP]!, parseOptions[ZIP]!);
  };
  const hasRemarks = plan.cleaning.placeholders && [INDEX.street, INDEX.street2].some((field) => fed.has(field) && isNeeded(field));
  const choose = chooseAddress(plan);
  const hasTwoLines = plan.cleaning.streetLines && fed.has(INDEX.street) && fed.has(INDEX.street2) && isNeeded(INDEX.street);

  return {
    fields: FIELD_KEYS.filter((_, index) => fed.has(index)),
    receiving,
    objectedOn,
    columnsOf: (field) => {
      const fedBy = feeds[INDEX[field]]!;
      const split = parted.filter(({ splitter }) => SPLITTER_FIELDS[splitter].includes(field)).map(({ column }) => column);
      if (fedBy.length + split.length === 0 && receiving.includes(field)) return feeds[INDEX[pairedContact(field) ?? 'street']]!;
      return [...fedBy, ...split];
    },
    map: (cells, record, isNumber) => {
      const cell = choose === null ? cells : choose(cells);
      clearFlags(record);
      for (let at = 0; at < others.length; at++) clearValue(record, others[at]!);
      if (countryOnce && isNeeded(COUNTRY)) mapCountry(cell, record);
      for (let step = 0; step < steps; step++) {
        const text = cell(directColumns[step]!);
        if (text.length === 0) clearValue(record, direct[step]!);
        else parseValue(record, direct[step]!, text, directOptions[step]!);
      }
      if (isNumber !== undefined && (hasCommas || !record.flaggedFields.isEmpty)) readNumberCells(cell, record, isNumber);
      for (let at = 0; at < inCurrencies.length; at++) {
        const { field, currency, column } = inCurrencies[at]!;
        checkCurrency(record, field, currency, cell, column);
      }
      if (!plain) mapRest(cell, record);
      if (gifts !== null) gifts.fill(record, cell);
      if (mayBeMarked(record) && isDeceased(record.values[SPOUSE_FIRST]!)) dropSpouse(record);
      if (hasPlaces && record.values[CITY] === '' && record.values[STATE] === '' && record.values[ZIP] === '') fillPlace(record);
      if (hasPlaces) movePlace(record);
      if (hasPlaces) dropPlace(record);
      if (hasRemarks) clearRemarks(record);
      if (deceasedOn >= 0 && deathRemarkColumns.some((column) => isAddressOfDead(cells(column))))
        addChange(record, deceasedOn, CHANGE.deceased);
      if (hasTwoLines) arrangeLines(record);
      if (hasContacts && !record.flaggedFields.isEmpty) settleContacts(record, (field) => textOf(field, cell), isFed);
    },
    override: (record, field, text) => override(record, field, text, parseOptions[field]!),
  };
}

function combine(combination: Combination, cell: (column: number) => string): string {
  let joined = '';
  for (const column of combination.columns) {
    const text = tidySpaces(cell(column), true);
    if (text === '' || isMissingIn(INDEX[combination.field], text)) continue;
    if (combination.how === 'firstFilled') return text;
    joined = joined === '' ? text : joined + combination.separator + text;
  }
  return joined;
}

function override(record: MappedRecord, field: number, text: string, options: ParseOptions): void {
  // Keeps marks from other columns when the user corrects the name.
  const kept = (record.changes[field] ?? 0) & (CHANGE.deceased | CHANGE.deathUnclear | CHANGE.objected);
  record.changes[field] = 0;
  record.parseErrors[field] = PARSE_ERROR.none;
  // The user's text is kept as typed: "None" can be a name, and capitals can be intended.
  const cleaning = { ...options.cleaning, spaces: true, placeholders: false, shoutedNames: false, zipZeros: false, streetLines: false };
  parseValue(record, field, text, { ...options, cleaning, isClear: true, numbers: undefined });
  record.changes[field] =
    (record.changes[field] ?? 0) &
    (CHANGE.long | CHANGE.ambiguousDate | CHANGE.partialDate | CHANGE.digitsLost | CHANGE.objected | CHANGE.contactBan | CHANGE.unused);
  addChange(record, field, CHANGE.edited | kept);
}

/**
 * A correction in the record's own form, as fixes produce it: ISO dates, plain numbers. For typed text use
 * `RowMapper.override`.
 */
export function applyOverride(record: MappedRecord, field: number, text: string): void {
  override(record, field, text, PLAIN_OPTIONS);
}

/** In the order of the interface. */
export const plannedFields = (plan: MappingPlan): readonly FieldKey[] => compileMapping(plan).fields;

/** The fields of one cell under a column's plan: the "before → after" of the Columns page. */
export function previewCell(
  plan: MappingPlan,
  column: number,
  text: string,
  record: MappedRecord,
): readonly { field: FieldKey; value: string }[] {
  const only: MappingPlan = {
    ...plan,
    columns: plan.columns.filter((candidate) => candidate.column === column),
    combinations: [],
    constants: [],
  };
  const mapper = compileMapping(only);
  mapper.map((requested) => (requested === column ? text : ''), record);
  return mapper.fields.map((field) => ({ field, value: record.values[INDEX[field]]! })).filter(({ value }) => value !== '');
}
