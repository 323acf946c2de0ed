/** The running calls of pages, so that a page can cancel a call by the ID that it gave it. */
import { type Answer, type CallProgress, isQuery } from '../shared/contract/index.ts';
import type { Application } from './application.ts';

export interface PageCall {
  /** Unique among the running calls. */
  readonly id: number | string;
  readonly method: string;
  readonly input: unknown;
}

interface RunningCall {
  readonly abort: AbortController;
  readonly isQuery: boolean;
}

export class PageCalls {
  private readonly running = new Map<PageCall['id'], RunningCall>();

  async answer(
    application: Pick<Application, 'call'>,
    { id, method, input }: PageCall,
    onProgress?: (progress: CallProgress) => void,
  ): Promise<Answer> {
    const call = { abort: new AbortController(), isQuery: isQuery(method) };
    this.running.set(id, call);
    // A page that is loaded later can use the same ID for another call.
    const report = (progress: CallProgress) => {
      if (this.running.get(id) === call) onProgress?.(progress);
    };
    try {
      return await application.call(method, input, { signal: call.abort.signal, onProgress: report });
    } finally {
      if (this.running.get(id) === call) this.running.delete(id);
    }
  }

  /** Cancels a call. Does nothing if it has ended. */
  cancel(id: PageCall['id']): void {
    this.running.get(id)?.abort.abort();
  }

  /** Call it when nobody waits for the answer any more: cancels a query, but lets a command complete. */
  leave(id: PageCall['id']): void {
    if (this.running.get(id)?.isQuery === true) this.cancel(id);
    this.running.delete(id);
  }

  /** Call it when the page is gone. */
  leaveAll(): void {
    for (const id of this.running.keys()) this.leave(id);
  }
}
