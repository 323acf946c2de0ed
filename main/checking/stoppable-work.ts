/** Work that the user can cancel by name. */
import { AppError } from '../../shared/base/errors.ts';

export class StoppableWork {
  private readonly running = new Map<string, Set<AbortController>>();

  /** Runs work under a name, which other work can share. @throws CANCELED when it is stopped; what the work throws. */
  async run<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const named = this.running.get(name) ?? new Set();
    this.running.set(name, named.add(abort));
    try {
      return await work(abort.signal);
    } finally {
      named.delete(abort);
      if (named.size === 0 && this.running.get(name) === named) this.running.delete(name);
    }
  }

  /** Stops all work under a name. Work that begins later is not affected. */
  stop(name: string): void {
    for (const abort of this.running.get(name) ?? []) abort.abort(new AppError('CANCELED', 'Canceled. Nothing was changed.'));
  }
}
