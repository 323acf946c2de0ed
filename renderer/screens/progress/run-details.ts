/** Details for support: numbers, service messages and times, never personal data. */
import type { ProjectView, TimelineEntry } from '../../../shared/contract/index.ts';
import { bodyOf, lastObservation, remoteIdOf } from '../../../shared/project/index.ts';

export function runDetails(project: ProjectView, entries: readonly TimelineEntry[]): string {
  const { state } = project;
  const body = bodyOf(state);
  const observation = lastObservation(state);
  const head = [
    `Project ${project.id}`,
    `State ${state.at}${state.at === 'needs-decision' ? ` (${state.question})` : ''}`,
    `Service project ${remoteIdOf(state) ?? 'none'}`,
    ...(observation === null ? [] : [`Service status ${observation.status === null ? 'none' : `“${observation.status}”`}`]),
    ...(body === null ? [] : [`List ${body.rows} rows, ${body.bytes} bytes, ${body.format}, SHA-256 ${body.sha256}`]),
    ...(project.lastError === null ? [] : [`Notice ${project.lastError.code}: ${project.lastError.message}`]),
  ];
  const journalLines = entries.map(
    ({ at, title, evidence }) => `${new Date(at).toISOString()}  ${title}${evidence === null ? '' : `: ${evidence}`}`,
  );
  return [...head, '', ...journalLines].join('\n');
}
