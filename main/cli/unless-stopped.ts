import { AppError } from '../../shared/base/index.ts';

/** As many as the page makes: after a crash, repairs stop the queries of a project once when they begin and once when they end. */
const MAX_REPEATS = 2;

/**
 * Repeats a query that was stopped before it was answered. `ask` must not change anything.
 * @throws what `ask` throws
 */
export async function unlessStopped<T>(ask: () => Promise<T>): Promise<T> {
  for (let stopped = 0; ; stopped++) {
    try {
      return await ask();
    } catch (error) {
      if (stopped === MAX_REPEATS || !(error instanceof AppError) || error.code !== 'CLOSING') throw error;
    }
  }
}
