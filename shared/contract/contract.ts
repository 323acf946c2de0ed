/**
 * The contract between a host (window, loopback page, command line) and the application: one table by subject. Handlers, the typed client,
 * the electron channel, the HTTP route, the command line and the page's cache derive from it. Pages have at most 200 rows. No output
 * contains a token. The data folder is the only path in the contract.
 */
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode, ErrorDetails, type Failure } from '../base/index.ts';
import { APP_EVENTS, APP_METHODS } from './application.ts';
import { BUNDLE_METHODS } from './bundles.ts';
import { CHECK_METHODS } from './check.ts';
import { COMPARISON_METHODS } from './comparisons.ts';
import { CONNECTION_EVENTS, CONNECTION_METHODS, CONNECTION_REVISIONS } from './connections.ts';
import { COST_METHODS } from './cost.ts';
import { EXPORT_EVENTS, EXPORT_METHODS } from './exports.ts';
import { GIFT_METHODS } from './gifts.ts';
import { LIST_METHODS } from './list.ts';
import type { Event, Method, TagChange, ViewName } from './method.ts';
import { NOTE_METHODS } from './notes.ts';
import { PEOPLE_METHODS } from './people.ts';
import { PILOT_METHODS } from './pilot.ts';
import { PLAN_METHODS } from './plan.ts';
import { RATING_METHODS } from './ratings.ts';
import { PREFERENCE_METHODS } from './preferences.ts';
import { PROJECT_EVENTS, PROJECT_METHODS, PROJECT_REVISIONS } from './projects.ts';
import { RECIPE_METHODS } from './recipes.ts';
import { RECORD_METHODS } from './records.ts';
import { REPORT_METHODS } from './report.ts';
import { RESULT_METHODS } from './results.ts';
import { RETENTION_EVENTS, RETENTION_METHODS } from './retention.ts';
import { REVIEW_METHODS } from './review.ts';
import { RULE_EVENTS, RULE_METHODS } from './rules.ts';
import { SCORE_PRESET_METHODS } from './score-presets.ts';
import { SERVICE_METHODS } from './service.ts';
import { SUBMISSION_METHODS } from './submission.ts';
import { SUPPRESSION_EVENTS, SUPPRESSION_METHODS } from './suppression.ts';
import { TEMPLATE_METHODS } from './templates.ts';
import { WRITE_BACK_METHODS } from './write-back.ts';

/** An intersection of named types, because the compiler cannot write out the type of all methods. */
type Methods = typeof APP_METHODS &
  typeof BUNDLE_METHODS &
  typeof CONNECTION_METHODS &
  typeof PROJECT_METHODS &
  typeof LIST_METHODS &
  typeof GIFT_METHODS &
  typeof TEMPLATE_METHODS &
  typeof RECIPE_METHODS &
  typeof CHECK_METHODS &
  typeof RULE_METHODS &
  typeof SUPPRESSION_METHODS &
  typeof COST_METHODS &
  typeof SUBMISSION_METHODS &
  typeof RESULT_METHODS &
  typeof COMPARISON_METHODS &
  typeof RETENTION_METHODS &
  typeof PILOT_METHODS &
  typeof NOTE_METHODS &
  typeof PEOPLE_METHODS &
  typeof REVIEW_METHODS &
  typeof RATING_METHODS &
  typeof PLAN_METHODS &
  typeof PREFERENCE_METHODS &
  typeof EXPORT_METHODS &
  typeof WRITE_BACK_METHODS &
  typeof REPORT_METHODS &
  typeof RECORD_METHODS &
  typeof SCORE_PRESET_METHODS &
  typeof SERVICE_METHODS;

/** Queries change nothing. Commands can, and events also announce their changes. */
export const CONTRACT: Methods = {
  ...APP_METHODS,
  ...BUNDLE_METHODS,
  ...CONNECTION_METHODS,
  ...PROJECT_METHODS,
  ...LIST_METHODS,
  ...GIFT_METHODS,
  ...TEMPLATE_METHODS,
  ...RECIPE_METHODS,
  ...CHECK_METHODS,
  ...RULE_METHODS,
  ...SUPPRESSION_METHODS,
  ...COST_METHODS,
  ...SUBMISSION_METHODS,
  ...RESULT_METHODS,
  ...COMPARISON_METHODS,
  ...RETENTION_METHODS,
  ...PILOT_METHODS,
  ...NOTE_METHODS,
  ...PEOPLE_METHODS,
  ...REVIEW_METHODS,
  ...RATING_METHODS,
  ...PLAN_METHODS,
  ...PREFERENCE_METHODS,
  ...EXPORT_METHODS,
  ...WRITE_BACK_METHODS,
  ...REPORT_METHODS,
  ...RECORD_METHODS,
  ...SCORE_PRESET_METHODS,
  ...SERVICE_METHODS,
} satisfies Record<string, Method>;

export type MethodName = keyof typeof CONTRACT;
export type QueryName = { [N in MethodName]: (typeof CONTRACT)[N]['kind'] extends 'query' ? N : never }[MethodName];
/** The names of the queries that an open project answers. */
export type ProjectQueryName = { [N in QueryName]: (typeof CONTRACT)[N] extends { readonly needs: string } ? N : never }[QueryName];
export type CommandName = Exclude<MethodName, QueryName>;
/** False also for a name that is not in the contract. */
export const isQuery = (method: string): boolean => Object.hasOwn(CONTRACT, method) && CONTRACT[method as MethodName].kind === 'query';

export type Input<N extends MethodName> = z.input<(typeof CONTRACT)[N]['input']>;
/** An input after validation, with its defaults. */
export type Parsed<N extends MethodName> = z.output<(typeof CONTRACT)[N]['input']>;
export type Output<N extends MethodName> = z.output<(typeof CONTRACT)[N]['output']>;

/** Events of the application. They contain whole snapshots, so that a lost event does no harm, except for `command.done`. */
export const EVENTS = {
  ...APP_EVENTS,
  ...CONNECTION_EVENTS,
  ...PROJECT_EVENTS,
  ...EXPORT_EVENTS,
  ...RULE_EVENTS,
  ...RETENTION_EVENTS,
  ...SUPPRESSION_EVENTS,
} as const satisfies Record<string, Event>;

export type EventName = keyof typeof EVENTS;
export type EventPayload<N extends EventName> = z.output<(typeof EVENTS)[N]['payload']>;
export type AppEvent = { [N in EventName]: { readonly name: N; readonly payload: EventPayload<N> } }[EventName];

/** A view with snapshots: the queries that return it, and what to query again when one of its revisions changes. */
interface SnapshotView {
  readonly one: QueryName | null;
  readonly list: QueryName;
  readonly revisions: Readonly<Record<string, readonly TagChange[]>>;
}

export const VIEWS: Readonly<Record<ViewName, SnapshotView>> = {
  project: { one: 'projects.get', list: 'projects.list', revisions: PROJECT_REVISIONS },
  connection: { one: null, list: 'connections.list', revisions: CONNECTION_REVISIONS },
};

/** A value or a failure. Exceptions never cross the boundary. */
export type Answer<T = unknown> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export const FailureShape = z.strictObject({
  code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  retry: z.enum(['safe', 'ask', 'never']),
  details: ErrorDetails,
});

/** The progress of a call. `total` is null when unknown. */
export interface CallProgress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: 'bytes' | 'rows';
}

declare global {
  /** Declared here because the browser and Node have it, but the language itself does not. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

export interface CallOptions {
  /**
   * Cancels the call. A query fails with CANCELED at once. A command either fails with CANCELED and has changed nothing, or it answers
   * normally because it had already ended or cannot be canceled.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called if the answer takes longer than a tenth of a second. */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
}

/** The connection from a host to the application: untyped calls and events. */
export interface ContractTransport {
  readonly call: (method: string, input: unknown, options?: CallOptions) => Promise<Answer>;
  subscribe(listener: (event: AppEvent) => void): () => void;
}
