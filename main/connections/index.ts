/** Connections to accounts of the service. */
export { Connections } from './connections.ts';
export { PRACTICE, PracticeService } from './practice-service.ts';
export { projectRevisions } from './revisions.ts';
