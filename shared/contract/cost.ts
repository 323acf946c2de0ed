/** Who is sent and who is not, and what it costs. */
import { z } from 'zod';
import { ScoreConfiguration } from '../base/score-configuration.ts';
import { Field } from '../mapping/plan.ts';
import { NOT_SENT } from '../rows/disposition-text.ts';
import { Id, Time } from './basics.ts';
import { CreditsView } from './connections.ts';
import { ById, query } from './method.ts';

/** How many days back people count as screened on a connection that does not say: a rehearsal costs nothing and may be had again. */
export const SCREENED_WITHIN = { live: 90, practice: 0 } as const;

/** Why rows are not sent. */
export const NotSent = z.enum(NOT_SENT);
export type NotSent = z.infer<typeof NotSent>;

/** What a list has of people whom an earlier screening of the same account has sent. */
export const SinceOffer = z.strictObject({
  id: Id,
  name: z.string(),
  at: Time,
  /** Part of the list's constituent IDs that were sent then, from 0 to 1, as a sample shows. */
  shared: z.number(),
});
export type SinceOffer = z.infer<typeof SinceOffer>;

export const CostView = z.strictObject({
  rowsInFile: z.int(),
  leftOut: z.array(z.strictObject({ reason: NotSent, rows: z.int() })),
  rowsToSend: z.int(),
  /** As how many linked projects the list goes out, one after the other: more than one when it is longer than the service takes. */
  parts: z.int(),
  /** Whether rows with errors are sent. */
  sendErrors: z.boolean(),
  /** Whether people who were screened not long ago and have not changed are sent again. */
  again: z.boolean(),
  /**
   * People of the list who were screened on this account within so many days, or are on their way in another list: unchanged
   * since, and with other details. `onTheirWay`: names of the lists that were sent and are not finished, whose people count.
   * `withoutResult`: finished screenings within these days with rows that were neither scored nor refused. Such people may have
   * been paid for, and count as screened.
   */
  screened: z.strictObject({
    within: z.int(),
    unchanged: z.int(),
    changed: z.int(),
    onTheirWay: z.array(z.string()),
    withoutResult: z.array(z.strictObject({ id: Id, name: z.string(), rows: z.int() })),
  }),
  /**
   * The earlier screening that the list is compared with, null when it is compared with none: rows to send that are new and that
   * have changed since, and rows that are held back because they have not.
   */
  since: z
    .strictObject({
      id: Id,
      name: z.string(),
      at: Time.nullable(),
      fresh: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      /** Credits that the unchanged rows would cost. */
      saved: z.number(),
      /** It was scored with other advanced settings than this list would be. */
      otherSettings: z.boolean(),
    })
    .nullable(),
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
  /** Projects on the same account that are under way, with what they are about to spend. */
  running: z.array(z.strictObject({ id: Id, name: z.string(), credits: z.number() })),
  /** The name with its marker under which the project will stand on the service. */
  nameOnService: z.string(),
  scoreConfiguration: ScoreConfiguration.nullable(),
  /** An earlier project that sent this very list to this account, or null. */
  sentBefore: z.strictObject({ id: Id, name: z.string(), at: Time }).nullable(),
  /** Hash of list, options, connection and price. Submit fails if it no longer matches the quote the user saw. */
  seen: z.string(),
});
export type CostView = z.infer<typeof CostView>;

/** A project on the service that may hold the very list, and that was not sent from this data folder. */
export const ElsewhereProject = z.strictObject({
  name: z.string(),
  /** The service's own word. */
  status: z.string().nullable(),
  totalRows: z.int(),
  createdAt: Time.nullable(),
});
export type ElsewhereProject = z.infer<typeof ElsewhereProject>;

export const COST_METHODS = {
  'cost.get': query(ById, CostView, { reads: ['cost'] }),
  /** Finished projects that the list can be compared with, since they have sent people of it; the newest first. */
  'cost.since': query(ById, z.array(SinceOffer), { reads: ['baselines'] }),
  /**
   * Projects on the service with the name and the number of rows of the list that this data folder did not make, of the last eight
   * weeks: a colleague may have sent it. Empty where the service's list of projects cannot be read.
   */
  'cost.elsewhere': query(ById, z.array(ElsewhereProject), { reads: ['cost'] }),
  /** The first records exactly as they will be sent, as JSON texts. */
  'cost.sample': query(z.strictObject({ id: Id, limit: z.int().min(1).max(20) }), z.array(z.string()), { reads: ['cost'] }),
};
