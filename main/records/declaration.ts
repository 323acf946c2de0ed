/** What a project declares. Where the user typed nothing, what was declared about the last list of its connection. */
import { isBeforeSubmission } from '../../shared/project/index.ts';
import { type Declaration, EMPTY_DECLARATION } from '../../shared/record/index.ts';
import type { ConnectionRow, ProjectRow } from '../store/app-database/index.ts';

export function declarationOf(
  { options, state }: Pick<ProjectRow, 'options' | 'state'>,
  { settings }: Pick<ConnectionRow, 'settings'>,
): Declaration {
  const standing = (isBeforeSubmission(state) ? settings.declared : undefined) ?? EMPTY_DECLARATION;
  return {
    purpose: options.purpose,
    lawfulBasis: options.lawfulBasis ?? standing.lawfulBasis,
    assessment: options.assessment ?? standing.assessment,
    noticeDate: options.noticeDate ?? standing.noticeDate,
  };
}
