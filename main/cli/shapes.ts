/**
 * What each command prints with --json, with one entry per kind of line. The types of the commands come from here, docs/TERMINAL.md shows
 * it, and tests compare it with what the commands print.
 */
import { z } from 'zod';
import { CONTRACT, FailureShape, ReviewPart, ScorePreset, TimelineEntry } from '../../shared/contract/index.ts';
import { GiftsView } from '../../shared/gifts/index.ts';
import { Policy } from '../../shared/policy/index.ts';
import { Choice, Counts, Question } from '../../shared/project/index.ts';
import { Rating } from '../../shared/ratings/index.ts';

/** The object of an answer, or of one of its entries. */
const PROJECT = CONTRACT['projects.get'].output;
const CONNECTION = CONTRACT['connections.add'].output;
const TEMPLATE = CONTRACT['templates.save'].output;
const CHECK = CONTRACT['check.get'].output;
const SUPPRESSION = CONTRACT['doNotScreen.get'].output;
const RESULTS = CONTRACT['results.get'].output.shape;
const COMPARISON = CONTRACT['results.compare'].output.shape;
const PLAN = CONTRACT['writeBack.plan'].output.shape;
const PROOF = CONTRACT['proof.run'].output.shape;
const REPORT = CONTRACT['report.get'].output.shape;
const VERDICT = CONTRACT['records.chain'].output.shape.verdict.shape;
const EVERYWHERE = CONTRACT['people.find'].output.shape;
const FETCHED = CONTRACT['results.fetchAgain'].output.shape;

const ok = { ok: z.literal(true) };
const Text = z.string();
const Count = z.int().min(0);
/** The ID of a project of the data folder. */
const Project = z.string();
const State = z.enum([
  'reading',
  'unreadable',
  'draft',
  'preparing',
  'creating',
  'adding',
  'confirming',
  'starting',
  'processing',
  'collecting',
  'done',
  'needs-token',
  'paused',
  'needs-decision',
  'ended',
]);
const Connection = z.strictObject({ id: z.string(), name: z.string() });
/** A JSON value of the service, unchanged. */
const Answer = z.unknown();
const flaws = {
  unreadable: RESULTS.unreadable.optional(),
  withoutScores: RESULTS.withoutScores.optional(),
  notRead: RESULTS.notRead.optional(),
};

export const FAILED = z.strictObject({ ok: z.literal(false), error: FailureShape });
const UNFINISHED = z.strictObject({
  ok: z.literal(false),
  project: Project,
  at: State,
  question: Question.optional(),
  choices: z.array(Choice).optional(),
  error: FailureShape,
});
const ENDED = z.strictObject({
  ...ok,
  project: Project,
  at: State,
  /** Number of rows in the file, and of those that were not sent. */
  inFile: Count.optional(),
  leftOut: Count.optional(),
  baseline: CONTRACT['cost.get'].output.shape.baseline.optional(),
  best: CONTRACT['cost.get'].output.shape.best.optional(),
  counts: Counts.nullable(),
  ...flaws,
  out: Text.nullable(),
});
const RUNS = [ENDED, UNFINISHED] as const;
const RECORD = z.strictObject({ ...ok, connection: Connection, from: Text.optional(), profile: Answer });
const PRESET = z.strictObject({ ...ok, ...ScorePreset.shape });
const { undo: _undo, redo: _redo, alreadyScreened: _screened, ...checked } = CHECK.shape;

/** Lines that are not failures, by command. */
export const SHAPES = {
  screen: RUNS,
  inspect: [
    z.strictObject({
      ...ok,
      sheets: z.array(z.strictObject({ name: Text, hidden: z.boolean(), rows: Count.nullable() })),
      sheet: Text,
      headerRow: z.int().nullable(),
      columns: z.array(
        z.strictObject({
          index: Count,
          header: Text,
          samples: z.array(Text),
          field: Text.nullable(),
          fills: Text.nullable(),
          split: Text.nullable(),
          certainty: Text,
          reason: Text,
          remark: Text.nullable(),
        }),
      ),
      system: z.strictObject({ id: Text, name: Text }).nullable(),
      notes: z.array(Text),
    }),
  ],
  rows: [
    z.array(Text),
    z.strictObject({ ...ok, file: Text, rows: z.array(z.array(Text)) }),
    z.strictObject({ ok: z.literal(false), file: Text, error: FailureShape }),
  ],
  check: [
    z.strictObject({
      ...ok,
      ...checked,
      /** Number of rows with errors, and of rows with an ID that another row has, too. */
      errors: Count,
      sameId: Count,
      fields: z.array(Text),
      notes: z.array(Text),
      fixed: CONTRACT['check.safeFixes'].output.optional(),
      gifts: GiftsView.optional(),
      like: CONTRACT['recipe.preview'].output.pick({ name: true, lines: true, differences: true, fixes: true }).optional(),
    }),
  ],
  gifts: [z.strictObject({ ...ok, ...GiftsView.shape })],
  projects: [
    z.strictObject({ ...ok, ...PROJECT.shape }),
    z.strictObject({ ...ok, connection: Connection, ...CONTRACT['service.projects'].output.element.shape }),
  ],
  adopt: [
    z.strictObject({
      ...ok,
      project: Project,
      remoteId: Text,
      name: Text,
      counts: Counts,
      createdAt: z.number().nullable(),
      from: z.enum(['file', 'profiles']),
    }),
  ],
  status: [z.strictObject({ ...ok, ...PROJECT.shape, timeline: z.array(TimelineEntry) })],
  resume: [...RUNS, z.strictObject({ ...ok, resumed: z.literal(0) })],
  decide: RUNS,
  cancel: [z.strictObject({ ...ok, project: Project, at: State, charged: z.enum(['no', 'maybe']) })],
  fix: [
    ...RUNS,
    z.strictObject({
      ...ok,
      project: Project,
      from: Project,
      rowsToSend: Count,
      left: z.array(z.strictObject({ row: z.int(), field: Text, value: Text, words: Text })),
    }),
  ],
  rest: [...RUNS, z.strictObject({ ...ok, project: Project, from: Project, rowsToSend: Count })],
  pilot: [z.strictObject({ ...ok, project: Project, ...CONTRACT['results.pilot'].output.unwrap().shape })],
  'compare-pilot': [...RUNS, z.strictObject({ ...ok, project: Project, ...CONTRACT['results.pilotComparison'].output.unwrap().shape })],
  fetch: [
    z.strictObject({ ...ok, project: Project, before: Counts, counts: Counts, report: FETCHED.report, kept: FETCHED.kept, ...flaws }),
  ],
  parts: [
    ...RUNS,
    z.strictObject({
      ...ok,
      project: Project,
      parts: z.array(z.strictObject({ project: Project, part: z.int(), name: Text, at: State })),
      waiting: z.array(Project),
    }),
    z.strictObject({ ...ok, project: Project, released: Count, rows: Count }),
  ],
  export: [z.strictObject({ ...ok, project: Project, joinedByOrder: z.literal(false).optional(), out: Text.nullable() })],
  compare: [
    z.strictObject({
      ...ok,
      before: Project,
      now: Project,
      column: Text,
      title: Text,
      counts: COMPARISON.counts,
      withoutId: COMPARISON.withoutId,
      first: z.record(z.string(), CONTRACT['results.comparePage'].output.shape.rows),
      out: Text.nullable(),
    }),
  ],
  review: [
    z.strictObject({
      ...ok,
      project: Project,
      ...CONTRACT['review.get'].output.shape,
      carried: CONTRACT['review.carry'].output,
      part: ReviewPart,
      ...CONTRACT['review.queue'].output.shape,
    }),
    z.strictObject({ ...ok, project: Project, changed: CONTRACT['review.set'].output.shape.rows }),
    /** Not ok: verdicts differ, so the user must decide. */
    z.strictObject({ ok: z.boolean(), project: Project, ...CONTRACT['review.import'].output.shape }),
    z.strictObject({ ...ok, project: Project, out: Text }),
  ],
  ratings: [
    z.strictObject({
      ...ok,
      project: Project,
      ratings: z.array(z.strictObject({ rating: Rating, people: z.array(Count) })),
    }),
    z.strictObject({ ...ok, project: Project, rating: Rating, people: z.array(Count) }),
    z.strictObject({ ...ok, project: Project, removed: Text }),
    z.strictObject({ ...ok, project: Project, ...CONTRACT['results.matrix'].output.shape }),
  ],
  officers: [
    z.strictObject({
      ...ok,
      project: Project,
      heading: Text.nullable(),
      choices: z.array(Text),
      ...CONTRACT['results.officers'].output.shape,
    }),
    /** Not ok: some IDs do not belong to anybody who was scored. */
    z.strictObject({
      ok: z.boolean(),
      project: Project,
      assigned: z.array(z.strictObject({ officer: Text, people: Count })),
      unknown: z.array(Text),
    }),
    z.strictObject({ ...ok, project: Project, undone: Count }),
  ],
  writeback: [
    z.strictObject({
      ...ok,
      project: Project,
      layout: Text,
      people: PLAN.people,
      passes: Count,
      heldBack: PLAN.heldBack,
      lines: PLAN.lines,
      values: PLAN.values,
      out: Text,
    }),
  ],
  prove: [
    z.strictObject({
      ...ok,
      project: Project,
      layout: Text,
      people: PROOF.people,
      values: PROOF.values,
      counts: PROOF.counts,
      notCompared: PROOF.notCompared,
      cuts: PROOF.cuts,
      /** True if the export is older than the last file written for the other system. */
      olderThanFile: z.boolean(),
      repair: Text.nullable(),
      out: Text.nullable(),
    }),
  ],
  report: [z.strictObject({ ...ok, project: Project, ...REPORT, order: CONTRACT['results.order'].output, out: Text.nullable() })],
  plan: [
    z.strictObject({ ...ok, connection: Connection, ...CONTRACT['plan.get'].output.shape }),
    z.strictObject({ ...ok, project: Project, name: Text, rows: Count }),
  ],
  record: [
    z.strictObject({ ...ok, project: Project, record: CONTRACT['record.get'].output }),
    z.strictObject({ ...ok, project: Project, out: Text }),
    z.strictObject({ ...ok, verified: z.boolean(), problem: VERDICT.problem, at: VERDICT.at, proven: VERDICT.proven, text: Text }),
  ],
  bundle: [
    z.strictObject({ ...ok, project: Project, out: Text, right: z.enum(['copy', 'hand-over']), bytes: Count }),
    z.strictObject({ ...ok, project: Project, name: Text, connection: Text, holder: z.enum(['here', 'copy']) }),
    z.strictObject({ ...ok, project: Project, holder: z.literal('here') }),
  ],
  remove: [z.strictObject({ ...ok, project: Project })],
  credits: [
    z.strictObject({ ...ok, connection: Connection, remaining: z.number().nullable(), raw: Text.nullable() }),
    z.strictObject({ ...ok, connection: Connection, readAt: z.number(), remaining: z.number(), change: z.number().nullable() }),
  ],
  profile: [RECORD],
  profiles: [
    z.strictObject({ ...ok, profile: Answer }),
    z.strictObject({ ...ok, connection: Connection, profiles: Count, missing: Count, out: Text }),
  ],
  'score-request': [z.strictObject({ ...ok, connection: Connection, scoreRequest: Answer })],
  'project-scores': [z.strictObject({ ...ok, score: Answer }), z.strictObject({ ok: z.literal(false), error: FailureShape, text: Text })],
  'score-settings': [PRESET, z.strictObject({ ...ok, name: Text })],
  connections: [
    z.strictObject({ ...ok, ...CONNECTION.shape }),
    z.strictObject({ ...ok, id: Text, name: Text }),
    /** For `proxy`. `asked`: a proxy required a user name and password. `kept`: they were saved in the keychain. */
    z.strictObject({ ...ok, asked: z.boolean(), kept: z.boolean() }),
    z.strictObject({ ...ok, field: Text, heading: Text, understood: z.boolean().nullable(), expected: Text.nullable() }),
  ],
  templates: [
    z.strictObject({ ...ok, ...TEMPLATE.shape }),
    z.strictObject({
      ...ok,
      template: Text,
      missing: z.array(Text),
      added: z.array(Text),
      problems: CONTRACT['columns.get'].output.shape.problems,
    }),
    z.strictObject({ ...ok, id: Text, name: Text, out: Text }),
  ],
  'do-not-screen': [
    z.strictObject({ ...ok, list: SUPPRESSION }),
    z.strictObject({ ...ok, added: Count, known: Count, withoutKey: Count, allowed: Count.optional(), list: SUPPRESSION }),
    z.strictObject({ ...ok, removed: z.boolean(), list: SUPPRESSION }),
  ],
  retention: [
    z.strictObject({ ...ok, ...CONTRACT['retention.get'].output.shape }),
    z.strictObject({ ...ok, project: Project, list: CONTRACT['retention.get'].output.shape.lists.element.nullable() }),
    z.strictObject({ ...ok, removed: z.array(Text) }),
  ],
  person: [
    z.strictObject({ ...ok, erased: Count, texts: Count }),
    z.strictObject({ ...ok, ...EVERYWHERE }),
    z.strictObject({ ...ok, out: Text, places: Count }),
    z.strictObject({ ...ok, letters: CONTRACT['people.letters'].output }),
    z.strictObject({ ...ok, added: Count, known: Count, withoutKey: Count, people: Count }),
  ],
  dismiss: [z.strictObject(ok)],
  diagnostics: [z.strictObject({ ...ok, out: Text.nullable(), text: Text })],
  policy: [z.strictObject({ ...ok, source: Text.nullable(), policy: Policy.nullable() })],
} as const satisfies Readonly<Record<string, readonly [z.ZodType, ...z.ZodType[]]>>;

/** With --version. */
export const VERSION = z.strictObject({ ...ok, version: Text });

type Line = z.infer<(typeof SHAPES)[keyof typeof SHAPES][number] | typeof VERSION>;
/** A line, or null for a result that only a person reads. */
export type JsonLine = Line | null;
