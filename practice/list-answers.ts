/** Lists, piece by piece: a million profiles leave the service without ever being together in memory. */
import { FIELD_KEYS } from '../shared/fields/table.ts';
import { profileBody, projectBody, rowErrorEntries, rowErrorValue, rowNumber, scoreBody, type Body, type Scene } from './answers.ts';
import type { Dialect } from './dialects.ts';
import type { ListAnswer, PageAnswer, ProfileAnswer } from './endpoint.ts';
import type { RowRefusal } from './list-store.ts';

/** A list that is ready to be sent. */
export interface RenderedList {
  readonly contentType: string;
  readonly pieces: Iterable<Buffer>;
}

/** What is handed to the connection at a time, in bytes. */
const PIECE = 128 * 1024;

/**
 * Texts gathered into pieces. Each text is encoded by itself: one with a character beyond Latin-1 is then alone in taking the slow way,
 * where in one long text it would take all the others along.
 */
function* packed(texts: Iterable<string>): Generator<Buffer> {
  let piece = Buffer.allocUnsafeSlow(PIECE);
  let used = 0;
  for (const text of texts) {
    const most = text.length * 3;
    if (used + most > PIECE) {
      if (used > 0) yield piece.subarray(0, used);
      piece = Buffer.allocUnsafeSlow(Math.max(PIECE, most));
      used = 0;
    }
    used += piece.write(text, used, 'utf8');
  }
  if (used > 0) yield piece.subarray(0, used);
}

/** The list in the envelope of the dialect, as JSON, lines of JSON, or CSV. */
export function renderList(answer: ListAnswer, scene: Scene): RenderedList {
  const { dialect } = scene;
  if (dialect.envelope === 'csv') {
    const flat: Scene = { ...scene, dialect: { ...dialect, rowErrors: 'flat' } };
    const wholeRecord = answer.kind === 'profiles' && dialect.echo === 'all';
    return { contentType: 'text/csv; charset=utf-8', pieces: packed(csvTexts(bodies(answer, flat), wholeRecord)) };
  }
  if (dialect.envelope === 'ndjson') return { contentType: 'application/x-ndjson', pieces: packed(lineTexts(bodies(answer, scene))) };
  const contentType = 'application/json; charset=utf-8';
  if (answer.kind === 'errors' && (dialect.rowErrors === 'map' || dialect.rowErrors === 'map-messages')) {
    return { contentType, pieces: packed(mapTexts(answer.items, dialect)) };
  }
  return { contentType, pieces: packed(arrayTexts(bodies(answer, scene), wrapping(answer, scene))) };
}

/** The profiles with the number that the dialect gives them: that of their row, or of their position in the answer. */
function* numbered(profiles: Iterable<ProfileAnswer>, { rowCounts }: Dialect): Generator<ProfileAnswer> {
  let position = 0;
  for (const profile of profiles) yield rowCounts === 'answer' ? { ...profile, row: position++ } : profile;
}

function* bodies(answer: ListAnswer, scene: Scene): Generator<Body> {
  switch (answer.kind) {
    case 'projects':
      for (const project of answer.items) yield projectBody(project, scene, true);
      return;
    case 'profiles':
      for (const profile of numbered(answer.items, scene.dialect)) yield profileBody(profile, scene);
      return;
    case 'scores':
      for (const profile of numbered(answer.items, scene.dialect)) yield scoreBody(profile, scene);
      return;
    case 'errors':
      for (const refusal of answer.items) yield* rowErrorEntries(refusal, scene.dialect);
  }
}

/** What stands before and after the array. */
function wrapping(answer: ListAnswer, { dialect, url }: Scene): { before: string; after: string } {
  const { envelope } = dialect;
  if (envelope === 'array' || (envelope === 'assumed' && answer.kind === 'errors')) return { before: '[', after: ']' };
  const about = answer.page === null ? { total: answer.total } : pageFields(answer, answer.page, dialect, url);
  const fields = JSON.stringify(about).slice(1, -1);
  const first = fields === '' || dialect.pageFields === 'last' ? '' : `${fields},`;
  const last = fields === '' || dialect.pageFields === 'first' ? '' : `,${fields}`;
  if (envelope === 'embedded') return { before: `{${first}"_embedded":{"${answer.kind}":[`, after: `]}${last}}` };
  const name = envelope === 'named' ? answer.kind : envelope === 'assumed' ? 'items' : envelope;
  return { before: `{${first}"${name}":[`, after: `]${last}}` };
}

function pageFields({ total }: ListAnswer, page: PageAnswer, dialect: Dialect, url: string): Body {
  const shown = dialect.firstPage === 'zero' ? page.page - 1 : page.page;
  const last = page.page * page.itemsPerPage >= (total ?? 0);
  const next = last ? null : `${url}/integrations/20240515${page.path}?page=${shown + 1}&itemsPerPage=${page.itemsPerPage}`;
  const end: Record<Dialect['pageEnd'], Body> = { total: { total }, none: {}, last: { last }, next: { next } };
  return { page: shown, itemsPerPage: page.itemsPerPage, ...end[dialect.pageEnd] };
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

function* lineTexts(items: Iterable<Body>): Generator<string> {
  for (const body of items) yield `${JSON.stringify(body)}\n`;
}

function* mapTexts(items: Iterable<RowRefusal>, dialect: Dialect): Generator<string> {
  yield '{';
  let comma = '';
  for (const refusal of items) {
    yield `${comma}"${rowNumber(refusal.row, dialect)}":${JSON.stringify(rowErrorValue(refusal, dialect))}`;
    comma = ',';
  }
  yield '}';
}

/** From how many entries the columns of a CSV answer are found; profiles have theirs anyway, and other lists of this length are whole. */
const SURVEYED = 1000;

/** CSV with one line of headings. Nested fields get dotted names; what is null or missing is an empty cell. */
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

/** The headings of all rows to come. Records differ in the fields they have, so where they are repeated whole, all fields get a column. */
function columnsOf(rows: readonly Map<string, string>[], wholeRecord: boolean): string[] {
  const columns = new Set<string>(wholeRecord ? FIELD_KEYS : []);
  for (const row of rows) for (const name of row.keys()) columns.add(name);
  return [...columns];
}

const csvCell = (cell: string) => (/[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** A single project as CSV: the answer of Add Individuals to a caller that accepts text/csv alone. */
export function projectCsv(body: Body): string {
  const row = flatten(body);
  return csvLine([...row.keys()]) + csvLine([...row.values()]);
}
