/** Locks between programs. */
export { type FileLock, fileId, lockFile, requireLocks } from './file-lock.ts';
