/** The answers about a project (sections 2.2 and 4 of the interface). */
import type { Json } from './json.ts';
import { AS_IT_IS, bareKey, type Clean, isObject, type JsonObject, readInteger, readShortText, readText } from './json-values.ts';
import { readTime } from './times.ts';

const ID_NAMES = ['id', 'projectId', '_id'] as const;
const PROJECT_WRAPPERS = ['project', 'data', 'result', 'response'] as const;
/** Wrappers whose plain value can be an ID, and no message. */
const ID_WRAPPERS: ReadonlySet<string> = new Set(['project', 'result']);

/** A longer ID fits into no path of the service, and a cut one is another project's. */
const MAX_ID_LENGTH = 1_000;
const MAX_NAME_LENGTH = 1_000;
const MAX_STATUS_LENGTH = 200;

/** True for a text that can be one segment of a path: “.” and “..” lead to other addresses, and half a character has no encoding. */
const isPathSegment = (text: string): boolean => text !== '' && text !== '.' && text !== '..' && text.isWellFormed();

function readId(value: Json | undefined): string | null {
  const id = readText(value);
  return id === null || id.length > MAX_ID_LENGTH || !isPathSegment(id) ? null : id;
}

/** The ID of a created project as text: `id`, `projectId` or `_id`, bare, inside one wrapping object, or in a list of one. */
export function readProjectId(answer: Json): string | null {
  if (Array.isArray(answer)) return answer.length === 1 && isObject(answer[0]) ? readProjectId(answer[0]) : null;
  if (!isObject(answer)) return readId(answer);
  for (const key of ID_NAMES) {
    const id = readId(answer[key]);
    if (id !== null) return id;
  }
  for (const key of PROJECT_WRAPPERS) {
    const inner = answer[key];
    if (isObject(inner) || Array.isArray(inner)) {
      const id = readProjectId(inner);
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

/**
 * The project that an envelope is around; null where the answer is the project itself. An envelope can have a status of its own, such as
 * `{"status": "success", "data": {…}}`: it is the one of the call, and never that of the project.
 */
function readWrapped(answer: JsonObject, clean: Clean): RemoteProject | null {
  if (answer['totalRows'] !== undefined) return null;
  const hasStatus = answer['status'] !== undefined;
  const isNamed = [...ID_NAMES, 'name', 'validRows'].some((key) => answer[key] !== undefined);
  if (hasStatus && isNamed) return null;
  for (const key of PROJECT_WRAPPERS) {
    const inner = answer[key];
    // A list in an answer that is a project itself holds something else.
    const project = inner === undefined || (isNamed && !isObject(inner)) ? null : readProject(inner, clean);
    if (project !== null && (!hasStatus || project.status !== null)) return project;
  }
  return null;
}

/** What shows that an object is a project, whatever its values are. */
const OWN_NAMES = [...ID_NAMES, 'name', 'status', 'totalRows', 'validRows'] as const;

/**
 * A project, bare, inside one wrapping object, or in a list of one; null for any other answer, such as that of a call which failed.
 * `clean`: removes the token from its name and its status.
 */
export function readProject(answer: Json, clean: Clean = AS_IT_IS): RemoteProject | null {
  if (Array.isArray(answer)) return answer.length === 1 ? readProject(answer[0]!, clean) : null;
  if (!isObject(answer)) return null;
  const wrapped = readWrapped(answer, clean);
  if (wrapped !== null) return wrapped;
  if (OWN_NAMES.every((key) => answer[key] === undefined)) return null;
  return {
    remoteId: readProjectId(answer),
    name: readShortText(answer['name'], MAX_NAME_LENGTH, clean),
    status: readShortText(answer['status'], MAX_STATUS_LENGTH, clean),
    totalRows: readInteger(answer['totalRows']),
    validRows: readInteger(answer['validRows']),
    createdAt: readCreatedAt(answer),
  };
}
