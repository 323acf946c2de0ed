/** The answers about a project (sections 2.2 and 4 of the interface). */
import type { Json } from './json.ts';
import { AS_IT_IS, bareKey, type Clean, isObject, type JsonObject, readInteger, readShortText, readText } from './json-values.ts';
import { readTime } from './times.ts';

const PROJECT_WRAPPERS = ['project', 'data', 'result'] as const;

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

/** The ID of a created project as text: `id`, `projectId` or `_id`, bare or inside one wrapping object. */
export function readProjectId(answer: Json): string | null {
  if (!isObject(answer)) return readId(answer);
  for (const key of ['id', 'projectId', '_id']) {
    const id = readId(answer[key]);
    if (id !== null) return id;
  }
  for (const key of PROJECT_WRAPPERS) {
    const inner = answer[key];
    if (isObject(inner)) {
      const id = readProjectId(inner);
      if (id !== null) return id;
    } else if (key !== 'data') {
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

/** `clean`: removes the token from its name and its status. */
export function readProject(answer: Json, clean: Clean = AS_IT_IS): RemoteProject | null {
  if (!isObject(answer)) return null;
  for (const key of PROJECT_WRAPPERS) {
    const inner = answer[key];
    if (isObject(inner) && answer['status'] === undefined && answer['totalRows'] === undefined) return readProject(inner, clean);
  }
  return {
    remoteId: readProjectId(answer),
    name: readShortText(answer['name'], MAX_NAME_LENGTH, clean),
    status: readShortText(answer['status'], MAX_STATUS_LENGTH, clean),
    totalRows: readInteger(answer['totalRows']),
    validRows: readInteger(answer['validRows']),
    createdAt: readCreatedAt(answer),
  };
}
