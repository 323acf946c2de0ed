/**
 * Holds an answer until the events that the host sent before it have arrived. Over HTTP, events and answers use different connections, so an
 * answer could overtake the event of its own change.
 */
export class AnswerOrder {
  /** The number of the last event that arrived; null while no stream is open. */
  private received: number | null = null;
  private readonly waiting = new Set<{ readonly after: number; readonly done: () => void }>();

  /** Call it for each message of the event stream. `number`: the number of events that the host has sent since it started. */
  arrived(number: number): void {
    this.received = number;
    for (const answer of this.waiting) if (answer.after <= number) this.release(answer);
  }

  /** Call it when the stream breaks. Nothing waits for its events any more, because all queries are read again after that. */
  broken(): void {
    this.received = null;
    for (const answer of this.waiting) this.release(answer);
  }

  /** Resolves when the event with the number `after` has arrived, or at once while no stream is open. */
  async reached(after: number): Promise<void> {
    if (this.received === null || this.received >= after) return;
    await new Promise<void>((done) => this.waiting.add({ after, done }));
  }

  private release(answer: { readonly after: number; readonly done: () => void }): void {
    this.waiting.delete(answer);
    answer.done();
  }
}
