/** The states of a project: a union in which each state has exactly the properties that it needs. `project.ts` has the transitions. */
import { z } from 'zod';

/** The exact request body of the list, measured before anything is sent. */
export const Body = z.strictObject({
  rows: z.int().min(1),
  bytes: z.int().min(1),
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  sha256: z.string().length(64),
  format: z.enum(['json', 'csv']),
  /** SHA-256 of the same list with the IDs of the sheet. Only if pseudonyms are sent instead. */
  ownIdsSha256: z.string().length(64).optional(),
  /** CSV headings by field. Only those that differ from the name of the field. */
  headings: z.record(z.string(), z.string()).optional(),
  /** Fields that the body lacks because the connection never sends them; missing: none. */
  neverSent: z.array(z.string()).min(1).optional(),
  /**
   * SHA-256 of the same list with all fields, and with the names of the fields as headings. Only if other headings are sent or fields are
   * never sent, and `ownIdsSha256` is missing.
   */
  usualHeadingsSha256: z.string().length(64).optional(),
});
export type Body = z.infer<typeof Body>;

/**
 * The SHA-256 that makes sure that a list is sent to an account only once. Ignores what depends on the project or its settings: pseudonyms,
 * headings, and fields that are never sent.
 */
export const claimedSha256 = (body: Pick<Body, 'sha256' | 'ownIdsSha256' | 'usualHeadingsSha256'>): string =>
  body.ownIdsSha256 ?? body.usualHeadingsSha256 ?? body.sha256;

/** Milliseconds since the previous observation, by a monotonic clock. Needed because observations in quick succession prove nothing. */
const after = z.number().min(0).optional();

/** One observation of the service project. `totalRows` is null, not 0, when the service does not report it. */
export const Observation = z.strictObject({
  at: z.number(),
  after,
  /** Null when the service reports no name. */
  name: z.string().nullable().optional(),
  status: z.string().nullable(),
  totalRows: z.int().nullable(),
});
export type Observation = z.infer<typeof Observation>;

/** One search of the service's list of projects for our marker. */
const MarkerSearch = z.strictObject({
  at: z.number(),
  after,
  matches: z.int().min(0),
  /** False when the list was incomplete or had a project without a name. Our project can then exist although it was not found. */
  whole: z.boolean(),
});
export type MarkerSearch = z.infer<typeof MarkerSearch>;

/** Rows by outcome; scored, refused and unknown add up to the rows submitted. */
export const Counts = z.strictObject({
  submitted: z.int().min(0),
  scored: z.int().min(0),
  refused: z.int().min(0),
  unknown: z.int().min(0),
  /** Profiles that belong to no row. */
  unmatched: z.int().min(0),
});
export type Counts = z.infer<typeof Counts>;

/** A refused call: the status and message of the answer. */
const Refusal = z.strictObject({ status: z.int(), words: z.string() });
export type Refusal = z.infer<typeof Refusal>;

const attempt = z.int().min(1);
const sent = {
  body: Body,
  remoteId: z.string().min(1),
  attempt,
  /** The full marked name of the service project. */
  marker: z.string().optional(),
  /** Another name that the user accepted; null when the project has no name and the list of projects lacks it. */
  knownAs: z.string().nullable().optional(),
  /**
   * Set when the project on the service existed before this folder requested it, or had rows before this folder sent any. This folder is
   * then a copy or an older state of another folder, which may be working on the same project.
   */
  found: z.literal(true).optional(),
};
/** How often the list was sent to this service project without a usable answer. */
const tries = z.int().min(0).optional();
/** How many times the service had all rows of the list, and later a different number. */
const rowCountChanges = z.int().min(1).optional();

/** The states in which the runner acts without the user. */
export const Running = z.discriminatedUnion('at', [
  /** The user submitted the list, and its exact body is being measured. */
  z.strictObject({ at: z.literal('preparing'), attempt }),
  /**
   * `ready`: no request was made. `asked`: the intent is on disk. `settling`: the answer is unknown, so the list of projects is searched.
   */
  z.strictObject({
    at: z.literal('creating'),
    body: Body,
    attempt,
    phase: z.enum(['ready', 'asked', 'settling']),
    /** The name of the service project, including the marker that identifies it. */
    marker: z.string(),
    /** How many requests had no usable answer. */
    tries,
    observations: z.array(MarkerSearch),
  }),
  /** `sending`: the last byte was not sent. `closing`: it may have been sent. */
  z.strictObject({ at: z.literal('adding'), ...sent, phase: z.enum(['ready', 'sending', 'closing']), tries }),
  /**
   * The gate before payment compares the rows on the service. `incomplete`: provably cut short. `unsent`: nothing was sent since the last
   * observation. `found`: the project has our marker, but may lack its list.
   */
  z.strictObject({
    at: z.literal('confirming'),
    ...sent,
    arrival: z.enum(['answered', 'incomplete', 'unknown', 'refused', 'unsent', 'found']),
    refused: Refusal.nullable().optional(),
    tries,
    rowCountChanges,
    observations: z.array(Observation),
  }),
  z.strictObject({
    at: z.literal('starting'),
    ...sent,
    rowCountChanges,
    phase: z.enum(['ready', 'asked', 'settling']),
    /** The service's status word before the start request. */
    statusBefore: z.string().nullable(),
    /** All status words before the first start request, as `plainStatus` returns them. */
    wordsBefore: z.array(z.string()).optional(),
    /** How many start requests the service can have acted on. */
    asked: z.int().min(0),
    /** The service's message when it refused the last start request. */
    refusal: z.string().nullable(),
    /** The HTTP status of that refusal. */
    refusedWith: z.int().nullable().optional(),
    /** The list arrived, but none of our requests was answered. Only the user can start it. */
    held: z.literal(true).optional(),
    /** The project was resumed after the status word was observed, so another word raises a doubt. */
    resumed: z.literal(true).optional(),
    /** The user saw the status word and decided to start, so this word alone does not keep the gate closed. */
    decidedByUser: z.literal(true).optional(),
    observations: z.array(Observation),
  }),
  z.strictObject({
    at: z.literal('processing'),
    ...sent,
    nextPollAt: z.number(),
    observation: Observation.nullable(),
    polls: z.int().min(0),
    /** The status word before an answered start. While it stays, nothing shows that the screening has begun. */
    before: z.string().nullable().optional(),
    /** How many start requests the service can have acted on. */
    asked: z.int().min(0).optional(),
    /** Consecutive observations of the current word. */
    sameObservations: z.int().min(0).optional(),
    /** Milliseconds since the current word first appeared. */
    stillMs: z.number().min(0).optional(),
    /** Milliseconds of observation in total. */
    inAllMs: z.number().min(0).optional(),
    /**
     * Set while only a changed status word shows the start. If the previous word returns, the start is checked again. If a word stays very
     * long, the user is asked; for a word that was seen before, this happens earlier.
     */
    unconfirmedStart: z
      .strictObject({
        statusBefore: z.string().nullable(),
        asked: z.int().min(1),
        wordsBefore: z.array(z.string()),
      })
      .optional(),
  }),
  z.strictObject({
    at: z.literal('collecting'),
    ...sent,
    observation: Observation.nullable(),
    /** Number of start requests from this folder; 0 when another program started it or the user fetched results early. */
    asked: z.int().min(0).optional(),
    /** The status word before the start. Only if the user fetched the results early. */
    before: z.string().optional(),
    /** Counts of the stored results; missing before the first are stored. */
    counts: Counts.optional(),
    /** Rows that are neither scored nor refused although the service reports completion. */
    missing: z.int().min(0).optional(),
    /** How often results were missing. */
    tries,
    /** Milliseconds of requests for missing rows. */
    waitedMs: z.number().min(0).optional(),
  }),
]);
export type Running = z.infer<typeof Running>;
export type RunningAt<A extends Running['at']> = Extract<Running, { at: A }>;

/** Why the user must decide. */
export const Question = z.enum([
  'create-ambiguous',
  'create-unclear',
  'create-refused',
  'add-refused',
  'add-unclear',
  'add-spoiled',
  'start-unclear',
  'start-refused',
  'credits-short',
  'service-stopped',
  'results-unclear',
  'not-ours',
  'processed-early',
  'finished-unclear',
  'no-end',
  'results-incomplete',
]);
export type Question = z.infer<typeof Question>;

/** Each question offers some of these. */
export const Choice = z.enum(['look-again', 'ask-again', 'it-happened', 'fetch', 'keep', 'ours', 'start-over', 'give-up']);
export type Choice = z.infer<typeof Choice>;

export const ProjectState = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('reading') }),
  z.strictObject({ at: z.literal('unreadable'), code: z.string(), message: z.string() }),
  /** The list is stored; nothing has left this computer. */
  z.strictObject({ at: z.literal('draft') }),
  ...Running.options,
  z.strictObject({ at: z.literal('needs-token'), resume: Running }),
  z.strictObject({ at: z.literal('paused'), resume: Running }),
  z.strictObject({
    at: z.literal('needs-decision'),
    question: Question,
    choices: z.array(Choice).min(1),
    /** The service's message, if any. */
    answer: z.string().nullable(),
    resume: Running,
  }),
  z.strictObject({ at: z.literal('done'), ...sent, counts: Counts }),
  /** Ended without results. `charged`: whether it may have cost credits. */
  z.strictObject({
    at: z.literal('ended'),
    how: z.enum(['cancelled', 'given-up']),
    charged: z.enum(['no', 'maybe']),
    /** The last observed state, for resuming observation. */
    resume: Running.nullable(),
  }),
]);
export type ProjectState = z.infer<typeof ProjectState>;
