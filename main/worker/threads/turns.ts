/** Splits long work into short turns, so that the thread can answer other queries in between. */

/** Milliseconds of work before other messages are processed: half a frame of the screen. */
const TURN_MS = 8;

/** Lets the thread process messages that have arrived. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs the steps of `work`, and returns its result.
 * @throws the signal's reason, between two turns, after it is aborted
 */
export async function inTurns<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const end = performance.now() + TURN_MS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await nextTurn();
    signal.throwIfAborted();
  }
}
