/** Reads answers about projects (sections 2.2 and 4 of the interface). */
import type { Json } from './json.ts';
import { AS_IT_IS, bareKey, type Clean, isObject, type JsonObject, readInteger, readShortText, readText } from './json-values.ts';
import { readTime } from './times.ts';

const ID_NAMES = ['id', 'projectId', '_id'] as const;
const PROJECT_WRAPPERS = ['project', 'data', 'result', 'response'] as const;
/** Wrappers whose plain value is an ID and not a message. */
const ID_WRAPPERS: ReadonlySet<string> = new Set(['project', 'result']);

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
 * The project inside an envelope; null if the answer is the project itself. The status of an envelope, as in `{"status": "success", "data":
 * {…}}`, is the status of the call, never of the project.
 */
function readWrapped(answer: JsonObject, clean: Clean): RemoteProject | null {
  if (answer['totalRows'] !== undefined) return null;
  const hasStatus = answer['status'] !== undefined;
  const isNamed = [...ID_NAMES, 'name', 'validRows'].some((key) => answer[key] !== undefined);
  if (hasStatus && isNamed) return null;
  for (const key of PROJECT_WRAPPERS) {
    const inner = answer[key];
    // If the answer itself is a project, a list in it contains something else.
    const project = inner === undefined || (isNamed && !isObject(inner)) ? null : readProject(inner, clean);
    if (project !== null && (!hasStatus || project.status !== null)) return project;
  }
  return null;
}

/** An object with one of these properties is a project. */
const OWN_NAMES = [...ID_NAMES, 'name', 'status', 'totalRows', 'validRows'] as const;

/**
 * A project, bare, inside one wrapping object, or in a list of one; null for any other answer, such as an error. `clean`: removes the token
 * from name and status.
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
