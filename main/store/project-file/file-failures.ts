/** The failures of one project's file. */
import { type AppError, diskFailureOf } from '../../../shared/base/index.ts';
import { readErrorBehind } from './disk-errors.ts';
import { explainFileError, readFailed } from './project-file-errors.ts';

/** Turns failures into errors, and checks the file a second time before it reports damage. */
export class FileFailures {
  private readonly path: string;
  private readonly name: string;
  /** SQLite has found damage in the file, and the second check confirmed it. */
  private isSurelyDamaged = false;

  /** `path`: the open file. `name`: its name without the folder, for messages. */
  constructor(path: string, name: string) {
    this.path = path;
    this.name = name;
  }

  /** As `explainFileError`, but READ_FAILED if the second check does not confirm the damage. */
  explain(error: unknown): AppError {
    if (diskFailureOf(error) !== 'damaged' || this.isSurelyDamaged) return explainFileError(error, this.name);
    const readError = readErrorBehind(error, this.path);
    if (readError !== null)
      return diskFailureOf(readError) === 'damaged' ? readFailed(this.name, readError) : explainFileError(readError, this.name);
    this.isSurelyDamaged = true;
    return explainFileError(error, this.name);
  }
}
