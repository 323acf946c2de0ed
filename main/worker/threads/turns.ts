/** Long work in short turns, so that the thread answers other queries in between. */

/** Milliseconds of work between two looks at what else waits: half of a frame on the screen. */
const TURN_MS = 8;

/** Lets the thread take in what arrived meanwhile. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Takes the steps of `work` and returns how it ends. @throws the signal's reason, between two turns, once it aborts */
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
