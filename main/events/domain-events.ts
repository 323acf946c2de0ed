/**
 * Events between use cases. An event announces something that is already stored, and carries only an ID. Its listeners read the store, and
 * may run twice. Start-up does the same work, so a lost event does no harm.
 */
import type { Log } from '../platform/index.ts';

export interface DomainEvents {
  'project.changed': { readonly id: string };
  'project.removed': { readonly id: string };
  'run.completed': { readonly id: string };
  /** `account`: the connections that reach the same account, including itself. */
  'connection.removed': { readonly id: string; readonly account: readonly string[] };
  /** A proxy asks for a user name and password, or no longer does. */
  'proxy.changed': null;
  /** The user signed in to a proxy. */
  'proxy.passed': null;
  /** This program now runs the projects of the data folder. */
  'runner.gained': null;
  /** Another program now runs them. */
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

  /** Calls the listeners in the order of subscription. Logs a failing listener and continues with the others. */
  emit<N extends keyof DomainEvents>(name: N, payload: DomainEvents[N]): void {
    for (const listener of this.listeners.get(name) ?? [])
      try {
        (listener as Listener<N>)(payload);
      } catch (error) {
        this.log.error(`event.${name}`, error);
      }
  }
}
