/**
 * The settings of connections and projects, one entry each. The stored values and their defaults, the inputs of the contract, the options
 * of the terminal and the fields of the pages derive from these entries.
 */
import { z } from 'zod';
import { ScoreConfiguration } from '../base/index.ts';
import { MAX_RECORDS, WITHHOLDABLE, fieldOf } from '../fields/index.ts';
import { CsvHeadings } from '../mapping/index.ts';
import { NeverSent, RetentionMonths } from '../policy/index.ts';
import { DeclaredText, NoticeDate, StandingDeclaration } from '../record/index.ts';
import { Text } from './basics.ts';

interface Setting {
  readonly shape: z.ZodType;
  /** The value in a new connection or project; undefined: none. */
  readonly initial?: unknown;
  /** The field on a page. Without it, a page shows the setting in its own way or not at all. */
  readonly field?: SettingField;
  /**
   * The option of the terminal. `value`: as the help shows it; missing for a flag. `must`: what the value must be, if `value` does not list
   * the choices.
   */
  readonly option?: { readonly name: string; readonly value?: string; readonly must?: string; readonly help: string };
}
export type Settings = Readonly<Record<string, Setting>>;

/**
 * `choices`: texts by value; one can be chosen. `several`: texts by value; any number can be chosen. `whenMissing`: the number that applies
 * without the setting; null: the field is empty.
 */
export type SettingField = { readonly label: string; readonly description: string } & (
  | { readonly choices: Readonly<Record<string, string>> }
  | { readonly several: Readonly<Record<string, string>> }
  | { readonly min: number; readonly max: number; readonly whenMissing: number | null }
);

export const shapesOf = <const S extends Settings>(settings: S) =>
  Object.fromEntries(Object.entries(settings).map(([name, { shape }]) => [name, shape])) as { [N in keyof S]: S[N]['shape'] };

/** The initial values of a new connection or project. */
const initialOf = (settings: Settings) =>
  Object.fromEntries(Object.entries(settings).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])));

/** The two forms of an uploaded list. */
const ListFormat = z.enum(['json', 'csv']);
const Days = z.int().min(0).max(3650);
const Seconds = z.number().min(0.1).max(86_400);

export const CONNECTION_SETTINGS = {
  listFormat: {
    shape: ListFormat,
    initial: 'json',
    field: {
      label: 'Format for sending a list',
      description: 'Both contain the same data. Change the format only if the service asks you to.',
      choices: { json: 'JSON (usual)', csv: 'CSV' },
    },
    option: { name: 'list-format', value: 'json|csv', help: 'how lists are sent over the connection' },
  },
  /** How the service's error report numbers rows: detected, or set by the user. */
  rowBase: {
    shape: z.enum(['find', 'zero', 'one', 'sheet']),
    initial: 'find',
    field: {
      label: 'Row numbers in the error report',
      description: 'They decide which of your rows the service means.',
      choices: {
        find: 'Detect automatically (recommended)',
        zero: 'From 0, the first row of the list',
        one: 'From 1, the first row of the list',
        sheet: 'As in the sheet, counting the header',
      },
    },
    option: {
      name: 'row-base',
      value: 'find|zero|one|sheet',
      help: 'how the service counts rows in its answers: found from each answer, from 0 or 1 over the list, or as in a sheet with its heading in row 1',
    },
  },
  /** In seconds. A missing value means the default. `idle`: time without a byte while a body is transferred. */
  timeouts: {
    shape: z
      .strictObject({ connect: Seconds, read: Seconds, idle: Seconds, create: Seconds, add: Seconds, process: Seconds })
      .partial()
      .optional(),
  },
  /** The recency window of this connection in days; 0: none. Missing: `DEFAULT_RECENCY_DAYS` applies. */
  recencyDays: { shape: Days.optional() },
  /** Headings of a list in CSV that differ from the names of their fields. */
  csvHeadings: { shape: CsvHeadings.optional() },
  /** Fields that this connection never sends. Their values stay in the lists. */
  neverSent: {
    shape: NeverSent.optional(),
    field: {
      label: 'Fields that are never sent',
      description: 'They are kept in your lists and are never part of a request.',
      several: Object.fromEntries(WITHHOLDABLE.map((field) => [field, fieldOf(field).label])),
    },
    option: {
      name: 'never-send',
      value: 'FIELDS',
      must: 'none, or fields that can be left out, separated by commas, such as personalPhone,spouseFirst',
      help: 'fields that are kept in the lists but never sent over the connection, separated by commas, or none',
    },
  },
  /** The number of months after the screening when finished lists are removed; null or missing: never. */
  retentionMonths: {
    shape: RetentionMonths.nullable().optional(),
    field: {
      label: 'Remove results after months',
      description:
        'A finished list and its people are removed this many months after its screening. Projects tells you a week before. Counts and screening records are kept. Empty: never.',
      min: 1,
      max: 240,
      whenMissing: null,
    },
    option: {
      name: 'keep-months',
      value: 'N',
      must: 'a whole number of months from 1 to 240, or none',
      help: 'finished lists are removed this many months after their screening, or none to keep them; "desk retention" shows which',
    },
  },
  /** What was declared about the last list that was sent over the connection. */
  declared: { shape: StandingDeclaration.optional() },
  /** Maximum number of rows per project on the service. Missing: the limit of the interface. */
  maxRows: {
    shape: z.int().min(1).max(MAX_RECORDS).optional(),
    field: {
      label: 'Rows in one project',
      description: 'A longer list is sent as several linked projects, one after the other.',
      min: 1,
      max: MAX_RECORDS,
      whenMissing: MAX_RECORDS,
    },
  },
} as const satisfies Settings;

export const ConnectionSettings = z.strictObject(shapesOf(CONNECTION_SETTINGS));
export type ConnectionSettings = z.infer<typeof ConnectionSettings>;
export const INITIAL_CONNECTION_SETTINGS = initialOf(CONNECTION_SETTINGS) as ConnectionSettings;

/** What the user declares about a screening, for its record. Null: as in the last list of the connection, until the list is sent. */
export const RECORD_SETTINGS = {
  purpose: {
    shape: Text(2000),
    initial: '',
    option: {
      name: 'purpose',
      value: 'TEXT',
      must: 'at most 2,000 characters',
      help: 'why these people are screened; kept in the screening record, so do not name anyone',
    },
  },
  lawfulBasis: {
    shape: DeclaredText,
    initial: null,
    option: {
      name: 'basis',
      value: 'TEXT',
      must: 'at most 200 characters',
      help: 'the lawful basis of the screening, for its record (default: the one of the last list of the connection)',
    },
  },
  assessment: {
    shape: DeclaredText,
    initial: null,
    option: {
      name: 'assessment',
      value: 'TEXT',
      must: 'at most 200 characters',
      help: 'the reference of the assessment, for the screening record (default: the one of the last list of the connection)',
    },
  },
  noticeDate: {
    shape: NoticeDate,
    initial: null,
    option: {
      name: 'notice-date',
      value: 'YYYY-MM-DD',
      must: 'a day as YYYY-MM-DD',
      help: 'the date of the privacy notice, for the screening record (default: the one of the last list of the connection)',
    },
  },
} as const satisfies Settings;

/** Settings about the whole list of a project. Its parts and the retry of its refused rows have them too. */
export const LIST_SETTINGS = {
  ...RECORD_SETTINGS,
  scoreConfiguration: { shape: ScoreConfiguration.nullable(), initial: null },
  /** The format in which the list is sent; null: as set for the connection. */
  listFormat: {
    shape: ListFormat.nullable(),
    initial: null,
    option: {
      name: 'list-format',
      value: 'json|csv',
      help: 'the format in which the list is sent (default: the setting of the connection)',
    },
  },
} as const satisfies Settings;

/** Settings of a project that decide which rows it sends. */
export const ROW_SETTINGS = {
  sendErrors: {
    shape: z.boolean(),
    initial: false,
    option: { name: 'send-errors', help: 'also sends rows that have errors (default: leaves them out)' },
  },
  /** Also sends rows with deceased people, organizations and no person. */
  sendAnyway: {
    shape: z.boolean(),
    initial: false,
    option: {
      name: 'send-anyway',
      help: 'also sends rows that are marked as deceased, rows of organizations, test rows and the like (default: leaves them out)',
    },
  },
  /** Also sends people who were screened recently. */
  resendRecent: { shape: z.boolean(), initial: false },
  /** Days for which people count as recently screened; null: as set for the connection. */
  recencyDays: {
    shape: Days.nullable(),
    initial: null,
    option: {
      name: 'screened-within',
      value: 'DAYS',
      must: 'a number of days, or 0 for none',
      help: 'for how many days people are treated as screened, 0 for none (default: the setting of the connection)',
    },
  },
} as const satisfies Settings;

/** Settings that a new list takes over from an earlier screening. None of them may pay for people again without the user's decision. */
export const RECIPE_SETTINGS = {
  purpose: LIST_SETTINGS.purpose,
  scoreConfiguration: LIST_SETTINGS.scoreConfiguration,
  sendErrors: ROW_SETTINGS.sendErrors,
} as const satisfies Settings;

/** Settings that no other project takes over. */
const OWN_SETTINGS = {
  /** The name on the service, without the marker; null or missing: the project's name. */
  serviceName: { shape: Text(120).min(1).nullable().optional() },
} as const satisfies Settings;

export const PROJECT_SETTINGS = { ...LIST_SETTINGS, ...ROW_SETTINGS, ...OWN_SETTINGS };
const ProjectSettings = z.strictObject(shapesOf(PROJECT_SETTINGS));
export const ProjectSettingChanges = ProjectSettings.partial();
export const INITIAL_PROJECT_SETTINGS = initialOf(PROJECT_SETTINGS) as z.infer<typeof ProjectSettings>;

/** The values that belong to the settings and are not undefined. */
export const valuesOf = <S extends Settings, V extends { readonly [N in keyof S]?: unknown }>(settings: S, values: V) =>
  Object.fromEntries(Object.keys(settings).flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))) as {
    [N in keyof S & keyof V]?: Exclude<V[N], undefined>;
  };
