/** Connections to services, their settings and balances. */
import { z } from 'zod';
import { HeadingAnswer } from '../mapping/index.ts';
import { Id, Text, Time } from './basics.ts';
import { all, ById, command, event, Nothing, query, removed, view, type TagChange } from './method.ts';
import { ConnectionSettings } from './settings.ts';

/** The version segment of the path of a new connection (section 9). */
export const DEFAULT_VERSION = '20240515';

export const CreditsView = z.strictObject({
  /** Null when the answer contained no number; `raw` then has its text. */
  remaining: z.number().nullable(),
  raw: z.string().nullable(),
  readAt: Time,
});
export type CreditsView = z.infer<typeof CreditsView>;

/** A balance that the service reported. */
export const ReportedBalance = z.strictObject({ at: Time, remaining: z.number() });
export type ReportedBalance = z.infer<typeof ReportedBalance>;

/**
 * Opaque texts that change with their subject; compare them only for equality. `terms`: the address, the price, and which people count as
 * screened. `balance`: the last known balance and its source.
 */
const ConnectionRevisions = z.strictObject({ terms: z.string(), balance: z.string() });
type ConnectionRevisions = z.infer<typeof ConnectionRevisions>;

/** The queries to repeat when a revision of a connection changes. */
export const CONNECTION_REVISIONS: Readonly<Record<keyof ConnectionRevisions, readonly TagChange[]>> = {
  terms: all('check', 'cost'),
  balance: all('balances'),
};

export const ConnectionView = z.strictObject({
  id: Id,
  name: z.string(),
  kind: z.enum(['practice', 'live']),
  /** The administrator's policy provides it, so its address cannot be changed. */
  isOffered: z.boolean(),
  baseUrl: z.string(),
  version: z.string(),
  /** `none`: no token. `session`: kept until the program ends. `kept`: in the keychain. */
  token: z.enum(['none', 'session', 'kept']),
  /** When the service last answered the credits call with this token; required before a list is sent. */
  testedAt: Time.nullable(),
  /**
   * The last test or refusal since the address or the token changed. `ms`: how long the answer took. `failure` null: the test succeeded.
   */
  lastTest: z
    .strictObject({ at: Time, ms: z.number(), failure: z.strictObject({ code: z.string(), message: z.string() }).nullable() })
    .nullable(),
  credits: CreditsView.nullable(),
  settings: ConnectionSettings,
  /** What the service said about the headings when it last refused a list in CSV; null for nothing, and once the headings have changed. */
  headingAnswer: HeadingAnswer.nullable(),
  /** Credits per record, derived from balances before and after; null until known. */
  creditsPerRecord: z.number().nullable(),
  /** The number of finished screenings over this connection. They show how the service answers. */
  screenings: z.int(),
  /** The connections to the same account of the service, including this one. An account pays only once for a list. */
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
  /** Makes the credits call. Its success proves that the token and the address are right. */
  'connections.test': command(ById, ConnectionView, { answers: view('connection'), changes: [] }),
  /**
   * Raises the balance of the practice service to what the longest list needs. Has no connection as input, so that it can only change the
   * practice service.
   */
  'connections.refillPractice': command(Nothing, ConnectionView, { answers: view('connection'), changes: [] }),
  'connections.remove': command(ById, Nothing, { answers: removed('connection'), changes: [] }),
  /** The known balances of a connection, the oldest first. Does not ask the service. */
  'credits.history': query(z.strictObject({ connectionId: Id }), z.array(ReportedBalance), { reads: ['balances'] }),
  'credits.read': query(z.strictObject({ connectionId: Id }), CreditsView, { reads: ['credits'] }),
};

export const CONNECTION_EVENTS = {
  'connection.changed': event(ConnectionView, { answers: view('connection'), changes: [] }),
  'connection.removed': event(ById, { answers: removed('connection'), changes: [] }),
};
