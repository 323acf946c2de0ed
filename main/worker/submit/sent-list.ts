/** The file of a project whose list was sent or is being sent: it has to be the one that was measured. */
import { z } from 'zod';
import type { Body } from '../../../shared/project/project.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import type { ProjectFileRef } from '../../worker-protocol/list.ts';

/** What the file says of the list that was measured out of it. */
const Measured = z.strictObject({ rows: z.int(), sha256: z.string() });

/** A list as it was measured. */
export type MeasuredList = Pick<Body, 'rows' | 'sha256'>;

/** Keeps which list was measured; in the transaction that keeps its rows. */
export function storeMeasured(file: ProjectFile, { rows, sha256 }: MeasuredList): void {
  file.putValue('body', { rows, sha256 } satisfies z.infer<typeof Measured>);
}

/**
 * True when the file holds the list that was measured. A file of an older program does not say so; its rows are counted, with those of
 * later parts once their results are merged into its own.
 */
function holds(file: ProjectFile, { rows, sha256 }: MeasuredList): boolean {
  const kept = file.getValue('body');
  if (kept === undefined) {
    const listed = file.places('list').reduce((sum, { count }) => sum + count, 0);
    return listed === rows || (listed > rows && file.getValue('joined') !== undefined);
  }
  const measured = Measured.safeParse(kept).data;
  return measured?.rows === rows && measured.sha256 === sha256;
}

/**
 * Opens the file of a project to send its list, or to keep the results of it.
 * @throws PROJECT_FILE_DAMAGED when the file is not the one that the list was measured from, with what is safe and what to do.
 */
export function openSentList(ref: ProjectFileRef, to: 'send' | 'keep results', list: MeasuredList): ProjectFile {
  let file: ProjectFile | null = null;
  try {
    file = new ProjectFile(ref, to === 'send' ? 'read' : 'write');
    if (!holds(file, list)) throw file.damaged('is not as it was when the list was sent');
    return file;
  } catch (error) {
    file?.close();
    if (!(error instanceof AppError && error.code === 'PROJECT_FILE_DAMAGED')) throw error;
    const safe =
      to === 'send' ? 'Nothing of the list was sent from it.' : 'The results are safe at the service, and fetching them costs nothing.';
    throw new AppError(error.code, `${error.message} ${safe}`, {}, { cause: error });
  }
}
