/**
 * Mapping: a plan compiled to a function that turns the cells of one row into the record of a record.
 */
import { FIELDS, FIELD_INDEX, FIELD_KEYS, fieldOf, type FieldKey } from '../fields/table.ts';
import { withThoseReadBefore } from './changes.ts';
import { PARSE_ERROR, CHANGE, clearFlags, clearValue, addChange, type MappedRecord } from './mapped-record.ts';
import { columnLetters } from './headers.ts';
import { SPLITTER_FIELDS, STANDARD_CLEANING, deathTold, type Cleaning, type Combination, type MappingPlan, type Splitter } from './plan.ts';
import { PARSE_ORDER, parseValue, type ParseOptions } from './parsing.ts';
import { countryAtEnd, splitAddress, splitCityStateZip } from '../transforms/addresses.ts';
import { saysDeath } from '../transforms/deaths.ts';
import { isDeceased } from '../transforms/namekinds.ts';
import { splitCoupleFirstNames, splitFullName, splitPerson } from '../transforms/names.ts';
import { LONGEST_READ, isPlaceholder, tidySpaces, withoutApostrophe } from '../transforms/text.ts';

export {
  CSV_HEADER,
  PARSE_ERROR,
  CHANGE,
  comparedValues,
  createMappedRecord,
  addChange,
  recordCsv,
  recordJson,
  recordOf,
  type MappedRecord,
} from './mapped-record.ts';

/** Gives a part of a cell that was taken apart to its field, if no column of its own has filled it. */
function fill(record: MappedRecord, field: number, text: string, options: ParseOptions): void {
  if (text === '' || record.values[field] !== '') return;
  parseValue(record, field, text, options);
  if (record.values[field] !== '') addChange(record, field, CHANGE.split);
}

const INDEX = FIELD_INDEX;
const COUNTRY = FIELD_INDEX.country;

type Parts = readonly (readonly [FieldKey, string])[];

const nameParts = (text: string): Parts => {
  const name = splitFullName(text);
  return [
    ['primaryFirst', name.first],
    ['primaryMiddle', name.middle],
    ['primaryLast', name.last],
    ['spouseFirst', name.spouseFirst],
    ['spouseMiddle', name.spouseMiddle],
    ['spouseLast', name.spouseLast],
  ];
};

const SPLIT: Readonly<Record<Splitter, (text: string) => Parts>> = {
  fullName: nameParts,
  lastFirst: nameParts,
  spouseName: (text) => {
    const name = splitPerson(text);
    // One word in a spouse column is a first name, but behind a title it is the last one.
    if (name.first === '') return [[name.prefix === '' ? 'spouseFirst' : 'spouseLast', name.last]];
    return [
      ['spouseFirst', name.first],
      ['spouseMiddle', name.middle],
      ['spouseLast', name.last],
    ];
  },
  coupleFirstNames: (text) => {
    const names = splitCoupleFirstNames(text);
    return [
      ['primaryFirst', names.first],
      ['spouseFirst', names.spouseFirst],
    ];
  },
  cityStateZip: (text) => {
    const place = splitCityStateZip(text);
    return [
      // The country comes first: state and ZIP are read by it.
      ['country', countryAtEnd(text)],
      ['city', place.city],
      ['state', place.state],
      ['postalCode', place.postalCode],
    ];
  },
  addressLines: (text) => {
    const address = splitAddress(text);
    return [
      ['country', countryAtEnd(text)],
      ['street2', address.street2],
      ['street', address.street],
      ['city', address.city],
      ['state', address.state],
      ['postalCode', address.postalCode],
    ];
  },
};

/** Where a text goes whole that is too long to be taken apart. */
const WHOLE: Readonly<Record<Splitter, FieldKey>> = {
  fullName: 'primaryLast',
  lastFirst: 'primaryLast',
  spouseName: 'spouseFirst',
  coupleFirstNames: 'primaryFirst',
  cityStateZip: 'city',
  addressLines: 'street',
};

/** The field that is marked when a whole name says that its bearer has died. */
const BEARER: Readonly<Record<Splitter, FieldKey | null>> = {
  fullName: 'primaryLast',
  lastFirst: 'primaryLast',
  spouseName: 'spouseFirst',
  coupleFirstNames: 'primaryFirst',
  cityStateZip: null,
  addressLines: null,
};

/** The parts of a cell by field, in the order of options. Organisations and households stay whole in the last name. */
export function splitCell(splitter: Splitter, text: string): Parts {
  if (text.length > LONGEST_READ) return [[WHOLE[splitter], text]];
  return SPLIT[splitter](text);
}

export interface RowMapper {
  /** The fields that the plan can fill, in the order of the interface. */
  readonly fields: readonly FieldKey[];
  /** Those of them that no column is meant for, and that only receive what some cells hold beside it: the further lines of a street, a country behind the ZIP. */
  readonly receiving: readonly FieldKey[];
  /** The columns that feed a field, the one that is asked first in front; for showing an issue on its cell. */
  columnsOf(field: FieldKey): readonly number[];
  /** Maps one row. `cell` answers the text of a column, empty where the row is shorter. */
  map(cell: (column: number) => string, record: MappedRecord): void;
  /** A person's correction of one field: read as the plan reads that field's column, without case and placeholder cleaning. */
  override(record: MappedRecord, field: number, text: string): void;
}

/**
 * Compiles a plan. A field with several columns and no combination (a problem of the plan) takes the first of them. `only`: indexes
 * of the fields that are asked for; nothing is said of the others.
 */
export function compileMapping(plan: MappingPlan, only: ReadonlySet<number> | null = null): RowMapper {
  const needed = only === null ? null : withThoseReadBefore(only);
  const isNeeded = (field: number): boolean => needed === null || needed.has(field);
  const feeds: number[][] = FIELDS.map(() => []);
  const parseOptions: ParseOptions[] = FIELDS.map(() => ({ cleaning: plan.cleaning, order: null, decimal: 'point' }));
  const combinations = new Map<number, Combination>(plan.combinations.map((combination) => [INDEX[combination.field], combination]));
  const settings = new Map(plan.columns.map((column) => [column.column, column]));
  for (const column of plan.columns) if (column.to.kind === 'field') feeds[INDEX[column.to.field]]!.push(column.column);
  for (const [field, combination] of combinations) feeds[field] = [...combination.columns];
  for (const [field, columns] of feeds.entries()) {
    const column = columns.length === 0 ? undefined : settings.get(columns[0]!);
    if (column !== undefined) parseOptions[field] = { cleaning: plan.cleaning, order: column.dateOrder, decimal: column.decimal };
  }
  // Combinations and constants may give the country, by which state and ZIP are read; it is then read before all else.
  const countryLast = plan.constants.find(({ field }) => field === 'country')?.value;
  const countryOnce = combinations.has(COUNTRY) || countryLast !== undefined;
  const fedAlone = PARSE_ORDER.filter(
    (field) => feeds[field]!.length > 0 && !combinations.has(field) && !(countryOnce && field === COUNTRY),
  );
  const direct = fedAlone.filter(isNeeded);
  const directColumns = direct.map((field) => feeds[field]![0]!);
  const directReadings = direct.map((field) => parseOptions[field]!);
  const combined = PARSE_ORDER.filter((field) => combinations.has(field) && field !== COUNTRY);
  const shared = combined.filter(isNeeded).map((field) => [field, combinations.get(field)!] as const);
  const parted = plan.columns.flatMap((column) =>
    column.to.kind === 'split' ? [{ column: column.column, splitter: column.to.splitter }] : [],
  );
  const splits = parted.filter(({ splitter }) => SPLITTER_FIELDS[splitter].some((key) => isNeeded(INDEX[key])));
  const constants = plan.constants.map(({ field, value }) => [INDEX[field], value] as const).filter(([field]) => isNeeded(field));
  const { by: tellers, on: bearer } = deathTold(plan);
  const dead = bearer !== null && isNeeded(INDEX[bearer]) ? INDEX[bearer] : null;
  const deaths = dead === null ? [] : tellers;
  const steps = direct.length;
  // A correction may have filled a field of the row before that the plan does not.
  const others = PARSE_ORDER.filter((field) => isNeeded(field) && !direct.includes(field));
  const plain = shared.length === 0 && splits.length === 0 && constants.length === 0 && deaths.length === 0 && !countryOnce;

  const mapCountry = (cell: (column: number) => string, record: MappedRecord): void => {
    const combination = combinations.get(COUNTRY);
    const column = feeds[COUNTRY]![0];
    if (combination !== undefined) parseValue(record, COUNTRY, combine(combination, cell), parseOptions[COUNTRY]!);
    else if (column !== undefined) parseValue(record, COUNTRY, cell(column), parseOptions[COUNTRY]!);
    if (record.values[COUNTRY] === '' && countryLast !== undefined) parseValue(record, COUNTRY, countryLast, parseOptions[COUNTRY]!);
  };

  const mapRest = (cell: (column: number) => string, record: MappedRecord): void => {
    for (const [field, combination] of shared) {
      const text = combine(combination, cell);
      parseValue(record, field, text, parseOptions[field]!);
    }
    for (const { column, splitter } of splits) {
      const text = tidySplit(cell(column), plan.cleaning);
      if (text === '') continue;
      const parts = splitCell(splitter, text);
      for (const [key, part] of parts) if (isNeeded(INDEX[key])) fill(record, INDEX[key], part, parseOptions[INDEX[key]]!);
      // Splitting a name drops what is in parentheses; a name that stays whole says it itself.
      const bearer = BEARER[splitter];
      if (bearer !== null && isNeeded(INDEX[bearer]) && isDeceased(text) && !parts.some(([, part]) => isDeceased(part)))
        addChange(record, INDEX[bearer], CHANGE.deceased);
    }
    for (const [field, value] of constants) if (record.values[field] === '') parseValue(record, field, value, parseOptions[field]!);
    if (dead !== null && deaths.some((column) => saysDeath(cell(column)))) addChange(record, dead, CHANGE.deceased);
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
  for (const key of receiving) fed.add(INDEX[key]);

  return {
    fields: FIELD_KEYS.filter((_, index) => fed.has(index)),
    receiving,
    columnsOf: (field) => {
      const own = feeds[INDEX[field]]!;
      const split = parted.filter(({ splitter }) => SPLITTER_FIELDS[splitter].includes(field)).map(({ column }) => column);
      if (own.length + split.length === 0 && receiving.includes(field)) return feeds[INDEX.street]!;
      return [...own, ...split];
    },
    map: (cell, record) => {
      clearFlags(record);
      for (let at = 0; at < others.length; at++) clearValue(record, others[at]!);
      if (countryOnce && isNeeded(COUNTRY)) mapCountry(cell, record);
      for (let step = 0; step < steps; step++) {
        const text = cell(directColumns[step]!);
        if (text.length === 0) clearValue(record, direct[step]!);
        else parseValue(record, direct[step]!, text, directReadings[step]!);
      }
      if (!plain) mapRest(cell, record);
    },
    override: (record, field, text) => override(record, field, text, parseOptions[field]!),
  };
}

function combine(combination: Combination, cell: (column: number) => string): string {
  let joined = '';
  for (const column of combination.columns) {
    const text = tidySpaces(cell(column), true);
    if (text === '' || isPlaceholder(text)) continue;
    if (combination.how === 'firstFilled') return text;
    joined = joined === '' ? text : joined + combination.separator + text;
  }
  return joined;
}

function tidySplit(text: string, cleaning: Cleaning): string {
  const tidyText = tidySpaces(withoutApostrophe(tidySpaces(text, true)), true);
  return cleaning.placeholders && isPlaceholder(tidyText) ? '' : tidyText;
}

function override(record: MappedRecord, field: number, text: string, options: ParseOptions): void {
  // A person whose name is written differently has died too.
  const kept = (record.changes[field] ?? 0) & CHANGE.deceased;
  record.changes[field] = 0;
  record.parseErrors[field] = PARSE_ERROR.none;
  // What a person writes is meant: "None" can be a name, and capitals can be wanted.
  const cleaning = { ...options.cleaning, spaces: true, placeholders: false, shoutedNames: false, zipZeros: false, streetLines: false };
  parseValue(record, field, text, { ...options, cleaning });
  record.changes[field] = (record.changes[field] ?? 0) & (CHANGE.long | CHANGE.ambiguousDate);
  addChange(record, field, CHANGE.edited | kept);
}

const PLAIN_OPTIONS: ParseOptions = { cleaning: STANDARD_CLEANING, order: null, decimal: 'point' };

/** A correction in the record's own form, as the fixes give it: ISO dates, plain numbers. For a person's typing use `RowMapper.override`. */
export function applyOverride(record: MappedRecord, field: number, text: string): void {
  override(record, field, text, PLAIN_OPTIONS);
}

/** The fields that a plan can fill, in the order of the interface. */
export function plannedFields(plan: MappingPlan): readonly FieldKey[] {
  return compileMapping(plan).fields;
}

/** What stands in the way of a plan, in the words that the page shows. */
export interface PlanProblem {
  readonly code: 'FIELD_TAKEN_TWICE' | 'MAPPING_INCOMPLETE' | 'NOTHING_TO_SEND' | 'COLUMN_UNKNOWN' | 'COLUMN_TWICE';
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly field: FieldKey | null;
  readonly columns: readonly number[];
}

/** The usual minimum for finding a person. */
const MATCH_FIELDS = FIELDS.filter((field) => field.purpose === 'match').map((field) => field.key);

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** The problems of a plan for a sheet with these column names: errors hold up the check, warnings lower the match. */
export function planProblems(plan: MappingPlan, headers: readonly string[]): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const named = (column: number): string => `${columnLetters(column)} (${headers[column] ?? 'no such column'})`;
  const seen = new Set<number>();
  for (const { column } of plan.columns) {
    if (seen.has(column)) {
      const message = `Column ${named(column)} stands in the plan twice.`;
      problems.push({ code: 'COLUMN_TWICE', severity: 'error', message, field: null, columns: [column] });
    }
    seen.add(column);
  }
  const used = new Set([
    ...plan.columns.filter((column) => column.to.kind !== 'none').map((column) => column.column),
    ...plan.combinations.flatMap((combination) => combination.columns),
  ]);
  const unknown = [...used].filter((column) => column >= headers.length);
  if (unknown.length > 0) {
    const message = `The sheet has no column ${list(unknown.map(columnLetters))}.`;
    problems.push({ code: 'COLUMN_UNKNOWN', severity: 'error', message, field: null, columns: unknown });
  }
  for (const key of FIELD_KEYS) {
    const columns = plan.columns.filter((column) => column.to.kind === 'field' && column.to.field === key).map((column) => column.column);
    const combination = plan.combinations.find((candidate) => candidate.field === key);
    const rivals = combination === undefined ? columns : columns.filter((column) => !combination.columns.includes(column));
    if (rivals.length <= (combination === undefined ? 1 : 0)) continue;
    const all = combination === undefined ? columns : [...combination.columns, ...rivals];
    const message = `${fieldOf(key).label} takes one column, and ${list(all.map(named))} all go there.`.replace(
      / all go there/,
      all.length === 2 ? ' both go there' : ' all go there',
    );
    problems.push({ code: 'FIELD_TAKEN_TWICE', severity: 'error', message, field: key, columns: all });
  }
  problems.push(...splitRivals(plan, named));
  const fields = new Set(compileMapping(plan).fields);
  if (fields.size === 0) {
    const message = 'No column goes to a field yet, so there is nothing to send.';
    problems.push({ code: 'NOTHING_TO_SEND', severity: 'error', message, field: null, columns: [] });
    return problems;
  }
  for (const key of MATCH_FIELDS) {
    if (fields.has(key)) continue;
    const message = `No column goes to ${fieldOf(key).label}, which is needed for a match.`;
    problems.push({ code: 'MAPPING_INCOMPLETE', severity: 'warning', message, field: key, columns: [] });
  }
  return problems;
}

/** Two columns that are taken apart into the same fields: one of them would be lost in silence. */
function splitRivals(plan: MappingPlan, named: (column: number) => string): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const taken = new Map<FieldKey, number>();
  for (const column of plan.columns) {
    if (column.to.kind !== 'split') continue;
    const rival = SPLITTER_FIELDS[column.to.splitter].find(
      (key) => taken.has(key) && !(fieldOf(key).person === 'spouse' && column.to.kind === 'split' && column.to.splitter === 'spouseName'),
    );
    if (rival !== undefined) {
      const other = taken.get(rival)!;
      const message = `${named(other)} and ${named(column.column)} are both taken apart into ${fieldOf(rival).label}.`;
      problems.push({ code: 'FIELD_TAKEN_TWICE', severity: 'error', message, field: rival, columns: [other, column.column] });
    }
    for (const key of SPLITTER_FIELDS[column.to.splitter]) if (!taken.has(key)) taken.set(key, column.column);
  }
  return problems;
}

/** What one cell becomes under a column's plan, field by field: the "before → after" of the Columns page. */
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
  mapper.map((asked) => (asked === column ? text : ''), record);
  return mapper.fields.map((field) => ({ field, value: record.values[INDEX[field]]! })).filter(({ value }) => value !== '');
}
