/** The file of a project: its rows, results and history, encrypted. */
export { assertOwnTables } from './arrived-file.ts';
export { ChangeRecord } from './change-record.ts';
export { type Key, decrypt, decryptJson, deriveKey, encrypt, encryptJson, newKey } from './cipher.ts';
export { isThere, readErrorBehind } from './disk-errors.ts';
export { removeProjectFile, removeProjectFiles, removeUnfinished } from './file-replacement.ts';
export { setDurable } from './pragmas.ts';
export { partDamaged } from './project-file-errors.ts';
export { type ChunkSink, ProjectFile } from './project-file.ts';
export { type ChunkPlace, type NamedPart, type Stream, nameOfPart } from './streams.ts';
