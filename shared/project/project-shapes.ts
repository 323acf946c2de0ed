/** The shapes of a project's life: a union in which each state holds exactly what it needs. How one follows from another: project.ts. */
import { z } from 'zod';

/** The exact request body of the list: what will be sent is known before anything is sent. */
export const Body = z.strictObject({
  rows: z.int().min(1),
  bytes: z.int().min(1),
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  sha256: z.string().length(64),
  format: z.enum(['json', 'csv']),
});
export type Body = z.infer<typeof Body>;

/** Milliseconds since the look before, by a clock that never jumps: three looks within a moment are no evidence, whatever the calendar says. */
const after = z.number().min(0).optional();

/** One look at the service's project. `totalRows` is null when the service did not say: unknown, never 0. */
export const Look = z.strictObject({
  at: z.number(),
  after,
  /** The name that the service told, null when it told none. */
  name: z.string().nullable().optional(),
  status: z.string().nullable(),
  totalRows: z.int().nullable(),
});
export type Look = z.infer<typeof Look>;

/** One look through the service's list of projects for the one that bears our marker. */
const Sighting = z.strictObject({
  at: z.number(),
  after,
  matches: z.int().min(0),
  /** False when the list was not complete, or did not name every project: a project that it lacks may exist. */
  whole: z.boolean().optional(),
});
export type Sighting = z.infer<typeof Sighting>;

/** Rows by their outcome; the three always add up to the rows submitted. */
export const Counts = z.strictObject({
  submitted: z.int().min(0),
  scored: z.int().min(0),
  refused: z.int().min(0),
  unknown: z.int().min(0),
  /** Profiles that came back and belong to no row. */
  unmatched: z.int().min(0),
});
export type Counts = z.infer<typeof Counts>;

/** What the service said when it refused a call, with the status of its answer. */
const Refusal = z.strictObject({ status: z.int(), words: z.string() });
export type Refusal = z.infer<typeof Refusal>;

const attempt = z.int().min(1);
const sent = {
  body: Body,
  remoteId: z.string().min(1),
  attempt,
  /** The whole marked name that the service project was given. */
  marker: z.string().optional(),
  /** Another name that a person has accepted for it; null when it has none and the list of projects lacks it. */
  knownAs: z.string().nullable().optional(),
  /**
   * Set when the service project was there before this folder asked for it, or held rows before this folder sent any: the folder
   * is a copy or an older state of another one, which may be at work on the same project.
   */
  found: z.literal(true).optional(),
};
/** How often the list was sent to this service project without an answer to build on. */
const tries = z.int().min(0).optional();

/** The states in which the runner works by itself. */
export const Running = z.discriminatedUnion('at', [
  /** A person has said "send": the exact body is being measured. */
  z.strictObject({ at: z.literal('preparing'), attempt }),
  /** `ready`: nothing was asked. `asked`: the intent is on disk. `settling`: the answer is not known, the list of projects is read. */
  z.strictObject({
    at: z.literal('creating'),
    body: Body,
    attempt,
    phase: z.enum(['ready', 'asked', 'settling']),
    /** The project's name on the service, with the marker that lets it be found again. */
    marker: z.string(),
    /** How often it was asked without an answer to build on. */
    tries,
    looks: z.array(Sighting),
  }),
  /** `sending`: the last byte has not been handed over. `closing`: it may have been. */
  z.strictObject({ at: z.literal('adding'), ...sent, phase: z.enum(['ready', 'sending', 'closing']), tries }),
  /**
   * The gate before paying: the rows that the service holds are read and compared. `arrival` says what is known of the list
   * beside that: answered with a success, provably cut short, refused, or nothing. `unsent`: nothing was handed over since
   * the last look. `found`: the project was found by its marker, and whether it has its list is not known.
   */
  z.strictObject({
    at: z.literal('confirming'),
    ...sent,
    arrival: z.enum(['answered', 'incomplete', 'unknown', 'refused', 'unsent', 'found']),
    refused: Refusal.nullable().optional(),
    tries,
    looks: z.array(Look),
  }),
  z.strictObject({
    at: z.literal('starting'),
    ...sent,
    phase: z.enum(['ready', 'asked', 'settling']),
    /** The service's status word before it was asked to start. */
    statusBefore: z.string().nullable(),
    /** Every word that it showed before it was asked for the first time, in their plain form. */
    wordsBefore: z.array(z.string()).optional(),
    /** How often it was asked in a way that may have been acted on. */
    asked: z.int().min(0),
    /** The service's words when it refused the last asking. */
    refusal: z.string().nullable(),
    /** The status of that refusal. */
    refusedWith: z.int().nullable().optional(),
    /** The list was there without a send of ours that was answered: it is not started without a person's word. */
    held: z.literal(true).optional(),
    /** Taken up again since the status word was seen: another word is a doubt. */
    resumed: z.literal(true).optional(),
    /** A person said to start it, having seen the status word: that word alone does not keep the gate closed. */
    urged: z.literal(true).optional(),
    looks: z.array(Look),
  }),
  z.strictObject({
    at: z.literal('processing'),
    ...sent,
    nextPollAt: z.number(),
    look: Look.nullable(),
    polls: z.int().min(0),
    /** The status word before the start that the service has answered; while it stays, nothing shows that screening began. */
    before: z.string().nullable().optional(),
    /** How often the start was asked for in a way that may have been acted on. */
    asked: z.int().min(0).optional(),
    /** How many looks in a row have shown the present word. */
    sameLooks: z.int().min(0).optional(),
    /** How long the present word has been shown, in milliseconds. */
    stillMs: z.number().min(0).optional(),
    /** How long it has been watched in all, in milliseconds. */
    inAllMs: z.number().min(0).optional(),
    /**
     * Set while only a changed word says that it started. The word before leads back to looking for the start; any word that
     * stays for very long, or for long when it was shown before as well, is a question.
     */
    doubt: z
      .strictObject({
        statusBefore: z.string().nullable(),
        asked: z.int().min(1),
        wordsBefore: z.array(z.string()).optional(),
        // Written by earlier versions, which kept these times here.
        stillMs: z.number().min(0).optional(),
        inAllMs: z.number().min(0).optional(),
      })
      .optional(),
  }),
  z.strictObject({
    at: z.literal('collecting'),
    ...sent,
    look: Look.nullable(),
    /** How often the start was asked for here; 0 when another program made it, or a person had it fetched early. */
    asked: z.int().min(0).optional(),
    /** What is kept of the results so far; absent before the first answers were kept. */
    counts: Counts.optional(),
    /** Rows that the service owes: neither scored nor refused, though it says that it is done. */
    missing: z.int().min(0).optional(),
    /** How often the results fell short. */
    tries,
    /** How long missing rows have been asked for, in milliseconds. */
    waitedMs: z.number().min(0).optional(),
  }),
]);
export type Running = z.infer<typeof Running>;
export type RunningAt<A extends Running['at']> = Extract<Running, { at: A }>;

/** Why a person has to decide. */
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

/** What a person may choose; which of them are offered depends on the question. */
export const Choice = z.enum(['look-again', 'ask-again', 'it-happened', 'fetch', 'keep', 'ours', 'start-over', 'give-up']);
export type Choice = z.infer<typeof Choice>;

export const ProjectState = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('reading') }),
  z.strictObject({ at: z.literal('unreadable'), code: z.string(), message: z.string() }),
  /** Rows are held; nothing has left this computer. */
  z.strictObject({ at: z.literal('draft') }),
  ...Running.options,
  z.strictObject({ at: z.literal('needs-token'), resume: Running }),
  z.strictObject({ at: z.literal('paused'), resume: Running }),
  z.strictObject({
    at: z.literal('needs-decision'),
    question: Question,
    choices: z.array(Choice).min(1),
    /** The service's own words, if it said any. */
    answer: z.string().nullable(),
    resume: Running,
  }),
  z.strictObject({ at: z.literal('done'), ...sent, counts: Counts }),
  /** Ended without results. `charged`: whether credits may have been spent. */
  z.strictObject({
    at: z.literal('ended'),
    how: z.enum(['cancelled', 'given-up']),
    charged: z.enum(['no', 'maybe']),
    /** The last state that the service was seen in, so that watching can be taken up again. */
    resume: Running.nullable(),
  }),
]);
export type ProjectState = z.infer<typeof ProjectState>;
