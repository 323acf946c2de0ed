/** A draft whose rows are copied from other lists in the background. */
import { expectedError } from '../../shared/base/index.ts';
import type { Log, LogEvent } from '../platform/index.ts';
import type { ImportFailures } from '../projects/index.ts';
import type { ProjectCheck } from './project-check.ts';

export interface CopiedRowsDeps {
  readonly log: Log;
  readonly failures: ImportFailures;
  readonly check: ProjectCheck;
}

interface CopiedRows {
  /** The ID of the draft. */
  readonly id: string;
  /** Settles when the rows have been copied. */
  readonly copied: Promise<unknown>;
  /** The name of the log entry for a failure that is a defect. */
  readonly event: LogEvent;
  /** The beginning of the sentence about a failure: "The rows could not be copied". */
  readonly failure: string;
}

/** Checks the draft after its rows are copied. If copying fails, the failure is recorded in the draft. */
export function checkOnceCopied({ log, failures, check }: CopiedRowsDeps, { id, copied, event, failure }: CopiedRows): void {
  let isCopied = false;
  void copied
    .then(() => {
      // If the check fails, it is run again when the user opens the list.
      isCopied = true;
      return check.current(id);
    })
    .catch((error: unknown) => {
      const expected = expectedError(error);
      const code = expected?.code ?? 'INTERNAL';
      if (code === 'CLOSING' || isCopied) return;
      if (expected === null) log.error(event, error, { project: id });
      const why = code === 'DISK_FULL' ? `${failure} because the disk is full. Free some space, remove this` : `${failure}. Remove this`;
      failures.record(id, { code, message: `${why} and try again.` });
    });
}
