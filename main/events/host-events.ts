/** Events of the contract, for the hosts and through them for the page: each one carries the whole view that changed. */
import { type AppEvent, EVENTS, type EventName, type EventPayload } from '../../shared/contract/index.ts';

export class HostEvents {
  private readonly listeners = new Set<(event: AppEvent) => void>();

  /** Passes an event to every host. @throws ZodError when the payload does not fit the contract. */
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
