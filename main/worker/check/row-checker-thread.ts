/** The helper thread that checks blocks while the task's thread reads and writes, and the messages between them. */
import type { MessagePort } from 'node:worker_threads';
import { stackFrames } from '../../../shared/base/index.ts';
import type { ProjectFileRef } from '../../worker-protocol/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { HelperThread, StartHelper } from '../threads/helper-thread.ts';
import { Edits } from '../list/edits.ts';
import { RowChecker, type RowResults, type RowCheckRequest } from './row-checker.ts';
import { DataRows, type ListedRows } from '../list/stored-rows.ts';
import type { MappingChange } from './unchanged-rows.ts';

/** How to check rows. `file`: the file that contains the edits; null for a list without edits. */
export interface RowCheckerOrder {
  readonly request: RowCheckRequest;
  readonly list: ListedRows;
  readonly file: ProjectFileRef | null;
  /** What has changed in the mapping since the last check; null to check everything. */
  readonly changed: MappingChange | null;
  /** The memory that contains the blocks. */
  readonly memory: SharedArrayBuffer;
}

/** One order, then groups of blocks as offset and length in `memory`, alternating. Their bytes must not change until the answer. */
export type ToRowChecker =
  | { readonly type: 'order'; readonly order: RowCheckerOrder }
  | { readonly type: 'check'; readonly id: number; readonly places: readonly number[] };

/** A failure ends the thread. */
export type FromRowChecker =
  | { readonly type: 'ready' }
  | { readonly type: 'checked'; readonly id: number; readonly results: RowResults }
  | { readonly type: 'failed'; readonly name: string; readonly where: string };

export type RowCheckerThread = HelperThread<ToRowChecker, FromRowChecker>;

export const startRowChecker = (start: StartHelper): RowCheckerThread => start('checker');

/** The buffers to transfer. */
function buffersOf(...arrays: readonly (Uint8Array | Uint16Array | Int32Array | Uint32Array)[]): ArrayBuffer[] {
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))].filter(({ byteLength }) => byteLength > 0);
}

function blocksAt(memory: SharedArrayBuffer, places: readonly number[]): RowBlock[] {
  const blocks: RowBlock[] = [];
  for (let at = 0; at < places.length; at += 2) blocks.push(new RowBlock(new Uint8Array(memory, places[at], places[at + 1])));
  return blocks;
}

/** Runs as the helper thread until it is ended. */
export function serveRowChecker(port: MessagePort): void {
  let checker: RowChecker | null = null;
  let memory = new SharedArrayBuffer(0);
  const post = (message: FromRowChecker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const take = (message: ToRowChecker) => {
    if (message.type === 'order') {
      const { request, list, file, changed } = message.order;
      memory = message.order.memory;
      const opened = file === null ? null : new ProjectFile(file, 'read');
      checker = new RowChecker(request, new DataRows(list), new Edits(opened), undefined, changed);
      opened?.close();
      post({ type: 'ready' });
      return;
    }
    const results = checker!.checkBlocks(blocksAt(memory, message.places));
    post({ type: 'checked', id: message.id, results }, buffersOf(...Object.values(results)));
  };
  port.on('message', (message: ToRowChecker) => {
    try {
      take(message);
    } catch (error) {
      post({ type: 'failed', name: error instanceof Error ? error.name : 'unknown', where: stackFrames(error)[0] ?? '' });
    }
  });
}
