/** Renders an answer in a dialect: names, words, wrapping and status. Handlers know nothing of dialects. */
import type { Dialect } from './dialects.ts';
import type { Answer, ProfileAnswer, Success } from './endpoint.ts';
import type { InvalidRow } from './list-store.ts';
import type { ErrorResponse } from './error-response.ts';
import type { ProjectPhase } from './service.ts';
import type { StoredProject } from './store.ts';

export type Body = Record<string, unknown>;

/** What rendering needs to know about the service and the call. */
export interface RenderContext {
  readonly dialect: Dialect;
  /** Base URL for links to profiles: the service's own, without a trailing slash. */
  readonly url: string;
  /** Milliseconds that a skewed clock adds to every reported time. */
  readonly skew: number;
  /** Overrides the dialect's status word; null keeps it. */
  readonly statusWord: string | null;
  /** Overrides the name of every project; null keeps it. */
  readonly projectName: string | null;
  phase(project: StoredProject): ProjectPhase;
  visibleRows(project: StoredProject): { total: number; valid: number };
}

const WORDS: Record<Dialect['statusWords'], Record<ProjectPhase, string | number>> = {
  plain: { created: 'created', processing: 'processing', processed: 'processed' },
  upper: { created: 'CREATED', processing: 'PROCESSING', processed: 'PROCESSED' },
  german: { created: 'angelegt', processing: 'in Bearbeitung', processed: 'processed' },
  numeric: { created: 10, processing: 20, processed: 'processed' },
  padded: { created: ' Created ', processing: ' Processing ', processed: ' Processed ' },
};

const EXTRAS = {
  meta: { source: { system: 'practice', revision: 7 }, tags: ['assumed', 'extra'] },
  links: [{ rel: 'self', templated: false }],
};

/** The HTTP status of a success. */
function statusOf(success: Success, dialect: Dialect): number {
  if (success === 'created') return dialect.success === 'ok' ? 200 : 201;
  if (success === 'done' && dialect.success === 'no-content') return 204;
  return success === 'done' && dialect.success === 'accepted' ? 202 : 200;
}

function statusFields(project: StoredProject, context: RenderContext): Body {
  if (context.statusWord !== null) return { status: context.statusWord };
  const phase = context.phase(project);
  const { statusShown, statusWords } = context.dialect;
  if (statusShown === 'once-processed' && phase !== 'processed') return {};
  if (statusShown === 'once-started' && phase === 'created') return {};
  return { status: WORDS[statusWords][phase] };
}

function countFields(project: StoredProject, context: RenderContext, inList: boolean): Body {
  const { counts, countsShown } = context.dialect;
  const early = context.phase(project) !== 'processed';
  if (countsShown === 'never' || (countsShown === 'not-in-list' && inList) || (countsShown === 'once-processed' && early)) return {};
  if (countsShown === 'null-until-processed' && early) return { totalRows: null, validRows: null };
  const { total, valid } = context.visibleRows(project);
  return counts === 'text' ? { totalRows: String(total), validRows: String(valid) } : { totalRows: total, validRows: valid };
}

function nameField(project: StoredProject, { dialect, projectName }: RenderContext, inList: boolean): Body {
  if (dialect.projectNames === 'never' || (dialect.projectNames === 'in-list' && !inList)) return {};
  return { name: projectName ?? project.name };
}

/** A project (section 2.2), on its own or in the list of all projects. */
export function projectBody(project: StoredProject, context: RenderContext, inList = false): Body {
  const { dialect } = context;
  return {
    [dialect.idName]: dialect.ids === 'number' ? project.number : project.id,
    ...nameField(project, context, inList),
    ...statusFields(project, context),
    ...countFields(project, context, inList),
    createdAt: new Date(project.createdAt + context.skew).toISOString(),
    ...(dialect.extras ? EXTRAS : {}),
  };
}

const FIRST_ROW: Record<Dialect['rowBase'], number> = { zero: 0, one: 1, sheet: 2 };

/** The number that a dialect gives to a row (from 0) of a list. */
export const rowNumber = (row: number, dialect: Dialect): number => row + FIRST_ROW[dialect.rowBase];

function echoedId(id: string | number, form: Dialect['echoedId']): string | number {
  if (form === 'padded') return ` ${id} `;
  // Like a service that stores numbers as numbers and ignores case: 007 becomes 7, and AB1 ab1.
  if (form === 'normalized') {
    const plain = String(id).trim().toLowerCase();
    return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : plain;
  }
  // Only when nothing is lost: otherwise 007 would become 7, and no caller could match it to a row.
  return form === 'number' && Number.isFinite(Number(id)) && String(Number(id)) === id ? Number(id) : id;
}

function echo(profile: ProfileAnswer, dialect: Dialect, what = dialect.echo): Body {
  if (what === 'none') return {};
  if (what === 'row') return profile.row === null ? {} : { [dialect.rowName]: rowNumber(profile.row, dialect) };
  const { record } = profile;
  if (what === 'all' && dialect.echoedId === 'as-sent') return record;
  const id = record['constituentId'];
  const own = id === undefined ? {} : { constituentId: echoedId(id, dialect.echoedId) };
  return what === 'all' ? { ...record, ...own } : own;
}

function profileId(profile: ProfileAnswer, dialect: Dialect): Body {
  if (dialect.profileId === 'none') return {};
  return dialect.profileId === 'nested' ? { profile: { id: profile.id } } : { [dialect.profileId]: profile.id };
}

export function profileBody(profile: ProfileAnswer, context: RenderContext): Body {
  const { dialect, url } = context;
  const score = dialect.extras ? { ...profile.score, experimental: { model: { name: 'extra', weights: [0.25, 0.75] } } } : profile.score;
  return {
    ...profileId(profile, dialect),
    ...echo(profile, dialect),
    // The link would reveal the row, even in a dialect that returns nothing to match by.
    ...(dialect.profileId === 'none' ? {} : { profileUrl: `${url}/integrations/20240515/profile/${profile.id}` }),
    mostRecentScore: dialect.pendingScores ? null : score,
    pendingScore: dialect.pendingScores ? score : null,
    ...(dialect.extras ? EXTRAS : {}),
  };
}

/** A score of the deprecated endpoint #13, with the fields that match it to a record. */
export function scoreBody(profile: ProfileAnswer, { dialect }: RenderContext): Body {
  const joined = echo(profile, dialect, dialect.echo === 'all' ? 'id' : dialect.echo);
  return { ...profileId(profile, dialect), ...joined, score: profile.score, ...(dialect.extras ? EXTRAS : {}) };
}

/** The issues of a row, with the dialect's name for their messages. */
function issuesOf(invalid: InvalidRow, dialect: Dialect): Body[] {
  return invalid.issues.map(({ field, code, message, value }) => ({ field, code, [dialect.messageName]: message, value }));
}

const messagesOf = (invalid: InvalidRow) => invalid.issues.map((issue) => issue.message);

/** The entries of a row in a list of errors: one per row or one per issue. */
export function rowErrorEntries(invalid: InvalidRow, dialect: Dialect): Body[] {
  const id = invalid.constituentId === null ? null : echoedId(invalid.constituentId, dialect.echoedId);
  const entry: Body = {
    [dialect.rowName]: rowNumber(invalid.row, dialect),
    ...(dialect.echo === 'none' || dialect.echo === 'row' ? {} : { constituentId: id }),
    ...(dialect.extras ? EXTRAS : {}),
  };
  if (dialect.rowErrors === 'flat') return issuesOf(invalid, dialect).map((issue) => ({ ...entry, ...issue }));
  if (dialect.rowErrors === 'messages') return [{ ...entry, messages: messagesOf(invalid) }];
  return [{ ...entry, errors: issuesOf(invalid, dialect) }];
}

/** The issues of a row in a map by row number. */
export function rowErrorValue(invalid: InvalidRow, dialect: Dialect): unknown[] {
  return dialect.rowErrors === 'map-messages' ? messagesOf(invalid) : issuesOf(invalid, dialect);
}

/** A response. A null body means no body. */
export interface Rendered {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string | null;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const json = (status: number, body: unknown): Rendered => ({ status, contentType: JSON_TYPE, body: JSON.stringify(body) });

/** Renders every answer except lists. */
export function renderOne(answer: Exclude<Answer, { items: unknown }>, context: RenderContext): Rendered {
  const { dialect } = context;
  if (answer.kind === 'credits') return CREDITS[dialect.credits](answer, dialect);
  const status = statusOf(answer.success, dialect);
  if (status === 204) return { status, contentType: null, body: null };
  if (answer.kind === 'profile') return json(status, profileBody(answer.profile, context));
  if (answer.kind === 'score-request') {
    const { id, score } = answer.profile;
    return json(status, { id, status: WORDS[dialect.statusWords].processed, score });
  }
  const body = projectBody(answer.project, context);
  return json(status, dialect.wrapper === 'none' ? body : { [dialect.wrapper]: body });
}

type CreditsAnswer = Extract<Answer, { kind: 'credits' }>;

const CREDITS: Record<Dialect['credits'], (answer: CreditsAnswer, dialect: Dialect) => Rendered> = {
  object: ({ remaining, organization }, { creditsName, extras }) =>
    json(200, { [creditsName]: remaining, organization, ...(extras ? EXTRAS : {}) }),
  number: ({ remaining }) => json(200, remaining),
  nested: ({ remaining, organization }, { creditsName }) =>
    json(200, { organization: { name: organization }, account: { [creditsName]: remaining } }),
  text: ({ remaining, organization }, { creditsName }) => json(200, { [creditsName]: String(remaining), organization }),
  'plain-text': ({ remaining }) => ({ status: 200, contentType: 'text/plain; charset=utf-8', body: String(remaining) }),
};

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Message and details as text, for bodies without structure. */
const sentences = ({ message, details }: ErrorResponse) =>
  [message, ...details.map((detail) => `${detail.field}: ${detail.message}`)].join('\n');

const ERRORS: Record<Dialect['errors'], (response: ErrorResponse, requestId: string) => Omit<Rendered, 'status'>> = {
  nested({ code, message, details }, requestId) {
    const error = { code, message, requestId, ...(details.length === 0 ? {} : { details }) };
    return { contentType: JSON_TYPE, body: JSON.stringify({ error }) };
  },
  problem(response, requestId) {
    const { status, code, message, details } = response;
    const problem = {
      type: `urn:practice:${code}`,
      title: message,
      status,
      detail: sentences(response),
      instance: `urn:request:${requestId}`,
      ...(details.length === 0 ? {} : { details }),
    };
    return { contentType: 'application/problem+json', body: JSON.stringify(problem) };
  },
  message: ({ code, message }) => ({ contentType: JSON_TYPE, body: JSON.stringify({ message, code }) }),
  error: ({ message }) => ({ contentType: JSON_TYPE, body: JSON.stringify({ error: message }) }),
  list: ({ code, message, details }) => ({
    contentType: JSON_TYPE,
    body: JSON.stringify({ errors: details.length === 0 ? [{ code, message }] : details }),
  }),
  text: (response) => ({ contentType: 'text/plain; charset=utf-8', body: sentences(response) }),
  html: ({ status, code, message }) => ({
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html><html><head><title>${status}: ${escapeHtml(message)}</title></head><body><h1>${escapeHtml(code)}</h1></body></html>`,
  }),
};

/** Renders an error in the dialect's body (section 7 leaves it open). */
export function renderError(response: ErrorResponse, requestId: string, dialect: Dialect): Rendered {
  return { status: response.status, ...ERRORS[dialect.errors](response, requestId) };
}
