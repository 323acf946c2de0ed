/** The projects of a connection, and why it cannot be changed or removed while it has them. */
import { AppError, numberText } from '../../shared/base/index.ts';
import { wasSent } from '../../shared/project/index.ts';
import type { AppDatabase, ConnectionRow } from '../store/app-database/index.ts';

/** The most projects that a sentence names. */
const MAX_NAMED = 3;

export const projectsOf = ({ projects }: AppDatabase, id: string) => projects.allKnown().filter(({ connectionId }) => connectionId === id);

/**
 * Refuses a change of address while a project is running, because the project could not be found at another address.
 * @throws NOT_NOW with its name.
 */
export function assertNothingRunning(database: AppDatabase, { id }: ConnectionRow): void {
  const running = database.projects
    .all()
    .find(({ connectionId, state }) => connectionId === id && wasSent(state) && state.at !== 'done' && state.at !== 'ended');
  if (running !== undefined)
    throw new AppError(
      'NOT_NOW',
      `“${running.name}” was sent over this connection and is not finished. Nothing was changed. You can change the address and the version of the connection once that project is finished or stopped.`,
    );
}

/** Why a connection with projects cannot be removed. */
export function usedText(database: AppDatabase, { id, name }: ConnectionRow): string {
  const projects = projectsOf(database, id);
  const named = projects.slice(0, MAX_NAMED).map((project) => `“${project.name}”`);
  const more = projects.length - named.length;
  const all = more > 0 ? `${named.join(', ')} and ${numberText(more)} more` : named.join(', ');
  return `“${name}” was not removed, because projects belong to it: ${all}. Remove these projects first, then the connection.`;
}
