/** Collects the garbage of a list between tasks: a worker thread stays, and its heap would grow from task to task. */
import { clearCaches } from '../../../shared/base/index.ts';

/** Milliseconds without work after which a thread collects its garbage: rows of the last list. */
const COLLECT_AFTER_MS = 500;
/** Milliseconds of work after which a collection, which takes some 20, is worth its time. */
const LONG_WORK_MS = 250;

/** The global of `--expose-gc`, which the pool sets. */
const { gc } = globalThis as { gc?: () => void };
let collectTimer: NodeJS.Timeout | undefined;

/** When the work began whose garbage is not collected yet, in milliseconds of `performance.now()`; null for none. */
let workSince: number | null = null;

function collectGarbage(): void {
  workSince = null;
  gc?.();
}

/** Begins work. Collects what long work before it left: the engine alone would let it grow from task to task. */
export function beginWork(): void {
  clearTimeout(collectTimer);
  const now = performance.now();
  if (workSince !== null && now - workSince > LONG_WORK_MS) collectGarbage();
  workSince ??= now;
}

/** Drops the values of a list that has been worked on, and soon their memory. */
export function forgetList(): void {
  clearCaches();
  // The engine keeps the text that was matched last.
  /^$/.test('');
  collectTimer = setTimeout(collectGarbage, COLLECT_AFTER_MS);
  collectTimer.unref();
}
