/** Realistic lists with errors, edits that fix them, and the rows that the practice service would refuse. */
import * as fc from 'fast-check';
import { checkRecord } from '../../practice/checks.ts';
import { type MappedRecord, recordOf } from '../../shared/mapping/mapped-record.ts';
import { RULES } from '../../shared/rules/table.ts';
import type { EditRequest } from '../../main/worker-protocol/list.ts';
import { sentRows } from '../../main/worker/submit/sent-rows.ts';
import { AppError } from '../../shared/base/errors.ts';
import { FIELD_INDEX, type FieldKey } from '../../shared/fields/table.ts';
import { RowBlock } from '../../main/spreadsheet/core/rowblock.ts';
import { CheckGroupReader } from '../../main/worker/check/check-group-reader.ts';
import { Edits } from '../../main/worker/list/edits.ts';
import { RecordReader } from '../../main/worker/list/record-reader.ts';
import { RowGroupCache } from '../../main/worker/list/row-groups.ts';
import { decodeFacts, NO_ROW } from '../../shared/rows/row-facts.ts';
import type { CheckedList } from './checked-list.ts';

export const MESSY_FIELDS = ['primaryFirst', 'primaryLast', 'spouseFirst', 'spouseLast', 'street', 'city', 'state', 'postalCode', 'personalEmail', 'businessName', 'rfmFirstGiftDate', 'rfmMostRecentGiftDate', 'rfmTotalGiftValue'] as const satisfies readonly FieldKey[]; // prettier-ignore

/** Realistic values, including every issue with a fix. */
const VALUES: Readonly<Record<(typeof MESSY_FIELDS)[number], readonly string[]>> = {
  primaryFirst: ['Jane', 'Jane and John', 'Dr. Jane', 'Dr. Jane & Mr. John', 'Jane Doe', 'Mrs.', '', 'jane', 'J4ne', 'Jane, Jr.', '👩 Jane', 'Jane\u00A0and\u00A0John', '617-555-0100', 'Jane (deceased)'],
  primaryLast: ['Okafor', 'Smith, Jr.', 'The Smith Family', 'Acme, Inc.', 'Jane Okafor', 'Okafor & Doe', 'Smith/Doe', '', 'O', 'Mr. and Mrs. Okafor', 'Okafor, Jane', 'Lyle Okafor', 'Okafor & Jane Doe', 'Anonymous', 'van der Berg', 'okafor', 'Ms. Jane Okafor', 'Mr. & Mrs. John Okafor III', 'Jane and John Okafor', 'Estate of Jane Okafor', 'Okafor née Doe', 'b'.repeat(300)],
  spouseFirst: ['', 'John', 'Jane', 'John and Jim', 'Mr. John', 'Single', 'and Kim', 'Mr. John Okafor', 'and John Okafor', 'John Doe', 'John (deceased)'],
  spouseLast: ['', 'Okafor', 'Doe III'],
  street: ['12 Main St', '', '1'.repeat(300), 'PO Box 12', '12 Main St, Worcester, MA 01609'],
  city: ['Worcester', '', 'Toronto', 'worcester'],
  state: ['MA', 'Mass.', 'CA', '', 'Shropshire', 'ON'],
  postalCode: ['01609', '1609', '901', '94103', '', '160', '01609-1234', 'M5V 2T6', '01609\u00A0'],
  personalEmail: ['', 'jane@example.org', 'jane@', 'jane@example,com', 'none@none.com', 'jane@example.org; john@example.org'],
  businessName: ['', 'Acme'],
  rfmFirstGiftDate: ['', '2020-01-02', '13/13/2020', '1890-01-01', '2062-05-05'],
  rfmMostRecentGiftDate: ['', '2019-01-02', '2024-01-02'],
  rfmTotalGiftValue: ['', '-5', 'a lot', '500'],
}; // prettier-ignore

const rowCells = fc.tuple(...MESSY_FIELDS.map((field) => fc.constantFrom(...VALUES[field])));
export const messyList = fc.array(rowCells, { minLength: 1, maxLength: 12 });
const codes = RULES.flatMap(({ code, fix }) => (fix === null ? [] : [code]));
export const fixRequest: fc.Arbitrary<EditRequest> = fc.oneof(
  fc.constantFrom(...codes).map((code) => ({ kind: 'fix', code, field: null }) as const),
  fc.constantFrom(...codes).chain((code) => {
    const { fields } = RULES.find((rule) => rule.code === code)!;
    return fc.constantFrom(...(fields.length === 0 ? MESSY_FIELDS : fields)).map((field) => ({ kind: 'fix', code, field }) as const);
  }),
  fc.constant({ kind: 'fixSafe', codes: null } as const),
  fc.constantFrom({ kind: 'undo' } as const, { kind: 'redo' } as const),
);
export const EVERY_ROW = { sendErrors: true, resendRecent: true };

const isRefused = (record: MappedRecord): boolean => checkRecord(recordOf(record), '2026-11-20').issues.length > 0;

/** The number of rows that the practice service would refuse if rows with errors were sent. */
function refusedBy(checked: CheckedList): number {
  let refused = 0;
  // Each record is valid until the next one.
  for (const { record } of sentRows(checked.reader, checked.source, EVERY_ROW)) if (isRefused(record)) refused += 1;
  return refused;
}

/** The number of rows that the practice service would refuse if every row were sent, including rows that name no living person. */
function refusedOfAll(checked: CheckedList): number {
  const records = new RecordReader(checked.source.plan, new Edits(checked.reader));
  let refused = 0;
  for (const { bytes } of checked.reader.chunks('rows')) {
    const block = new RowBlock(bytes);
    for (let row = 0; row < block.rowCount; row++) if (block.rowNumber(row) > 1 && isRefused(records.of(block, row))) refused += 1;
  }
  return refused;
}

/** Fixes, and what a user does with duplicates: merge rows, leave rows out, and restore them. `rows`: number of rows of the list. */
export function fixOrChoiceRequest(rows: number): fc.Arbitrary<EditRequest> {
  const sheetRow = fc.integer({ min: 2, max: rows + 1 });
  const merge = (least: number) =>
    fc.uniqueArray(sheetRow, { minLength: least, maxLength: 3 }).map((merged) => ({ kind: 'merge', rows: merged }) as const);
  const leaveOut = fc.record({
    kind: fc.constant('leaveOut' as const),
    rows: fc.uniqueArray(sheetRow, { minLength: 1, maxLength: 3 }),
    leaveOut: fc.boolean(),
  });
  const restoreAll = fc.constant({ kind: 'leaveOut', rows: { kind: 'leftOut' }, leaveOut: false } as const);
  return fc.oneof(fixRequest, merge(Math.min(2, rows)), merge(Math.min(2, rows)), leaveOut, restoreAll);
}

/** Lists in which people and couples appear more than once, as in merged exports of several systems. */
export const repeatingList = fc
  .tuple(
    fc.array(rowCells, { minLength: 1, maxLength: 4 }),
    fc.array(fc.nat(3), { minLength: 2, maxLength: 8 }),
    fc.array(rowCells, { minLength: 8, maxLength: 8 }),
  )
  .map(([people, repeats, others]) => [
    ...people,
    ...repeats.map((person, at) => {
      const known = people[person % people.length]!;
      // The same names, with other details in some of the cells.
      return known.map((cell, column) => (column < 4 || (at + column) % 3 > 0 ? cell : others[at]![column]!));
    }),
  ]);

/** Few and mostly correct values, so that many rows are one person, a couple, or two couples who share a name or an address. */
const SHARED_VALUES: Readonly<Partial<Record<(typeof MESSY_FIELDS)[number], readonly string[]>>> = {
  primaryFirst: ['Jane', 'Jane', 'John', 'J.', 'Kim', ''],
  primaryLast: ['Okafor', 'Okafor', 'Doe', ''],
  spouseFirst: ['', '', '', 'John', 'Jane', 'Kim'],
  spouseLast: ['', '', '', 'Okafor', 'Doe'],
  street: ['12 Main St', '12 Main St', '12 MAIN STREET', '7 Elm St'],
  city: ['Worcester'],
  state: ['MA', 'Mass.'],
  postalCode: ['01609', '1609'],
  personalEmail: ['', 'jane@example.org', 'jane@'],
};
const sharedCells = fc.tuple(
  ...MESSY_FIELDS.map((field) =>
    fc.constantFrom(...(SHARED_VALUES[field] ?? ['', ...VALUES[field].filter((value) => value !== '').slice(0, 1)])),
  ),
);
/** Lists of a few households. */
export const householdList = fc.array(sharedCells, { minLength: 2, maxLength: 6 });

/** The values of each person of the list, by sheet row. */
const valuesByRow = (checked: CheckedList, edits: Edits): Map<number, readonly string[]> => {
  const records = new RecordReader(checked.source.plan, edits);
  const rows = new Map<number, readonly string[]>();
  for (const { bytes } of checked.reader.chunks('rows')) {
    const block = new RowBlock(bytes);
    for (let row = 0; row < block.rowCount; row++)
      if (block.rowNumber(row) > 1) rows.set(block.rowNumber(row), [...records.of(block, row).values]);
  }
  return rows;
};

/** The letters of the names of a person or business, to compare them without the rules that the product merges by. */
interface Named {
  readonly first: string;
  readonly last: string;
  readonly business: string;
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/\P{L}/gu, '');

/** The person of a row, and the spouse if it names one. */
function namedIn(values: readonly string[]): Named[] {
  const of = (key: FieldKey) => letters(values[FIELD_INDEX[key]]!);
  const person = { first: of('primaryFirst'), last: of('primaryLast'), business: of('businessName') };
  if (of('spouseFirst') === '') return [person];
  return [person, { first: of('spouseFirst'), last: of('spouseLast') || person.last, business: '' }];
}

/** True for equal last names, and first names of which one begins with the other. Without names, the business counts. */
function areOne(one: Named, other: Named): boolean {
  if (one.first + one.last === '' || other.first + other.last === '')
    return one.first + one.last === other.first + other.last && one.business === other.business;
  return one.last === other.last && (one.first.startsWith(other.first) || other.first.startsWith(one.first));
}

/** Sheet rows that name no living person, according to the last check. */
function rowsOfNobody(checked: CheckedList): ReadonlySet<number> {
  const groups = new RowGroupCache(checked.reader, checked.reader.places('rows'));
  const reader = new CheckGroupReader(checked.reader);
  const found = new Set<number>();
  for (let at = 0, group = reader.group(0); group !== null; group = reader.group(++at)) {
    const { rowNumbers } = groups.place(at);
    for (const [row, code] of group.facts.entries()) if (code !== NO_ROW && decodeFacts(code).who !== 'person') found.add(rowNumbers[row]!);
  }
  return found;
}

/** Sheet rows of living persons that are neither sent, alone or in a merged row, nor left out by the user. */
function forgottenRows(checked: CheckedList): number[] {
  const edits = new Edits(checked.reader);
  const ofNobody = rowsOfNobody(checked);
  const sent = new Set([...sentRows(checked.reader, checked.source, EVERY_ROW)].map(({ rowNumber }) => rowNumber));
  return [...valuesByRow(checked, edits).keys()].filter((row) => {
    const standIn = edits.mergedInto(row) ?? row;
    const as = edits.leftOutAs(standIn);
    return !sent.has(standIn) && !ofNobody.has(row) && as !== 'byHand' && as !== 'otherRow';
  });
}

/**
 * The sheet rows merged by an edit whose person or spouse is missing in the row that they were merged into. `before`: values before the
 * edit.
 */
function lostRows(checked: CheckedList, before: ReadonlyMap<number, readonly string[]>): number[] {
  const edits = new Edits(checked.reader);
  const after = valuesByRow(checked, edits);
  return edits
    .allMerges()
    .map(({ row }) => row)
    .filter((row) => {
      const sent = after.get(edits.mergedInto(row)!)!;
      const people = namedIn(sent);
      return !namedIn(before.get(row)!).every((one) => people.some((other) => areOne(one, other)));
    });
}

/** The effect of a sequence of edits on a list. */
interface Outcome {
  /** The number of rows that the service would refuse before the edits, and the highest number after any edit. */
  readonly before: number;
  readonly most: number;
  /** Number of edits that merged rows. */
  readonly merges: number;
  /** The sheet rows whose people are not sent in any row, although the user did not leave them out. */
  readonly lost: readonly number[];
}

/**
 * Makes these edits. A merge of rows that are not one person or couple is refused and changes nothing. @throws the error of any other edit
 */
export async function refusedWhile(checked: CheckedList, requests: readonly EditRequest[]): Promise<Outcome> {
  const before = refusedOfAll(checked);
  let [most, merges] = [0, 0];
  const lost: number[] = [];
  for (const edit of requests) {
    const values = edit.kind === 'merge' ? valuesByRow(checked, new Edits(checked.reader)) : null;
    try {
      await checked.session.edit(edit);
      if (values !== null) {
        merges += 1;
        lost.push(...lostRows(checked, values).filter((row) => edit.kind === 'merge' && edit.rows.includes(row)));
      }
    } catch (error) {
      if (edit.kind !== 'merge' || !(error instanceof AppError) || error.code !== 'INPUT_INVALID') throw error;
    }
    most = Math.max(most, refusedBy(checked));
    lost.push(...forgottenRows(checked));
  }
  return { before, most, merges, lost };
}
