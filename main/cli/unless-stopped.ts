import { AppError } from '../../shared/base/index.ts';

/** As often as the page: repairing what an ended program left stops the queries of a project at its begin and at its end. */
const MOST_REPEATS = 2;

/**
 * Asks again when the question was stopped, not answered. `ask` must change nothing.
 * @throws what `ask` throws
 */
export async function unlessStopped<T>(ask: () => Promise<T>): Promise<T> {
  for (let stopped = 0; ; stopped++) {
    try {
      return await ask();
    } catch (error) {
      if (stopped === MOST_REPEATS || !(error instanceof AppError) || error.code !== 'CLOSING') throw error;
    }
  }
}
