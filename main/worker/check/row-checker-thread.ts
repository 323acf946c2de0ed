/** A second thread that judges blocks beside the one that reads and writes them: what is sent there and back. */
import type { MessagePort } from 'node:worker_threads';
import type { ProjectFileRef, Reading } from '../../worker-protocol/list.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { HelperThread, StartHelper } from '../threads/helper-thread.ts';
import { Edits } from '../list/edits.ts';
import { againFor, Judge, type Judged, type JudgeRecipe } from './row-checker.ts';
import { ListRows } from '../list/stored-rows.ts';
import type { Changed } from './unchanged-rows.ts';

/** How the rows are to be judged. `file`: where the corrections lie; null for a list that has none yet. */
export interface JudgeOrder {
  readonly recipe: JudgeRecipe;
  readonly list: Pick<Reading, 'headerRow' | 'totalsRows'>;
  readonly file: ProjectFileRef | null;
  /** What of the mapping has changed since the last check; null: everything is judged. */
  readonly changed: Changed | null;
  /** Where the blocks lie. */
  readonly memory: SharedArrayBuffer;
}

/** To the thread: the order, once, and then groups of blocks: where each begins in memory and its bytes, in turn. They stay as they are until the answer. */
export type ToJudge =
  | { readonly type: 'order'; readonly order: JudgeOrder }
  | { readonly type: 'judge'; readonly id: number; readonly places: readonly number[] };

/** From the thread. A failure ends it. */
export type FromJudge =
  | { readonly type: 'ready' }
  | { readonly type: 'judged'; readonly id: number; readonly judged: Judged }
  | { readonly type: 'failed'; readonly name: string; readonly where: string };

export type JudgeThread = HelperThread<ToJudge, FromJudge>;

/** Starts a thread that checks rows. */
export const startJudge = (start: StartHelper): JudgeThread => start('judge');

/** The buffers of what is handed over, each once. */
function buffersOf(...arrays: readonly (Uint8Array | Int32Array | Uint32Array)[]): ArrayBuffer[] {
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))].filter(({ byteLength }) => byteLength > 0);
}

function blocksAt(memory: SharedArrayBuffer, places: readonly number[]): RowBlock[] {
  const blocks: RowBlock[] = [];
  for (let at = 0; at < places.length; at += 2) blocks.push(new RowBlock(new Uint8Array(memory, places[at], places[at + 1])));
  return blocks;
}

/** Serves as the second thread until it is ended. */
export function serveJudge(port: MessagePort): void {
  let judge: Judge | null = null;
  let memory = new SharedArrayBuffer(0);
  const post = (message: FromJudge, transfer: ArrayBuffer[] = []) => {
    port.postMessage(message, transfer);
  };
  const take = (message: ToJudge) => {
    if (message.type === 'order') {
      const { recipe, list, file, changed } = message.order;
      memory = message.order.memory;
      const opened = file === null ? null : new ProjectFile(file, 'read');
      const again = changed === null ? null : againFor(changed, recipe.basis);
      judge = new Judge(recipe, new ListRows(list), new Edits(opened), undefined, again);
      opened?.close();
      post({ type: 'ready' });
      return;
    }
    const judged = judge!.blocks(blocksAt(memory, message.places));
    const { states, found, present, prints, records, digests, same } = judged;
    post({ type: 'judged', id: message.id, judged }, buffersOf(states, found, present, prints, records, digests, same));
  };
  port.on('message', (message: ToJudge) => {
    try {
      take(message);
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? '') : '';
      post({ type: 'failed', name: error instanceof Error ? error.name : 'unknown', where: /at .*/.exec(stack)?.[0] ?? '' });
    }
  });
}
