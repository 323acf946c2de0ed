/** Texts about a list that the service already holds although this installation did not send it. */
import { countText, usDay } from '../base/text.ts';
import type { ElsewhereProject } from '../contract/index.ts';
import { AppError } from '../base/errors.ts';

/** Name, rows, day and status of a service project. `dayOf` formats milliseconds since 1970. */
export function elsewhereText({ name, totalRows, createdAt, status }: ElsewhereProject, dayOf = usDay): string {
  const facts = [
    countText(totalRows, 'row'),
    createdAt === null ? 'no date' : dayOf(createdAt),
    status === null ? 'no status' : `status “${status}”`,
  ];
  return `“${name}” (${facts.join(', ')})`;
}

/** Why such a list is not sent without the user's permission. `projects` is not empty. */
export function sentElsewhere(projects: readonly ElsewhereProject[]): AppError {
  const [first, ...more] = projects;
  const others = more.length === 0 ? '' : ` and ${more.length} more like it`;
  return new AppError(
    'SENT_BEFORE',
    `The service already has ${elsewhereText(first!)}${others}. It was not sent from here: a colleague may have sent this list. Sending it again would be charged again, so nothing was sent. Confirm if you want to send it again.`,
  );
}
