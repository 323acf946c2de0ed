/**
 * The screening record: what was sent, why, and how it ended, as entries of a chain that only grows. No shape has a place for a person,
 * a token, a path, or the name of a file or a project, because any of these can name a person; only what the user declares is free text.
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

/** A decision of the user, or of the program for the user. `counts`: numbers by name, such as `people`. */
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
  /** Random, so that nobody can find a content by its hash: 32 hexadecimal digits. */
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  /** The ID of the project. */
  project: z.string().min(1).max(64),
  /** The user name of the computer. */
  user: z.string().max(256),
};

const Balance = z.number().nullable();

/** The list is about to be sent: written with the intent to send it. */
export const SentContent = z.strictObject({
  kind: z.literal('sent'),
  ...every,
  connection: z.strictObject({
    name: z.string(),
    kind: z.enum(['practice', 'live']),
    /** Host and port of the service. */
    host: z.string(),
    /** As the service named it; null: it named none. */
    organization: z.string().nullable(),
  }),
  declared: Declaration,
  /** The random code in the name of the project on the service. */
  marker: z.string(),
  /** The project from which this one was made; `rest`: with the people who were not chosen there. */
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
  /** A keyed code of the rows as sent: only the data folder that sent them can compare a list with it. */
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

/** Credits by which a balance fell; null when one of the two is not known or the balance grew. */
export const creditsBetween = (before: number | null, after: number | null): number | null =>
  before !== null && after !== null && before >= after ? before - after : null;

/** What was declared was completed or corrected after the list was sent. */
const DeclaredContent = z.strictObject({ kind: z.literal('declared'), ...every, declared: Declaration });

/** The screening left for another data folder in a bundle, or arrived here in one. */
const MovedContent = z.strictObject({
  kind: z.literal('moved'),
  ...every,
  /** `copied` and `given`: a bundle was made here. `opened`: with the right to send, `opened-copy`: without it. `taken-back`: after `given`. */
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
  /** Random; the same in every entry of a data folder: 32 hexadecimal digits. */
  chain: z.string().regex(/^[0-9a-f]{32}$/),
  /** From 1. */
  number: z.int().min(1),
  at: Time,
  /** The name of the computer that wrote the entry. */
  computer: z.string().max(256),
  /** Of the entry before; null in the first one. */
  previous: Hash.nullable(),
  /** Of the content. */
  content: Hash,
  /** Of all of this. */
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
