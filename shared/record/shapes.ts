/**
 * The screening record: what was sent, why, and how it ended, as entries of a chain that only grows. The shapes have no field for a person,
 * a token, a path, or the name of a file or a project, because any of these can identify a person. Only the user's declarations are free
 * text.
 */
import { z } from 'zod';
import { FIELD_KEYS } from '../fields/index.ts';
import { Choice } from '../project/index.ts';
import { NOT_SENT } from '../rows/index.ts';
import { Declaration } from './declaration.ts';

/** SHA-256, lower-case hexadecimal. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Milliseconds since 1970. */
const Time = z.number().min(0);
const Rows = z.int().min(0);

/** A decision by the user, or by the program on the user's behalf. `counts`: numbers by name, such as `people`. */
export const Decision = z.strictObject({
  at: Time,
  what: z.enum([
    'gifts',
    'gifts-removed',
    'best',
    'baseline',
    'recipe',
    'send',
    'credits-short',
    'choose',
    'pause',
    'resume',
    'cancel',
    'order-joined',
    'order-join-undone',
  ]),
  /** The answer to a question, for `choose`. */
  choice: Choice.nullable(),
  counts: z.record(z.string().regex(/^[a-zA-Z]{1,20}$/), z.number()),
});
export type Decision = z.infer<typeof Decision>;

const every = {
  /** 32 random hexadecimal digits, so that nobody can guess the content from its hash. */
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  /** The ID of the project. */
  project: z.string().min(1).max(64),
  /** The user's name on the computer. */
  user: z.string().max(256),
};

const Balance = z.number().nullable();

/** A list is about to be sent. Written together with the intent. */
export const SentContent = z.strictObject({
  kind: z.literal('sent'),
  ...every,
  connection: z.strictObject({
    name: z.string(),
    kind: z.enum(['practice', 'live']),
    /** Host and port of the service. */
    host: z.string(),
    /** The name that the service gave; null for none. */
    organization: z.string().nullable(),
  }),
  declared: Declaration,
  /** The random code in the name of the project on the service. */
  marker: z.string(),
  /** The project that this one was made from. `rest`: this one has the people who were not chosen there. */
  from: z.strictObject({ kind: z.enum(['part', 'retry', 'rest', 'baseline', 'comparison']), project: z.string() }).nullable(),
  rows: z.strictObject({
    /** Rows of the list. */
    list: Rows,
    sent: Rows,
    /** Rows that later parts of the list send. */
    laterParts: Rows,
    leftOut: z.partialRecord(z.enum(NOT_SENT), Rows),
  }),
  fields: z.array(z.enum(FIELD_KEYS as [string, ...string[]])),
  format: z.enum(['json', 'csv']),
  options: z.strictObject({ sendErrors: z.boolean(), sendAnyway: z.boolean(), resendRecent: z.boolean(), allowDuplicate: z.boolean() }),
  creditsPerRecord: z.number().nullable(),
  /** A keyed hash of the rows as sent. Only the data folder that sent them has the key to compare a list with it. */
  fingerprint: Hash,
  decisions: z.array(Decision),
});
export type SentContent = z.infer<typeof SentContent>;

/** The screening ended, or its results changed. */
export const EndedContent = z.strictObject({
  kind: z.literal('ended'),
  ...every,
  /** `done`: with results. `stopped`: without. */
  outcome: z.enum(['done', 'stopped']),
  /** Null without results. */
  counts: z.strictObject({ submitted: Rows, scored: Rows, refused: Rows, unknown: Rows, unmatched: Rows }).nullable(),
  /** Null when it did not begin. */
  startedAt: Time.nullable(),
  processedAt: Time.nullable(),
  credits: z.strictObject({ before: Balance, after: Balance }),
  /** All decisions so far. */
  decisions: z.array(Decision),
});
export type EndedContent = z.infer<typeof EndedContent>;

/** The credits spent between two balances; null when one is not known or the balance grew. */
export const creditsBetween = (before: number | null, after: number | null): number | null =>
  before !== null && after !== null && before >= after ? before - after : null;

/** The declaration was completed or corrected after the list was sent. */
const DeclaredContent = z.strictObject({ kind: z.literal('declared'), ...every, declared: Declaration });

/** The screening was put into a bundle for another data folder, or was opened here from one. */
const MovedContent = z.strictObject({
  kind: z.literal('moved'),
  ...every,
  /**
   * `copied` and `given`: a bundle was made here. `opened`: with the right to send, `opened-copy`: without it. `taken-back`: after `given`.
   */
  step: z.enum(['copied', 'given', 'opened', 'opened-copy', 'taken-back']),
  /** The ID of the bundle: 32 hexadecimal digits. */
  bundle: z.string().regex(/^[0-9a-f]{32}$/),
  /** The name of the computer that the bundle was made on. */
  computer: z.string().max(256),
});
export type MovedContent = z.infer<typeof MovedContent>;

/** `list`: the list was removed because of its age. `person`: somebody was erased from it, at their request. */
const RemovedContent = z.strictObject({ kind: z.literal('removed'), ...every, what: z.enum(['list', 'person']) });

export const Content = z.discriminatedUnion('kind', [SentContent, EndedContent, DeclaredContent, MovedContent, RemovedContent]);
export type Content = z.infer<typeof Content>;

/** The place of an entry in the chain. */
export const Link = z.strictObject({
  /** 32 random hexadecimal digits, the same in all entries of a data folder. */
  chain: z.string().regex(/^[0-9a-f]{32}$/),
  /** From 1. */
  number: z.int().min(1),
  at: Time,
  /** The name of the computer that wrote the entry. */
  computer: z.string().max(256),
  /** The hash of the previous entry; null in the first one. */
  previous: Hash.nullable(),
  /** The hash of the content. */
  content: Hash,
  /** The hash of all other fields. */
  hash: Hash,
});
export type Link = z.infer<typeof Link>;

export interface Entry {
  readonly link: Link;
  readonly content: Content;
}

export const RECORD_FORMAT = 'screening-desk-record';
export const RECORD_VERSION = 1;

/** An exported record: the entries of one screening in full, and the places of all entries of the chain. */
export const RecordFile = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  version: z.literal(RECORD_VERSION),
  entries: z.array(z.strictObject({ number: z.int().min(1), content: Content })).min(1),
  links: z.array(Link).min(1),
});
export type RecordFile = z.infer<typeof RecordFile>;
