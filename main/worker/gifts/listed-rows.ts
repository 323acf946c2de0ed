/** The IDs of the rows of a list and the totals that it has. A helper thread reads them from a long list while the gifts are read. */
import type { MessagePort } from 'node:worker_threads';
import { AppError, type Failure } from '../../../shared/base/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { withoutGifts } from '../../../shared/mapping/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { MIN_ROWS_FOR_HELPER } from '../check/engine.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { DataRows } from '../list/stored-rows.ts';
import { failureOf } from '../threads/failure.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import { inTurns } from '../threads/turns.ts';
import { IdHasher, type IdHashes, noIds } from './id-hashes.ts';

const ID = FIELD_INDEX.constituentId;
const TOTAL = FIELD_INDEX.rfmTotalGiftValue;
/** IDs that a message shows. */
const SHOWN_IDS = 3;

/** By position of a stored row. */
export interface ListedRows extends IdHashes {
  /** The total that the list itself has. */
  readonly totals: Float64Array<ArrayBuffer>;
  /** The columns of the widest row. */
  readonly width: number;
  readonly firstIds: readonly string[];
}

type Source = Pick<ListSource, 'file' | 'sheetLayout' | 'plan'>;

/** To the helper thread, once. */
export type ToListedRows = { readonly type: 'list' } & Source;
type FromListedRows = { readonly rows: ListedRows } | { readonly failure: Failure };

function* rowsOf(file: ProjectFile, edits: Edits, { sheetLayout, plan }: Source): Generator<void, ListedRows> {
  const records = new RecordReader(withoutGifts(plan), edits, new Set([ID, TOTAL]));
  const list = new DataRows(sheetLayout);
  const hasher = new IdHasher();
  const last = file.places('rows').at(-1);
  const ids = noIds(last === undefined ? 0 : last.first + last.count);
  const totals = new Float64Array(ids.firsts.length);
  const firstIds: string[] = [];
  let width = 0;
  for (const { place, bytes } of file.passingChunks('rows')) {
    const block = new RowBlock(bytes);
    width = Math.max(width, block.columnCount);
    for (let row = 0; row < block.rowCount; row++) {
      if (!list.has(block, row)) continue;
      const record = records.of(block, row);
      hasher.put(record, ids, place.first + row);
      totals[place.first + row] = Number(record.values[TOTAL]);
      if (firstIds.length < SHOWN_IDS && record.values[ID] !== '') firstIds.push(record.values[ID]!);
    }
    yield;
  }
  return { ...ids, totals, width, firstIds };
}

async function answerOf(source: ToListedRows, signal: AbortSignal): Promise<FromListedRows> {
  try {
    using file = new ProjectFile(source.file, 'read');
    return { rows: await inTurns(rowsOf(file, new Edits(file), source), signal) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Runs the helper thread until its end. */
export function serveListedRows(port: MessagePort): void {
  const ended = new AbortController();
  port.once('close', () => {
    ended.abort();
  });
  const answer = async (source: ToListedRows) => {
    const read = await answerOf(source, ended.signal);
    const buffers = 'rows' in read ? [read.rows.firsts, read.rows.seconds, read.rows.totals].map(({ buffer }) => buffer) : [];
    port.postMessage(read, buffers);
  };
  port.on('message', (source: ToListedRows) => void answer(source));
}

/**
 * `file` and `edits`: of the list of `source`, for a short list.
 * @throws WORKER_LOST when the helper thread has ended; what reading a project file throws; the reason of the signal.
 */
export async function readListedRows(
  file: ProjectFile,
  edits: Edits,
  source: Source,
  signal: AbortSignal,
  startHelper: StartHelper,
): Promise<ListedRows> {
  const { sheetLayout, plan } = source;
  if (sheetLayout.rows < MIN_ROWS_FOR_HELPER) return await inTurns(rowsOf(file, edits, source), signal);
  signal.throwIfAborted();
  const helper = startHelper<ToListedRows, FromListedRows>('listedRows');
  const answered = Promise.withResolvers<FromListedRows>();
  const stop = () => {
    answered.reject(signal.reason as Error);
  };
  signal.addEventListener('abort', stop);
  try {
    helper.listen(answered.resolve, () => {
      answered.reject(new AppError('WORKER_LOST', 'Reading the list ended unexpectedly. Nothing was changed. Try again.'));
    });
    helper.post({ type: 'list', file: source.file, sheetLayout, plan });
    const answer = await answered.promise;
    if ('failure' in answer) throw AppError.from(answer.failure);
    return answer.rows;
  } finally {
    signal.removeEventListener('abort', stop);
    helper.end();
  }
}
