/** Projects, what is going on for them, and their timeline. */
import { z } from 'zod';
import { ProjectState } from '../project/project.ts';
import { Id, Time } from './basics.ts';

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
 * part of a list that is longer than the service takes at once; the first part is sent by the other one itself. `since`: it is
 * a list of its own, of which only the rows are sent that are new or changed since the other one was screened.
 */
export const ProjectLink = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('refused'), of: Id }),
  z.strictObject({ kind: z.literal('part'), of: Id, part: z.int().min(2), parts: z.int().min(2) }),
  z.strictObject({ kind: z.literal('since'), of: Id }),
]);
export type ProjectLink = z.infer<typeof ProjectLink>;

/** True for a project whose results are put beside those of the one that it came out of. */
export function joinsAnother(link: ProjectLink | null): link is Exclude<ProjectLink, { kind: 'since' }> {
  return link !== null && link.kind !== 'since';
}

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

export const TimelineEntry = z.strictObject({
  seq: z.int(),
  at: Time,
  title: z.string(),
  evidence: z.string().nullable(),
  by: z.enum(['desk', 'person', 'service']),
  tone: z.enum(['plain', 'good', 'warning', 'bad']),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
