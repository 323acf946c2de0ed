/** The program and its connections to services, as a host sees them. */
import { z } from 'zod';
import { MAX_RECORDS } from '../fields/table.ts';
import { Id, Time } from './basics.ts';

export const AppView = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'loopback', 'cli', 'test']),
  platform: z.string(),
  secrets: z.strictObject({ kind: z.enum(['keychain', 'key-file']), notice: z.string().nullable() }),
  /** Set when another process runs the projects of this data folder: who it is, as a sentence. */
  runnerElsewhere: z.string().nullable(),
  /** What a person has to know of the data folder before they send anything, in sentences; null when nothing, or once dismissed. */
  notice: z.string().nullable(),
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
export const Days = z.int().min(0).max(3650);

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
  /** The connections that reach the same account of the service, this one included: an account pays once for a list. */
  account: z.array(Id),
});
export type ConnectionView = z.infer<typeof ConnectionView>;
