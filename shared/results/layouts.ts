/**
 * Layouts of exports: the columns of a file for another system and what they hold. The product includes templates for
 * common CRMs; the user can change them and save their own.
 */
import { z } from 'zod';
import { Field } from '../mapping/index.ts';
import { ColumnKey } from './result-shapes.ts';

/** What a column of a layout holds. */
const LayoutSource = z.discriminatedUnion('kind', [
  /**
   * A field of the record as it was sent. `headings`: the column keeps the heading that the field has in the sheet when it is one of these,
   * because the other system joins by it.
   */
  z.strictObject({ kind: z.literal('field'), field: Field, headings: z.array(z.string().max(255)).max(10).optional() }),
  /** A column of the user's own sheet, by its heading. */
  z.strictObject({ kind: z.literal('sheet'), header: z.string().max(1000) }),
  /** A score, by its path or the end of it: `scoreDetails.capacityRating`. */
  z.strictObject({ kind: z.literal('score'), key: ColumnKey }),
  /** The same text in each row. */
  z.strictObject({ kind: z.literal('text'), text: z.string().max(1000) }),
  /** The day on which the service processed the list. */
  z.strictObject({ kind: z.literal('day') }),
  /** The title or the value of the row's score, in a layout with one row for each score. */
  z.strictObject({ kind: z.literal('scoreTitle') }),
  z.strictObject({ kind: z.literal('scoreValue') }),
]);

export const Layout = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  /** A sentence about the other system's import settings. */
  hint: z.string().max(400),
  format: z.enum(['xlsx', 'csv']),
  /** `person`: one row for each person. `score`: one row for each exported score of a person. */
  rows: z.enum(['person', 'score']),
  dates: z.enum(['iso', 'monthFirst', 'monthFirstTwoDigits']),
  /** True when the other system removes a value where the file has an empty cell: the file then has none. */
  removesByEmptyCell: z.boolean().optional(),
  columns: z
    .array(z.strictObject({ title: z.string().min(1).max(255), from: LayoutSource }))
    .min(1)
    .max(500),
});
export type Layout = z.infer<typeof Layout>;

const score = (title: string, key: string) => ({ title, from: { kind: 'score' as const, key } });
const id = (title: string, headings?: string[]) => ({
  title,
  from: { kind: 'field' as const, field: 'constituentId' as const, ...(headings === undefined ? {} : { headings }) },
});
const day = (title: string) => ({ title, from: { kind: 'day' as const } });

/** Ratings that most services provide, under the path of the current score. */
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

export const LAYOUTS: readonly Layout[] = [
  {
    id: 'raisers-edge',
    name: "Raiser's Edge import",
    hint: 'For a constituent attribute import: one row for each score. First create an attribute category of the type text for each score, with the title of the score.',
    format: 'csv',
    rows: 'score',
    dates: 'monthFirst',
    columns: [
      id('ConsID'),
      { title: 'CAttrCat', from: { kind: 'scoreTitle' } },
      { title: 'CAttrDesc', from: { kind: 'scoreValue' } },
      day('CAttrDate'),
      { title: 'CAttrCom', from: { kind: 'text', text: 'Wealth screening' } },
    ],
  },
  {
    id: 'salesforce',
    name: 'Salesforce and NPSP, for Data Loader',
    hint: 'For an update of contacts by their Contact ID: the ID that was sent must be the Contact ID. The fields must exist under these names.',
    format: 'csv',
    rows: 'person',
    dates: 'iso',
    columns: [
      id('Id'),
      ...parts((part) => `Screening_${part.replaceAll(/ (\w)/g, (_, letter: string) => `_${letter.toUpperCase()}`)}__c`),
      day('Screening_Date__c'),
    ],
  },
  {
    id: 'donorperfect',
    name: 'DonorPerfect',
    hint: 'One sheet with one row for each donor, matched by DONOR_ID. The user-defined fields must exist under these names.',
    format: 'xlsx',
    rows: 'person',
    dates: 'monthFirst',
    columns: [id('DONOR_ID'), ...parts((part) => `WS_${part.toUpperCase().replaceAll(' ', '_')}`), day('WS_DATE')],
  },
  {
    id: 'civicrm',
    name: 'CiviCRM',
    hint: 'For a contact import that updates by the ID in your list: External Identifier or Contact ID. CiviCRM matches the custom fields by their labels.',
    format: 'csv',
    rows: 'person',
    dates: 'iso',
    columns: [
      id('External Identifier', ['External Identifier', 'Internal Contact ID', 'Contact ID']),
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
    columns: [id('Account ID'), ...parts((part) => `Screening ${part}`), day('Screening Date')],
  },
];

/** The layouts of a connection: built-in layouts, with changed ones in their place, then the user's own. */
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

/** A day in the date format of a layout; a text that is not a day stays as it is. */
export function dayText(iso: string, dates: Layout['dates']): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  if (parts === null || dates === 'iso') return parts === null ? iso : iso.slice(0, 10);
  return dates === 'monthFirst' ? `${Number(parts[2])}/${Number(parts[3])}/${parts[1]}` : `${parts[2]}/${parts[3]}/${parts[1]}`;
}
