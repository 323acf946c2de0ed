/** Reads lists that the service returns as text/csv (client tolerance). Rows become objects with headings as keys and texts as values. */
import { AppError } from '../base/index.ts';
import type { Json } from './json.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;

/** In characters. If a quoted cell is longer, its closing quote is missing. */
const LONGEST_QUOTED = 1 << 20;

/** In characters, far longer than any profile. Without a limit, a line without an end would fill the memory. */
const LONGEST_LINE = 1 << 24;

/** A row without its empty cells and without columns that have no heading. */
export type CsvEntry = Readonly<Record<string, string>>;

/** Reads CSV (RFC 4180: quoted cells can contain commas, quotes and line ends) in pieces that can end anywhere. */
export class CsvEntries {
  private readonly each: (entry: CsvEntry) => void;
  private readonly unreadable: (line: string) => void;
  private headings: readonly string[] | null = null;
  private cells: string[] = [];
  /** Text of the current cell from earlier pieces. */
  private held = '';
  private holdsLineEnd = false;
  /** Characters of the current line in earlier pieces. */
  private lineLength = 0;
  private state: 'cell' | 'quoted' | 'quote' = 'cell';
  private begun = false;

  /** Calls `each` for each row when its line ends, and `unreadable` for a line with an unbalanced quote. */
  constructor(each: (entry: CsvEntry) => void, unreadable: (line: string) => void = () => undefined) {
    this.each = each;
    this.unreadable = unreadable;
  }

  /** @throws SERVICE_NONSENSE for a line that does not end. */
  push(text: string): void {
    const waiting = [text];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) waiting.push(...this.read(next).toReversed());
  }

  private hold(part: string): void {
    this.held += part;
    this.holdsLineEnd ||= part.includes('\n');
  }

  private release(): void {
    this.held = '';
    this.holdsLineEnd = false;
    this.state = 'cell';
  }

  /**
   * Returns the pieces to read again after an unreadable line. They are not joined, because each such line would then cost a copy of the
   * rest.
   */
  private read(text: string): readonly string[] {
    let [from, lineFrom] = [0, 0];
    if (!this.begun && text !== '') {
      this.begun = true;
      // A byte order mark.
      if (text.charCodeAt(0) === 0xfeff) from = 1;
    }
    for (let at = from; at < text.length; at++) {
      const sign = text.charCodeAt(at);
      if (this.state === 'quoted') {
        if (sign !== QUOTE) continue;
        this.hold(text.slice(from, at));
        this.state = 'quote';
        from = at + 1;
      } else if (sign === QUOTE && (this.state === 'quote' || (this.held === '' && from === at))) {
        // The second of two quotes in a quoted cell, or the opening quote.
        if (this.state === 'quote') this.held += '"';
        this.state = 'quoted';
        from = at + 1;
      } else if (sign === COMMA || sign === LINE_FEED || sign === RETURN) {
        this.endCell(text.slice(from, at));
        from = at + 1;
        if (sign === COMMA) continue;
        this.endLine();
        lineFrom = from;
        this.lineLength = 0;
      } else if (this.state === 'quote' && sign !== BLANK && this.holdsLineEnd) return [this.leaveLine(), '"', text.slice(from)];
    }
    this.hold(text.slice(from));
    this.lineLength += text.length - lineFrom;
    if (this.lineLength > LONGEST_LINE)
      throw new AppError('SERVICE_NONSENSE', 'The answer of the service has a line that does not end, so it cannot be read.');
    return this.state === 'quoted' && this.held.length > LONGEST_QUOTED ? [this.leaveLine()] : [];
  }

  /** Skips the line in which the open quoted cell began, and returns the lines after it. */
  private leaveLine(): string {
    const cell = this.held.replaceAll('"', '""');
    const end = cell.indexOf('\n');
    const line = end < 0 ? cell : cell.slice(0, end);
    this.unreadable([...this.cells, `"${line}`].join(',').replace(/\r$/, ''));
    this.cells = [];
    this.release();
    return end < 0 ? '' : cell.slice(end + 1);
  }

  /** Ends the text. The last line needs no line end. */
  end(): void {
    while (this.state === 'quoted') this.push(this.leaveLine());
    this.endCell('');
    this.endLine();
  }

  private endCell(tail: string): void {
    this.cells.push(this.held + tail);
    this.release();
  }

  private endLine(): void {
    const { cells } = this;
    this.cells = [];
    if (cells.length === 1 && cells[0] === '') return;
    if (this.headings === null) {
      this.headings = cells.map((cell) => cell.trim());
      return;
    }
    // No prototype, so that “__proto__” is a heading like any other.
    const entry = Object.create(null) as Record<string, string>;
    for (const [column, heading] of this.headings.entries()) {
      const cell = cells[column] ?? '';
      if (heading !== '' && cell !== '') entry[heading] = cell;
    }
    this.each(entry);
  }
}

export function readCsvAnswer(text: string): Json[] {
  const entries: Json[] = [];
  const reader = new CsvEntries((entry) => entries.push({ ...entry }));
  reader.push(text);
  reader.end();
  return entries;
}
