/** The database of a data folder. */
export { addressOf, connectionsOfAccount, haveMoved, sameAccount, withAccount } from './accounts.ts';
export { AppDatabase } from './app-database.ts';
export type { ConnectionRow } from './connection-table.ts';
export { type ProjectRow, type UnreadableProject, isReadable } from './project-rows.ts';
export type { AssertChangeable, ProjectChange } from './project-table.ts';
export { assertHeldHere, heldElsewhere } from './custody.ts';
export { type Transferred, TransferredClaim, TransferredJournal, TransferredProject, TransferredReview } from './project-transfer.ts';
export type { ReviewTable, StoredStep } from './review-table.ts';
export { RunnerLock } from './runner-lock.ts';
export type { CheckKey, StoredCheck } from './schema/check.ts';
export { StoredList, type UsedRecipe } from './schema/list.ts';
export { type PartsChange, type StoredAdoption, type StoredLineage, newParts } from './schema/project.ts';
export { type Settings, jsonSetting } from './setting-table.ts';
export { SINGLE_CALL_MS } from './single-calls.ts';
export { parsedRow } from './sql.ts';
export { sqliteErrorOf } from './sqlite-errors.ts';
export type { SuppressionRow } from './suppression-table.ts';
