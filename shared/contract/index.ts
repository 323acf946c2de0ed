/**
 * The contract between a host (window, loopback page, command line) and the application: one table of data.
 * Handlers, the typed client, the electron channel, the HTTP route and the command line are all derived from it.
 * A million rows never cross it: pages hold at most 200 rows. A token goes in and never comes out; a path never appears.
 * What crosses it stands by subject in `contract/`; a host finds all of it here.
 */
import { z } from 'zod';
import { HouseRules } from '../checks/checks.ts';
import { ScoreConfiguration } from '../base/score-configuration.ts';
import { AppView, ConnectionSettings, ConnectionView, CreditsView, Days } from './application.ts';
import { FileToken, Id, Page, PAGE_ROWS, RecordTexts, SavedFile, SheetRow, Text } from './basics.ts';
import { CheckFilter, CheckPage, CheckView, MadeBefore, Replacement, ReplacePreview } from './check.ts';
import { CostView, DoNotScreenAdded, DoNotScreenView, ElsewhereProject, SinceOffer } from './cost.ts';
import { ColumnsView, ImportView, TemplateFit, TemplateName, TemplateOffer, TemplateView } from './list.ts';
import { ProjectView, TimelineEntry } from './projects.ts';
import {
  AnswerView,
  ComparedRow,
  ComparisonView,
  Distribution,
  ExportView,
  FetchedAgain,
  HistoryView,
  EarlierView,
  PersonView,
  ResultRow,
  ResultsView,
  SegmentView,
  ServiceProject,
} from './results.ts';
import { ERROR_CODES, type ErrorCode, ErrorDetails, type Failure } from '../base/errors.ts';
import { Field, MappingPlan } from '../mapping/plan.ts';
import { ReadingChoice } from '../mapping/reading-choice.ts';
import { SystemId } from '../mapping/systems.ts';
import { Template } from '../mapping/templates.ts';
import { Choice } from '../project/project.ts';
import { Layout } from '../results/layouts.ts';
import { Change, ColumnArrangement, ColumnKey, Conditions, MOST_SHOWN, ResultSelection, Segment } from '../results/result-shapes.ts';

export * from './application.ts';
export { PAGE_ROWS } from './basics.ts';
export * from './check.ts';
export * from './cost.ts';
export * from './list.ts';
export * from './projects.ts';
export * from './results.ts';
export { Outcome, type ResultFilter, type ResultSelection } from '../results/result-shapes.ts';

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
  /** Says that the notice was read: it is not shown again. */
  'app.dismissNotice': command(Nothing, AppView),

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
    z.strictObject({
      file: FileToken,
      connectionId: Id.optional(),
      name: Text(120).optional(),
      reading: ReadingChoice.optional(),
      /** A finished project of the account: only rows that are new or changed since are sent. */
      since: Id.optional(),
    }),
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
      /** A finished project of the account: only rows that are new or changed since are sent. Null: all of them. */
      since: Id.nullable().optional(),
      scoreConfiguration: ScoreConfiguration.nullable().optional(),
    }),
    ProjectView,
  ),
  /**
   * A linked project that holds only the rows which the service refused, with its words on their cells, to be corrected and
   * sent; the one that is there already, if it was not sent yet.
   */
  'projects.fixRefused': command(ById, ProjectView),
  /**
   * Removes the project's file and key for good; only its counts stay in the journal. `loseResults`: said by the person about a
   * project that may be paid for and has no results yet; without it such a project ends in NOT_NOW.
   */
  'projects.remove': command(z.strictObject({ id: Id, loseResults: z.boolean().default(false) }), Nothing),

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
  /** The corrections of the earlier list that can be made again; null for a list that is compared with none, or was sent. */
  'check.madeBefore': query(ById, MadeBefore.nullable()),
  'check.makeAgain': command(ById, CheckView),
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
  /** Finished projects that the list can be compared with, since they have sent people of it; the newest first. */
  'cost.since': query(ById, z.array(SinceOffer)),
  /**
   * Projects on the service with the name and the number of rows of the list that this data folder did not make, of the last eight
   * weeks: a colleague may have sent it. Empty where the service's list of projects cannot be read.
   */
  'cost.elsewhere': query(ById, z.array(ElsewhereProject)),
  /** The first records exactly as they will be sent, as JSON texts. */
  'cost.sample': query(z.strictObject({ id: Id, limit: z.int().min(1).max(20) }), z.array(z.string())),

  /** Sends the list and starts the screening. `rows`, `connectionId` and `seen`, where it is given, must be those the person saw. */
  'project.send': command(
    z.strictObject({
      id: Id,
      rows: z.int().min(1),
      connectionId: Id,
      /** Said in words by the person: send this very list once more. */
      repeat: z.boolean().default(false),
      /** Said in words by the person: go on although the balance is known to be short. */
      short: z.boolean().default(false),
      /** Said in words by the person: send the list although somebody else may have sent it (`cost.elsewhere`). */
      elsewhere: z.boolean().default(false),
      /** As how many projects the person saw the list go out. */
      parts: z.int().min(1).default(1),
      /** `seen` of the cost that the person saw. */
      seen: z.string().max(100).optional(),
    }),
    ProjectView,
  ),
  'project.pause': command(ById, ProjectView),
  'project.resume': command(ById, ProjectView),
  'project.cancel': command(ById, ProjectView),
  'project.decide': command(z.strictObject({ id: Id, choice: Choice }), ProjectView),
  /** Sends the next part of a list after one that was given up, and those after it in turn. `id`: any project of the list. */
  'parts.sendNext': command(ById, ProjectView),
  /** Removes the parts of such a list that are not sent: their people count as not sent. */
  'parts.release': command(ById, z.strictObject({ parts: z.int(), rows: z.int() })),
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
  /** The scores that an unchanged person has from the screenings before; null for anybody else, and where they are gone. */
  'results.earlier': query(z.strictObject({ id: Id, row: SheetRow }), EarlierView.nullable()),
  'results.history': query(z.strictObject({ id: Id, row: SheetRow }), HistoryView),
  /** `withId`: another finished project of the same account. */
  'results.compare': query(z.strictObject({ id: Id, withId: Id, column: ColumnKey }), ComparisonView),
  'results.comparePage': query(
    z.strictObject({ id: Id, withId: Id, column: ColumnKey, change: Change, ...Page }),
    z.strictObject({ total: z.int(), rows: z.array(ComparedRow) }),
  ),
  /** Reads profiles and row errors of a finished project again, free of charge; what was fetched before stays whatever comes. */
  'results.fetchAgain': command(ById, FetchedAgain),
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
      /** Unchanged people of a list that was compared with earlier screenings come with the scores that they have there. */
      withEarlier: z.boolean().default(false),
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
/** An input as the application gets it: checked, with its defaults. */
export type Parsed<N extends MethodName> = z.output<(typeof CONTRACT)[N]['input']>;
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
  details: ErrorDetails,
});

/** The way to the application, whatever lies between: three members, untyped, so that a host stays small. */
export interface Wire {
  call(method: string, input: unknown): Promise<Answer>;
  subscribe(listener: (event: AppEvent) => void): () => void;
}
