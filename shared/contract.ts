/**
 * The contract between a host (window, loopback page, command line) and the application: one table of data.
 * Handlers, the typed client, the electron channel, the HTTP route and the command line are all derived from it.
 * A million rows never cross it: pages hold at most 200 rows. A token goes in and never comes out; a path never appears.
 */
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode, type Failure } from './errors.ts';
import { HouseRules } from './checks/checks.ts';
import { ScoreConfiguration } from './configuration.ts';
import { MAX_RECORDS } from './constituent.ts';
import { Layout } from './results/layouts.ts';
import { ColumnSuggestion, Field, MappingPlan, SourceSystem } from './mapping/plan.ts';
import { Choice, Counts, ProjectState } from './project/project.ts';
import { ReadingChoice } from './mapping/reading-choice.ts';
import {
  Best,
  Change,
  ColumnArrangement,
  ColumnKey,
  Conditions,
  MOST_SHOWN,
  Outcome,
  ResultSelection,
  Segment,
} from './results/result-shapes.ts';
import { Template } from './mapping/templates.ts';
import { SystemId } from './mapping/systems.ts';

export { Outcome, type ResultFilter, type ResultSelection } from './results/result-shapes.ts';

const Id = z.string().min(1).max(64);
const Time = z.number();
const Text = (max: number) => z.string().max(max);
/** A row's number in the sheet, from 1, as the spreadsheet program shows it. */
const SheetRow = z.int().min(1);

/** What a host remembers of a file that a person handed over; worth one import. */
const FileToken = z.string().min(8).max(128);

/** At most this many rows cross the contract at once. */
export const PAGE_ROWS = 200;
const Page = { offset: z.int().min(0), limit: z.int().min(1).max(PAGE_ROWS) };

export const AppView = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'loopback', 'cli', 'test']),
  platform: z.string(),
  secrets: z.strictObject({ kind: z.enum(['keychain', 'key-file']), notice: z.string().nullable() }),
  /** Set when another process runs the projects of this data folder: who it is, as a sentence. */
  runnerElsewhere: z.string().nullable(),
  /** The connection that new screenings use. */
  connectionId: Id,
});
export type AppView = z.infer<typeof AppView>;

export const CreditsView = z.strictObject({
  /** Null when the answer held no number; `raw` then shows it as it came. */
  remaining: z.number().nullable(),
  raw: z.string().nullable(),
  readAt: Time,
});
export type CreditsView = z.infer<typeof CreditsView>;

/** How row numbers in the service's error report are counted: found by evidence, or as the person says. */
export const RowBase = z.enum(['find', 'zero', 'one', 'sheet']);
export type RowBase = z.infer<typeof RowBase>;

/** Days that a person may set. */
const Days = z.int().min(0).max(3650);

/** Seconds that a person may set. */
const Seconds = z.number().min(0.1).max(86_400);

export const ConnectionSettings = z.strictObject({
  /** The form in which a list is sent. */
  listFormat: z.enum(['json', 'csv']),
  rowBase: RowBase,
  /** How long calls may take before they are given up; what is left out is as usual. `idle`: without a byte while a body moves. */
  timeouts: z
    .strictObject({ connect: Seconds, read: Seconds, idle: Seconds, create: Seconds, add: Seconds, process: Seconds })
    .partial()
    .optional(),
  /** How many days back people count as screened on this connection; 0: never. Left out: as `SCREENED_WITHIN` says. */
  screenedWithin: Days.optional(),
  /** Rows that the service takes in one project; left out: as many as the interface allows. */
  mostRows: z.int().min(1).max(MAX_RECORDS).optional(),
});
export type ConnectionSettings = z.infer<typeof ConnectionSettings>;

export const ConnectionView = z.strictObject({
  id: Id,
  name: z.string(),
  kind: z.enum(['practice', 'live']),
  baseUrl: z.string(),
  version: z.string(),
  /** `none`: no token. `session`: held until the program ends. `kept`: in the keychain. */
  token: z.enum(['none', 'session', 'kept']),
  /** When the service last answered the credits call with this token; a list is sent only after that. */
  testedAt: Time.nullable(),
  credits: CreditsView.nullable(),
  settings: ConnectionSettings,
  /** Credits charged a record, as learned from balances before and after; null until learned. */
  creditsPerRecord: z.number().nullable(),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

/** Work that is going on for a project, with how far it is. `total` null: not known. Times are in milliseconds since 1970. */
export const Activity = z.strictObject({
  kind: z.enum(['reading', 'checking', 'preparing', 'sending', 'looking', 'waiting', 'collecting', 'exporting']),
  done: z.number(),
  total: z.number().nullable(),
  unit: z.enum(['bytes', 'rows', 'none']),
  startedAt: Time,
  /** A sentence when something holds it up: offline, rate limit. */
  note: z.string().nullable(),
  /** When the next try or look is due. */
  nextAt: Time.nullable(),
});
export type Activity = z.infer<typeof Activity>;

/**
 * How a project came out of another one. `refused`: it holds the rows that the service refused there. `part`: it sends a later
 * part of a list that is longer than the service takes at once; the first part is sent by the other one itself.
 */
export const ProjectLink = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('refused'), of: Id }),
  z.strictObject({ kind: z.literal('part'), of: Id, part: z.int().min(2), parts: z.int().min(2) }),
]);
export type ProjectLink = z.infer<typeof ProjectLink>;

export const ProjectView = z.strictObject({
  id: Id,
  /** Grows with every change; of two snapshots the higher is the newer. */
  version: z.int(),
  name: z.string(),
  purpose: z.string(),
  createdAt: Time,
  changedAt: Time,
  connection: z.strictObject({ id: Id, name: z.string(), kind: z.enum(['practice', 'live']) }),
  file: z.strictObject({ name: z.string(), bytes: z.number(), sha256: z.string().nullable() }),
  /** Null until the file is read. `rows` counts the list's rows below the header. */
  sheet: z.strictObject({ name: z.string(), rows: z.int() }).nullable(),
  state: ProjectState,
  activity: Activity.nullable(),
  /** Why the last step did not lead on, when it did not: said once, gone with the next step. */
  notice: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** Rows by readiness after the last check; null before. */
  readiness: z.strictObject({ ready: z.int(), thin: z.int(), refused: z.int(), leftOut: z.int() }).nullable(),
  /** Credits charged as far as the balance shows, null when not known or nothing was spent. */
  creditsCharged: z.number().nullable(),
  processedAt: Time.nullable(),
  /** Null for a project of its own. */
  link: ProjectLink.nullable(),
});
export type ProjectView = z.infer<typeof ProjectView>;

const SheetCells = z.strictObject({ row: SheetRow, cells: z.array(z.string()) });

/** The first rows of the chosen sheet as they are, and what was made of them. */
export const ImportView = z.strictObject({
  format: z.string(),
  sheets: z.array(z.strictObject({ name: z.string(), hidden: z.boolean(), rows: z.int().nullable() })),
  sheet: z.int(),
  /** Sheet row of the header, null when the sheet has none. */
  headerRow: SheetRow.nullable(),
  headerReason: z.string(),
  rows: z.int(),
  /** Rows at the end that look like totals and are not people. */
  totalsRows: z.array(SheetRow),
  firstRows: z.array(SheetCells),
  /** The last rows, totals and all. */
  lastRows: z.array(SheetCells).default([]),
  /** How a text file was read; null for workbooks. */
  text: z.strictObject({ encoding: z.string(), delimiter: z.string() }).nullable().default(null),
  /** Whether the file can be read again without being handed over once more. */
  atHand: z.boolean(),
  notes: z.array(z.string()),
});
export type ImportView = z.infer<typeof ImportView>;

export const ColumnsView = z.strictObject({
  headers: z.array(z.string()),
  plan: MappingPlan,
  suggestions: z.array(ColumnSuggestion),
  system: SourceSystem.nullable(),
  /** The template that was laid over the columns; `changed` once the columns were changed after it. */
  template: z.strictObject({ name: z.string(), changed: z.boolean() }).nullable(),
  /** What stands in the way of going on; the columns concerned by position. */
  problems: z.array(
    z.strictObject({
      code: z.string(),
      severity: z.enum(['error', 'warning']),
      message: z.string(),
      field: Field.nullable(),
      columns: z.array(z.int()),
    }),
  ),
});
export type ColumnsView = z.infer<typeof ColumnsView>;

const TemplateName = Text(120).trim().min(1);

/** A mapping that is kept by name. */
export const TemplateView = z.strictObject({
  id: Id,
  name: z.string(),
  /** Headings that it knows, and how many of them it sends somewhere. */
  headings: z.int(),
  used: z.int(),
  changedAt: Time,
});
export type TemplateView = z.infer<typeof TemplateView>;

/** How a template fits the sheet of a project. */
export const TemplateOffer = z.strictObject({
  id: Id,
  name: z.string(),
  /** True when the sheet has exactly the headings that it was made for. */
  same: z.boolean(),
  /** Of the headings that it sends somewhere, so many are in the sheet. */
  found: z.int(),
  of: z.int(),
  /** So many things would change; 0: the columns stand as it says. */
  changes: z.int(),
});
export type TemplateOffer = z.infer<typeof TemplateOffer>;

/** A template laid over the columns of a project, before it is used. */
export const TemplateFit = z.strictObject({
  plan: MappingPlan,
  /** Headings that it sends somewhere and the sheet does not have. */
  missing: z.array(z.string()),
  /** Headings of the sheet that it does not know; they are carried along. */
  added: z.array(z.string()),
});
export type TemplateFit = z.infer<typeof TemplateFit>;

/** A file that was saved. */
const SavedFile = z.strictObject({
  /** How the place is named to the person. */
  shown: z.string(),
  /** A single-use token with which the page fetches the file from its host; null where the file lies in a folder. */
  download: z.string().nullable(),
});

export const Severity = z.enum(['error', 'warning', 'note']);
export type Severity = z.infer<typeof Severity>;

export const RuleCount = z.strictObject({
  code: z.string(),
  severity: Severity,
  title: z.string(),
  /** The field that it was found on, null for rules about the whole row. */
  field: Field.nullable(),
  rows: z.int(),
  example: z.strictObject({ before: z.string(), after: z.string().nullable() }).nullable(),
  /** The fix that one click applies to all of them, with its button's words. Without `bulk` it is a guess to be looked at row by row. */
  fix: z.strictObject({ id: z.string(), label: z.string(), bulk: z.boolean() }).nullable(),
});
export type RuleCount = z.infer<typeof RuleCount>;

export const CheckView = z.strictObject({
  rows: z.int(),
  ready: z.int(),
  thin: z.int(),
  refused: z.int(),
  leftOut: z.int(),
  withIssues: z.int(),
  rules: z.array(RuleCount),
  undo: z.string().nullable(),
  redo: z.string().nullable(),
});
export type CheckView = z.infer<typeof CheckView>;

/** What the service would make of a row. */
export const Readiness = z.enum(['ready', 'thin', 'refused']);
export type Readiness = z.infer<typeof Readiness>;

export const CheckFilter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('issues') }),
  z.strictObject({ kind: z.literal('leftOut') }),
  /** Rows that are not left out, as the check counts them. */
  z.strictObject({ kind: z.literal('readiness'), readiness: Readiness }),
  z.strictObject({ kind: z.literal('rule'), code: z.string(), field: Field.nullable() }),
]);
export type CheckFilter = z.infer<typeof CheckFilter>;

export const CheckRow = z.strictObject({
  row: SheetRow,
  leftOut: z.boolean(),
  /** As it is or would be if it were not left out; null for people on the do-not-screen list. */
  readiness: Readiness.nullable(),
  /** The record's values, in the order of `fields` of the page. */
  values: z.array(z.string()),
  /** `words`: the service's own, of a row that it refused before. */
  issues: z.array(
    z.strictObject({ field: Field.nullable(), code: z.string(), severity: Severity, words: z.string().nullable().optional() }),
  ),
});
export type CheckRow = z.infer<typeof CheckRow>;

export const CheckPage = z.strictObject({ total: z.int(), fields: z.array(Field), rows: z.array(CheckRow) });
export type CheckPage = z.infer<typeof CheckPage>;

/** Find and replace in the values of one field. */
export const Replacement = z.strictObject({
  field: Field,
  find: Text(255),
  replace: Text(255),
  /** `whole`: the value as a whole; an empty `find` finds rows without a value. `part`: wherever it stands in a value. */
  how: z.enum(['whole', 'part']),
  matchCase: z.boolean(),
});
export type Replacement = z.infer<typeof Replacement>;

/** What a replacement would change: rows, and some of them before and after. */
export const ReplacePreview = z.strictObject({
  rows: z.int(),
  examples: z.array(z.strictObject({ row: SheetRow, before: z.string(), after: z.string() })),
});
export type ReplacePreview = z.infer<typeof ReplacePreview>;

/** How many days back people count as screened on a connection that does not say: a rehearsal costs nothing and may be had again. */
export const SCREENED_WITHIN = { live: 90, practice: 0 } as const;

/** Why rows are not sent. */
export const LeftOutReason = z.enum(['errors', 'byHand', 'sameHousehold', 'sameId', 'doNotScreen', 'screenedBefore']);
export type LeftOutReason = z.infer<typeof LeftOutReason>;

export const CostView = z.strictObject({
  rowsInFile: z.int(),
  leftOut: z.array(z.strictObject({ reason: LeftOutReason, rows: z.int() })),
  rowsToSend: z.int(),
  /** As how many linked projects the list goes out, one after the other: more than one when it is longer than the service takes. */
  parts: z.int(),
  /** Whether rows with errors are sent all the same. */
  sendErrors: z.boolean(),
  /** Whether people who were screened not long ago and have not changed are sent again. */
  again: z.boolean(),
  /** People of the list who were screened on this connection within so many days: unchanged since, and with other details. */
  screened: z.strictObject({ within: z.int(), unchanged: z.int(), changed: z.int() }),
  fieldsSent: z.array(Field),
  columnsKept: z.int(),
  /** The host that the list goes to. */
  host: z.string(),
  creditsPerRecord: z.number(),
  /** True when `creditsPerRecord` was learned from this connection, false when 1 is assumed. */
  learned: z.boolean(),
  estimate: z.number(),
  saved: z.number(),
  balance: CreditsView.nullable(),
  /** Projects on the same connection that are under way, with what they are about to spend. */
  running: z.array(z.strictObject({ id: Id, name: z.string(), credits: z.number() })),
  /** The name with its marker under which the project will stand on the service. */
  nameOnService: z.string(),
  scoreConfiguration: ScoreConfiguration.nullable(),
  /** An earlier project that sent this very list over this connection, or null. */
  sentBefore: z.strictObject({ id: Id, name: z.string(), at: Time }).nullable(),
});
export type CostView = z.infer<typeof CostView>;

export const TimelineEntry = z.strictObject({
  seq: z.int(),
  at: Time,
  title: z.string(),
  evidence: z.string().nullable(),
  by: z.enum(['desk', 'person', 'service']),
  tone: z.enum(['plain', 'good', 'warning', 'bad']),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const ScoreColumn = z.strictObject({
  /** Dotted path in the profile, `mostRecentScore.scoreDetails.capacityRating`. */
  key: z.string(),
  /** As the person named it, else as it was found. */
  title: z.string(),
  foundTitle: z.string(),
  type: z.enum(['number', 'date', 'flag', 'text']),
  filled: z.int(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Which end the person says is the better one. */
  best: Best.nullable(),
});
export type ScoreColumn = z.infer<typeof ScoreColumn>;

export const SegmentView = Segment.extend({
  /** Scored rows of this project that meet the conditions. */
  rows: z.int(),
});
export type SegmentView = z.infer<typeof SegmentView>;

export const ResultsView = z.strictObject({
  counts: Counts,
  leftOut: z.int(),
  columns: z.array(ScoreColumn),
  /** The columns of the sheet itself, which can be shown, filtered and sorted by as well. */
  sheetColumns: z.array(ScoreColumn.pick({ key: true, title: true, type: true })),
  /** Keys of the columns shown, in order: as the person arranged them for this connection, else those of `usual`. */
  shown: z.array(z.string()),
  /** Keys of the columns shown at first, in order. */
  usual: z.array(z.string()),
  /** How the row numbers of refused rows were understood, as a sentence; null when none was needed. */
  rowBase: z.string().nullable(),
});
export type ResultsView = z.infer<typeof ResultsView>;

export const ResultRow = z.strictObject({
  /** Sheet row; null for a profile that matched no row. */
  row: SheetRow.nullable(),
  /** The person as sent: name, city and state. */
  name: z.string(),
  place: z.string(),
  /** Texts of the asked columns, in their order; ISO dates, plain numbers. */
  cells: z.array(z.string()),
  /** Why the row was refused, or why its outcome is not known. */
  reasons: z.array(z.strictObject({ field: z.string().nullable(), message: z.string(), value: z.string().nullable() })),
});
export type ResultRow = z.infer<typeof ResultRow>;

export const Distribution = z.strictObject({
  column: z.string(),
  /** Bars in the order of the data's own range; `from` and `to` bound a bar of numbers, `to` included. */
  bars: z.array(z.strictObject({ label: z.string(), rows: z.int(), from: z.number().nullable(), to: z.number().nullable() })),
  empty: z.int(),
});
export type Distribution = z.infer<typeof Distribution>;

export const PersonView = z.strictObject({
  row: SheetRow.nullable(),
  name: z.string(),
  outcome: Outcome,
  record: z.array(z.strictObject({ field: Field, value: z.string() })),
  notSent: z.array(z.strictObject({ header: z.string(), value: z.string() })),
  /** Every leaf of the profile, in its order. */
  leaves: z.array(z.strictObject({ key: z.string(), title: z.string(), value: z.string() })),
  /** The profile as it came. */
  json: z.string().nullable(),
  reasons: ResultRow.shape.reasons,
});
export type PersonView = z.infer<typeof PersonView>;

/** The same person in the screenings of a connection, the oldest first. */
export const HistoryView = z.strictObject({
  columns: z.array(ScoreColumn.pick({ key: true, title: true, type: true, best: true })),
  entries: z.array(
    z.strictObject({
      projectId: Id,
      name: z.string(),
      /** When it was processed. */
      at: Time.nullable(),
      row: SheetRow,
      outcome: z.enum(['scored', 'refused', 'unknown']),
      /** Texts of the columns, in their order. */
      cells: z.array(z.string()),
    }),
  ),
});
export type HistoryView = z.infer<typeof HistoryView>;

/** Two screenings side by side, by one column: who moved, who came, who went. */
export const ComparisonView = z.strictObject({
  id: Id,
  withId: Id,
  name: z.string(),
  at: Time.nullable(),
  column: z.string(),
  title: z.string(),
  best: Best.nullable(),
  counts: z.record(Change, z.int()),
  /** Rows of this list without an id, which can not be compared. */
  withoutId: z.int(),
});
export type ComparisonView = z.infer<typeof ComparisonView>;

export const ComparedRow = z.strictObject({
  /** Sheet row in this project; null for those who are no longer here. */
  row: SheetRow.nullable(),
  name: z.string(),
  place: z.string(),
  id: z.string(),
  change: Change,
  before: z.string(),
  after: z.string(),
  /** How far a number moved. */
  by: z.number().nullable(),
});
export type ComparedRow = z.infer<typeof ComparedRow>;

export const ExportView = z.strictObject({
  id: Id,
  projectId: Id,
  state: z.enum(['writing', 'done', 'failed']),
  /** How the place is named to the person. */
  shown: z.string(),
  /** A single-use token with which the page fetches the file from its host; null where the file lies in a folder. */
  download: z.string().nullable(),
  done: z.number(),
  total: z.number().nullable(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type ExportView = z.infer<typeof ExportView>;

/** A constituent record as a person types it: every value as text, checked like a row of a list. */
const RecordTexts = z.partialRecord(Field, Text(255));

/** An answer of the service shown as it is: leaves in order and the JSON text. */
export const AnswerView = z.strictObject({
  leaves: PersonView.shape.leaves,
  json: z.string(),
});
export type AnswerView = z.infer<typeof AnswerView>;

/** One import of people who are not to be screened: counts only, since the list itself can not be read back. */
const DoNotScreenList = z.strictObject({
  id: Id,
  /** Name of the file, or what was typed in. */
  name: z.string(),
  addedAt: Time,
  people: z.int(),
  /** By what they are found again. */
  ids: z.int(),
  emails: z.int(),
  names: z.int(),
});

export const DoNotScreenView = z.strictObject({ people: z.int(), lists: z.array(DoNotScreenList) });
export type DoNotScreenView = z.infer<typeof DoNotScreenView>;

export const DoNotScreenAdded = z.strictObject({
  list: DoNotScreenView,
  /** People who were added, and rows with neither an id nor an e-mail nor a name with a ZIP. */
  added: z.int(),
  withoutKey: z.int(),
});
export type DoNotScreenAdded = z.infer<typeof DoNotScreenAdded>;

const ServiceProject = z.strictObject({
  remoteId: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  totalRows: z.int().nullable(),
  validRows: z.int().nullable(),
  /** Our project that is paired with it, if there is one. */
  projectId: Id.nullable(),
});

export interface Method {
  readonly kind: 'query' | 'command';
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

const query = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ kind: 'query', input, output }) as const;
const command = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ kind: 'command', input, output }) as const;

const Nothing = z.strictObject({});
const ById = z.strictObject({ id: Id });

/** Every method. Queries change nothing; commands do, and say so by an event as well. */
export const CONTRACT = {
  'app.get': query(Nothing, AppView),

  'connections.list': query(Nothing, z.array(ConnectionView)),
  'connections.add': command(
    z.strictObject({ name: Text(80).min(1), baseUrl: Text(500), version: Text(40).optional(), token: Text(8192).optional() }),
    ConnectionView,
  ),
  'connections.change': command(
    z.strictObject({
      id: Id,
      name: Text(80).min(1).optional(),
      baseUrl: Text(500).optional(),
      version: Text(40).optional(),
      settings: ConnectionSettings.optional(),
    }),
    ConnectionView,
  ),
  'connections.setToken': command(z.strictObject({ id: Id, token: Text(8192).min(1) }), ConnectionView),
  /** Makes the credits call: the token and the address are right when it answers. */
  'connections.test': command(ById, ConnectionView),
  'connections.use': command(ById, AppView),
  'connections.remove': command(ById, Nothing),
  'credits.read': query(z.strictObject({ connectionId: Id }), CreditsView),

  'projects.list': query(Nothing, z.array(ProjectView)),
  'projects.get': query(ById, ProjectView),
  'projects.create': command(
    z.strictObject({ file: FileToken, connectionId: Id.optional(), name: Text(120).optional(), reading: ReadingChoice.optional() }),
    ProjectView,
  ),
  'projects.sample': command(z.strictObject({ sample: z.enum(['clean', 'messy']) }), ProjectView),
  'projects.change': command(
    z.strictObject({
      id: Id,
      name: Text(120).min(1).optional(),
      purpose: Text(2000).optional(),
      connectionId: Id.optional(),
      sendErrors: z.boolean().optional(),
      again: z.boolean().optional(),
      /** Days back in which people count as screened; null: as the connection has it. */
      screenedWithin: Days.nullable().optional(),
      scoreConfiguration: ScoreConfiguration.nullable().optional(),
    }),
    ProjectView,
  ),
  /**
   * A linked project that holds only the rows which the service refused, with its words on their cells, to be corrected and
   * sent; the one that is there already, if it was not sent yet.
   */
  'projects.fixRefused': command(ById, ProjectView),
  /** Removes the project's file and key for good; only its counts stay in the journal. */
  'projects.remove': command(ById, Nothing),

  'import.get': query(ById, ImportView),
  /** Reads the list otherwise. `file`: the same file once more, where it is no longer at hand and has to be read again. */
  'import.change': command(ReadingChoice.omit({ system: true }).extend({ id: Id, file: FileToken.optional() }), ImportView),
  'columns.get': query(ById, ColumnsView),
  'columns.change': command(z.strictObject({ id: Id, plan: MappingPlan }), ColumnsView),
  /** The system that the list was exported from, null for none: its settings hold for the columns that no person has settled. */
  'columns.system': command(z.strictObject({ id: Id, system: SystemId.nullable() }), ColumnsView),

  'templates.list': query(Nothing, z.array(TemplateView)),
  'templates.get': query(ById, Template),
  /** Every template with how it fits the project's sheet, the best first. */
  'templates.offers': query(ById, z.array(TemplateOffer)),
  'templates.fit': query(z.strictObject({ id: Id, template: Id }), TemplateFit),
  /** Lays a template over the project's columns; `templates.undo` takes it back. */
  'templates.apply': command(z.strictObject({ id: Id, template: Id }), ColumnsView),
  'templates.undo': command(ById, ColumnsView),
  /** Keeps the project's mapping under a name. `replace`: said by the person, in place of the one that has the name. */
  'templates.save': command(z.strictObject({ id: Id, name: TemplateName, replace: z.boolean().default(false) }), TemplateView),
  'templates.rename': command(z.strictObject({ id: Id, name: TemplateName }), TemplateView),
  'templates.remove': command(ById, Nothing),
  /** Asks the host where to save and writes the template as JSON; null when the person thinks better of it. */
  'templates.export': command(ById, SavedFile.nullable()),
  'templates.import': command(z.strictObject({ file: FileToken }), TemplateView),

  'check.get': query(ById, CheckView),
  'check.page': query(z.strictObject({ id: Id, filter: CheckFilter, find: Text(200), ...Page }), CheckPage),
  'check.edit': command(z.strictObject({ id: Id, row: SheetRow, field: Field, value: Text(2000) }), CheckView),
  'check.fix': command(z.strictObject({ id: Id, code: z.string(), field: Field.nullable() }), CheckView),
  'check.leaveOut': command(
    z.strictObject({ id: Id, rows: z.union([z.array(SheetRow).min(1).max(PAGE_ROWS), CheckFilter]), leaveOut: z.boolean() }),
    CheckView,
  ),
  /** How many rows a replacement would change, and some of them before and after. */
  'check.replacing': query(Replacement.extend({ id: Id }), ReplacePreview),
  'check.replace': command(Replacement.extend({ id: Id }), CheckView),
  'check.undo': command(ById, CheckView),
  'check.redo': command(ById, CheckView),

  /** What a house asks for beyond the rules: it holds for every list that is checked from then on. */
  'houseRules.get': query(Nothing, HouseRules),
  'houseRules.set': command(HouseRules, HouseRules),

  /** People who are never sent. They are kept as keyed codes only: the list can be added to and looked up, never read. */
  'doNotScreen.get': query(Nothing, DoNotScreenView),
  'doNotScreen.add': command(z.strictObject({ file: FileToken }), DoNotScreenAdded),
  'doNotScreen.addPerson': command(z.strictObject({ record: RecordTexts }), DoNotScreenAdded),
  /** Takes one import off the list. */
  'doNotScreen.remove': command(ById, DoNotScreenView),
  /** Takes a person off every import; `removed` is false when none of their keys was on it. */
  'doNotScreen.removePerson': command(
    z.strictObject({ record: RecordTexts }),
    z.strictObject({ list: DoNotScreenView, removed: z.boolean() }),
  ),
  'doNotScreen.clear': command(Nothing, DoNotScreenView),

  'cost.get': query(ById, CostView),
  /** The first records exactly as they will be sent, as JSON texts. */
  'cost.sample': query(z.strictObject({ id: Id, limit: z.int().min(1).max(20) }), z.array(z.string())),

  /** Sends the list and starts the screening. `rows` and `connectionId` must be those the person saw. */
  'project.send': command(
    z.strictObject({
      id: Id,
      rows: z.int().min(1),
      connectionId: Id,
      /** Said in words by the person: send this very list once more. */
      repeat: z.boolean().default(false),
      /** Said in words by the person: go on although the balance is known to be short. */
      short: z.boolean().default(false),
      /** As how many projects the person saw the list go out. */
      parts: z.int().min(1).default(1),
    }),
    ProjectView,
  ),
  'project.pause': command(ById, ProjectView),
  'project.resume': command(ById, ProjectView),
  'project.cancel': command(ById, ProjectView),
  'project.decide': command(z.strictObject({ id: Id, choice: Choice }), ProjectView),
  'project.timeline': query(ById, z.array(TimelineEntry)),

  'results.get': query(ById, ResultsView),
  'results.page': query(
    z.strictObject({
      id: Id,
      selection: ResultSelection,
      columns: z.array(ColumnKey).max(MOST_SHOWN),
      sort: z.strictObject({ column: z.string(), descending: z.boolean() }).nullable(),
      ...Page,
    }),
    z.strictObject({ total: z.int(), rows: z.array(ResultRow) }),
  ),
  'results.distribution': query(z.strictObject({ id: Id, selection: ResultSelection, column: z.string() }), Distribution),
  'results.person': query(z.strictObject({ id: Id, row: SheetRow }), PersonView),
  'results.history': query(z.strictObject({ id: Id, row: SheetRow }), HistoryView),
  /** `withId`: another finished project of the same connection. */
  'results.compare': query(z.strictObject({ id: Id, withId: Id, column: ColumnKey }), ComparisonView),
  'results.comparePage': query(
    z.strictObject({ id: Id, withId: Id, column: ColumnKey, change: Change, ...Page }),
    z.strictObject({ total: z.int(), rows: z.array(ComparedRow) }),
  ),
  /** How the results of this project's connection are looked at: order, titles and better ends of columns. */
  'results.arrange': command(ColumnArrangement.extend({ id: Id }), ResultsView),
  'segments.list': query(ById, z.array(SegmentView)),
  /** Keeps a segment with the project's connection: a new one, or in place of the one with `segmentId`. */
  'segments.save': command(Conditions.extend({ id: Id, segmentId: Id.nullable(), name: Segment.shape.name }), z.array(SegmentView)),
  'segments.remove': command(z.strictObject({ id: Id, segmentId: Id }), z.array(SegmentView)),
  'layouts.list': query(ById, z.array(Layout)),
  'layouts.save': command(z.strictObject({ id: Id, layout: Layout }), z.array(Layout)),
  /** Takes a layout away; one that comes with the product is as it came again. */
  'layouts.remove': command(z.strictObject({ id: Id, layoutId: Id }), z.array(Layout)),
  /** Asks the host where to save, then writes in the background; null when the person thinks better of it. */
  'results.export': command(
    z.strictObject({
      id: Id,
      format: z.enum(['xlsx', 'csv', 'jsonl']),
      /** Score columns in their order; null: all of them. */
      columns: z.array(ColumnKey).max(16_000).nullable(),
      /** `sheet`: every column of the file, then the scores. `keyed`: the scores by id. `errors`: the refused rows, to be fixed. */
      contents: z.enum(['sheet', 'keyed', 'errors']).default('sheet'),
      /** The people of these conditions alone; null: everybody. */
      segment: Conditions.extend({ name: z.string().max(80).nullable() })
        .nullable()
        .default(null),
      /** A layout for another system, in place of `contents`. */
      layoutId: Id.nullable().default(null),
      /** Who moved since another screening, in place of `contents`. */
      comparison: z.strictObject({ withId: Id, column: ColumnKey }).nullable().default(null),
      /** Number columns with a bar behind each number, in a workbook. */
      bars: z.array(ColumnKey).max(100).default([]),
    }),
    ExportView.nullable(),
  ),
  'exports.get': query(ById, ExportView),
  'exports.reveal': command(ById, Nothing),

  'service.projects': query(z.strictObject({ connectionId: Id }), z.array(ServiceProject)),
  'service.profiles': query(
    z.strictObject({ connectionId: Id, page: z.int().min(0), itemsPerPage: z.int().min(1).max(100) }),
    z.strictObject({ profiles: z.array(AnswerView), more: z.boolean() }),
  ),
  'service.profile': query(z.strictObject({ connectionId: Id, profileId: Text(200).min(1) }), AnswerView),
  /** Screens one constituent; costs money and is never repeated by itself. */
  'service.screenOne': command(z.strictObject({ connectionId: Id, record: RecordTexts }), AnswerView),
  /** Deprecated by the service: `service.screenOne` replaces it. */
  'service.requestScore': command(z.strictObject({ connectionId: Id, record: RecordTexts }), AnswerView),
  /** Deprecated by the service: `service.profile` replaces it. */
  'service.scoreRequest': query(z.strictObject({ connectionId: Id, requestId: Text(200).min(1) }), AnswerView),
} as const satisfies Record<string, Method>;

export type MethodName = keyof typeof CONTRACT;
export type Input<N extends MethodName> = z.input<(typeof CONTRACT)[N]['input']>;
export type Output<N extends MethodName> = z.output<(typeof CONTRACT)[N]['output']>;

/** What the application tells by itself: whole snapshots, so that a lost one does no harm. */
export const EVENTS = {
  'app.changed': AppView,
  'connection.changed': ConnectionView,
  'connection.removed': ById,
  'project.changed': ProjectView,
  'project.removed': ById,
  'export.changed': ExportView,
  'houseRules.changed': HouseRules,
  'doNotScreen.changed': DoNotScreenView,
} as const satisfies Record<string, z.ZodType>;

export type EventName = keyof typeof EVENTS;
export type EventPayload<N extends EventName> = z.output<(typeof EVENTS)[N]>;
export type AppEvent = { [N in EventName]: { readonly name: N; readonly payload: EventPayload<N> } }[EventName];

/** What crosses a boundary: a value or a failure; nothing is thrown across. */
export type Answer<T = unknown> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export const FailureShape = z.strictObject({
  code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  retry: z.enum(['safe', 'ask', 'never']),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** The way to the application, whatever lies between: three members, untyped, so that a host stays small. */
export interface Wire {
  call(method: string, input: unknown): Promise<Answer>;
  subscribe(listener: (event: AppEvent) => void): () => void;
}
