/** Streams lists in pieces: a million profiles are never in memory together. */
import { FIELD_KEYS } from '../shared/fields/index.ts';
import {
  profileBody,
  projectBody,
  rowErrorEntries,
  rowErrorValue,
  rowNumber,
  scoreBody,
  type Body,
  type RenderContext,
} from './answers.ts';
import type { Dialect } from './dialects.ts';
import type { ListAnswer, PageAnswer, ProfileAnswer } from './endpoint.ts';
import type { InvalidRow } from './list-store.ts';
import { cursorOf } from './paging.ts';

export interface RenderedList {
  readonly contentType: string;
  /** The Link header; null without one. */
  readonly link: string | null;
  readonly pieces: Iterable<Buffer>;
}

/** Bytes passed to the connection at a time. */
const PIECE = 128 * 1024;

/** Collects texts into pieces. Encodes each text separately, so that a character beyond Latin-1 slows down only its own text. */
function* packed(texts: Iterable<string>): Generator<Buffer> {
  let piece = Buffer.allocUnsafeSlow(PIECE);
  let used = 0;
  for (const text of texts) {
    const maxBytes = text.length * 3;
    if (used + maxBytes > PIECE) {
      if (used > 0) yield piece.subarray(0, used);
      piece = Buffer.allocUnsafeSlow(Math.max(PIECE, maxBytes));
      used = 0;
    }
    used += piece.write(text, used, 'utf8');
  }
  if (used > 0) yield piece.subarray(0, used);
}

/** The list in the dialect's envelope, as JSON, NDJSON or CSV. */
export function renderList(answer: ListAnswer, context: RenderContext): RenderedList {
  const { dialect, url } = context;
  const next = dialect.pageEnd === 'header' && answer.page !== null ? nextAddress(answer, answer.page, dialect, url) : null;
  return { ...renderBody(answer, context), link: next === null ? null : `<${next}>; rel="next"` };
}

function renderBody(answer: ListAnswer, context: RenderContext): Omit<RenderedList, 'link'> {
  const { dialect } = context;
  if (dialect.envelope === 'csv') {
    const flat: RenderContext = { ...context, dialect: { ...dialect, rowErrors: 'flat' } };
    const wholeRecord = answer.kind === 'profiles' && dialect.echo === 'all';
    return { contentType: 'text/csv; charset=utf-8', pieces: packed(csvTexts(bodies(answer, flat), wholeRecord)) };
  }
  if (dialect.envelope === 'ndjson') return { contentType: 'application/x-ndjson', pieces: packed(lineTexts(bodies(answer, context))) };
  const contentType = 'application/json; charset=utf-8';
  if (answer.kind === 'errors' && (dialect.rowErrors === 'map' || dialect.rowErrors === 'map-messages')) {
    return { contentType, pieces: packed(mapTexts(answer.items, dialect)) };
  }
  const wrapped = wrapping(answer, context);
  if (dialect.envelope === 'map') return { contentType, pieces: packed(idMapTexts(bodies(answer, context), dialect, wrapped)) };
  return { contentType, pieces: packed(arrayTexts(bodies(answer, context), wrapped)) };
}

/** The profiles with the dialect's row number: of the list, or of the answer. */
function* numbered(profiles: Iterable<ProfileAnswer>, { rowCounts }: Dialect): Generator<ProfileAnswer> {
  let position = 0;
  for (const profile of profiles) yield rowCounts === 'answer' ? { ...profile, row: position++ } : profile;
}

function* bodies(answer: ListAnswer, context: RenderContext): Generator<Body> {
  switch (answer.kind) {
    case 'projects':
      for (const project of answer.items) yield projectBody(project, context, true);
      return;
    case 'profiles':
      for (const profile of numbered(answer.items, context.dialect)) yield profileBody(profile, context);
      return;
    case 'scores':
      for (const profile of numbered(answer.items, context.dialect)) yield scoreBody(profile, context);
      return;
    case 'errors':
      for (const invalid of answer.items) yield* rowErrorEntries(invalid, context.dialect);
  }
}

/** The JSON before and after the array. */
function wrapping(answer: ListAnswer, { dialect, url }: RenderContext): { before: string; after: string } {
  const { envelope } = dialect;
  if (envelope === 'array' || (envelope === 'assumed' && answer.kind === 'errors')) return { before: '[', after: ']' };
  const about = answer.page === null ? { total: answer.total } : pageFields(answer, answer.page, dialect, url);
  const fields = JSON.stringify(about).slice(1, -1);
  const first = fields === '' || dialect.pageFields === 'last' ? '' : `${fields},`;
  const last = fields === '' || dialect.pageFields === 'first' ? '' : `,${fields}`;
  if (envelope === 'embedded') return { before: `{${first}"_embedded":{"${answer.kind}":[`, after: `]}${last}}` };
  if (envelope === 'map') return { before: `{${first}"${answer.kind}":{`, after: `}${last}}` };
  if (envelope === 'named-items' || envelope === 'named-data') {
    const inner = envelope === 'named-items' ? 'items' : 'data';
    return { before: `{${first}"${answer.kind}":{"${inner}":[`, after: `]}${last}}` };
  }
  const name = envelope === 'named' ? answer.kind : envelope === 'assumed' ? 'items' : envelope;
  return { before: `{${first}"${name}":[`, after: `]${last}}` };
}

const isLastPage = ({ total }: ListAnswer, page: PageAnswer) => page.page * page.itemsPerPage >= (total ?? 0);

/** The address of the next page; null on the last one. */
function nextAddress(answer: ListAnswer, page: PageAnswer, dialect: Dialect, url: string): string | null {
  if (isLastPage(answer, page)) return null;
  const number = page.page + (dialect.firstPage === 'zero' ? 0 : 1);
  const place = dialect.pageBy === 'cursor' ? `cursor=${cursorOf(page.page + 1)}` : `page=${number}`;
  return `${url}/integrations/20240515${page.path}?${place}&itemsPerPage=${page.itemsPerPage}`;
}

function pageFields(answer: ListAnswer, page: PageAnswer, dialect: Dialect, url: string): Body {
  const shown = dialect.firstPage === 'zero' ? page.page - 1 : page.page;
  const last = isLastPage(answer, page);
  const next = nextAddress(answer, page, dialect, url);
  const end: Record<Dialect['pageEnd'], Body> = {
    total: { total: answer.total },
    none: {},
    last: { last },
    next: { next },
    cursor: { nextCursor: last ? null : cursorOf(page.page + 1) },
    header: {},
    links: { _links: next === null ? {} : { next: { href: next } } },
  };
  const number = dialect.pageBy === 'cursor' ? {} : { page: shown };
  return { ...number, itemsPerPage: page.itemsPerPage, ...end[dialect.pageEnd] };
}

function* arrayTexts(items: Iterable<Body>, { before, after }: { before: string; after: string }): Generator<string> {
  yield before;
  let comma = '';
  for (const body of items) {
    yield comma + JSON.stringify(body);
    comma = ',';
  }
  yield after;
}

/** A map from IDs to bodies without them; bodies without an ID get one. */
function* idMapTexts(items: Iterable<Body>, dialect: Dialect, { before, after }: { before: string; after: string }): Generator<string> {
  yield before;
  let comma = '';
  let position = 0;
  for (const body of items) {
    position += 1;
    const { id, [dialect.idName]: named, ...rest } = body;
    yield `${comma}${JSON.stringify(`${(id ?? named ?? `entry-${position}`) as string | number}`)}:${JSON.stringify(rest)}`;
    comma = ',';
  }
  yield after;
}

function* lineTexts(items: Iterable<Body>): Generator<string> {
  for (const body of items) yield `${JSON.stringify(body)}\n`;
}

function* mapTexts(items: Iterable<InvalidRow>, dialect: Dialect): Generator<string> {
  yield '{';
  let comma = '';
  for (const invalid of items) {
    yield `${comma}"${rowNumber(invalid.row, dialect)}":${JSON.stringify(rowErrorValue(invalid, dialect))}`;
    comma = ',';
  }
  yield '}';
}

/**
 * Number of entries from which CSV columns are derived. Profiles have fixed columns, and in other lists the first entries have all fields.
 */
const SURVEYED = 1000;

/** CSV with a heading line. Nested fields get dotted names; null or missing values are empty cells. */
function* csvTexts(items: Iterable<Body>, wholeRecord: boolean): Generator<string> {
  let waiting: Map<string, string>[] = [];
  let columns: string[] = [];
  for (const body of items) {
    waiting.push(flatten(body));
    if (columns.length === 0 && waiting.length < SURVEYED) continue;
    if (columns.length === 0) {
      columns = columnsOf(waiting, wholeRecord);
      yield csvLine(columns);
    }
    for (const row of waiting) yield csvLine(columns.map((column) => row.get(column) ?? ''));
    waiting = [];
  }
  if (waiting.length === 0) return;
  columns = columnsOf(waiting, wholeRecord);
  yield csvLine(columns);
  for (const row of waiting) yield csvLine(columns.map((column) => row.get(column) ?? ''));
}

function flatten(body: Body): Map<string, string> {
  const cells = new Map<string, string>();
  const visit = (name: string, value: unknown) => {
    if (value === null || value === undefined) cells.set(name, '');
    else if (typeof value === 'string') cells.set(name, value);
    else if (typeof value !== 'object') cells.set(name, JSON.stringify(value));
    else for (const [key, member] of Object.entries(value)) visit(name === '' ? key : `${name}.${key}`, member);
  };
  visit('', body);
  return cells;
}

/** The headings for all rows. Records have different fields, so answers with whole records get a column for every field. */
function columnsOf(rows: readonly Map<string, string>[], wholeRecord: boolean): string[] {
  const columns = new Set<string>(wholeRecord ? FIELD_KEYS : []);
  for (const row of rows) for (const name of row.keys()) columns.add(name);
  return [...columns];
}

const csvCell = (cell: string) => (/[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** A project as CSV: the answer of Add Individuals when the caller accepts only text/csv. */
export function projectCsv(body: Body): string {
  const row = flatten(body);
  return csvLine([...row.keys()]) + csvLine([...row.values()]);
}
