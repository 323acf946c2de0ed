/** Applies a recipe to a list, and finds what differs. */
import { countText } from '../base/index.ts';
import { fieldOf } from '../fields/index.ts';
import {
  type ColumnPlan,
  type MappingPlan,
  type Target,
  columnLetters,
  fitTemplate,
  normalizeHeader,
  placesOfHeadings,
  roleOf,
} from '../mapping/index.ts';
import { EARLIER, FOUND, NONE, decided, quoted, valueIn } from './differences.ts';
import { type ListRead, isUsed, purposeOf } from './list.ts';
import { readingDifferences, systemDifference } from './reading.ts';
import type { Recipe, RecipeChoices, RecipeDifference } from './recipe.ts';

const DATE_ORDERS = { mdy: 'month first', dmy: 'day first', ymd: 'year first' } as const;
const DECIMALS = { point: 'a decimal point', comma: 'a decimal comma' } as const;
export const dateOrderText = (order: keyof typeof DATE_ORDERS): string => DATE_ORDERS[order];
export const decimalText = (decimal: keyof typeof DECIMALS): string => DECIMALS[decimal];

/** The heading of a column in quotes, or its letter if it has none. */
const named = (headers: readonly string[], column: number): string => quoted(headers[column] || `column ${columnLetters(column)}`);

function missingDifferences({ template }: Recipe, { headers, suggestions }: ListRead): RecipeDifference[] {
  const places = placesOfHeadings(template.headers, headers);
  const known = new Set(places.values());
  const combined = new Set(template.plan.combinations.flatMap(({ columns }) => columns));
  const free = headers.flatMap((header, column) => (known.has(column) || header === '' ? [] : [column]));
  const likely = (to: Target) =>
    free.filter((column) => JSON.stringify(suggestions.find((one) => one.column === column)?.to) === JSON.stringify(to));
  return template.plan.columns.flatMap(({ column, to }) => {
    if (places.has(column) || !(isUsed(to) || combined.has(column))) return [];
    const first = isUsed(to) ? likely(to) : [];
    const offered = [...first, ...free.filter((one) => !first.includes(one))];
    return [
      {
        key: `missing:${column}`,
        text: `${named(template.headers, column)}, which ${purposeOf(to)}, is not in this file.`,
        options: [
          { value: NONE, label: 'Continue without it' },
          ...offered.map((one) => ({ value: String(one), label: `Use ${named(headers, one)}` })),
        ],
        // Preselects the only column with the same suggested target, which probably just has a changed heading. Otherwise all rows would
        // lack the field.
        value: first.length === 1 ? String(first[0]) : NONE,
        isOpen: true,
      },
    ];
  });
}

const sameHeading = (a: string, b: string): boolean =>
  normalizeHeader(a) === normalizeHeader(b) && (normalizeHeader(a) !== '' || a.trim().toLowerCase() === b.trim().toLowerCase());

/** The positions of all columns with a heading. */
const placesOf = (header: string, headers: readonly string[]): number[] =>
  headers.flatMap((one, column) => (sameHeading(one, header) ? [column] : []));

/** Finds used columns with a heading that several columns of this file have. */
function repeatedDifferences({ template, best }: Recipe, { headers }: ListRead): RecipeDifference[] {
  const order = best?.by.kind === 'column' ? best.by.column : null;
  const combined = new Set(template.plan.combinations.flatMap(({ columns }) => columns));
  return template.plan.columns.flatMap(({ column, to }) => {
    const header = template.headers[column] ?? '';
    const places = placesOf(header, headers);
    const wasUsed = isUsed(to) || combined.has(column) || column === order;
    if (!wasUsed || header === '' || places.length < 2 || placesOf(header, template.headers).length > 1) return [];
    return [
      {
        key: `twice:${column}`,
        text: `This file has ${countText(places.length, 'column')} with the heading ${quoted(header)}; last time there was one.`,
        options: places.map((place) => ({ value: String(place), label: `Use column ${columnLetters(place)}` })),
        value: String(places[0]),
        isOpen: true,
      },
    ];
  });
}

/**
 * Changes headings so that the template finds the columns that the user chose: a column chosen for a missing one gets its heading, and
 * repeated columns that were not chosen lose theirs.
 */
function headersFor(
  { template }: Recipe,
  headers: readonly string[],
  missing: readonly RecipeDifference[],
  repeated: readonly RecipeDifference[],
): string[] {
  const renamed = [...headers];
  for (const { value, options } of repeated)
    for (const other of options)
      if (other.value !== value)
        renamed[Number(other.value)] = `${headers[Number(other.value)]} (column ${columnLetters(Number(other.value))})`;
  for (const { key, value } of missing)
    if (value !== NONE) renamed[Number(value)] = template.headers[Number(key.slice('missing:'.length))] ?? '';
  return renamed;
}

function addedDifferences(plan: MappingPlan, added: readonly number[], { headers, suggestions }: ListRead): RecipeDifference[] {
  const taken = new Set(plan.columns.map(({ to }) => JSON.stringify(to)));
  return added.flatMap((column) => {
    const suggestion = suggestions.find((one) => one.column === column);
    if (suggestion === undefined || !isUsed(suggestion.to)) return [];
    const role = roleOf(suggestion.to);
    if (role === null && taken.has(JSON.stringify(suggestion.to))) return [];
    const doing = purposeOf(suggestion.to);
    return [
      {
        key: `added:${column}`,
        text: `${named(headers, column)} is new. It looks like a column that ${doing}.`,
        options: [
          { value: NONE, label: role === null ? 'Not sent; stays in your file' : 'Not used; stays in your file' },
          { value: 'suggested', label: `It ${doing}` },
        ],
        // A new column that may forbid screening people is used by default, so that nobody is screened because it was overlooked.
        value: role === null ? NONE : 'suggested',
        isOpen: role === null,
      },
    ];
  });
}

function evidenceDifferences(recipe: Recipe, plan: MappingPlan, headers: readonly string[], list: ListRead): RecipeDifference[] {
  const places = placesOfHeadings(recipe.template.headers, headers);
  return recipe.template.plan.columns.flatMap((earlier) => {
    const place = places.get(earlier.column);
    const own = list.suggestions.find(({ column }) => column === place);
    if (place === undefined || own === undefined || earlier.to.kind !== 'field') return [];
    const { type } = fieldOf(earlier.to.field);
    const differences: RecipeDifference[] = [];
    const add = (key: string, was: string, is: string) =>
      differences.push({
        key: `${key}:${place}`,
        text: `${named(list.headers, place)} was read with ${was} last time; its values in this file show ${is}.`,
        options: [
          { value: FOUND, label: `As this file shows: ${is}` },
          { value: EARLIER, label: `As last time: ${was}` },
        ],
        value: FOUND,
        isOpen: false,
      });
    if (type === 'date' && earlier.dateOrder !== null && own.provenOrder !== null && own.provenOrder !== earlier.dateOrder)
      add('date', dateOrderText(earlier.dateOrder), dateOrderText(own.provenOrder));
    if (type === 'amount' && earlier.decimal !== null && own.provenDecimal !== null && own.provenDecimal !== earlier.decimal)
      add('decimal', decimalText(earlier.decimal), decimalText(own.provenDecimal));
    return differences;
  });
}

/** The earlier answers about values that this list has too, by position of the column in the list. */
function answersIn({ template, answers }: Recipe, headers: readonly string[], { suggestions }: ListRead) {
  const places = placesOfHeadings(template.headers, headers);
  return new Map(
    answers.flatMap(({ column, yesValues, noValues }) => {
      const place = places.get(column);
      const own = suggestions.find((one) => one.column === place);
      if (place === undefined || own === undefined) return [];
      const has = new Set([...own.samples, ...[...(own.unclear ?? []), ...(own.answers ?? [])].map(({ value }) => value)]);
      return [
        [place, { yesValues: yesValues.filter((value) => has.has(value)), noValues: noValues.filter((value) => has.has(value)) }] as const,
      ];
    }),
  );
}

type AnswersByColumn = ReturnType<typeof answersIn>;

function valueDifferences(plan: MappingPlan, answers: AnswersByColumn, { headers, suggestions }: ListRead): RecipeDifference[] {
  return plan.columns.flatMap(({ column, to }) => {
    const role = roleOf(to);
    const known = answers.get(column);
    const unclear = suggestions.find((one) => one.column === column)?.unclear ?? [];
    if (role === null) return [];
    return unclear.flatMap(({ value, rows }, at) =>
      known?.yesValues.includes(value) === true || known?.noValues.includes(value) === true
        ? []
        : [
            {
              key: `value:${column}:${at}`,
              text: `${quoted(value)} in ${named(headers, column)} is new (${countText(rows, 'row')}).`,
              options: [
                { value: NONE, label: 'Decide on Check' },
                { value: 'yes', label: role === 'deceased' ? 'It means deceased' : 'It means yes' },
                { value: 'no', label: role === 'deceased' ? 'It means alive' : 'It means no' },
              ],
              value: NONE,
              isOpen: true,
            },
          ],
    );
  });
}

/** Adds the answers about values to the target of a column with a role. */
function withAnswers(
  to: Target,
  column: number,
  answers: AnswersByColumn,
  differences: readonly RecipeDifference[],
  list: ListRead,
): Target {
  if (to.kind !== 'none' || to.tells === undefined) return to;
  const unclear = list.suggestions.find((one) => one.column === column)?.unclear ?? [];
  const said = (answer: string) =>
    unclear.flatMap(({ value }, at) => (valueIn(differences, `value:${column}:${at}`) === answer ? [value] : []));
  const yesValues = [...(answers.get(column)?.yesValues ?? []), ...said('yes')];
  const noValues = [...(answers.get(column)?.noValues ?? []), ...said('no')];
  return { ...to, ...(yesValues.length > 0 && { yesValues }), ...(noValues.length > 0 && { noValues }) };
}

export interface FittedRecipe {
  readonly plan: MappingPlan;
  /** Who is sent first; null: everyone is sent. */
  readonly best: Recipe['best'];
  readonly differences: readonly RecipeDifference[];
  /** `found` of the `of` columns of the recipe are in the list. `missing`: used columns that are not. `added`: new columns of the list. */
  readonly columns: { readonly found: number; readonly of: number; readonly missing: number; readonly added: number };
}

/** The mapping of a list according to a recipe, and all differences. */
export function fitRecipe(recipe: Recipe, list: ListRead, choices: RecipeChoices): FittedRecipe {
  const { template, best, bestHeading, hasGifts } = recipe;
  const decide = (one: RecipeDifference) => decided(one, choices);
  const missing = missingDifferences(recipe, list).map(decide);
  const repeated = repeatedDifferences(recipe, list).map(decide);
  const headers = headersFor(recipe, list.headers, missing, repeated);
  const places = placesOfHeadings(template.headers, headers);
  const known = new Set(places.values());
  const added = headers.flatMap((_, column) => (known.has(column) ? [] : [column]));
  const { plan } = fitTemplate(template, headers, list.suggestions);
  const news = addedDifferences(plan, added, list).map(decide);
  const evidence = evidenceDifferences(recipe, plan, headers, list).map(decide);
  const earlierAt = new Map([...places].map(([from, to]) => [to, template.plan.columns.find(({ column }) => column === from)]));
  const withTargets = plan.columns.map((column): ColumnPlan => {
    const new_ = valueIn(news, `added:${column.column}`);
    const suggested = list.suggestions.find((one) => one.column === column.column)?.to;
    const to = new_ === 'suggested' && suggested !== undefined ? suggested : new_ === NONE ? { kind: 'none' as const } : column.to;
    const own = earlierAt.get(column.column);
    return {
      ...column,
      to,
      ...(valueIn(evidence, `date:${column.column}`) === EARLIER && own !== undefined && { dateOrder: own.dateOrder }),
      ...(valueIn(evidence, `decimal:${column.column}`) === EARLIER && own !== undefined && { decimal: own.decimal }),
    };
  });
  const answers = answersIn(recipe, headers, list);
  const values = valueDifferences({ ...plan, columns: withTargets }, answers, list).map(decide);
  const columns = withTargets.map((column) => ({ ...column, to: withAnswers(column.to, column.column, answers, values, list) }));
  const others: RecipeDifference[] = [];
  if (hasGifts)
    others.push({
      key: 'gifts',
      text: 'The gifts came from another file last time, which this list does not have. Without them, everybody who gave is treated as changed.',
      options: [{ value: NONE, label: 'Add the gift file on Columns, or continue without it' }],
      value: NONE,
      isOpen: true,
    });
  const ordered = bestIn(recipe, places);
  if (best !== null && ordered === null)
    others.push({
      key: 'best',
      text: `The order of people came from ${quoted(bestHeading ?? '')}, which this file does not have.`,
      options: [{ value: NONE, label: 'Choose who to send on Cost; until then everyone is sent' }],
      value: NONE,
      isOpen: true,
    });
  const differences = [
    ...systemDifference(recipe, list),
    ...readingDifferences(recipe, list).map(decide),
    ...missing,
    ...repeated,
    ...news,
    ...evidence,
    ...values,
    ...others,
  ];
  const found = places.size;
  return {
    plan: { ...plan, columns },
    best: ordered,
    differences,
    columns: {
      found,
      of: template.headers.length,
      missing: missing.filter(({ value }) => value === NONE).length,
      added: headers.length - found,
    },
  };
}

/**
 * Who is sent first in a list; null if everyone was sent, or if the list lacks the column for the order. `places`: maps columns of the
 * recipe to columns of the list.
 */
function bestIn({ best }: Recipe, places: ReadonlyMap<number, number>): Recipe['best'] {
  if (best?.by.kind !== 'column') return best;
  const column = places.get(best.by.column);
  return column === undefined ? null : { ...best, by: { ...best.by, column } };
}
