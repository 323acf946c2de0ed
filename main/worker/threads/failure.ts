/** What ends a task, in the form in which another thread is told. */
import { AppError, type Failure, isErrorCode } from '../../../shared/base/errors.ts';

/** The failure that an error is: its own, or INTERNAL with the error's name and the place it came from. Nothing of a cell is in it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return error.toFailure();
  const code = (error as { code?: unknown } | null)?.code;
  // Readers and writers have error classes of their own, with codes out of the same table.
  if (error instanceof Error && typeof code === 'string' && isErrorCode(code)) return new AppError(code, error.message).toFailure();
  const name = error instanceof Error ? error.name : 'unknown';
  return new AppError('INTERNAL', `Something went wrong while working on the list (${name}). What was kept before is unharmed.`, {
    name,
    // The first frame says where; a message could hold a cell.
    where: error instanceof Error ? (/at .*/.exec(error.stack ?? '')?.[0] ?? '').replaceAll(/\(?file:.*\//g, '') : '',
  }).toFailure();
}
