/** Reads CSV, TSV and other delimited text as a stream of rows. */
import { ByteWindow } from '../core/byte-window.ts';
import { type Dialect, NO_HEADINGS, detectDialect } from './csv-dialect.ts';
import { type TextEncoding, byteOrderMark, detectEncoding, encodingNamed, transcoderFor } from './csv-encoding.ts';
import { unquoteLines } from './quoted-lines.ts';
import { CSV_SLACK, CsvScanner, CsvStop } from './csv-scanner.ts';
import { SpreadsheetError } from '../core/errors.ts';
import { FileWorkbook } from '../core/file-workbook.ts';
import type { RowBlock } from '../core/rowblock.ts';
import { RowBlockBuilder } from '../core/rowblock-builder.ts';
import type { Source } from '../core/source.ts';
import { type FileFacts, type ReadLimits, type RowsOptions, type SheetFacts, NO_SHEET_FACTS } from '../core/workbook.ts';

const CHUNK = 512 * 1024;
/** Number of bytes from which the delimiter is detected. */
const SAMPLE = 128 * 1024;
/** Ctrl+Z, which DOS programs write once at the end of a text, or as often as it takes to fill its last block. */
const END_OF_TEXT = 0x1a;
const LINE_END = new Set([0x0d, 0x0a]);

/** Number of bytes after the text: Ctrl+Z or NUL characters, with the line ends among them. */
function fillBytes(bytes: Uint8Array, from: number, end: number): number {
  let fill = end;
  for (let at = end - 1; at >= from; at--) {
    if (bytes[at] === END_OF_TEXT || bytes[at] === 0) fill = at;
    else if (!LINE_END.has(bytes[at]!)) break;
  }
  return end - fill;
}

/** Yields chunks from a position, and reads the next chunk meanwhile. A chunk is valid until the next one is requested. */
async function* readAhead(source: Source, from: number): AsyncGenerator<{ chunk: Buffer; last: boolean }, void> {
  const buffers = [Buffer.allocUnsafeSlow(CHUNK), Buffer.allocUnsafeSlow(CHUNK)] as const;
  let at = from;
  let next = source.read(buffers[0], at);
  try {
    for (let turn = 0; ; turn ^= 1) {
      const buffer = buffers[turn as 0 | 1];
      const read = await next;
      at += read;
      const last = read < CHUNK || at >= source.size;
      if (!last) {
        next = source.read(buffers[(turn ^ 1) as 0 | 1], at);
        // The read may fail while the consumer is busy; `await next` then reports it.
        next.catch(() => {});
      }
      yield { chunk: buffer.subarray(0, read), last };
      if (last) return;
    }
  } finally {
    await next.catch(() => {});
  }
}

/** Delimited text as a workbook with one sheet, created by `openCsv`. It owns the source. */
export class CsvWorkbook extends FileWorkbook {
  readonly format = 'csv';
  private readonly encoding: TextEncoding;
  private readonly dialect: Dialect;
  private readonly limits: ReadLimits;
  private complete = false;
  /** Number of lines in another encoding, and of NUL characters, in the last reading. */
  private otherLines = 0;
  private nuls = 0;
  /** Number of line ends inside cells in the last reading. */
  private keptEnds = 0;
  /** Number of amounts with a comma that should have been quoted, in the last reading. */
  private joinedAmounts = 0;
  /** Number of dates with such a comma. */
  private joinedDates = 0;
  /** Rows with more cells than the headings, in the rows that were read last, and their first numbers; null where the headings are not sure. */
  private longRows: { readonly count: number; readonly first: readonly number[] } | null = null;

  constructor(source: Source, name: string, encoding: TextEncoding, dialect: Dialect, facts: FileFacts, limits: ReadLimits) {
    super(source, [{ name, hidden: false, visibility: 'visible', rowsHint: null }], facts);
    this.encoding = encoding;
    this.dialect = dialect;
    this.limits = limits;
  }

  /** True if no delimiter divides the lines, and the user did not choose one. */
  get hasSingleColumn(): boolean {
    return !this.dialect.divided;
  }

  get notes(): readonly string[] {
    const { encoding, dialect, otherLines, nuls, keptEnds, joinedAmounts, joinedDates, longRows } = this;
    const cells = dialect.divided ? `, cells separated by ${delimiterName(dialect.delimiter)}` : ' with a single column';
    const notes = [`Read as ${encoding.name.toUpperCase()} text${cells}.`];
    const [other, lines] = [encoding.otherLines?.toUpperCase() ?? '', otherLines.toLocaleString('en-US')];
    if (otherLines === 1) notes.push(`1 line is not in UTF-8. It was read as ${other}: check its accents.`);
    else if (otherLines > 1) notes.push(`${lines} lines are not in UTF-8. They were read as ${other}: check their accents.`);
    if (dialect.fixedWidth)
      notes.push(
        'The cells seem to be lined up with spaces, which Screening Desk cannot read. Open the file in Excel, divide it there with Data › Text to Columns, save it as XLSX, and choose that file.',
      );
    if (dialect.quotedLines) notes.push('Whole lines are in quotes. The cells inside were read.');
    if (keptEnds > 0)
      notes.push(
        `${keptEnds === 1 ? 'A line break' : `${keptEnds.toLocaleString('en-US')} line breaks`} inside a row ${keptEnds === 1 ? 'was' : 'were'} read as part of a cell: check the rows.`,
      );
    if (joinedAmounts > 0)
      notes.push(
        joinedAmounts === 1
          ? 'A comma inside an amount, as in 1,500, was not in quotes. It was not read as the end of a cell: check the amount.'
          : `Commas inside ${joinedAmounts.toLocaleString('en-US')} amounts, as in 1,500, were not in quotes. They were not read as the end of a cell: check the amounts.`,
      );
    if (joinedDates > 0)
      notes.push(
        joinedDates === 1
          ? 'A comma inside a date, as in Jan 31, 2024, was not in quotes. It was not read as the end of a cell: check the row.'
          : `Commas inside ${joinedDates.toLocaleString('en-US')} dates, as in Jan 31, 2024, were not in quotes. They were not read as the end of a cell: check the rows.`,
      );
    if (longRows !== null && longRows.count > 0) notes.push(longRowsText(longRows.count, longRows.first, delimiterName(dialect.delimiter)));
    const characters = nuls === 1 ? 'a NUL character' : `${nuls.toLocaleString('en-US')} NUL characters`;
    if (nuls > 0) notes.push(`The text has ${characters}, as after a damaged export: check the rows, or export the list again.`);
    return notes;
  }

  async *rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<RowBlock, void> {
    if (sheet !== 0) throw new SpreadsheetError('SHEET_NOT_FOUND', 'A text file has only one sheet. Choose that sheet.');
    const { signal, onProgress, onBytes, memory, maxRows = Number.POSITIVE_INFINITY } = options;
    signal?.throwIfAborted();
    if (maxRows <= 0) return;
    const builder = new RowBlockBuilder(memory);
    const { delimiter, lineEnds, blanksBeforeQuotes, headings } = this.dialect;
    const scanner = new CsvScanner(builder, delimiter, this.limits, lineEnds, blanksBeforeQuotes);
    const unquote = this.dialect.quotedLines ? unquoteLines() : null;
    scanner.rowsWanted = maxRows;
    scanner.headings = headings.cells;
    scanner.onlyDollars = !headings.certain;
    const window = new ByteWindow(CSV_SLACK);
    this.otherLines = 0;
    this.nuls = 0;
    const transcode = transcoderFor(this.encoding, () => {
      this.otherLines += 1;
    });
    let skip = this.dialect.separatorLine;
    let consumed = this.encoding.markBytes;
    if (consumed > 0) onBytes?.(await this.source.bytes(0, consumed));
    for await (const { chunk, last } of readAhead(this.source, this.encoding.markBytes)) {
      signal?.throwIfAborted();
      consumed += chunk.length;
      onBytes?.(chunk);
      const decoded = transcode(chunk, last);
      const text = unquote === null ? decoded : unquote(decoded);
      for (let at = text.indexOf(0); at !== -1; at = text.indexOf(0, at + 1)) this.nuls += 1;
      window.append(text);
      if (last) window.shorten(fillBytes(window.bytes, window.from, window.end));
      // The `sep=` line is ASCII and short, so the first chunk contains all of it.
      window.from += skip;
      skip = 0;
      for (;;) {
        const stop = scanner.scan(window.bytes, window.from, window.end, last);
        window.from = scanner.at;
        this.keptEnds = scanner.keptEnds;
        this.joinedAmounts = scanner.joinedAmounts;
        this.joinedDates = scanner.joinedDates;
        // Where most rows are longer, the heading row is incomplete.
        const isRare = headings.certain && scanner.longRows * 2 < scanner.rowsStored;
        this.longRows = isRare ? { count: scanner.longRows, first: scanner.firstLongRows } : null;
        if (stop !== CsvStop.Block) break;
        const block = builder.finish();
        if (block) yield block;
        signal?.throwIfAborted();
        if (scanner.rowsStored >= maxRows) {
          await this.source.assertUnchanged();
          return;
        }
      }
      onProgress?.(Math.min(consumed, this.fileBytes));
    }
    const rest = builder.finish();
    if (rest) yield rest;
    await this.source.assertUnchanged();
    this.complete = true;
  }

  sheetFacts(): SheetFacts {
    return { ...NO_SHEET_FACTS, complete: this.complete };
  }
}

const NAMES: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars', ':': 'colons' };

function longRowsText(count: number, first: readonly number[], separators: string): string {
  const more = count - first.length;
  const names = [...first.map((row) => row.toLocaleString('en-US')), ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])];
  const which = `${count === 1 ? 'Row' : 'Rows'} ${new Intl.ListFormat('en-US').format(names)} ${count === 1 ? 'has' : 'have'}`;
  return `${which} more cells than the heading row, as when a value has ${separators} and is not in quotes: check that the values are under their headings.`;
}

function delimiterName(delimiter: string): string {
  return NAMES[delimiter] ?? `“${delimiter}”`;
}

/** True when the text contains more than white space, line ends, delimiters and quotes. */
function holdsText(sample: Uint8Array): boolean {
  const nothing = new Set(Buffer.from('\0 \t\r\n\v\f",;|\u001A'));
  return sample.some((byte) => !nothing.has(byte));
}

/** True for a single ASCII character that does not end a line or quote a cell. */
function canDivide(delimiter: string): boolean {
  const code = delimiter.charCodeAt(0);
  return delimiter.length === 1 && code > 0 && code < 128 && !'\r\n"'.includes(delimiter);
}

export interface TextOptions {
  /** The encoding, as a `TextDecoder` label, instead of the detected one. */
  readonly encoding?: string | undefined;
  /** The character between cells, which must be ASCII, instead of the detected one. */
  readonly delimiter?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens delimited text. The workbook takes ownership of the source.
 * @param name name of the only sheet
 * @param expected the delimiter that the file's extension implies, or null
 * @param facts the facts of the file before its text is read
 * @throws FILE_EMPTY when the file has only blank lines; FILE_UNSUPPORTED when an option names an unknown encoding or delimiter
 */
export async function openCsv(
  source: Source,
  name: string,
  expected: string | null,
  facts: Pick<FileFacts, 'kind' | 'extensionMisleads'>,
  options: TextOptions,
  limits: ReadLimits,
): Promise<CsvWorkbook> {
  const encoding = await encodingOf(source, options);
  const raw = await source.bytes(encoding.markBytes, SAMPLE);
  const whole = encoding.markBytes + raw.length >= source.size;
  const sample = transcoderFor(encoding)(raw, whole);
  if (whole && !holdsText(sample)) {
    throw new SpreadsheetError('FILE_EMPTY', 'The file has only blank lines. Export it again from where it came from.');
  }
  const { delimiter } = options;
  if (delimiter !== undefined && !canDivide(delimiter)) {
    throw new SpreadsheetError(
      'FILE_UNSUPPORTED',
      'Cells cannot be separated by this. Choose one character, such as a comma, a semicolon or a tab.',
    );
  }
  const found = detectDialect(sample, whole, expected, limits);
  const dialect =
    delimiter === undefined
      ? found
      : { ...found, delimiter, divided: true, headings: delimiter === found.delimiter ? found.headings : NO_HEADINGS };
  const all: FileFacts = {
    ...facts,
    dateSystem: null,
    encoding: encoding.name,
    byteOrderMark: encoding.markBytes > 0,
    delimiter: dialect.delimiter,
  };
  return new CsvWorkbook(source, name, encoding, dialect, all, limits);
}

async function encodingOf(source: Source, { encoding, signal }: TextOptions): Promise<TextEncoding> {
  if (encoding === undefined) return detectEncoding(source, signal);
  const name = encodingNamed(encoding);
  if (name === null) {
    throw new SpreadsheetError(
      'FILE_UNSUPPORTED',
      'There is no character encoding with this name. Choose one from the list, for example UTF-8 or Windows-1252.',
    );
  }
  const mark = byteOrderMark(await source.bytes(0, 4));
  return { name, markBytes: mark?.name === name ? mark.markBytes : 0 };
}
