/** Which rows are sent and which are not, and the cost. */
import { z } from 'zod';
import { ScoreConfiguration } from '../base/index.ts';
import { Field } from '../mapping/index.ts';
import { BestOutcome, OrderSettings } from '../order/index.ts';
import { NOT_SENT } from '../rows/index.ts';
import { Id, SheetRow, Time } from './basics.ts';
import { CreditsView } from './connections.ts';
import { ById, answerOf, command, projectQuery, query, same } from './method.ts';

/** The default recency window in days. 0 for practice, because a practice screening is free. */
export const DEFAULT_RECENCY_DAYS = { live: 90, practice: 0 } as const;

export const NotSent = z.enum(NOT_SENT);
export type NotSent = z.infer<typeof NotSent>;

/** An earlier screening on the same account that can be this list's baseline. */
export const BaselineOffer = z.strictObject({
  id: Id,
  name: z.string(),
  at: Time,
  /** The estimated share of this list's constituent IDs that the earlier screening sent, from 0 to 1. */
  shared: z.number(),
});
export type BaselineOffer = z.infer<typeof BaselineOffer>;

export const CostView = z.strictObject({
  rowsInFile: z.int(),
  leftOut: z.array(z.strictObject({ reason: NotSent, rows: z.int() })),
  rowsToSend: z.int(),
  /** The number of linked projects that send the list one after the other. Above 1 if the list exceeds the service's limit. */
  parts: z.int(),
  /** Whether rows with errors are sent. */
  sendErrors: z.boolean(),
  /** Whether recently screened, unchanged people are sent again. */
  resendRecent: z.boolean(),
  /**
   * People screened within `recencyDays` days or in progress elsewhere. `unchanged`: rows with the same details, whether or not they are
   * sent again. `changed`: rows to send because their details differ. `inProgress`: lists that were sent and have no results yet;
   * `isGivenUp`: nobody waits for the results. `withoutResult`: screenings with rows that were neither scored nor refused, and count as
   * screened.
   */
  screened: z.strictObject({
    recencyDays: z.int(),
    unchanged: z.int(),
    changed: z.int(),
    inProgress: z.array(z.strictObject({ id: Id, name: z.string(), isGivenUp: z.boolean() })),
    withoutResult: z.array(z.strictObject({ id: Id, name: z.string(), rows: z.int() })),
  }),
  /** The baseline; null for none. `newRows` and `changed` are sent. `unchanged` rows are not. */
  baseline: z
    .strictObject({
      id: Id,
      name: z.string(),
      at: Time.nullable(),
      newRows: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      /** Rows that would be sent without a baseline. Does not include rows that the recency window leaves out. */
      everyone: z.int(),
      /** Extra credits that `everyone` would cost, compared with the rows to send. */
      saved: z.number(),
      /** The baseline used different score settings. */
      otherSettings: z.boolean(),
    })
    .nullable(),
  /** Who is sent this time; null: everyone. */
  best: BestOutcome.nullable(),
  columnsKept: z.int(),
  /** Mapped fields that the connection never sends. */
  neverSent: z.array(Field),
  /** The host that receives the list. */
  host: z.string(),
  creditsPerRecord: z.number(),
  /** True when `creditsPerRecord` was derived for this connection, false when 1 is assumed. */
  learned: z.boolean(),
  estimate: z.number(),
  /** Credits saved because rows that would waste them are not sent. Does not count rows that need a fix or that the user left out. */
  saved: z.number(),
  balance: CreditsView.nullable(),
  /** Projects in progress on the same account, with their expected cost. */
  running: z.array(z.strictObject({ id: Id, name: z.string(), credits: z.number() })),
  /** The name of the service project, including the marker. */
  nameOnService: z.string(),
  scoreConfiguration: ScoreConfiguration.nullable(),
  /** An earlier project that sent an identical list to this account, or null. */
  sentBefore: z.strictObject({ id: Id, name: z.string(), at: Time }).nullable(),
  /** Hash of list, options, connection and price. Sending fails if it no longer matches the quote that the user saw. */
  quoteId: z.string(),
});
export type CostView = z.infer<typeof CostView>;

const RuleRows = z.strictObject({ code: z.string(), title: z.string(), rows: z.int() });

/** Issues of the rows that are sent, and errors of the rows that are not. */
export const CostIssues = z.strictObject({
  /** Rows to send that have a warning. */
  warned: z.int(),
  /** The rules of these warnings, most rows first. A row can have several. */
  warnings: z.array(RuleRows),
  /** The rules of the rows that are not sent because of errors, most rows first. */
  errors: z.array(RuleRows),
  /**
   * The rows with warnings, by risk. They add up to `warned`. `fixable`: safe fixes would make them ready; each row is counted under its
   * most frequent rule. `incomplete`: harder to find, but charged. `other`: the match is not affected.
   */
  risks: z.strictObject({ fixable: z.array(RuleRows), incomplete: z.int(), other: z.int() }),
  /** Rows to send that share the email or the household of an earlier row. Each is charged, but can be the same person. */
  repeated: z.int(),
  /** Rows that would be left out for this reason, but are sent because the user decided so. */
  sentAnyway: z.array(z.strictObject({ reason: NotSent, rows: z.int() })),
  /** The user's reasons for sending people who asked not to be screened. */
  reasons: z.array(z.string()),
});
export type CostIssues = z.infer<typeof CostIssues>;

/** The first records as they will be sent. */
export const SampleView = z.strictObject({
  format: z.enum(['json', 'csv']),
  /** The sent fields, in the order of the interface, with the headings of the columns that they come from. */
  fields: z.array(z.strictObject({ field: Field, headings: z.array(z.string()) })),
  /** The text before the first record: the field names of a list in CSV. */
  head: z.string(),
  records: z.array(
    z.strictObject({
      row: SheetRow,
      /** The exact text of the record. */
      text: z.string(),
      /** The fields with a value, as sent. */
      values: z.array(z.strictObject({ field: Field, value: z.string() })),
      /** Errors and warnings of these values. */
      issues: z.array(z.strictObject({ field: Field, code: z.string(), title: z.string() })),
    }),
  ),
});
export type SampleView = z.infer<typeof SampleView>;

/** A project on the service that may have an identical list but was not sent from this data folder, or a person who was screened alone. */
export const ElsewhereProject = z.strictObject({
  name: z.string(),
  /** The service's status word. */
  status: z.string().nullable(),
  /** Null if it is not known. */
  totalRows: z.int().nullable(),
  createdAt: Time.nullable(),
  /** Set for a person of the list who was screened alone at `createdAt`. `name` is then the person's name. */
  row: SheetRow.optional(),
  /** Set for a project of this data folder that belongs to another computer since `createdAt`. */
  isHeld: z.literal(true).optional(),
});
export type ElsewhereProject = z.infer<typeof ElsewhereProject>;

export const COST_METHODS = {
  'cost.get': query(ById, CostView, { reads: ['cost'] }),
  /**
   * Decides who is sent this time; null: everyone. If the list changes afterward, the order is computed again when the cost is read.
   * @throws INPUT_INVALID when the settings give no order, or nobody is above the cut
   */
  'cost.choose': command(z.strictObject({ id: Id, best: OrderSettings.nullable() }), CostView, {
    answers: answerOf('cost.get'),
    changes: same('check', 'cost', 'timeline'),
  }),
  /** Finished projects that sent people of this list, newest first: possible baselines. */
  'cost.baselines': query(ById, z.array(BaselineOffer), { reads: ['baselines'] }),
  /**
   * `found`: projects on the service from the last eight weeks with the name and row count of this list that were not created here: a
   * colleague may have sent the list. Followed by people of the list who were screened alone recently. `isUnread`: the projects of the
   * service could not be read, so it is unknown whether there are any.
   */
  'cost.elsewhere': query(ById, z.strictObject({ found: z.array(ElsewhereProject), isUnread: z.boolean() }), { reads: ['cost'] }),
  /** The fields that at least one row to send has a value for, in the order of the interface. */
  'cost.fields': projectQuery(ById, z.array(Field), { reads: ['cost'], needs: 'check', adds: ['format'] }),
  'cost.issues': projectQuery(ById, CostIssues, { reads: ['cost'], needs: 'check' }),
  'cost.sample': projectQuery(z.strictObject({ id: Id, limit: z.int().min(1).max(20) }), SampleView, {
    reads: ['cost'],
    needs: 'check',
    adds: ['format'],
  }),
};
