/** The error of a task, in a form that can be sent to other threads. */
import { AppError, type Failure, expectedError, stackFrames } from '../../../shared/base/index.ts';

/** The failure of an expected error; otherwise INTERNAL, with the error's name and source location. Never has a cell's content. */
export function failureOf(error: unknown): Failure {
  const expected = expectedError(error);
  if (expected !== null) return expected.toFailure();
  const name = error instanceof Error ? error.name : 'unknown';
  return new AppError('INTERNAL', `Something went wrong while working on the list (${name}). Everything saved before is unchanged.`, {
    name,
    // Only the first stack frame, because a message could contain a cell.
    where: stackFrames(error)[0] ?? '',
  }).toFailure();
}
