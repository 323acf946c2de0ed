/** Projects, their activity and their timeline. */
import { z } from 'zod';
import { ImportOptions } from '../mapping/index.ts';
import { ChangingCall, JournalEventName, ProjectState, SentOfList } from '../project/index.ts';
import { DeclaredText, NoticeDate } from '../record/index.ts';
import { FilePassword, FileToken, Id, Text, Time } from './basics.ts';
import { all, ById, command, event, Nothing, query, removed, same, view, type TagChange } from './method.ts';
import { ProjectSettingChanges } from './settings.ts';

/** Work in progress for a project. `total` is null when it is not known. */
export const Activity = z.strictObject({
  kind: z.enum(['reading', 'checking', 'preparing', 'sending', 'looking', 'waiting', 'collecting', 'exporting']),
  done: z.number(),
  total: z.number().nullable(),
  unit: z.enum(['bytes', 'rows', 'none']),
  startedAt: Time,
  /** A sentence about a delay, for example because of a rate limit. */
  note: z.string().nullable(),
  /** When the next attempt or observation is due. */
  nextAt: Time.nullable(),
});
export type Activity = z.infer<typeof Activity>;

/**
 * How a project derives from another one (`of`). `retry`: it has the rows that the service refused there. `part`: it sends a later part of
 * the list. `baseline`: `of` is its baseline, and only new and changed rows are sent. `rest`: it has the people who were not chosen there.
 * `merged`: only for the rest of a pilot; whether its results have been merged into those of the pilot. `comparison`: it sent the people of
 * that pilot again, in another way.
 */
export const LineageView = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('retry'), of: Id }),
  z.strictObject({ kind: z.literal('comparison'), of: Id }),
  z.strictObject({ kind: z.literal('part'), of: Id, part: z.int().min(2), parts: z.int().min(2) }),
  z.strictObject({ kind: z.literal('baseline'), of: Id, rest: z.literal(true).optional(), merged: z.boolean().optional() }),
]);
export type LineageView = z.infer<typeof LineageView>;

/**
 * Opaque texts that change with their subject; compare them only for equality. `list`: the list as imported, mapped and
 * checked. `options`: how it would be sent. `screening`: whether its people count as screened in checks of other lists.
 */
const ProjectRevisions = z.strictObject({
  list: z.string(),
  options: z.string(),
  timeline: z.string(),
  results: z.string(),
  screening: z.string(),
});
type ProjectRevisions = z.infer<typeof ProjectRevisions>;

/** The queries to repeat when a revision of a project changes. */
export const PROJECT_REVISIONS: Readonly<Record<keyof ProjectRevisions, readonly TagChange[]>> = {
  list: same('list', 'check', 'cost', 'baselines'),
  options: same('check', 'cost', 'baselines'),
  timeline: same('timeline'),
  results: [...same('results', 'segments'), ...all('comparisons')],
  screening: all('check', 'cost', 'baselines', 'screenings'),
};

export const ProjectView = z.strictObject({
  id: Id,
  /** Increases with every change; the higher of two snapshots is newer. */
  version: z.int(),
  name: z.string(),
  purpose: z.string(),
  /** The declaration for the record. In a draft, fields that the user has not filled have the values of the last list of the connection. */
  lawfulBasis: DeclaredText,
  assessment: DeclaredText,
  noticeDate: NoticeDate,
  createdAt: Time,
  changedAt: Time,
  connection: z.strictObject({ id: Id, name: z.string(), kind: z.enum(['practice', 'live']) }),
  file: z.strictObject({ name: z.string(), bytes: z.number(), sha256: z.string().nullable() }),
  /** Null until the file is read. `rows`: rows of the list below the header. */
  sheet: z.strictObject({ name: z.string(), rows: z.int() }).nullable(),
  state: ProjectState,
  activity: Activity.nullable(),
  /** Why the last step stopped; cleared by the next step. */
  lastError: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** Rows by readiness after the last check; null before. */
  readiness: z.strictObject({ ready: z.int(), fixable: z.int(), incomplete: z.int(), invalid: z.int(), leftOut: z.int() }).nullable(),
  /** Credits charged according to the balance; null when unknown or none. */
  creditsCharged: z.number().nullable(),
  processedAt: Time.nullable(),
  /** Null for an independent project. */
  lineage: LineageView.nullable(),
  /**
   * Set for a project that was sent from elsewhere and adopted from the service. It cannot be sent. `createdAt`: when the service created
   * it; its people were screened then or later. `from`: where the rows of the list come from. `rows`: the number of rows according to the
   * service; null when it does not say.
   */
  adopted: z.strictObject({ createdAt: Time.nullable(), from: z.enum(['file', 'profiles']), rows: z.int().nullable() }).nullable(),
  /** Why the project cannot be sent from here: it was handed over, or is a copy. Null when it belongs here. */
  held: z.strictObject({ holder: z.enum(['given', 'copy']), text: z.string() }).nullable(),
  /** What another computer had sent of this list before it came here in a bundle. These people are not sent again. */
  sentElsewhere: z.array(SentOfList),
  revisions: ProjectRevisions,
});
export type ProjectView = z.infer<typeof ProjectView>;

export const TimelineEntry = z.strictObject({
  seq: z.int(),
  at: Time,
  event: JournalEventName,
  /** The call that was about to change the service; null for other entries. */
  call: ChangingCall.nullable(),
  /** The name of the project on the service. Only in the entry of the call that creates it. */
  nameOnService: z.string().nullable(),
  title: z.string(),
  evidence: z.string().nullable(),
  by: z.enum(['app', 'person', 'service']),
  tone: z.enum(['plain', 'good', 'warning', 'bad']),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** How long the service took for an earlier list. */
export const ScreeningPace = z.strictObject({
  name: z.string(),
  at: Time,
  rows: z.int(),
  /** From the start of the screening until we saw that it had ended, in milliseconds. */
  screeningMs: z.number(),
});
export type ScreeningPace = z.infer<typeof ScreeningPace>;

export const PROJECT_METHODS = {
  'projects.list': query(Nothing, z.array(ProjectView), { reads: ['projects'] }),
  'projects.get': query(ById, ProjectView, { reads: ['projects'] }),
  'projects.create': command(
    z.strictObject({
      file: FileToken,
      connectionId: Id.optional(),
      name: Text(120).optional(),
      importOptions: ImportOptions.optional(),
      password: FilePassword.optional(),
      /** The baseline, a finished project of the account: only new and changed rows are sent. */
      baselineId: Id.optional(),
      /**
       * The earlier screening from which it takes connection, columns and settings, except for the baseline and for choices that could pay
       * for people again.
       */
      settingsFrom: z.strictObject({ kind: z.literal('project'), id: Id }).optional(),
    }),
    ProjectView,
    { answers: view('project'), changes: [] },
  ),
  /** Reads a workbook that opens only with its password. */
  'projects.unlock': command(z.strictObject({ id: Id, password: FilePassword }), ProjectView, { answers: view('project'), changes: [] }),
  'projects.sample': command(z.strictObject({ sample: z.enum(['clean', 'messy']) }), ProjectView, {
    answers: view('project'),
    changes: [],
  }),
  /**
   * Takes over a processed project of the service that this data folder does not know: reads its profiles and row errors, and joins them to
   * the rows of a file. Without a file, the rows of the list come from the profiles. Only reads from the service.
   * @throws NOT_FOUND; RUNNER_ELSEWHERE; NOT_NOW when the project is known here, is not processed, or its profiles show no row. Also errors
   * of importing the file and of the service. Nothing is stored then.
   */
  'projects.adopt': command(
    z.strictObject({
      connectionId: Id,
      remoteId: Text(200).min(1),
      file: FileToken.nullable(),
      importOptions: ImportOptions.optional(),
      /** The template that maps the columns of the file, instead of the suggestions. */
      template: Id.optional(),
    }),
    ProjectView,
    { answers: view('project'), changes: [] },
  ),
  'projects.change': command(
    ProjectSettingChanges.extend({
      id: Id,
      name: Text(120).min(1).optional(),
      connectionId: Id.optional(),
      /** The baseline, a finished project of the account: only new and changed rows are sent. Null: none. */
      baselineId: Id.nullable().optional(),
    }),
    ProjectView,
    { answers: view('project'), changes: same('check', 'cost') },
  ),
  /**
   * Returns a linked project with only the refused rows and the service's messages, for correcting and sending. Reuses an existing unsent
   * one. If a row may have been paid for, the results are fetched again first.
   * @throws SENT_BEFORE when a row may still have been paid for. `allowPaid` true: the user agrees to pay for it again.
   */
  'projects.fixRefused': command(z.strictObject({ id: Id, allowPaid: z.boolean().default(false) }), ProjectView, {
    answers: view('project'),
    changes: [],
  }),
  /** Returns a new draft with the list, mapping, edits and options of a project that was stopped before it could cost anything. */
  'projects.startAgain': command(ById, ProjectView, { answers: view('project'), changes: [] }),
  /**
   * Returns a draft with the people of a finished list who were not chosen, including the corrections of their rows, or the existing unsent
   * draft. `like`: the pilot or its comparison, from which the draft takes connection and score settings; null: it keeps its own.
   * @throws NOT_NOW when nobody is left, or when these people may have been sent already.
   */
  'projects.screenRest': command(z.strictObject({ id: Id, like: Id.nullable().default(null) }), ProjectView, {
    answers: view('project'),
    changes: [],
  }),
  /**
   * Deletes the project's file and key for good; the journal keeps counts.
   * @throws NOT_NOW when the project can cost credits and has no results, unless `loseResults` is true.
   */
  'projects.remove': command(z.strictObject({ id: Id, loseResults: z.boolean().default(false) }), Nothing, {
    answers: removed('project'),
    changes: all('check', 'cost', 'baselines', 'comparisons', 'screenings', 'record'),
  }),
  /** The duration of the last finished screening over the project's connection, for estimating this one; null before the first. */
  'project.pace': query(ById, ScreeningPace.nullable(), { reads: ['screenings'] }),
  'project.timeline': query(ById, z.array(TimelineEntry), { reads: ['timeline'] }),
};

export const PROJECT_EVENTS = {
  'project.changed': event(ProjectView, { answers: view('project'), changes: [] }),
  'project.removed': event(ById, {
    answers: removed('project'),
    changes: all('check', 'cost', 'baselines', 'comparisons', 'screenings', 'record'),
  }),
};
