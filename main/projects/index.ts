/** Projects: their files, queues, and relations. */
export { ActivityTracker, type ReportedActivity } from './activity-tracker.ts';
export { checkView, readinessOf } from './check-view.ts';
export { FileTokens, type OfferedFile } from './file-tokens.ts';
export { ImportFailures } from './import-failures.ts';
export { Lineage, isInProgress, isWhollyAdopted, screenedAbout } from './lineage.ts';
export {
  nameOnServiceOf,
  newMarker,
  partMarker,
  plainNameOnServiceOf,
  readMarkedName,
  rowIdPrefix,
  withoutCutMarker,
  withoutMarker,
} from './marker.ts';
export { ProjectFileQueue } from './project-file-queue.ts';
export { ProjectKeys } from './project-keys.ts';
export { ProjectPublisher } from './project-publisher.ts';
export { ProjectRemoval } from './project-removal.ts';
export { type Erased, type NewFile, ProjectStore, erasedName, erasedOf } from './project-store.ts';
export { titleFrom } from './project-title.ts';
export { creditsCharged } from './project-view.ts';
export { QuerySessions } from './query-sessions.ts';
export { findKnown } from './remote-projects.ts';
export { restLink } from './rest-link.ts';
export { ResultMerge } from './result-merge.ts';
export { ScreeningIndex, rowsWithoutResult } from './screening-index.ts';
export { sendOptionsOf, submitOptionsOf } from './send-options.ts';
export { SourceFiles } from './source-files.ts';
