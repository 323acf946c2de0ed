/**
 * Layouts of exports: the columns of a file for another system. There are built-in layouts for common CRMs. Users can change them and save
 * their own.
 */
import { z } from 'zod';
import { Field, type MappingPlan, normalizeHeader } from '../mapping/index.ts';
import { ColumnKey } from './result-shapes.ts';

/** The source of a column in a layout. */
const LayoutSource = z.discriminatedUnion('kind', [
  /**
   * A field of the record as it was sent. `headings`: if the field has one of these headings in the sheet, the column keeps it, because the
   * other system joins by it. `keepsOther`: keeps any other heading of the sheet too, because the other system has several IDs, and a wrong
   * heading would join the wrong people.
   */
  z.strictObject({
    kind: z.literal('field'),
    field: Field,
    headings: z.array(z.string().max(255)).max(10).optional(),
    keepsOther: z.boolean().optional(),
  }),
  /** A column of the user's own sheet, by its heading. */
  z.strictObject({ kind: z.literal('sheet'), header: z.string().max(1000) }),
  /** A score by its path or the end of its path, such as `scoreDetails.capacityRating`; or a rating or the officer by key. */
  z.strictObject({ kind: z.literal('score'), key: ColumnKey }),
  /** The same text in each row. */
  z.strictObject({ kind: z.literal('text'), text: z.string().max(1000) }),
  /** The day on which the service processed the list. */
  z.strictObject({ kind: z.literal('day') }),
  /** Only in a layout with one row for each score: the title of the row's score. `scoreValue`: its value. */
  z.strictObject({ kind: z.literal('scoreTitle') }),
  z.strictObject({ kind: z.literal('scoreValue') }),
]);

/** Values of a score (`from`) and the words for them (`to`). A number also stands for all values above it, up to the next number. */
const Words = z.array(z.strictObject({ from: z.string().trim().min(1).max(100), to: z.string().trim().min(1).max(255) })).max(100);
type Words = z.infer<typeof Words>;

const LayoutColumn = z.strictObject({
  title: z.string().min(1).max(255),
  from: LayoutSource,
  /** Maximum number of characters in the other system. A person with a longer text is held back, unless `shortens` is set. */
  most: z.int().min(1).max(32_767).optional(),
  /** Cuts longer texts at the end of a word. */
  shortens: z.boolean().optional(),
  /** The other system's words for the values. */
  words: Words.optional(),
  /** The values that the other system knows, if it accepts no others. */
  known: z.array(z.string().trim().min(1).max(255)).max(1000).optional(),
});
export type LayoutColumn = z.infer<typeof LayoutColumn>;

export const Layout = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  /** A sentence about the other system's import settings. */
  hint: z.string().max(400),
  format: z.enum(['xlsx', 'csv']),
  /** `person`: one row for each person. `score`: one row for each exported score of a person. */
  rows: z.enum(['person', 'score']),
  /** `locale`: in the format of the user's computer. `list`: month or day first, as in the list. */
  dates: z.enum(['iso', 'monthFirst', 'monthFirstTwoDigits', 'dayFirst', 'locale', 'list']),
  /** True when an empty cell makes the other system delete its value. The file then has no empty cells. */
  removesByEmptyCell: z.boolean().optional(),
  /** True when the other system reads individuals and organizations from separate files. This layout is then for individuals. */
  individualsOnly: z.boolean().optional(),
  /** True when a part of an address in the file would damage the address in the other system. */
  refusesAddresses: z.boolean().optional(),
  /** True when the other system cannot read workbooks. */
  csvOnly: z.boolean().optional(),
  /** The separator of the other system for several values in one cell. */
  partsBy: z.literal('|').optional(),
  columns: z.array(LayoutColumn).min(1).max(500),
  /**
   * The scores and ratings of a layout with one row for each score, with the titles that they have in the other system. Missing: the scores
   * that the list shows.
   */
  scores: z
    .array(z.strictObject({ key: ColumnKey, title: z.string().trim().min(1).max(255), words: Words.optional() }))
    .max(100)
    .optional(),
});
export type Layout = z.infer<typeof Layout>;

const score = (title: string, key: string) => ({ title, from: { kind: 'score' as const, key } });
const id = (title: string, headings?: string[], keepsOther?: true) => ({
  title,
  from: {
    kind: 'field' as const,
    field: 'constituentId' as const,
    ...(headings !== undefined && { headings }),
    ...(keepsOther !== undefined && { keepsOther }),
  },
});
const day = (title: string) => ({ title, from: { kind: 'day' as const } });

/** Ratings that most services provide, by their path in the current score. */
const PARTS = [
  ['Overall', 'mostRecentScore.overallScore'],
  ['Propensity', 'scoreDetails.propensityRating'],
  ['Affinity', 'scoreDetails.affinityRating'],
  ['Capacity', 'scoreDetails.capacityRating'],
  ['Capacity value', 'scoreDetails.capacityValue'],
  ['Capacity range', 'scoreDetails.capacityRange'],
  ['RFM', 'rfmDetails.rfmScore'],
] as const;
const parts = (title: (part: string) => string) => PARTS.map(([part, key]) => score(title(part), key));
const screening = parts((part) => `Screening ${part}`);
/** Maximum lengths in Raiser's Edge. */
const CATEGORY = 150;
const DESCRIPTION = 255;
const COMMENT = 50;

export const LAYOUTS: readonly Layout[] = [
  {
    id: 'raisers-edge',
    name: "Raiser's Edge import",
    hint: 'For a constituent attribute import by Constituent ID, which is not the system record ID of NXT: one row for each score. First create an attribute category of the type text for each score, with the title of the score.',
    format: 'csv',
    rows: 'score',
    dates: 'list',
    columns: [
      id('ConsID'),
      { title: 'CAttrCat', from: { kind: 'scoreTitle' }, most: CATEGORY },
      { title: 'CAttrDesc', from: { kind: 'scoreValue' }, most: DESCRIPTION },
      day('CAttrDate'),
      { title: 'CAttrCom', from: { kind: 'text', text: 'Wealth screening' }, most: COMMENT },
    ],
  },
  {
    id: 'raisers-edge-ratings',
    name: "Raiser's Edge prospect ratings",
    hint: 'For databases with RE:Search, which imports ratings as Prospect Ratings: one row for each score. First create the source and a category for each score, with the title of the score.',
    format: 'csv',
    rows: 'score',
    dates: 'list',
    columns: [
      id('Constituent ID'),
      { title: 'Source', from: { kind: 'text', text: 'Wealth screening' } },
      { title: 'Category', from: { kind: 'scoreTitle' }, most: CATEGORY },
      { title: 'Description', from: { kind: 'scoreValue' }, most: DESCRIPTION },
      day('Date'),
    ],
  },
  {
    id: 'salesforce',
    name: 'Salesforce and NPSP, for Data Loader',
    hint: 'For an update of contacts by their Contact ID: the ID that was sent must be the Contact ID. The fields must exist under these names. Read the file as UTF-8, and leave “Insert null values” off.',
    format: 'csv',
    rows: 'person',
    dates: 'iso',
    csvOnly: true,
    columns: [
      id('Id'),
      ...parts((part) => `Screening_${part.replaceAll(/ (\w)/g, (_, letter: string) => `_${letter.toUpperCase()}`)}__c`),
      day('Screening_Date__c'),
    ],
  },
  {
    id: 'salesforce-wizard',
    name: 'Salesforce and NPSP, for the Import Wizard',
    hint: 'For an update of contacts or accounts matched by Salesforce.com ID, at most 50,000 at a time: the ID that was sent must be the Contact ID or the Account ID. Dates are written as on this computer; the wizard reads them in the locale of your Salesforce user.',
    format: 'csv',
    rows: 'person',
    dates: 'locale',
    csvOnly: true,
    removesByEmptyCell: true,
    columns: [id('Contact ID', ['Contact ID', 'Account ID']), ...screening, day('Screening Date')],
  },
  {
    id: 'donorperfect',
    name: 'DonorPerfect',
    hint: 'One sheet with one row for each donor, matched by DONOR_ID. The user-defined fields must exist under these names.',
    format: 'xlsx',
    rows: 'person',
    dates: 'monthFirst',
    removesByEmptyCell: true,
    columns: [id('DONOR_ID'), ...parts((part) => `WS_${part.toUpperCase().replaceAll(' ', '_')}`), day('WS_DATE')],
  },
  {
    id: 'civicrm',
    name: 'CiviCRM',
    hint: 'For a contact import that updates by the ID in your list, under the heading that it has there: External Identifier and Contact ID are different IDs. CiviCRM matches the custom fields by their labels.',
    format: 'csv',
    rows: 'person',
    dates: 'iso',
    removesByEmptyCell: true,
    columns: [
      id('External Identifier', ['External Identifier', 'Internal Contact ID', 'Contact ID'], true),
      ...parts((part) => `Screening: ${part === 'RFM' ? part : part.toLowerCase()}`),
      day('Screening: date'),
    ],
  },
  {
    id: 'neon',
    name: 'Neon CRM',
    hint: 'For an account import that updates by Account ID. First create custom fields with these names. Neon removes a value where a cell is empty, so the file has no empty cells.',
    format: 'csv',
    rows: 'person',
    dates: 'monthFirstTwoDigits',
    removesByEmptyCell: true,
    columns: [id('Account ID'), ...screening, day('Screening Date')],
  },
  {
    id: 'bloomerang',
    name: 'Bloomerang',
    hint: 'For an import of individuals by Account Number; Bloomerang reads organizations from a file of their own. First create custom fields with these names. The values of a list field must exist there already.',
    format: 'csv',
    rows: 'person',
    dates: 'monthFirstTwoDigits',
    removesByEmptyCell: true,
    individualsOnly: true,
    partsBy: '|',
    columns: [id('Account Number'), ...screening, day('Screening Date')],
  },
  {
    id: 'little-green-light',
    name: 'Little Green Light',
    hint: 'For an update by LGL Constituent ID. First create custom fields with these names. The file has no part of an address, because an import of one would make the address inactive.',
    format: 'csv',
    rows: 'person',
    dates: 'iso',
    removesByEmptyCell: true,
    refusesAddresses: true,
    columns: [id('LGL Constituent ID'), ...screening, day('Screening Date')],
  },
  {
    id: 'van',
    name: 'VAN and EveryAction',
    hint: 'For a bulk upload by VANID. First create custom contact fields with these names.',
    format: 'csv',
    rows: 'person',
    dates: 'iso',
    csvOnly: true,
    removesByEmptyCell: true,
    columns: [id('VANID', ['VANID', 'Voter File VANID']), ...screening, day('Screening Date')],
  },
  {
    id: 'slate',
    name: 'Slate',
    hint: 'For Upload Dataset with “Update Only”: map the ID to the destination that has its name, because Slate ID, Slate GUID and External ID are different IDs. First create a field of the person for each score.',
    format: 'csv',
    rows: 'person',
    dates: 'iso',
    removesByEmptyCell: true,
    columns: [
      id('Slate ID', ['Slate ID', 'Person Slate ID', 'Slate GUID', 'Slate External ID'], true),
      ...screening,
      day('Screening Date'),
    ],
  },
];

/** The word for a value, or the value itself if it has none. */
export function wordFor(words: Words | undefined, value: string): string {
  if (words === undefined || value === '') return value;
  const exact = words.find(({ from }) => from === value);
  if (exact !== undefined) return exact.to;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  let best: { readonly bound: number; readonly to: string } | null = null;
  for (const { from, to } of words) {
    const bound = Number(from);
    if (bound <= number && (best === null || bound > best.bound)) best = { bound, to };
  }
  return best?.to ?? value;
}

/** The layouts of a connection: first the built-in ones, as changed by the user, then the user's own. */
export function layoutsWith(own: readonly Layout[]): Layout[] {
  const changed = new Map(own.map((layout) => [layout.id, layout]));
  const shipped = LAYOUTS.map((layout) => changed.get(layout.id) ?? layout);
  return [...shipped, ...own.filter(({ id: known }) => !LAYOUTS.some((layout) => layout.id === known))];
}

/** Deleting a changed built-in layout restores the original. */
export const isBuiltInLayout = (layoutId: string): boolean => LAYOUTS.some((layout) => layout.id === layoutId);

/**
 * The index of the score column that a layout's key names: the exact path, or the first path that ends in it; -1 when
 * there is none.
 */
export function findScore(key: string, paths: readonly string[]): number {
  const exact = paths.indexOf(key);
  if (exact >= 0) return exact;
  const wanted = `.${key.toLowerCase()}`;
  const ending = paths.findIndex((path) => path.toLowerCase().endsWith(wanted) && !path.startsWith('pendingScore'));
  return ending >= 0 ? ending : paths.findIndex((path) => path.toLowerCase().endsWith(wanted));
}

const LOCALE_DAY = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC' });

/** The order of day and month in a list, from its dates, or else from its headings: Postcode and Surname are British. */
export function datesOfList(headers: readonly string[], { columns }: Pick<MappingPlan, 'columns'>): 'monthFirst' | 'dayFirst' {
  const orders = new Set(columns.map(({ dateOrder }) => dateOrder));
  if (orders.has('mdy') !== orders.has('dmy')) return orders.has('dmy') ? 'dayFirst' : 'monthFirst';
  const forms = headers.map(normalizeHeader);
  const isBritish = forms.some((form) => /postcode$|^surname$/.test(form)) && !forms.some((form) => form.includes('zip'));
  return isBritish ? 'dayFirst' : 'monthFirst';
}

/** Formats a day for a layout. Returns any other text unchanged. */
export function dayText(iso: string, dates: Exclude<Layout['dates'], 'list'>): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? [];
  if (year === undefined || month === undefined || day === undefined) return iso;
  switch (dates) {
    case 'iso':
      return `${year}-${month}-${day}`;
    case 'monthFirst':
      return `${Number(month)}/${Number(day)}/${year}`;
    case 'monthFirstTwoDigits':
      return `${month}/${day}/${year}`;
    case 'dayFirst':
      return `${day}/${month}/${year}`;
    case 'locale':
      return LOCALE_DAY.format(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  }
}
