/** Events of the contract, for the hosts and their pages: each carries the whole changed view. */
import { type AppEvent, EVENTS, type EventName, type EventPayload } from '../../shared/contract/index.ts';

export class HostEvents {
  private readonly listeners = new Set<(event: AppEvent) => void>();

  /** @throws ZodError when the payload does not fit the contract. */
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    const event = { name, payload: EVENTS[name].payload.parse(payload) } as AppEvent;
    for (const listener of this.listeners) listener(event);
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
