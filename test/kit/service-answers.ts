/** The answers of a generated service as text, which follow from its values and from `service-truth.ts`. */
import type { ConstituentRecord } from '../../shared/fields/table.ts';
import type { Features, ServiceSpec } from './service-dimensions.ts';
import {
  answerOf,
  type Json,
  JSON_TYPE,
  type JsonObject,
  listAnswer,
  type ListRequest,
  PAGE_SIZE,
  pageOf,
  type TextAnswer,
  token,
} from './service-lists.ts';
import { capacityToken, isChangedElement, overallScore, type StoredProject, isValid } from './service-truth.ts';

const FIRST_ROW = { one: 1, zero: 0, sheet: 2 } as const;

function echoOf({ echo, rowBase }: Features, record: ConstituentRecord, index: number): JsonObject {
  const { constituentId = '', primaryFirst = '', primaryLast = '' } = record;
  const row = index + FIRST_ROW[rowBase];
  switch (echo) {
    case 'id':
      return { constituentId };
    case 'record':
      return { ...(record as JsonObject) };
    case 'nested-record':
      return { constituent: { ...(record as JsonObject) } };
    case 'id-and-row':
      return { constituentId, rowNumber: row };
    case 'row-and-name':
      return { row, primaryFirst, primaryLast };
    case 'row':
      return { row };
    case 'name':
      return { primaryFirst, primaryLast };
    case 'nothing':
      return {};
  }
}

const BYTES = { small: 0, medium: 90_000, large: 280_000 } as const;

function profileOf(spec: ServiceSpec, record: ConstituentRecord, index: number): JsonObject {
  const { features, rows } = spec;
  const capacity = capacityToken(spec, index);
  const score: JsonObject = {
    scoreDetails: {
      overallScore: token(overallScore(index)),
      ...(capacity === null ? {} : { capacityValue: token(capacity) }),
      capacityRange: '€ 1 – “5” é ﬁn',
    },
    rfmDetails: { rfmScore: index % 5 },
  };
  const padding = Math.floor(BYTES[features.size] / rows);
  const head = {
    id: `profile-${index}`,
    ...echoOf(features, record, index),
    ...(padding > 0 && { biography: 'lorem ipsum '.repeat(padding / 12) }),
  };
  const isWithout = features.score === 'all-without' || (features.score === 'some-without' && isChangedElement(index));
  if (isWithout) return { ...head, mostRecentScore: null, pendingScore: null };
  switch (features.score) {
    case 'pending':
      return { ...head, mostRecentScore: null, pendingScore: score };
    case 'both':
      return { ...head, mostRecentScore: score, pendingScore: { scoreDetails: { overallScore: null } } };
    case 'flat':
      return { ...head, ...score };
    case 'nested':
      return { ...head, profile: { mostRecentScore: score, pendingScore: null } };
    default:
      return { ...head, mostRecentScore: score, pendingScore: null };
  }
}

/** The profile ID of an entry. */
function entryId(entry: Json): string | null {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : null;
  return typeof id === 'string' ? id : null;
}

/** The profiles of a project in the order of its list, without the rows that the service refuses. */
export function profilesAnswer(spec: ServiceSpec, project: StoredProject, request: ListRequest): TextAnswer {
  const all = project.records
    .map((record, index) => ({ record, index }))
    .filter(({ record }) => isValid(record))
    .map(({ record, index }) => profileOf(spec, record, index));
  const page = pageOf(all, spec.features.paging, request);
  const idOf = (entry: Json, at: number) => entryId(entry) ?? String(at);
  return listAnswer(page.entries, spec.features.shape, page, { name: 'profiles', idOf });
}

/** How the lists of projects and row errors are paged. Arrays and lines cannot say anything about pages, so a header does. */
function otherPaging({ paging, pagedLists, lists, shape }: Features): Features['paging'] {
  if (pagedLists === 'no' || paging === 'endless-address') return 'none';
  return lists === 'array' || lists === 'ndjson' || shape === 'ndjson' ? 'link-header' : paging;
}

/** Row errors by row, or by ID. */
export function errorsAnswer(spec: ServiceSpec, project: StoredProject, request: ListRequest): TextAnswer {
  const { report, lists, rowBase } = spec.features;
  const refused = project.records
    .map((record, index) => ({ record, row: index + FIRST_ROW[rowBase] }))
    .filter(({ record }) => !isValid(record));
  const message = 'The e-mail address is not valid.';
  if (report === 'not-there') return { status: 404, text: '{"message":"There is no report."}', contentType: JSON_TYPE, headers: [] };
  if (report === 'map') return answerOf(Object.fromEntries(refused.map(({ row }) => [String(row), [message]])));
  const entries = refused.map(({ record, row }): Json => {
    if (report === 'flat') return { rowNumber: row, field: 'personalEmail', message };
    if (report === 'messages') return { line: row, messages: [message] };
    if (report === 'with-id') return { row, constituentId: record.constituentId ?? null, error: message };
    return { row, errors: [{ field: 'personalEmail', message, code: 'EMAIL' }] };
  });
  const page = pageOf(entries, otherPaging(spec.features), request);
  return listAnswer(page.entries, lists, page, { name: 'errors', idOf: (_entry, at) => String(at) });
}

const WORDS: Readonly<Record<Features['progressWord'], (looks: number) => Json>> = {
  Processing: () => 'Processing',
  in_progress: () => 'in_progress',
  'Wird verarbeitet': () => 'Wird verarbeitet …',
  QUEUED: () => 'QUEUED',
  number: () => 2,
  null: () => null,
  missing: () => '',
  changing: (looks) => `step ${looks}`,
  long: () => 'in progress '.repeat(60),
};

const FINAL_WORDS: Readonly<Record<Features['finalWord'], string>> = {
  processed: 'processed',
  PROCESSED: 'PROCESSED',
  padded: '  Processed ',
  mixed: 'pRoCeSsEd',
  Completed: 'Completed',
  failed: 'failed',
};

const LOOKS: Readonly<Record<Features['patience'], number>> = { 'at-once': 0, once: 1, twice: 2, 'nine-times': 9 };

export const isOver = ({ features: { patience } }: ServiceSpec, { starts, looks }: StoredProject): boolean =>
  starts > 0 && looks > LOOKS[patience];

function countOf(counts: Features['counts'], count: number, isDone: boolean): Json {
  switch (counts) {
    case 'numbers':
    case 'once-processed':
      return count;
    case 'texts':
      return String(count);
    case 'null-first':
      return isDone ? count : null;
    case 'never':
      return null;
    case 'floats':
      return token(`${count}.0`);
    case 'huge':
      return token('1e21');
    case 'negative':
      return -count;
    case 'not-a-number':
      return token('NaN');
  }
}

/** A project in the answer to the status call, or as an entry of the list of projects. */
function projectOf(spec: ServiceSpec, project: StoredProject, isEntry: boolean): JsonObject {
  const { features } = spec;
  const isDone = isOver(spec, project);
  const idle = features.progressWord === 'number' ? 0 : 'created';
  const plain = project.starts === 0 ? idle : isDone ? FINAL_WORDS[features.finalWord] : WORDS[features.progressWord](project.looks);
  const status =
    features.quotes === 'status-word' && !isDone && project.starts > 0
      ? `${typeof plain === 'string' ? plain : 'Working'} for Whitfield8c, Bearer ${QUOTED_TOKEN}`
      : plain;
  const isNamed = features.projectNames === 'always' || (features.projectNames === 'in-list' && isEntry);
  const hasCounts = features.counts !== 'never' && (features.counts !== 'once-processed' || isDone);
  const valid = project.records.filter(isValid).length;
  const isHidden = features.progressWord === 'missing' && !isDone && project.starts > 0;
  return {
    ...idField(features, project.id),
    ...(isNamed && { name: project.name }),
    ...(!isHidden && { status }),
    createdAt: new Date(project.createdAt).toISOString(),
    ...(hasCounts && {
      totalRows: countOf(features.counts, project.records.length, isDone),
      // Before the start, there is nothing to count as valid.
      ...((project.starts > 0 || features.counts === 'numbers') && { validRows: countOf(features.counts, valid, isDone) }),
    }),
  };
}

/** Replaced by the token of the run. */
export const QUOTED_TOKEN = 'TOKEN-OF-THE-RUN';

function idField({ ids }: Features, id: string): JsonObject {
  const isNumber = ids === 'number' || ids === 'long-number';
  return { [ids === 'projectId' || ids === '_id' ? ids : 'id']: isNumber ? token(id) : id };
}

/** The ID of the service's project number `at`. */
export function projectId({ seed, features: { ids } }: ServiceSpec, at: number): string {
  if (ids === 'number') return String(1000 + at);
  if (ids === 'long-number') return `98765432109876543${210 + at}`;
  if (ids === 'odd-text') return `a/b c%2F?${at}&é`;
  return `0f8fad5b-d9cb-469f-a165-${String(seed).padStart(6, '0')}${String(at).padStart(6, '0')}`;
}

function wrapped({ ids }: Features, value: JsonObject): Json {
  if (ids === 'in-project') return { project: value };
  return ids === 'in-data' ? { data: value } : value;
}

export const statusAnswer = (spec: ServiceSpec, project: StoredProject): TextAnswer =>
  answerOf(wrapped(spec.features, projectOf(spec, project, false)));

export function projectsAnswer(spec: ServiceSpec, projects: readonly StoredProject[], request: ListRequest): TextAnswer {
  // Enough other projects for several pages; ours are the last ones.
  const others = Array.from({ length: spec.features.pagedLists === 'yes' ? 2 * PAGE_SIZE : 1 }, (_, at) => ({
    ...idField({ ...spec.features, ids: 'uuid' }, `other-${at}`),
    name: `Gala ${2000 + at}`,
    status: 'processed',
    totalRows: 400 + at,
    validRows: 400,
  }));
  const all: Json[] = [...others, ...projects.map((project) => projectOf(spec, project, true))];
  const page = pageOf(all, otherPaging(spec.features), request);
  return listAnswer(page.entries, spec.features.lists, page, { name: 'projects', idOf: (_entry, at) => String(at) });
}

const STATUSES: Readonly<Record<Features['success'], Readonly<Record<'create' | 'add' | 'process', number>>>> = {
  usual: { create: 201, add: 200, process: 202 },
  'all-200': { create: 200, add: 200, process: 200 },
  'all-202': { create: 202, add: 202, process: 202 },
  'all-204': { create: 201, add: 204, process: 204 },
  'all-299': { create: 299, add: 299, process: 299 },
};

/** The success of a changing call. */
export function successAnswer({ features }: ServiceSpec, step: 'create' | 'add' | 'process', project: StoredProject): TextAnswer {
  const status = STATUSES[features.success][step];
  if (status === 204) return { status, text: '', contentType: '', headers: [] };
  return answerOf(
    step === 'create' ? wrapped(features, { ...idField(features, project.id), name: project.name }) : { message: 'ok' },
    status,
  );
}

export const refusalAnswer = (status: number, message: string, headers: TextAnswer['headers'] = []): TextAnswer =>
  answerOf({ error: { message } }, status, headers);

export function creditsAnswer({ features: { credits } }: ServiceSpec, balance: number): TextAnswer {
  switch (credits) {
    case 'remaining':
    case 'creditsRemaining':
    case 'remaining_credits':
    case 'availableCredits':
      return answerOf({ organization: 'Riverside', [credits]: balance });
    case 'number':
      return answerOf(balance);
    case 'nested':
      return answerOf({ account: { name: 'Riverside', remaining: balance } });
    case 'text':
      return answerOf({ remaining: balance.toLocaleString('en-US') });
    case 'plain-text':
      return { status: 200, text: String(balance), contentType: 'text/plain', headers: [] };
    case 'unknown-name':
      return answerOf({ kontostand: { wert: `${balance} Stück` } });
    case 'huge':
      return answerOf({ remaining: token('1e21') });
    case 'negative':
      return answerOf({ remaining: -balance });
    case 'float':
      return answerOf({ remaining: token(`${balance}.50`) });
  }
}
