/** The error of a task in the form that other threads receive. */
import { AppError, type Failure, expectedError, isErrorCode, stackFrames } from '../../../shared/base/index.ts';

/** An AppError's own failure, that of the disk, or INTERNAL with the error's name and source location. Never contains the content of a cell. */
export function failureOf(error: unknown): Failure {
  const expected = expectedError(error);
  if (expected !== null) return expected.toFailure();
  const code = (error as { code?: unknown } | null)?.code;
  // Readers and writers have error classes of their own with the same codes.
  if (error instanceof Error && typeof code === 'string' && isErrorCode(code)) return new AppError(code, error.message).toFailure();
  const name = error instanceof Error ? error.name : 'unknown';
  return new AppError('INTERNAL', `Something went wrong while working on the list (${name}). What was kept before is unchanged.`, {
    name,
    // Only the first stack frame: a message could contain a cell.
    where: stackFrames(error)[0] ?? '',
  }).toFailure();
}
