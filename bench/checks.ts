/**
 * Mapping and checks of a list, rows a second in one thread, beside zod parsing the same rows in the same run.
 * Prints one line of JSON. Sides take turns; the median of five counts.
 */
import { z } from 'zod';
import { compileChecks, NO_HOUSE_RULES } from '../shared/checks.ts';
import { FIELDS, type FieldDescription, type FieldKey } from '../shared/constituent.ts';
import { compileMapping, createDraft, recordJson } from '../shared/mapping.ts';
import { STANDARD_CLEANING, type MappingPlan } from '../shared/plan.ts';

const ROWS = 50_000;
const ROUNDS = 5;

/** A generator of its own, so that every run has the same list. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const FIRST = ['Marguerite', 'Desmond', 'Rosalind', 'Tobias', 'Hiroshi', 'Lucinda', 'Jane', 'JOHN', 'José', 'Mary Ann', 'Beatrix'];
const LAST = ['Ashdown', 'Okafor-Lyle', "O'Brien", 'van der Meer', 'Whitlock', 'Farrow', 'MCDONALD', 'Núñez Ibáñez', 'Quayle', 'Tanabe'];
const STREETS = ['Larkspur Ln', 'Quarry Rd Apt 6', 'Old Post Rd', 'N. Clark St.', 'Fern Hollow Dr', 'Harbor View'];
const PLACES = [['Worcester', 'MA', '01609'], ['Nashua', 'NH', '03060'], ['Chicago', 'IL', '60614-3311'], ['Portland', 'OR', '97201'], ['Boulder', 'CO', '80306'], ['Brockton', 'MA', '2301']] as const; // prettier-ignore

/** A list as an export looks: mostly clean, some spaces, placeholders, capitals, lost zeros and broken addresses. */
function makeRows(count: number): string[][] {
  const random = randomFrom(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const date = () =>
    `${2000 + Math.floor(random() * 25)}-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
  const american = () => `${1 + Math.floor(random() * 12)}/${1 + Math.floor(random() * 28)}/${2000 + Math.floor(random() * 25)}`;
  const amount = () =>
    random() < 0.7
      ? String(Math.floor(random() * 5000))
      : random() < 0.8
        ? (random() * 5000).toFixed(2)
        : `$${(1000 + random() * 9000).toFixed(2)}`;
  const phone = () => `(${200 + Math.floor(random() * 700)}) 555-${String(Math.floor(random() * 10_000)).padStart(4, '0')}`;
  return Array.from({ length: count }, (_, index) => {
    const first = pick(FIRST);
    const last = pick(LAST);
    const [city, state, zip] = pick(PLACES);
    const married = random() < 0.4;
    const giving = random() < 0.9;
    const mail = `${first}.${last}${index}@example.org`.replace(/[^\w.@]/g, '').toLowerCase();
    const row = [
      String(100_000 + index), first, random() < 0.3 ? 'Q.' : '', random() < 0.02 ? `${last}  ` : last, random() < 0.05 ? 'Kowalczyk' : '',
      married ? pick(FIRST) : '', '', married ? last : '', random() < 0.01 ? 'N/A' : '',
      `${1 + Math.floor(random() * 4000)} ${pick(STREETS)}`, random() < 0.1 ? 'Suite 1200' : '', city, state, zip, random() < 0.5 ? 'US' : 'USA',
      random() < 0.02 ? 'rosalind.quayle@' : mail, phone(), random() < 0.5 ? 'Whitlock Marine Supply' : '', random() < 0.4 ? 'Professor of Astronomy' : '',
      random() < 0.3 ? phone() : '', random() < 0.3 ? `w${mail}` : '',
    ]; // prettier-ignore
    const gifts = giving
      ? [amount(), date(), amount(), american(), amount(), date(), String(1 + Math.floor(random() * 60)), amount()]
      : ['', '', '', '', '', '', '0', '0'];
    return [...row, ...gifts];
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

/** The same wishes in zod: trimmed texts, coerced numbers, formats. */
function zodRow(): z.ZodType {
  const optional = (type: z.ZodType) =>
    z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), type.optional());
  const shapeOf = (field: FieldDescription): z.ZodType => {
    if (field.type === 'email') return optional(z.email().max(255));
    if (field.type === 'date') return optional(z.iso.date());
    if (field.type === 'amount') return optional(z.coerce.number().min(0));
    if (field.type === 'count') return optional(z.coerce.number().int().min(0));
    return optional(z.string().trim().max(255));
  };
  return z.object(Object.fromEntries(FIELDS.map((field) => [field.key, shapeOf(field)])) as Record<FieldKey, z.ZodType>);
}

const rows = makeRows(ROWS);
const mapper = compileMapping(plan);
const checker = compileChecks({ mapped: mapper.fields, houseRules: NO_HOUSE_RULES, today: '2026-11-20' });
const draft = createDraft();
let row: readonly string[] = rows[0]!;
const cell = (column: number): string => row[column] ?? '';
let findings = 0;
const emit = (): void => {
  findings++;
};
const refused = { ready: 0, thin: 0, refused: 0 };

/** Milliseconds for `times` passes over the list. */
function timeOwn(times: number): number {
  const start = performance.now();
  for (let time = 0; time < times; time++) {
    for (row of rows) {
      mapper.map(cell, draft);
      refused[checker.check(draft, emit)]++;
    }
  }
  return (performance.now() - start) / times;
}

function timeMapping(): number {
  const start = performance.now();
  for (row of rows) mapper.map(cell, draft);
  return performance.now() - start;
}

let bytes = 0;
function timeJson(): number {
  const start = performance.now();
  for (row of rows) {
    mapper.map(cell, draft);
    bytes += recordJson(draft).length;
  }
  return performance.now() - start;
}

const zod = zodRow();
const objects = rows.map((cells) => Object.fromEntries(FIELDS.map((field, index) => [field.key, cells[index]])));
function timeZod(): number {
  const start = performance.now();
  for (const object of objects) if (!zod.safeParse(object).success) findings++;
  return performance.now() - start;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const rate = (milliseconds: number): number => Math.round((ROWS / milliseconds) * 1000);

timeOwn(4);
const runs = Array.from({ length: ROUNDS }, () => ({ own: timeOwn(4), mapping: timeMapping(), json: timeJson(), zod: timeZod() }));
const own = median(runs.map((run) => run.own));
const anchor = median(runs.map((run) => run.zod));
console.log(
  JSON.stringify({
    promise: 'mapping and checks, rows a second in one thread',
    rows: ROWS,
    columns: FIELDS.length,
    rowsPerSecond: rate(own),
    mappingRowsPerSecond: rate(median(runs.map((run) => run.mapping))),
    withJsonTextRowsPerSecond: rate(median(runs.map((run) => run.json))),
    zodRowsPerSecond: rate(anchor),
    timesZod: Number((anchor / own).toFixed(2)),
    findingsPerRow: Number((findings / (ROWS * (4 + ROUNDS * 4))).toFixed(3)),
    jsonBytesPerRow: Math.round(bytes / (ROWS * ROUNDS)),
  }),
);
