/** The definition of an endpoint. Routes, fault steps and the API description derive from a table of endpoints. */
import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { Dialect } from './dialects.ts';
import type { CallFaults, Step } from './faults.ts';
import type { Score } from './scoring.ts';
import type { PracticeService } from './service.ts';
import type { InvalidRow } from './list-store.ts';
import type { StoredProject } from './store.ts';

/** A call as its handler sees it: authorized, counted and free of HTTP. */
export interface Call {
  readonly service: PracticeService;
  readonly dialect: Dialect;
  readonly faults: CallFaults;
  /** The decoded `:id` of the path; empty for paths without one. */
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body of an endpoint with a JSON body. */
  readonly body: unknown;
  /** The unzipped, unread body of an endpoint that takes a list; otherwise null. */
  readonly list: ListBody | null;
  /** The reported time in ms since 1970, including clock skew. */
  readonly now: number;
}

export interface ListBody {
  readonly form: 'json' | 'csv';
  readonly stream: Readable;
}

/** A profile before rendering in a dialect. */
export interface ProfileAnswer {
  readonly id: string;
  /** From 0 in the list; null for a single screening. */
  readonly row: number | null;
  readonly record: Readonly<Record<string, string | number>>;
  readonly score: Score;
}

/** A page of a list. Pages count from 1. */
export interface PageAnswer {
  readonly page: number;
  readonly itemsPerPage: number;
  /** The list's path below the version, for the next page's URL. */
  readonly path: string;
}

interface ListOf<K extends string, T> {
  readonly kind: K;
  /** Total number of items; null when it is known only at the end. */
  readonly total: number | null;
  /** The items, each created just before it is sent. */
  readonly items: Iterable<T>;
  readonly page: PageAnswer | null;
}

export type ListAnswer =
  | ListOf<'projects', StoredProject>
  | ListOf<'profiles', ProfileAnswer>
  | ListOf<'scores', ProfileAnswer>
  | ListOf<'errors', InvalidRow>;

/** A handler's result; the dialect adds words and wrapping. */
export type Answer =
  | ListAnswer
  | { readonly kind: 'project'; readonly project: StoredProject; readonly success: Success }
  | { readonly kind: 'profile'; readonly profile: ProfileAnswer; readonly success: Success }
  | { readonly kind: 'score-request'; readonly profile: ProfileAnswer; readonly success: Success }
  | { readonly kind: 'credits'; readonly remaining: number; readonly organization: string };

/** `done`: success without a field that the caller needs. */
export type Success = 'created' | 'done' | 'read';

export interface Endpoint {
  /** The number in section 4; null for GET profile/:id, which has none there. */
  readonly number: number | null;
  readonly step: Step;
  readonly method: 'GET' | 'POST';
  /** Path below /integrations/:version, with `:id`. */
  readonly path: string;
  readonly summary: string;
  /** The replacement of a deprecated endpoint (section 9). */
  readonly replacedBy?: string;
  readonly body: 'none' | 'json' | 'list';
  readonly bodySchema?: z.ZodType;
  readonly query?: z.ZodType;
  readonly success: 200 | 201;
  readonly answer: z.ZodType;
  /** Error statuses in addition to those of every endpoint. */
  readonly errorStatuses: readonly number[];
  handle(call: Call): Answer | Promise<Answer>;
}
