/** Reads answers about projects (sections 2.2 and 4 of the interface). */
import type { Json } from './json.ts';
import { AS_IT_IS, bareKey, type Clean, isObject, type JsonObject, readCount, readShortText, readText } from './json-values.ts';
import { readTime } from './times.ts';

const ID_NAMES = ['id', 'projectId', '_id'] as const;
const PROJECT_WRAPPERS = ['project', 'data', 'result', 'response', 'payload', 'body', 'item', 'value', 'd'] as const;
/** Wrappers whose plain value is an ID and not a message. */
const ID_WRAPPERS: ReadonlySet<string> = new Set(['project', 'result']);

/** Wrappers and lists around a project. */
const MAX_WRAPPERS = 20;

/** A longer ID does not fit into a path, and shortening it would make it the ID of another project. */
const MAX_ID_LENGTH = 1_000;
const MAX_NAME_LENGTH = 1_000;
const MAX_STATUS_LENGTH = 200;

/** True for a text that can be a segment of a path. “.” and “..” would lead to other addresses, and a lone surrogate cannot be encoded. */
const isPathSegment = (text: string): boolean => text !== '' && text !== '.' && text !== '..' && text.isWellFormed();

function readId(value: Json | undefined): string | null {
  const id = readText(value);
  return id === null || id.length > MAX_ID_LENGTH || !isPathSegment(id) ? null : id;
}

/** `$id` and `@id` are not the ID of a project: they number the objects of an answer. */
const looseKey = (key: string): string => key.toLowerCase().replaceAll(/[_ -]/g, '');

/** The value under a name, which a service can also write as TotalRows or total_rows. */
function valueOf(answer: JsonObject, name: string): Json | undefined {
  if (answer[name] !== undefined) return answer[name];
  const loose = looseKey(name);
  for (const key in answer) if (looseKey(key) === loose) return answer[key];
  return undefined;
}

/** A JSON:API resource has its ID next to `attributes`, which has all other values. */
function withAttributes(answer: JsonObject): JsonObject {
  const attributes = valueOf(answer, 'attributes');
  return isObject(attributes) ? { ...attributes, ...answer } : answer;
}

/** The ID of a created project as text: `id`, `projectId` or `_id`, bare, inside one wrapping object, or in a list of one. */
export function readProjectId(answer: Json, depth = 0): string | null {
  if (depth > MAX_WRAPPERS) return null;
  if (Array.isArray(answer)) return answer.length === 1 && isObject(answer[0]) ? readProjectId(answer[0], depth + 1) : null;
  if (!isObject(answer)) return readId(answer);
  const object = withAttributes(answer);
  for (const name of ID_NAMES) {
    const id = readId(valueOf(object, name));
    if (id !== null) return id;
  }
  for (const key of PROJECT_WRAPPERS) {
    const inner = valueOf(object, key);
    if (isObject(inner) || Array.isArray(inner)) {
      const id = readProjectId(inner, depth + 1);
      if (id !== null) return id;
    } else if (ID_WRAPPERS.has(key)) {
      const id = readId(inner);
      if (id !== null) return id;
    }
  }
  return null;
}

/** A project as the service reports it (section 2.2). */
export interface RemoteProject {
  readonly remoteId: string | null;
  readonly name: string | null;
  readonly status: string | null;
  readonly totalRows: number | null;
  readonly validRows: number | null;
  /** Creation time in milliseconds since 1970; null when the service does not report it. */
  readonly createdAt: number | null;
}

/** Property names for a project's creation time, compared by `bareKey`. */
const CREATED_NAMES = new Set([
  'created',
  'createdat',
  'createdon',
  'createddate',
  'createdtime',
  'datecreated',
  'timecreated',
  'creationdate',
  'creationtime',
  'createtime',
]);

function readCreatedAt(answer: JsonObject): number | null {
  for (const [key, value] of Object.entries(answer)) {
    const time = CREATED_NAMES.has(bareKey(key)) ? readTime(value) : null;
    if (time !== null) return time;
  }
  return null;
}

/** Objects that hold the counts of a project, inside it or next to it. */
const COUNT_OBJECTS = ['counts', 'rowCounts', 'rows', 'summary', 'progress', 'stats', 'statistics', 'meta', 'metadata'] as const;

/** A number of rows, in the object itself or in one that holds its counts. */
function countIn(answer: JsonObject, name: 'totalRows' | 'validRows'): number | null {
  const inner = COUNT_OBJECTS.map((key) => valueOf(answer, key)).filter(isObject);
  return [answer, ...inner].map((object) => readCount(valueOf(object, name))).find((count) => count !== null) ?? null;
}

/** Names of the word in a state that is an object, best first. */
const STATE_NAMES = ['status', 'state', 'name', 'value', 'label', 'code'] as const;

function readStatus(value: Json | undefined, clean: Clean): string | null {
  const words = isObject(value) ? STATE_NAMES.map((name) => valueOf(value, name)) : [value];
  return words.map((word) => readShortText(word, MAX_STATUS_LENGTH, clean)).find((word) => word !== null) ?? null;
}

/** The status of a call that failed, where a message comes with it. */
const FAILED_CALL = /^(?:error|fail|[45]\d\d)$/i;
const MESSAGES = ['message', 'error', 'errors', 'detail', 'title'] as const;

/** True for an answer that only says that the call failed: its status is not that of the project. */
export const isFailedCall = (answer: JsonObject): boolean =>
  OWN_NAMES.every((name) => name === 'status' || valueOf(answer, name) === undefined) &&
  FAILED_CALL.test(readText(valueOf(answer, 'status'))?.trim() ?? '') &&
  MESSAGES.some((name) => valueOf(answer, name) !== undefined);

/**
 * The project inside an envelope; null if the answer is the project itself. The status of an envelope, as in `{"status": "success", "data":
 * {…}}`, is the status of the call, never of the project.
 */
function readWrapped(answer: JsonObject, clean: Clean, depth: number): RemoteProject | null {
  if (valueOf(answer, 'totalRows') !== undefined) return null;
  const hasStatus = valueOf(answer, 'status') !== undefined;
  const isNamed = [...ID_NAMES, 'name', 'validRows'].some((name) => valueOf(answer, name) !== undefined);
  if (hasStatus && isNamed) return null;
  for (const key of PROJECT_WRAPPERS) {
    const inner = valueOf(answer, key);
    // If the answer itself is a project, a list in it contains something else.
    const project = inner === undefined || (isNamed && !isObject(inner)) ? null : readProject(inner, clean, depth + 1);
    if (project === null || (hasStatus && project.status === null)) continue;
    const totalRows = project.totalRows ?? countIn(answer, 'totalRows');
    return { ...project, totalRows, validRows: project.validRows ?? countIn(answer, 'validRows') };
  }
  return null;
}

/** An object with one of these properties is a project. */
const OWN_NAMES = [...ID_NAMES, 'name', 'status', 'totalRows', 'validRows'] as const;

/**
 * A project, bare, inside one wrapping object, or in a list of one; null for any other answer, such as an error. `clean`: removes the token
 * from name and status.
 */
export function readProject(answer: Json, clean: Clean = AS_IT_IS, depth = 0): RemoteProject | null {
  if (depth > MAX_WRAPPERS) return null;
  if (Array.isArray(answer)) return answer.length === 1 ? readProject(answer[0]!, clean, depth + 1) : null;
  if (!isObject(answer)) return null;
  const object = withAttributes(answer);
  const wrapped = readWrapped(object, clean, depth);
  if (wrapped !== null) return wrapped;
  if (OWN_NAMES.every((name) => valueOf(object, name) === undefined) || isFailedCall(object)) return null;
  // The status and the counts can be next to an object that has the ID and the name.
  const inner = valueOf(object, 'project');
  return {
    remoteId: readProjectId(object),
    name: readShortText(valueOf(object, 'name') ?? (isObject(inner) ? valueOf(inner, 'name') : undefined), MAX_NAME_LENGTH, clean),
    status: readStatus(valueOf(object, 'status'), clean),
    totalRows: countIn(object, 'totalRows'),
    validRows: countIn(object, 'validRows'),
    createdAt: readCreatedAt(object),
  };
}
