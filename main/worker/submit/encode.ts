/** The list as the exact bytes of the request body (section 4, #4): measured first, then made again byte for byte while it is sent. */
import { createHash } from 'node:crypto';
import { CSV_HEADER, type MappedRecord } from '../../../shared/mapping/mapping.ts';
import type { Body } from '../../../shared/project/project.ts';
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { Edits } from '../list/edits.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { ListSource, SubmitOptions } from '../../worker-protocol/list.ts';
import { RecordReader } from '../list/record-reader.ts';
import { RecordBytes } from './record-bytes.ts';
import { storeMeasured, openSentList } from './sent-list.ts';
import type { Task } from '../threads/task-context.ts';

/** Bytes that are handed over at once. */
const PART = 128 * 1024;
/** Rows of a chunk of the list of rows sent. */
const LIST_CHUNK = 65_536;

/** One row that is sent: its sheet row, and its record, which is good until the next one is asked for. */
interface Sent {
  readonly rowNumber: number;
  readonly draft: MappedRecord;
}

/** Where the rows that are sent lie, in the order of the sheet. */
export function* sentRowsAt(file: ProjectFile, choice: SubmitOptions): Generator<{ readonly block: RowBlock; readonly row: number }> {
  const checked = new CheckGroupReader(file);
  let left = choice.maxRows ?? Number.POSITIVE_INFINITY;
  for (const { place, bytes } of file.chunks('rows')) {
    const block = new RowBlock(bytes);
    const found = checked.block(place.seq);
    if (found === null) throw new RangeError(`the check of chunk ${place.seq} is missing`);
    for (let row = 0; row < block.rowCount && left > 0; row++) {
      if (!found.isSent(row, choice)) continue;
      left -= 1;
      yield { block, row };
    }
    if (left <= 0) return;
  }
}

/** The rows that are sent, in the order of the sheet; the same rows and records however often it is asked. */
export function* sentRows(file: ProjectFile, recipe: Pick<ListSource, 'plan' | 'rowIdPrefix'>, choice: SubmitOptions): Generator<Sent> {
  const records = new RecordReader(recipe.plan, new Edits(file));
  for (const { block, row } of sentRowsAt(file, choice))
    yield { rowNumber: block.rowNumber(row), draft: records.sent(block, row, recipe.rowIdPrefix) };
}

export const encode: Task<'encode'> = async (input, context) => {
  const { choice, format, mode } = input;
  const measuring = mode === 'measure';
  const isJson = format === 'json';
  const file = input.mode === 'stream' ? openSentList(input.file, 'send', input.body) : new ProjectFile(input.file, 'write');
  try {
    const total = input.sheetLayout.rows;
    const digest = createHash('sha256');
    const numbers = new Uint32Array(measuring ? total : 0);
    const body = new RecordBytes();
    let rows = 0;
    let bytes = 0;
    const hand = async () => {
      context.signal.throwIfAborted();
      bytes += body.length;
      if (!measuring) return await context.send(body.take());
      digest.update(body.written);
      body.length = 0;
      context.progress(rows, total, 'rows');
    };
    body.text(isJson ? '{"scoreProfiles":[' : `${CSV_HEADER}\n`);
    for (const { rowNumber, draft } of sentRows(file, input, choice)) {
      if (isJson && rows > 0) body.text(',');
      if (isJson) body.json(draft);
      else body.csv(draft);
      if (!isJson) body.text('\n');
      if (measuring) numbers[rows] = rowNumber;
      rows += 1;
      if (body.length >= PART) await hand();
    }
    if (isJson) body.text(']}');
    await hand();
    if (!measuring || rows === 0) return null;
    const measured: Body = { rows, bytes, sha256: digest.digest('hex'), format };
    file.transaction(() => {
      writeSentRows(file, numbers.subarray(0, rows));
      storeMeasured(file, measured);
    });
    return measured;
  } finally {
    file.close();
  }
};

/** Keeps which sheet row stands at which place of the list: results come back by place or by id. */
export function writeSentRows(file: ProjectFile, numbers: Uint32Array): void {
  file.transaction(() => {
    file.clear('list');
    for (let first = 0, seq = 0; first < numbers.length; first += LIST_CHUNK, seq++) {
      const part = numbers.slice(first, first + LIST_CHUNK);
      file.write('list', { seq, first, count: part.length, low: part[0]!, high: part.at(-1)! }, new Uint8Array(part.buffer));
    }
  });
}

/** The sheet rows of the list that was sent, by place from 0. */
export function readSentRows(file: ProjectFile): Uint32Array {
  const places = file.places('list');
  const numbers = new Uint32Array(places.reduce((sum, { count }) => sum + count, 0));
  for (const { place, bytes } of file.chunks('list')) numbers.set(new Uint32Array(new Uint8Array(bytes).buffer), place.first);
  return numbers;
}
