/** Events of the application, for its parts and for hosts. */
export { DomainEventBus } from './domain-events.ts';
export { doneEvent } from './done-event.ts';
export { HostEvents } from './host-events.ts';
