/** Texts about a list that is already on the service, although this installation did not send it. */
import { AppError, countText, numberText, usDay } from '../base/index.ts';
import type { ElsewhereProject } from '../contract/index.ts';

/** True for a person who was screened alone. */
export const isAlone = ({ row }: ElsewhereProject): boolean => row !== undefined;

/** When the service's projects could not be read. */
export const ELSEWHERE_UNREAD =
  'The service did not list its projects, so there is no way to tell whether a colleague has already sent this list.';

const rowsText = (rows: number | null) => (rows === null ? 'number of rows not known' : countText(rows, 'row'));

/**
 * Name, rows, day and status of a service project, a project of another computer, or a person who was screened alone. `dayOf` formats
 * milliseconds since 1970.
 */
export function elsewhereText({ name, totalRows, createdAt, status, row, isHeld }: ElsewhereProject, dayOf = usDay): string {
  if (isHeld === true) return `“${name}” (${rowsText(totalRows)}), which has belonged to another computer since ${dayOf(createdAt ?? 0)}`;
  if (row !== undefined)
    return `${name === '' ? 'The person' : name} in row ${numberText(row)}, screened alone on ${dayOf(createdAt ?? 0)}`;
  const facts = [
    rowsText(totalRows),
    createdAt === null ? 'no date' : dayOf(createdAt),
    status === null ? 'no status' : `status “${status}”`,
  ];
  return `“${name}” (${facts.join(', ')})`;
}

/** Why such a list is not sent without the user's permission. `projects` is not empty. */
export function sentElsewhere(projects: readonly ElsewhereProject[]): AppError {
  const alone = projects.filter(isAlone);
  if (alone.length === projects.length) {
    const rest = alone.length === 1 ? '' : ` and ${countText(alone.length - 1, 'more person', 'more people')}`;
    return new AppError(
      'SENT_BEFORE',
      `This list has ${elsewhereText(alone[0]!)}${rest}. You would be charged for them again, so nothing was sent. Leave these rows out, or confirm if you want to send them again.`,
      { reason: 'elsewhere' },
    );
  }
  const [first, ...more] = projects.filter((project) => !isAlone(project));
  const others = more.length === 0 ? '' : ` and ${more.length} more like it`;
  return new AppError(
    'SENT_BEFORE',
    `The service already has ${elsewhereText(first!)}${others}. It was not sent from here: a colleague may have sent this list, or it was sent before a backup of the data folder was restored. You would be charged again, so nothing was sent. Confirm if you want to send it again.`,
    { reason: 'elsewhere' },
  );
}
