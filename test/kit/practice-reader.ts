/** Reads a service's answers in a known dialect, independently of the product's client. */
import { DEFAULT_DIALECT, type Dialect } from '../../practice/dialects.ts';

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function parseCsv(text: string): Json[] {
  const rows: string[][] = [[]];
  for (const match of text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/gu)) {
    const [, cell = '', end] = match;
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  const [headings = [], ...cells] = rows.filter((row) => row.length > 1 || row[0] !== '');
  return cells.map((row) => nested(headings, row));
}

/** Rebuilds objects from dotted headings; empty cells have no value. */
function nested(headings: readonly string[], row: readonly string[]): Json {
  const body: Json = {};
  headings.forEach((heading, index) => {
    const cell = row[index] ?? '';
    if (cell === '') return;
    const names = heading.split('.');
    const last = names.pop() ?? '';
    let target = body;
    for (const name of names) target = (target[name] ??= {}) as Json;
    target[last] = cell;
  });
  return body;
}

/** The entries of a list in any envelope. */
export async function readItems(response: Response): Promise<Json[]> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/csv')) return parseCsv(text);
  if (type.startsWith('application/x-ndjson')) {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Json);
  }
  return itemsOf(JSON.parse(text));
}

/** Names of the lists that can be maps from IDs. */
const MAPS = new Set(['projects', 'profiles', 'scores', 'errors']);

function itemsOf(body: unknown, name = ''): Json[] {
  if (Array.isArray(body)) return body as Json[];
  if (!isObject(body)) throw new Error('the answer is neither an array nor an object');
  if (MAPS.has(name) && Object.values(body).every(isObject)) return Object.entries(body).map(([id, entry]) => ({ id, ...(entry as Json) }));
  const lists = Object.entries(body).filter(([, member]) => Array.isArray(member) || isObject(member));
  if (lists.length !== 1) throw new Error(`the answer has ${lists.length} members that could be the list`);
  const [inner, list] = lists[0]!;
  return itemsOf(list, inner);
}

/** An invalid row (from 0 in the list) and its problems. */
export interface RefusedRow {
  readonly row: number;
  readonly messages: string[];
  /** Null for dialects with messages only. */
  readonly fields: string[] | null;
}

const FIRST: Record<Dialect['rowBase'], number> = { zero: 0, one: 1, sheet: 2 };

/** The row errors in any form, grouped by row. */
export async function readRowErrors(response: Response, dialect: Dialect): Promise<RefusedRow[]> {
  const first = FIRST[dialect.rowBase];
  const type = response.headers.get('content-type') ?? '';
  if (dialect.rowErrors.startsWith('map') && type.startsWith('application/json')) {
    const map = (await response.json()) as Record<string, unknown[]>;
    return Object.entries(map).map(([row, issues]) => refused(Number(row) - first, issues, dialect));
  }
  const byRow = new Map<number, unknown[]>();
  for (const entry of await readItems(response)) {
    const row = Number(entry[dialect.rowName]) - first;
    const issues = entry['errors'] ?? entry['messages'] ?? [entry];
    byRow.set(row, [...(byRow.get(row) ?? []), ...(issues as unknown[])]);
  }
  return [...byRow].map(([row, issues]) => refused(row, issues, dialect));
}

function refused(row: number, issues: readonly unknown[], dialect: Dialect): RefusedRow {
  const objects = issues.filter(isObject);
  return {
    row,
    messages: issues.map((issue) => String(isObject(issue) ? issue[dialect.messageName] : issue)),
    fields: objects.length === issues.length ? objects.map((issue) => (issue['field'] ?? '') as string) : null,
  };
}

/** The ID of a project, as text. */
export function readProjectId(body: Json, dialect: Dialect): string {
  const project = dialect.wrapper === 'none' ? body : (body[dialect.wrapper] as Json);
  return String(project[dialect.idName]);
}

/** A project in an answer; null for what the dialect omits. */
export interface ReadProject {
  readonly status: string | null;
  readonly totalRows: number | null;
  readonly validRows: number | null;
}

const count = (value: unknown) => (value === undefined || value === null ? null : Number(value));

export function readProject(body: Json, dialect: Dialect): ReadProject {
  const project = dialect.wrapper === 'none' ? body : (body[dialect.wrapper] as Json);
  const status = project['status'];
  return {
    status: typeof status === 'string' || typeof status === 'number' ? `${status}` : null,
    totalRows: count(project['totalRows']),
    validRows: count(project['validRows']),
  };
}

/** The balance. */
export async function readCredits(response: Response, dialect: Dialect): Promise<number> {
  const body = JSON.parse(await response.text()) as unknown;
  if (!isObject(body)) return Number(body);
  const holder = dialect.credits === 'nested' ? (body['account'] as Json) : body;
  return Number(holder[dialect.creditsName]);
}

/** Identifies the record of a profile: its constituentId as sent, its row from 0, or null. */
export function readOwner(profile: Json, dialect: Dialect): string | number | null {
  if (dialect.echo === 'none') return null;
  if (dialect.echo === 'row') return Number(profile[dialect.rowName]) - FIRST[dialect.rowBase];
  return String(profile['constituentId']).trim();
}

/**
 * The message of an error.
 * @throws Error when the body is not in the dialect's form
 */
export async function readRefusal(response: Response, dialect: Dialect = DEFAULT_DIALECT): Promise<string> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const expected = { problem: 'application/problem+json', text: 'text/plain', html: 'text/html' };
  const wanted = Object.entries(expected).find(([form]) => form === dialect.errors)?.[1] ?? 'application/json';
  if (!type.startsWith(wanted)) throw new Error(`a refusal came as ${type}`);
  if (dialect.errors === 'text') return text;
  if (dialect.errors === 'html') return /<title>(.*)<\/title>/u.exec(text)?.[1] ?? '';
  const body = JSON.parse(text) as Json;
  if (dialect.errors === 'problem') return String(body['detail']);
  if (dialect.errors === 'message') return String(body['message']);
  if (dialect.errors === 'list') return (body['errors'] as Json[]).map((error) => String(error['message'])).join('\n');
  return dialect.errors === 'error' ? String(body['error']) : String((body['error'] as Json)['message']);
}
