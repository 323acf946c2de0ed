/** What an endpoint is: one row of a table from which the routes, the steps that faults name, and the API description are derived. */
import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { Dialect } from './dialects.ts';
import type { CallFaults, Step } from './faults.ts';
import type { Score } from './scoring.ts';
import type { PracticeService } from './service.ts';
import type { RowRefusal } from './list-store.ts';
import type { StoredProject } from './store.ts';

/** A call as a handler sees it: checked, counted, and free of HTTP. */
export interface Call {
  readonly service: PracticeService;
  readonly dialect: Dialect;
  readonly faults: CallFaults;
  /** The `:id` of the path, decoded; empty where the path has none. */
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body of an endpoint with a JSON body. */
  readonly body: unknown;
  /** The body of an endpoint that takes a list, unpacked but unread. */
  readonly list: ListBody | null;
  /** The time as the service tells it, in milliseconds since 1970; a skewed clock is skewed here. */
  readonly now: number;
}

export interface ListBody {
  readonly form: 'json' | 'csv';
  readonly stream: Readable;
}

/** A profile before a dialect gives it its form. */
export interface ProfileAnswer {
  readonly id: string;
  /** From 0 over its list; null for a single screening. */
  readonly row: number | null;
  readonly record: Readonly<Record<string, string | number>>;
  readonly score: Score;
}

/** Where a page of a list stands. Pages count from 1. */
export interface PageAnswer {
  readonly page: number;
  readonly itemsPerPage: number;
  /** The path of the list below the version, for the address of the next page. */
  readonly path: string;
}

interface ListOf<K extends string, T> {
  readonly kind: K;
  /** How many there are in all, or null when that is only known at the end. */
  readonly total: number | null;
  /** The items, each made when it is about to be sent. */
  readonly items: Iterable<T>;
  readonly page: PageAnswer | null;
}

export type ListAnswer =
  | ListOf<'projects', StoredProject>
  | ListOf<'profiles', ProfileAnswer>
  | ListOf<'scores', ProfileAnswer>
  | ListOf<'errors', RowRefusal>;

/** What a handler answers; the words and the wrapping are the dialect's. */
export type Answer =
  | ListAnswer
  | { readonly kind: 'project'; readonly project: StoredProject; readonly success: Success }
  | { readonly kind: 'profile'; readonly profile: ProfileAnswer; readonly success: Success }
  | { readonly kind: 'score-request'; readonly profile: ProfileAnswer; readonly success: Success }
  | { readonly kind: 'credits'; readonly remaining: number; readonly organization: string };

/** `done` is a success without a field that the caller would need. */
export type Success = 'created' | 'done' | 'read';

export interface Endpoint {
  /** The number in section 4; null for GET profile/:id, which is named there without one. */
  readonly number: number | null;
  readonly step: Step;
  readonly method: 'GET' | 'POST';
  /** Below /integrations/:version, with `:id`. */
  readonly path: string;
  readonly summary: string;
  /** What replaces a deprecated endpoint (section 9). */
  readonly replacedBy?: string;
  readonly body: 'none' | 'json' | 'list';
  readonly bodySchema?: z.ZodType;
  readonly query?: z.ZodType;
  readonly success: 200 | 201;
  readonly answer: z.ZodType;
  /** The error statuses it may answer with beside those of every endpoint. */
  readonly refusals: readonly number[];
  handle(call: Call): Answer | Promise<Answer>;
}
