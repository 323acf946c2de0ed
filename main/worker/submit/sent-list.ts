/** Opens the file of a sent list, which must hold the list that was measured. */
import { z } from 'zod';
import { AppError, isDamage } from '../../../shared/base/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { MeasuredList, ProjectFileRef } from '../../worker-protocol/index.ts';

/** The measured list as stored in the file. */
const Measured = z.strictObject({ rows: z.int(), sha256: z.string() });

/** Called in the transaction that stores the rows of the list. */
export function storeMeasured(file: ProjectFile, { rows, sha256 }: MeasuredList): void {
  file.putValue('body', { rows, sha256 } satisfies z.infer<typeof Measured>);
}

/** True when the file holds the measured list. */
function isMeasured(file: ProjectFile, { rows, sha256 }: MeasuredList): boolean {
  const measured = Measured.safeParse(file.getValue('body')).data;
  return measured?.rows === rows && measured.sha256 === sha256;
}

/**
 * Opens the file of a project to send its list or to store its results. Results are stored even where other parts of the file are
 * damaged, but the sent rows must be intact: they decide whose results they are.
 * @throws PROJECT_FILE_DAMAGED, PROJECT_PART_DAMAGED when the file does not hold the measured list; the message says what is safe.
 */
export function openSentList(ref: ProjectFileRef, to: 'send' | 'keep results', list: MeasuredList): ProjectFile {
  let file: ProjectFile | null = null;
  try {
    // The list was measured, so nothing that is missing of a later time changes what is sent, or whose results they are.
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
