/** Encodes the list as the request body (section 4, #4): measured first, then encoded again byte for byte while it is sent. */
import { createHash } from 'node:crypto';
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import { applyOverride, type MappedRecord } from '../../../shared/mapping/row-mapper.ts';
import { changedHeadings, csvHeader, type CsvHeadings } from '../../../shared/mapping/csv-headings.ts';
import { sendsPseudonyms } from '../../../shared/mapping/plan.ts';
import type { Body } from '../../../shared/project/project.ts';
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { Edits } from '../list/edits.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { EncodeInput, ListSource, SubmitOptions } from '../../worker-protocol/list.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { RecordReader } from '../list/record-reader.ts';
import { RecordBytes } from './record-bytes.ts';
import { storeMeasured, openSentList } from './sent-list.ts';
import type { Task } from '../threads/task-context.ts';

const ID = FIELD_INDEX.constituentId;

/** Bytes per buffer. */
const BUFFER_BYTES = 128 * 1024;
/** Sent rows per chunk. */
const LIST_CHUNK = 65_536;

/** A row of a block; `seq`: the chunk of the block. */
interface RowAt {
  readonly block: RowBlock;
  readonly seq: number;
  readonly row: number;
}

/** A sent row; `record` is valid until the next iteration. */
interface SentRow extends RowAt {
  readonly rowNumber: number;
  readonly record: MappedRecord;
}

/** The blocks and rows that are sent, in sheet order. */
export function* sentRowsAt(file: ProjectFile, options: SubmitOptions): Generator<RowAt> {
  const reader = new CheckGroupReader(file);
  let left = options.maxRows ?? Number.POSITIVE_INFINITY;
  for (const { place, bytes } of file.chunks('rows')) {
    const block = new RowBlock(bytes);
    const group = reader.block(place.seq);
    if (group === null) throw new RangeError(`the check of chunk ${place.seq} is missing`);
    for (let row = 0; row < block.rowCount && left > 0; row++) {
      if (!group.isSent(row, options)) continue;
      left -= 1;
      yield { block, seq: place.seq, row };
    }
    if (left <= 0) return;
  }
}

/**
 * The rows that are sent, in sheet order; each call yields the same rows and records.
 *
 * @param pseudonyms what the IDs are replaced by; null leaves the IDs of the sheet
 */
function* rowsWithIds(
  file: ProjectFile,
  source: Pick<ListSource, 'plan' | 'rowIdPrefix'>,
  options: SubmitOptions,
  pseudonyms: Pseudonyms | null,
): Generator<SentRow> {
  const records = new RecordReader(source.plan, new Edits(file));
  for (const at of sentRowsAt(file, options)) {
    const record = records.sent(at.block, at.row, source.rowIdPrefix);
    if (pseudonyms !== null) applyOverride(record, ID, pseudonyms.of(record.values[ID]!));
    yield { ...at, rowNumber: at.block.rowNumber(at.row), record };
  }
}

/** The rows as they would be sent now, in sheet order. */
export function sentRows(file: ProjectFile, source: ListSource, options: SubmitOptions): Generator<SentRow> {
  const isPseudonymous = sendsPseudonyms(source.plan, source.sheetLayout.headers);
  return rowsWithIds(file, source, options, isPseudonymous ? new Pseudonyms(source.file.key) : null);
}

/** Writes a body; each yield is a full buffer, which the caller empties. */
function* writeBody(
  body: RecordBytes,
  rows: Iterable<SentRow>,
  { format, headings }: Pick<Body, 'format' | 'headings'>,
  onRow: (rowNumber: number) => void,
): Generator<null> {
  const isJson = format === 'json';
  body.text(isJson ? '{"scoreProfiles":[' : `${csvHeader(headings ?? {})}\n`);
  let isFirst = true;
  for (const { rowNumber, record } of rows) {
    if (isJson && !isFirst) body.text(',');
    isFirst = false;
    if (isJson) body.json(record);
    else body.csv(record);
    if (!isJson) body.text('\n');
    onRow(rowNumber);
    if (body.length >= BUFFER_BYTES) yield null;
  }
  if (isJson) body.text(']}');
  yield null;
}

/** Null for a list under the names of the fields, and for JSON. What was measured decides: settings can change while a list is sent. */
function headingsOf(input: EncodeInput): CsvHeadings | null {
  if (input.format === 'json') return null;
  const headings = changedHeadings((input.mode === 'stream' ? input.body.headings : input.headings) ?? {});
  return Object.keys(headings).length === 0 ? null : headings;
}

export const encode: Task<'encode'> = async (input, context) => {
  const { options, format, mode } = input;
  const measuring = mode === 'measure';
  const file = input.mode === 'stream' ? openSentList(input.file, 'send', input.body) : new ProjectFile(input.file, 'write');
  try {
    const total = input.sheetLayout.rows;
    const numbers = new Uint32Array(measuring ? total : 0);
    const body = new RecordBytes();
    // What was measured decides: a later program can take other headings for numbers of a hospital.
    const isPseudonymous =
      input.mode === 'stream' ? input.body.ownIdsSha256 !== undefined : sendsPseudonyms(input.plan, input.sheetLayout.headers);
    const pseudonyms = isPseudonymous ? new Pseudonyms(input.file.key) : null;
    let rows = 0;
    let bytes = 0;
    const onRow = (rowNumber: number) => {
      if (measuring) {
        // A typed array drops what is written behind its end.
        if (rows === total) throw new RangeError(`more rows are sent than the ${total} of the list`);
        numbers[rows] = rowNumber;
      }
      rows += 1;
    };
    const digest = createHash('sha256');
    const headings = headingsOf(input);
    const written = { format, ...(headings !== null && { headings }) };
    for (const _ of writeBody(body, rowsWithIds(file, input, options, pseudonyms), written, onRow)) {
      context.signal.throwIfAborted();
      bytes += body.length;
      if (!measuring) {
        await context.send(body.take());
        continue;
      }
      digest.update(body.written);
      body.length = 0;
      context.progress(rows, total, 'rows');
    }
    if (!measuring || rows === 0) return null;
    const plain = createHash('sha256');
    if (pseudonyms !== null || headings !== null)
      for (const _ of writeBody(body, rowsWithIds(file, input, options, null), { format }, () => undefined)) {
        context.signal.throwIfAborted();
        plain.update(body.written);
        body.length = 0;
      }
    const measured: Body = {
      rows,
      bytes,
      sha256: digest.digest('hex'),
      ...written,
      ...(pseudonyms !== null ? { ownIdsSha256: plain.digest('hex') } : headings !== null && { usualHeadingsSha256: plain.digest('hex') }),
    };
    file.transaction(() => {
      writeSentRows(file, numbers.subarray(0, rows));
      storeMeasured(file, measured);
    });
    return measured;
  } finally {
    file.close();
  }
};

/** Stores the sheet row of each list index: results refer to list indexes or IDs. */
export function writeSentRows(file: ProjectFile, numbers: Uint32Array): void {
  file.transaction(() => {
    file.clear('list');
    for (let first = 0, seq = 0; first < numbers.length; first += LIST_CHUNK, seq++) {
      const part = numbers.slice(first, first + LIST_CHUNK);
      file.write('list', { seq, first, count: part.length, low: part[0]!, high: part.at(-1)! }, new Uint8Array(part.buffer));
    }
  });
}

/** Sheet row by list index, from 0; a tolerant file gives 0 for rows whose chunk is damaged. */
export function readSentRows(file: ProjectFile): Uint32Array {
  const last = file.places('list').at(-1);
  const numbers = new Uint32Array(last === undefined ? 0 : last.first + last.count);
  for (const { place, bytes } of file.chunks('list')) numbers.set(new Uint32Array(new Uint8Array(bytes).buffer), place.first);
  return numbers;
}
