/**
 * The letter to a service that has a person: in which of its projects, with which IDs, and what the office asks for. It does not contain a
 * token.
 */
import { nameOnServiceOf } from '../projects/index.ts';
import type { ConnectionRow } from '../store/app-database/index.ts';
import { remoteIdOf } from '../../shared/project/index.ts';
import { localDay } from '../../shared/base/index.ts';
import type { ChosenPlace } from './person-everywhere.ts';

/** "– “Spring · 7K2M” (ID 12), processed on 2026-03-02: IDs C-17 and C-18". */
function projectLine(places: readonly ChosenPlace[]): string {
  const { project } = places[0]!;
  const remoteId = remoteIdOf(project.state) ?? project.adopted?.remoteId ?? null;
  const { processedAt } = project.submission;
  const ids = new Set(places.map(({ stored, profile }) => stored.sentId ?? `profile number ${profile ?? 0} of the results`));
  return [
    `- Project “${nameOnServiceOf(project)}”`,
    remoteId === null ? '' : ` (ID ${remoteId})`,
    processedAt === null ? '' : `, processed on ${localDay(processedAt)}`,
    `: ${ids.size === 1 ? 'ID' : 'IDs'} ${[...ids].join(', ')}`,
  ].join('');
}

/** `places`: those that are on this connection's service. */
export function letterTo(connection: ConnectionRow, places: readonly ChosenPlace[], today: string): string {
  const byProject = Map.groupBy(places, ({ project }) => project.id);
  const address = connection.kind === 'practice' ? 'the practice service on this computer' : connection.baseUrl;
  return [
    today,
    '',
    `To: ${connection.name} (${address})`,
    ...(connection.organization === null ? [] : [`Account: ${connection.organization}`]),
    '',
    'Subject: A person in our screenings',
    '',
    'A person whose data we sent to you for a wealth screening has asked us about it. Your service has this person in:',
    '',
    ...[...byProject.values()].map(projectLine),
    '',
    'Please erase the record and the profile of this person in these projects, and in your copies of them, and confirm it to us in writing.',
    'If you must keep some of it, please tell us what, why, and until when.',
    '',
  ].join('\n');
}
