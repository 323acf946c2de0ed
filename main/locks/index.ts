/** Locks between programs. */
export { CAN_REPLACE_OPEN_FILES, type FileLock, fileId, lockFile, requireLocks } from './file-lock.ts';
