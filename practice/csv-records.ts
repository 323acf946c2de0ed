/**
 * Reads the CSV form of a list (RFC 4180, comma, UTF-8) as it arrives. The first line has field names, every other line is a record; quoted
 * cells may contain commas, quotes and line ends.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { Dialect } from './dialects.ts';
import { FIELDS, type FieldSpec } from '../shared/fields/index.ts';
import { BATCH } from './json-records.ts';
import { ErrorResponse, type ErrorDetail } from './error-response.ts';

/** Maximum line length in UTF-16 code units, far above 29 cells of 255 quotes. */
const LINE_LENGTH = 64 * 1024;

const REQUIRED = 'primaryLast';
const NUMBER = /^-?\d+(?:\.\d+)?$/u;

/** A record; `columnCount` is set when its line and the headings differ in length. */
export interface CsvRecord {
  readonly record: Record<string, unknown>;
  readonly columnCount: number | null;
}

const EMPTY = Buffer.alloc(0);
const QUOTE = 0x22;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Reads one request body: `push` its bytes in order, then call `end`.
 * @throws ErrorResponse 400 or 413, which names the line
 */
export class CsvRecords {
  private readonly expected: Dialect['csvHeadings'];
  private headings: FieldSpec[] | null = null;
  private rest = '';
  private cutBytes: Buffer = EMPTY;
  private line = 1;
  private begun = false;
  private batch: CsvRecord[] = [];

  /** `expected`: the headings that the service takes (section 4 leaves them open). */
  constructor(expected: Dialect['csvHeadings'] = 'fields') {
    this.expected = expected;
  }

  /** Reads the next bytes and yields the batches that they complete, never an empty one. */
  *push(chunk: Buffer): Generator<CsvRecord[]> {
    const bytes = this.cutBytes.length === 0 ? chunk : Buffer.concat([this.cutBytes, chunk]);
    const completeLength = wholeCharacters(bytes);
    this.cutBytes = completeLength === bytes.length ? EMPTY : Buffer.from(bytes.subarray(completeLength));
    yield* this.read(this.decode(bytes.subarray(0, completeLength)), false);
  }

  /**
   * Ends the body and yields the last batch.
   * @throws ErrorResponse 400 for an open quote or a missing heading line
   */
  *end(): Generator<CsvRecord[]> {
    yield* this.read(this.decode(this.cutBytes), true);
    if (this.headings === null) throw new ErrorResponse(400, 'csv_empty', 'The body has no line of headings.');
    if (this.batch.length > 0) yield this.batch;
    this.batch = [];
  }

  private decode(bytes: Buffer): string {
    if (isAscii(bytes)) return bytes.toString('latin1');
    if (!isUtf8(bytes))
      throw new ErrorResponse(400, 'not_utf8', `The body is not UTF-8 (in or after line ${this.line}). Nothing was stored.`);
    return bytes.toString('utf8');
  }

  private *read(text: string, last: boolean): Generator<CsvRecord[]> {
    let source = this.rest + text;
    if (!this.begun && source !== '') {
      if (source.charCodeAt(0) === 0xfeff) source = source.slice(1);
      this.begun = true;
    }
    let at = 0;
    let quote = source.indexOf('"');
    while (at < source.length) {
      if (quote !== -1 && quote < at) quote = source.indexOf('"', at);
      const row = readLine(source, at, quote, last);
      if (row === null) break;
      if (row.fault) throw new ErrorResponse(400, 'csv_malformed', `Line ${this.line} has text after a closing quote. Nothing was stored.`);
      at = row.next;
      if (row.cells.length > 1 || row.cells[0] !== '') this.take(row.cells);
      this.line += row.lines;
      if (this.batch.length >= BATCH) {
        yield this.batch;
        this.batch = [];
      }
    }
    this.rest = source.slice(at);
    if (this.rest.length > LINE_LENGTH) {
      throw new ErrorResponse(413, 'record_too_large', `Line ${this.line} has more than ${LINE_LENGTH} characters. Nothing was stored.`);
    }
    if (last && this.rest !== '')
      throw new ErrorResponse(400, 'csv_malformed', `The quote opened in line ${this.line} is never closed. Nothing was stored.`);
  }

  private take(cells: string[]): void {
    if (this.headings === null) {
      this.headings = readHeadings(cells, this.expected);
      return;
    }
    const record: Record<string, unknown> = {};
    const count = Math.min(cells.length, this.headings.length);
    for (let index = 0; index < count; index++) {
      const cell = cells[index];
      const field = this.headings[index];
      if (cell === undefined || cell === '' || field === undefined) continue;
      const numeric = field.type === 'amount' || field.type === 'count';
      // Text that is not a number stays text, so that the same rule as for JSON rejects it.
      record[field.key] = numeric && NUMBER.test(cell) ? Number(cell) : cell;
    }
    this.batch.push({ record, columnCount: cells.length === this.headings.length ? null : cells.length });
  }
}

const headingsBy = (nameOf: (field: FieldSpec) => string) => new Map<string, FieldSpec>(FIELDS.map((field) => [nameOf(field), field]));

const HEADINGS: Readonly<Record<Dialect['csvHeadings'], ReadonlyMap<string, FieldSpec>>> = {
  fields: headingsBy(({ key }) => key),
  titles: headingsBy(({ label }) => label),
};

function readHeadings(cells: string[], expected: Dialect['csvHeadings']): FieldSpec[] {
  const known = HEADINGS[expected];
  const details: ErrorDetail[] = [];
  const headings = new Set<FieldSpec>();
  for (const cell of cells) {
    const name = cell.trim();
    const field = known.get(name);
    if (field === undefined) details.push({ field: name.slice(0, 100), message: 'is not a field of the record' });
    else if (headings.has(field)) details.push({ field: name, message: 'appears twice' });
    else headings.add(field);
  }
  for (const [name, { key }] of known)
    if (key === REQUIRED && !cells.some((cell) => cell.trim() === name)) details.push({ field: name, message: 'is missing' });
  if (details.length > 0) {
    // A name with a comma would break the list of names.
    const names = Array.from(known.keys(), (name) => (name.includes(',') ? `"${name}"` : name)).join('; ');
    const message = `The headings are not those of the record. Nothing was stored. They are: ${names}`;
    throw new ErrorResponse(400, 'csv_headings', message, { details });
  }
  return [...headings];
}

interface Line {
  readonly cells: string[];
  readonly next: number;
  /** Line ends in the line, including those in quotes. */
  readonly lines: number;
  readonly fault: boolean;
}

/** One line starting at `from`; null when its end has not arrived yet. `quote`: offset of the next quote, or -1. */
function readLine(source: string, from: number, quote: number, last: boolean): Line | null {
  const newline = source.indexOf('\n', from);
  const end = newline === -1 ? source.length : newline;
  if (quote !== -1 && quote < end) return readQuotedLine(source, from, last);
  if (newline === -1 && !last) return null;
  const stop = end > from && source.charCodeAt(end - 1) === RETURN ? end - 1 : end;
  return { cells: source.slice(from, stop).split(','), next: newline === -1 ? end : end + 1, lines: 1, fault: false };
}

/** Reads a line with quotes, character by character. */
function readQuotedLine(source: string, from: number, last: boolean): Line | null {
  const cells: string[] = [];
  let lines = 1;
  let at = from;
  for (;;) {
    let cell = '';
    if (source.charCodeAt(at) === QUOTE) {
      let start = at + 1;
      for (;;) {
        const close = source.indexOf('"', start);
        // A quote at the very end may be the first half of a doubled one.
        if (close === -1 || (close === source.length - 1 && !last)) return null;
        cell += source.slice(start, close);
        at = close + 1;
        if (source.charCodeAt(at) !== QUOTE) break;
        cell += '"';
        start = at + 1;
      }
      for (let index = cell.indexOf('\n'); index !== -1; index = cell.indexOf('\n', index + 1)) lines++;
    } else {
      const start = at;
      while (at < source.length && source.charCodeAt(at) !== COMMA && source.charCodeAt(at) !== NEWLINE) at++;
      const stop = at > start && source.charCodeAt(at) !== COMMA && source.charCodeAt(at - 1) === RETURN ? at - 1 : at;
      cell = source.slice(start, stop);
    }
    cells.push(cell);
    if (at >= source.length) return last ? { cells, next: at, lines, fault: false } : null;
    if (source.charCodeAt(at) === COMMA) {
      at++;
      continue;
    }
    if (source.charCodeAt(at) === RETURN) {
      if (at + 1 >= source.length && !last) return null;
      at++;
    }
    return { cells, next: at + 1, lines, fault: at < source.length && source.charCodeAt(at) !== NEWLINE };
  }
}

/** Number of bytes up to the last complete UTF-8 character; a cut one waits for the next chunk. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
