/**
 * The kinds of entries in the contract table. Each entry declares by tags what it reads or changes, so that a client cache knows what to
 * query again. An entry without tags does not compile.
 */
import { z } from 'zod';
import { Id } from './basics.ts';

/**
 * A subject of answers. `balances`: the known balances. `screenings`: what was sent and finished, over all projects. `comparisons`: results
 * of several projects. `baselines`: possible baselines of a list.
 */
export type Tag =
  | 'app'
  | 'connections'
  | 'credits'
  | 'balances'
  | 'projects'
  | 'screenings'
  | 'timeline'
  | 'list'
  | 'templates'
  | 'check'
  | 'cost'
  | 'baselines'
  | 'rules'
  | 'suppression'
  | 'results'
  /** Notes about people. */
  | 'notes'
  /** Verdicts about matches. */
  | 'verdicts'
  | 'comparisons'
  | 'arrangement'
  | 'segments'
  | 'layouts'
  | 'exports'
  /** The last proof of a write back. */
  | 'proof'
  /** What the user chose for the report. */
  | 'report'
  /** When people are due to be screened again. */
  | 'plan'
  /** The screening record, except for what the timeline of a project changes. */
  | 'record'
  | 'scorePresets'
  | 'service'
  /** People who were screened alone. */
  | 'singles'
  /** The search for a person in all projects. No change repeats it. */
  | 'people';

/**
 * A changed subject. `same`: affects queries with the ID of the command or event, and queries without an ID. `all`: affects queries with
 * any ID.
 */
export interface TagChange {
  readonly tag: Tag;
  readonly of: 'same' | 'all';
}

export const same = (...tags: readonly Tag[]): readonly TagChange[] => tags.map((tag) => ({ tag, of: 'same' }));
export const all = (...tags: readonly Tag[]): readonly TagChange[] => tags.map((tag) => ({ tag, of: 'all' }));

/** The views that occur as snapshots in events, lists and answers of commands. */
export type ViewName = 'project' | 'connection';

/** Which query a command or event answers. `part`: the property that holds the answer; null for the whole. */
export type Answers =
  /** A snapshot. Its revisions show what else has changed. */
  | { readonly view: ViewName; readonly part: string | null }
  /** The answer of a query, for the same ID if the query takes one. */
  | { readonly query: string; readonly part: string | null }
  /** The view with this ID is gone. */
  | { readonly removed: ViewName }
  | { readonly nothing: true };

export const view = <const V extends ViewName, const P extends string | null = null>(name: V, part: P = null as P) =>
  ({ view: name, part }) as const;
export const answerOf = <const Q extends string, const P extends string | null = null>(query: Q, part: P = null as P) =>
  ({ query, part }) as const;
export const removed = <const V extends ViewName>(name: V) => ({ removed: name }) as const;
export const NOTHING_ANSWERED = { nothing: true } as const;

/** What the application adds to the input of a query for the worker. `Additions` in `main/worker-protocol` has the shapes. */
export type Addition =
  | 'baseline'
  | 'baselines'
  | 'compared'
  | 'earlier'
  | 'finished'
  | 'format'
  | 'office'
  | 'other'
  | 'preferences'
  | 'sent'
  | 'verdicts';

/** What the worker needs to answer a query for an open project: a current check, or its results. */
export interface ProjectQuery {
  readonly needs: 'check' | 'results';
  readonly adds?: readonly Addition[];
}

export interface Query extends Partial<ProjectQuery> {
  readonly kind: 'query';
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly reads: readonly Tag[];
}

export interface Effect {
  readonly answers: Answers;
  readonly changes: readonly TagChange[];
}

export interface Command extends Effect {
  readonly kind: 'command';
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

export interface Event extends Effect {
  readonly payload: z.ZodType;
}

export type Method = Query | Command;

export const query = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O, tags: { readonly reads: readonly [Tag, ...Tag[]] }) =>
  ({ kind: 'query', input, output, ...tags }) as const;
/** A query that the worker answers for an open project. */
export const projectQuery = <I extends z.ZodType, O extends z.ZodType, const A extends readonly Addition[] = readonly []>(
  input: I,
  output: O,
  tags: { readonly reads: readonly [Tag, ...Tag[]]; readonly needs: ProjectQuery['needs']; readonly adds?: A },
) => ({ kind: 'query', input, output, ...tags }) as const;
export const command = <I extends z.ZodType, O extends z.ZodType, const E extends Effect>(input: I, output: O, effect: E) =>
  ({ kind: 'command', input, output, ...effect }) as const;
export const event = <P extends z.ZodType, const E extends Effect>(payload: P, effect: E) => ({ payload, ...effect }) as const;

export const Nothing = z.strictObject({});
export const ById = z.strictObject({ id: Id });
