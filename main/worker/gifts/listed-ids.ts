/**
 * The IDs of the rows of a list, and the totals that it has, by the position of each row. A helper thread reads half of a long list: both
 * threads take groups of blocks until none is left, and write into memory that they share.
 */
import type { MessagePort } from 'node:worker_threads';
import { AppError, type Failure, freeBytes } from '../../../shared/base/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { withoutGifts } from '../../../shared/mapping/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { DataRows } from '../list/stored-rows.ts';
import { failureOf } from '../threads/failure.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import { type IdArrays, idArrays, IdHasher } from './id-hashes.ts';

const ID = FIELD_INDEX.constituentId;
const TOTAL = FIELD_INDEX.rfmTotalGiftValue;
/** Blocks that a thread takes at once. */
const GROUP = 32;
/** A shorter list is read before a thread has started. */
const FEWEST_ROWS = 20_000;

export type ListedSource = Pick<ListSource, 'file' | 'sheetLayout' | 'plan'>;

/** By position of a stored row. `next`: the first block that no thread has taken; `width`: the columns of the widest row. */
interface ListedMemory extends IdArrays {
  readonly totals: Float64Array<SharedArrayBuffer>;
  readonly next: Int32Array<SharedArrayBuffer>;
  readonly width: Int32Array<SharedArrayBuffer>;
}

export interface ToListedIds {
  readonly source: ListedSource;
  readonly memory: ListedMemory;
}
/** Null when every group that the thread took is read. */
type FromListedIds = Failure | null;

const LOST = new AppError('WORKER_LOST', 'Reading the list ended unexpectedly. Nothing was changed. Try again.');

const shared = <N>(Numbers: new (memory: SharedArrayBuffer) => N, bytes: number): N => new Numbers(new SharedArrayBuffer(bytes));

/** Reads groups of blocks until all are taken. */
function readGroups(
  file: ProjectFile,
  edits: Edits,
  { sheetLayout, plan }: ListedSource,
  memory: ListedMemory,
  signal: AbortSignal | null,
) {
  const records = new RecordReader(withoutGifts(plan), edits, new Set([ID, TOTAL]));
  const list = new DataRows(sheetLayout);
  const hasher = new IdHasher();
  const places = file.places('rows');
  let width = 0;
  for (let group = Atomics.add(memory.next, 0, GROUP); group < places.length; group = Atomics.add(memory.next, 0, GROUP)) {
    signal?.throwIfAborted();
    for (const place of places.slice(group, group + GROUP)) {
      const bytes = file.read('rows', place.seq);
      if (bytes === null) continue;
      const block = new RowBlock(bytes);
      width = Math.max(width, block.columnCount);
      for (let row = 0; row < block.rowCount; row++) {
        if (!list.has(block, row)) continue;
        const record = records.of(block, row);
        hasher.put(record, memory, place.first + row);
        memory.totals[place.first + row] = Number(record.values[TOTAL]);
      }
      freeBytes(bytes);
    }
  }
  for (let before = Atomics.load(memory.width, 0); before < width; before = Atomics.load(memory.width, 0))
    Atomics.compareExchange(memory.width, 0, before, width);
}

/** Runs the helper thread until its end. */
export function serveListedIds(port: MessagePort): void {
  port.on('message', ({ source, memory }: ToListedIds) => {
    let failure: FromListedIds = null;
    try {
      using file = new ProjectFile(source.file, 'read');
      readGroups(file, new Edits(file), source, memory, null);
    } catch (error) {
      failure = failureOf(error);
    }
    port.postMessage(failure);
  });
}

/** @throws WORKER_LOST when the helper thread has ended; what reading a project file throws; the reason of the signal. */
export async function readListedIds(
  file: ProjectFile,
  edits: Edits,
  source: ListedSource,
  signal: AbortSignal,
  startHelper: StartHelper,
): Promise<Omit<ListedMemory, 'next' | 'width'> & { readonly width: number; readonly positions: number }> {
  const places = file.places('rows');
  const last = places.at(-1);
  const positions = last === undefined ? 0 : last.first + last.count;
  const memory: ListedMemory = {
    ...idArrays(positions),
    totals: shared(Float64Array<SharedArrayBuffer>, positions * Float64Array.BYTES_PER_ELEMENT),
    next: shared(Int32Array<SharedArrayBuffer>, Int32Array.BYTES_PER_ELEMENT),
    width: shared(Int32Array<SharedArrayBuffer>, Int32Array.BYTES_PER_ELEMENT),
  };
  const helper = positions < FEWEST_ROWS ? null : startHelper<ToListedIds, FromListedIds>('listedIds');
  const ended = Promise.withResolvers<FromListedIds>();
  helper?.listen(ended.resolve, () => {
    ended.resolve(LOST.toFailure());
  });
  try {
    helper?.post({ source, memory });
    readGroups(file, edits, source, memory, signal);
    const failure = helper === null ? null : await ended.promise;
    if (failure !== null) throw AppError.from(failure);
  } finally {
    // A thread that has not come to it yet, or reads on, finds nothing left.
    Atomics.store(memory.next, 0, places.length);
    helper?.end();
  }
  return { ...memory, width: memory.width[0]!, positions };
}
