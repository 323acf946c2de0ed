/** The events of the application as server-sent events. Each has a number, by which a page knows which events precede an answer. */
import type { Application } from '../application.ts';

export class EventStream {
  private readonly pages = new Set<(message: string) => void>();
  private readonly unsubscribe: () => void;
  private count = 0;

  constructor(application: Pick<Application, 'subscribe'>) {
    this.unsubscribe = application.subscribe((event) => {
      this.count += 1;
      const message = this.message(event);
      for (const write of this.pages) write(message);
    });
  }

  /** How many events were sent since the server started. */
  get sent(): number {
    return this.count;
  }

  /** Sends all events from now on, after a first message with the number of events before. Returns the function that stops it. */
  open(write: (message: string) => void): () => void {
    write(this.message(null));
    this.pages.add(write);
    return () => this.pages.delete(write);
  }

  close(): void {
    this.unsubscribe();
    this.pages.clear();
  }

  private message(event: unknown): string {
    return `id: ${this.count}\ndata: ${JSON.stringify(event)}\n\n`;
  }
}
