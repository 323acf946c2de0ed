/** Applies a recipe to the reading of a file: sheet, headings, encoding and rows. */
import { countText } from '../base/index.ts';
import { type ImportOptions, TEXT_ENCODINGS, placesOfHeadings } from '../mapping/index.ts';
import { EARLIER, FOUND, NONE, decided, quoted } from './differences.ts';
import { type ListRead, ROW_CHOICES } from './list.ts';
import type { Recipe, RecipeChoices, RecipeDifference } from './recipe.ts';

const ROW_TEXTS = {
  hiddenRows: { noun: 'hidden row', keep: 'keep them', 'leave-out': 'leave them out' },
  subtotals: { noun: 'total or subtotal', keep: 'keep them', 'leave-out': 'leave them out' },
  otherSheets: { noun: 'further sheet', keep: 'read them too', 'leave-out': 'leave them out' },
  mergedCells: { noun: 'merged cell', keep: 'all rows get the value', 'leave-out': 'only the first row gets the value' },
} as const;

/** How many headings of a recipe are in a row. */
const headingsIn = (cells: readonly string[], { template }: Recipe): number => placesOfHeadings(template.headers, cells).size;

/** Reports a list from another system: it seldom has the same headings, and some have another meaning. */
export function systemDifference({ name, system }: Recipe, list: ListRead): RecipeDifference[] {
  if (system === null || list.system === null || system === list.system) return [];
  return [
    {
      key: 'system',
      text: `${quoted(name)} was exported from ${system}; this file looks like one of ${list.system}, where the same heading can mean something else.`,
      options: [{ value: NONE, label: 'Use what fits, and review Columns' }],
      value: NONE,
      isOpen: true,
    },
  ];
}

function sheetDifference({ reading }: Recipe, { sheets, sheetName }: ListRead): RecipeDifference[] {
  if (sheets.length < 2 || reading.sheetName === sheetName) return [];
  const has = sheets.includes(reading.sheetName);
  return [
    {
      key: 'sheet',
      text: has
        ? `The sheet ${quoted(reading.sheetName)} was used last time; ${quoted(sheetName)} is read now.`
        : `The sheet was called ${quoted(reading.sheetName)} last time; this file has none of that name.`,
      options: sheets.map((name) => ({ value: name, label: name })),
      value: has ? reading.sheetName : sheetName,
      isOpen: !has,
    },
  ];
}

function headerDifference(recipe: Recipe, { headerRow, firstRows }: ListRead): RecipeDifference[] {
  const earlier = recipe.reading.headerRow;
  if (earlier === headerRow || earlier === null) return [];
  const cellsOf = (row: number | null) => firstRows.find((one) => one.row === row)?.cells ?? [];
  const isBetter = headingsIn(cellsOf(earlier), recipe) > headingsIn(cellsOf(headerRow), recipe);
  return [
    {
      key: 'headerRow',
      text: `The headings were in row ${earlier} last time; ${headerRow === null ? 'no row is read as headings now' : `row ${headerRow} is read as headings now`}.`,
      options: [
        { value: FOUND, label: headerRow === null ? 'No headings' : `Row ${headerRow}, as found` },
        { value: EARLIER, label: `Row ${earlier}, as last time` },
      ],
      value: isBetter ? EARLIER : FOUND,
      isOpen: false,
    },
  ];
}

function textDifferences({ reading }: Recipe, { text }: ListRead): RecipeDifference[] {
  if (text === null) return [];
  return (['encoding', 'delimiter'] as const).flatMap((key) => {
    const earlier = reading[key] ?? null;
    if (earlier === null || earlier === text[key]) return [];
    const named = (value: string) => (key === 'encoding' ? (TEXT_ENCODINGS as Record<string, string>)[value] : undefined) ?? quoted(value);
    const what = key === 'encoding' ? 'The characters were read as' : 'The cells were separated by';
    return [
      {
        key,
        text: `${what} ${named(earlier)} last time; this file looks like ${named(text[key])}.`,
        options: [
          { value: FOUND, label: `${named(text[key])}, as found` },
          { value: EARLIER, label: `${named(earlier)}, as last time` },
        ],
        value: FOUND,
        isOpen: true,
      },
    ];
  });
}

function rowDifferences({ reading }: Recipe, { rows }: ListRead): RecipeDifference[] {
  return ROW_CHOICES.flatMap((key) => {
    const [earlier, { are = 'keep', count }] = [reading[key], rows[key]];
    if (earlier === undefined || count === 0 || earlier === are) return [];
    const texts = ROW_TEXTS[key];
    return [
      {
        key,
        text: `This file has ${countText(count, texts.noun, key === 'subtotals' ? 'totals or subtotals' : `${texts.noun}s`)}.`,
        options: [
          { value: EARLIER, label: `As last time: ${texts[earlier]}` },
          { value: FOUND, label: `As read now: ${texts[are]}` },
        ],
        value: EARLIER,
        isOpen: false,
      },
    ];
  });
}

export const readingDifferences = (recipe: Recipe, list: ListRead): RecipeDifference[] => [
  ...sheetDifference(recipe, list),
  ...headerDifference(recipe, list),
  ...textDifferences(recipe, list),
  ...rowDifferences(recipe, list),
];

/** The options for reading the file again; null if they do not change. */
export function readingOf(recipe: Recipe, list: ListRead, choices: RecipeChoices): ImportOptions | null {
  const { reading } = recipe;
  const differences = readingDifferences(recipe, list).map((one) => decided(one, choices));
  const asked: { -readonly [K in keyof ImportOptions]: ImportOptions[K] } = {};
  for (const { key, value } of differences) {
    if (key === 'sheet') {
      if (value !== list.sheetName) asked.sheet = value;
    } else if (value === EARLIER) Object.assign(asked, { [key]: reading[key as keyof typeof reading] });
  }
  return Object.keys(asked).length === 0 ? null : asked;
}
