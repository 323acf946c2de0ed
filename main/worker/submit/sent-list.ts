/** Opens the file of a sent list, and checks that it contains the measured list. */
import { z } from 'zod';
import { AppError, isDamage } from '../../../shared/base/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { MeasuredList, ProjectFileRef } from '../../worker-protocol/index.ts';

/** What the file stores about the measured list. */
const Measured = z.strictObject({ rows: z.int(), sha256: z.string() });

/** Must be called in the transaction that stores the rows of the list. */
export function storeMeasured(file: ProjectFile, { rows, sha256 }: MeasuredList): void {
  file.putValue('body', { rows, sha256 } satisfies z.infer<typeof Measured>);
}

/** Number of rows of the measured list; 0 if the file has none. */
export const measuredRows = (file: ProjectFile): number => Measured.safeParse(file.getValue('body')).data?.rows ?? 0;

/** True when the file contains the measured list. */
function isMeasured(file: ProjectFile, { rows, sha256 }: MeasuredList): boolean {
  const measured = Measured.safeParse(file.getValue('body')).data;
  return measured?.rows === rows && measured.sha256 === sha256;
}

/**
 * Opens a project's file to send its list or to store its results. Results can be stored even if other parts of the file are damaged, but
 * the sent rows must be intact, because they determine whose results these are.
 * @throws PROJECT_FILE_DAMAGED, PROJECT_PART_DAMAGED when the file does not contain the measured list. The message tells what is safe.
 */
export function openSentList(ref: ProjectFileRef, to: 'send' | 'keep results', list: MeasuredList): ProjectFile {
  let file: ProjectFile | null = null;
  try {
    // An older file is enough: the list was already measured, so later changes do not affect what is sent or whose results these are.
    file = new ProjectFile(ref, 'read', { isOlderAllowed: true });
    if (!isMeasured(file, list)) throw file.damaged('has changed since the list was sent');
    for (const { seq } of file.places('list')) file.read('list', seq);
    if (to === 'send') return file;
    file.close();
    return new ProjectFile(ref, 'write', { isTolerant: true });
  } catch (error) {
    file?.close();
    if (!isDamage(error)) throw error;
    const safe =
      to === 'send' ? 'Nothing was sent from this file.' : 'The results are safe at the service, and fetching them costs nothing.';
    throw new AppError(error.code, `${error.message} ${safe}`, {}, { cause: error });
  }
}
