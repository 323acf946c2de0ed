/**
 * What use cases announce to each other. An event says what is already stored and carries only its id: a listener reads the store,
 * may run twice, and start-up does the same work, so a lost event does no harm.
 */
import type { Log } from '../platform/ports.ts';

export interface DomainEvents {
  'project.changed': { readonly id: string };
  'project.removed': { readonly id: string };
  /** A project has its results. */
  'run.completed': { readonly id: string };
  'connection.removed': { readonly id: string };
  /** This program runs the projects of the data folder from now on. */
  'runner.gained': null;
  /** Another program runs them. */
  'runner.lost': null;
}

type Listener<N extends keyof DomainEvents> = (payload: DomainEvents[N]) => void;

export class DomainEventBus {
  private readonly log: Log;
  private readonly listeners = new Map<keyof DomainEvents, Set<Listener<never>>>();

  constructor(log: Log) {
    this.log = log;
  }

  on<N extends keyof DomainEvents>(name: N, listener: Listener<N>): void {
    const known = this.listeners.get(name) ?? new Set();
    known.add(listener);
    this.listeners.set(name, known);
  }

  /** Calls the listeners at once, in the order in which they were added. A listener that fails is logged and stops no other one. */
  emit<N extends keyof DomainEvents>(name: N, payload: DomainEvents[N]): void {
    for (const listener of this.listeners.get(name) ?? [])
      try {
        (listener as Listener<N>)(payload);
      } catch (error) {
        this.log.error(`event.${name}`, error);
      }
  }
}
