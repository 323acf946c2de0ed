/**
 * Rows per second of mapping and checks on one thread, compared with zod validating the same rows in the same run. The two sides alternate;
 * medians. Prints one line of JSON.
 */
import { z } from 'zod';
import { decodeFacts, readinessOf } from '../shared/rows/row-facts.ts';
import { compileChecks, DEFAULT_RULES } from '../shared/rules/row-checks.ts';
import { FIELDS, type FieldSpec, type FieldKey } from '../shared/fields/table.ts';
import { compileMapping } from '../shared/mapping/row-mapper.ts';
import { createMappedRecord, recordJson, recordOf } from '../shared/mapping/mapped-record.ts';
import { STANDARD_CLEANING, type MappingPlan } from '../shared/mapping/plan.ts';
import { median, noise, round } from './numbers.ts';

/** Rows of one block, as in a worker; each pass repeats them. */
const ROWS = 512;
const PASSES = 100;
const ROUNDS = 5;

/** A seeded generator, so that every run has the same list. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const FIRST = [
  'Marguerite',
  'Desmond',
  'Rosalind',
  'Tobias',
  'Hiroshi',
  'Lucinda',
  'Jane',
  'John',
  'José',
  'Mary Ann',
  'Beatrix',
  'Winifred',
];
const LAST = [
  'Ashdown',
  'Okafor-Lyle',
  "O'Brien",
  'van der Meer',
  'Whitlock',
  'Farrow',
  'McDonald',
  'Núñez',
  'Quayle',
  'Tanabe',
  'Baptiste',
  'Olsen',
];
const STREETS = ['Larkspur Ln', 'Quarry Rd Apt 6', 'Old Post Rd', 'N. Clark St.', 'Fern Hollow Dr', 'Harbor View'];
const PLACES = [['Worcester', 'MA', '01609'], ['Nashua', 'NH', '03060'], ['Chicago', 'IL', '60614-3311'], ['Portland', 'OR', '97201'], ['Boulder', 'CO', '80306'], ['Brockton', 'MA', '02301']] as const; // prettier-ignore

const two = (value: number): string => String(value).padStart(2, '0');

/** Consistent gifts; one column has US dates, another has amounts with a currency sign. */
function makeGifts(random: () => number): string[] {
  if (random() < 0.1) return ['', '', '', '', '', '', '0', '0'];
  const year = 1995 + Math.floor(random() * 15);
  const [month, day] = [1 + Math.floor(random() * 12), 1 + Math.floor(random() * 28)];
  const first = Math.ceil(random() * 100);
  const recent = Math.ceil(random() * 500) + (random() < 0.2 ? 0.5 : 0);
  const largest = 500 + Math.ceil(random() * 2000);
  const count = 3 + Math.floor(random() * 50);
  const total = first + recent + largest + Math.floor(random() * 9000);
  const dollars = `$${total.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  return [
    String(first),
    `${year}-${two(month)}-${two(day)}`,
    String(recent),
    `${month}/${day}/${year + 10}`,
    String(largest),
    `${year + 5}-${two(month)}-${two(day)}`,
    String(count),
    dollars,
  ];
}

/** A typical export: mostly clean, with some spaces, placeholders, capitals, lost zeros and broken addresses. */
function makeRows(count: number): string[][] {
  const random = randomFrom(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const phone = () => `(${200 + Math.floor(random() * 700)}) 555-${String(Math.floor(random() * 10_000)).padStart(4, '0')}`;
  return Array.from({ length: count }, (_, index) => {
    const first = pick(FIRST);
    const last = pick(LAST);
    const [city, state, zip] = pick(PLACES);
    const married = random() < 0.4;
    const mail = `${first}.${last}${index}@example.org`.replace(/[^\w.@]/g, '').toLowerCase();
    const name = random() < 0.03 ? last.toUpperCase() : random() < 0.03 ? `${last}  ` : last;
    return [
      String(100_000 + index), random() < 0.013 ? `${first} and John` : first, random() < 0.3 ? 'Q.' : '', name, random() < 0.05 ? 'Kowalczyk' : '',
      married ? pick(FIRST) : '', '', married ? last : '', random() < 0.01 ? 'N/A' : '',
      `${1 + Math.floor(random() * 4000)} ${pick(STREETS)}`, random() < 0.1 ? 'Suite 1200' : '', city, state,
      zip.startsWith('0') && random() < 0.1 ? zip.slice(1) : zip, random() < 0.9 ? 'US' : 'United States',
      random() < 0.02 ? 'rosalind.quayle@' : mail, phone(), random() < 0.5 ? 'Whitlock Marine Supply' : '', random() < 0.4 ? 'Professor of Astronomy' : '',
      random() < 0.3 ? phone() : '', random() < 0.3 ? `w${mail}` : '', ...makeGifts(random),
    ]; // prettier-ignore
  });
}

const plan: MappingPlan = {
  columns: FIELDS.map((field, column) => ({
    column,
    to: { kind: 'field', field: field.key },
    settled: true,
    dateOrder: 'mdy',
    decimal: 'point',
  })),
  combinations: [],
  constants: [],
  cleaning: STANDARD_CLEANING,
};

/** The interface's record rules in zod, for mapped records, because only our side maps. */
function zodRecord(): z.ZodType {
  const shapeOf = (field: FieldSpec): z.ZodType => {
    if (field.type === 'email') return z.email().max(255).optional();
    if (field.type === 'date') return z.iso.date().optional();
    if (field.type === 'amount') return z.number().min(0).optional();
    if (field.type === 'count') return z.number().int().min(0).optional();
    return z.string().max(255).optional();
  };
  return z.object(Object.fromEntries(FIELDS.map((field) => [field.key, shapeOf(field)])) as Record<FieldKey, z.ZodType>);
}

/** The cells as slices of one string, as a block returns them. */
function sliced(cells: readonly string[][]): string[][] {
  const text = JSON.parse(JSON.stringify(cells.flat().join(''))) as string;
  let at = 0;
  return cells.map((row) => row.map((cell) => text.slice(at, (at += cell.length))));
}

const rows = sliced(makeRows(ROWS));
const mapper = compileMapping(plan);
const checker = compileChecks({ mapped: mapper.fields, rules: DEFAULT_RULES, today: '2026-11-20' });
const draft = createMappedRecord();
let row: readonly string[] = rows[0]!;
const cell = (column: number): string => row[column] ?? '';
let issues = 0;
const emit = (): void => {
  issues++;
};
const readiness = { ready: 0, fixable: 0, incomplete: 0, invalid: 0 };

/** Milliseconds per pass: the median, because other programs may use the machine. */
function timePass(pass: () => void): number {
  const times: number[] = [];
  for (let time = 0; time < PASSES; time++) {
    const start = performance.now();
    pass();
    times.push(performance.now() - start);
  }
  return median(times);
}

function mapAndCheck(): void {
  for (row of rows) {
    mapper.map(cell, draft);
    readiness[readinessOf(decodeFacts(checker.check(draft, emit)))]++;
  }
}

function mapOnly(): void {
  for (row of rows) mapper.map(cell, draft);
}

let bytes = 0;
function mapToJson(): void {
  bytes = 0;
  for (row of rows) {
    mapper.map(cell, draft);
    bytes += recordJson(draft).length;
  }
}

const zod = zodRecord();
const records = rows.map((cells) => {
  row = cells;
  mapper.map(cell, draft);
  return recordOf(draft);
});
let failing = 0;
function parseWithZod(): void {
  for (const record of records) if (!zod.safeParse(record).success) failing++;
}

const rate = (milliseconds: number): number => Math.round((ROWS / milliseconds) * 1000);

for (const warm of [mapAndCheck, mapToJson, parseWithZod]) timePass(warm);
const runs = Array.from({ length: ROUNDS }, () => ({
  own: timePass(mapAndCheck),
  mapping: timePass(mapOnly),
  json: timePass(mapToJson),
  zod: timePass(parseWithZod),
}));
const own = median(runs.map((run) => run.own));
const anchor = median(runs.map((run) => run.zod));
issues = 0;
mapAndCheck();
console.log(
  JSON.stringify({
    bench: 'checks',
    rows: ROWS,
    columns: FIELDS.length,
    rowsPerSecond: rate(own),
    mappingRowsPerSecond: rate(median(runs.map((run) => run.mapping))),
    withJsonTextRowsPerSecond: rate(median(runs.map((run) => run.json))),
    zodRowsPerSecond: rate(anchor),
    timesZod: round(anchor / own, 2),
    zodNoise: noise(runs.map((run) => run.zod)),
    issuesPerRow: round(issues / ROWS),
    zodFailing: round(failing / (ROWS * PASSES * (ROUNDS + 1))),
    jsonBytesPerRow: Math.round(bytes / ROWS),
  }),
);
