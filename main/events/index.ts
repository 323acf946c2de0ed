/** Events of the application, for its parts and for hosts. */
export { DomainEventBus } from './domain-events.ts';
export { HostEvents } from './host-events.ts';
