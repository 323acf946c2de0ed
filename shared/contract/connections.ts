/** Connections to services, their settings and balances. */
import { z } from 'zod';
import { MAX_RECORDS } from '../fields/table.ts';
import { Id, Text, Time } from './basics.ts';
import { all, ById, type Change, command, event, Nothing, query, removed, view } from './method.ts';

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

/**
 * Each text differs from the one before when its subject changed; only equality has a meaning. `terms`: where a list goes, what it
 * costs, and whose people count as screened.
 */
const ConnectionRevisions = z.strictObject({ terms: z.string() });
export type ConnectionRevisions = z.infer<typeof ConnectionRevisions>;

/** What to ask again when a revision of a connection differs. */
export const CONNECTION_REVISIONS: Readonly<Record<keyof ConnectionRevisions, readonly Change[]>> = { terms: all('check', 'cost') };

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
  revisions: ConnectionRevisions,
});
export type ConnectionView = z.infer<typeof ConnectionView>;

export const CONNECTION_METHODS = {
  'connections.list': query(Nothing, z.array(ConnectionView), { reads: ['connections'] }),
  'connections.add': command(
    z.strictObject({ name: Text(80).min(1), baseUrl: Text(500), version: Text(40).optional(), token: Text(8192).optional() }),
    ConnectionView,
    { answers: view('connection'), changes: [] },
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
    { answers: view('connection'), changes: [] },
  ),
  'connections.setToken': command(z.strictObject({ id: Id, token: Text(8192).min(1) }), ConnectionView, {
    answers: view('connection'),
    changes: [],
  }),
  /** Makes the credits call: the token and the address are right when it answers. */
  'connections.test': command(ById, ConnectionView, { answers: view('connection'), changes: [] }),
  'connections.remove': command(ById, Nothing, { answers: removed('connection'), changes: [] }),
  'credits.read': query(z.strictObject({ connectionId: Id }), CreditsView, { reads: ['credits'] }),
};

export const CONNECTION_EVENTS = {
  'connection.changed': event(ConnectionView, { answers: view('connection'), changes: [] }),
  'connection.removed': event(ById, { answers: removed('connection'), changes: [] }),
};
