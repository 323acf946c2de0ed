/** Connections to accounts of the service. */
export type { ConnectedServices } from './connected-services.ts';
export type { ConnectionChanges } from './connection-changes.ts';
export type { Connections } from './connections.ts';
export { createConnections } from './create-connections.ts';
export { PRACTICE, PracticeService } from './practice-service.ts';
export { projectRevisions } from './revisions.ts';
