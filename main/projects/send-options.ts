/** The options of a project that decide which rows it sends, as the worker takes them. */
import type { SendOptions } from '../../shared/rows/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { SubmitOptions } from '../worker-protocol/index.ts';

/** For all rows of the list, including those of its parts. */
export const sendOptionsOf = ({ options: { sendErrors, resendRecent } }: Pick<ProjectRow, 'options'>): SendOptions => ({
  sendErrors,
  resendRecent,
});

/** For the rows that the project sends itself. */
export const submitOptionsOf = ({ options: { sendErrors, resendRecent, maxRows } }: Pick<ProjectRow, 'options'>): SubmitOptions => ({
  sendErrors,
  resendRecent,
  maxRows,
});
