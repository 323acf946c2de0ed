/** The failures of one project's file. */
import { type AppError, diskFailureOf } from '../../../shared/base/index.ts';
import { readErrorBehind } from './disk-errors.ts';
import { explainFileError, readFailed } from './project-file-errors.ts';

/** Explains failures, and looks at the file a second time before it calls the file damaged. */
export class FileFailures {
  private readonly path: string;
  private readonly name: string;
  /** SQLite has found damage in the file, and the second look confirmed it. */
  private isSurelyDamaged = false;

  /** `path`: the file that is open. `name`: the name for sentences, without the folder. */
  constructor(path: string, name: string) {
    this.path = path;
    this.name = name;
  }

  /** As `explainFileError`; READ_FAILED for damage that the second look does not confirm. */
  explain(error: unknown): AppError {
    if (diskFailureOf(error) !== 'damaged' || this.isSurelyDamaged) return explainFileError(error, this.name);
    const readError = readErrorBehind(error, this.path);
    if (readError !== null)
      return diskFailureOf(readError) === 'damaged' ? readFailed(this.name, readError) : explainFileError(readError, this.name);
    this.isSurelyDamaged = true;
    return explainFileError(error, this.name);
  }
}
