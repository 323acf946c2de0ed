/**
 * Our project in the service's list of all projects (#9): found by its marker, or by its ID when its own answer has no
 * name.
 */
import { AppError, type Recovery } from '../../shared/base/errors.ts';
import { hasMarker, isOtherProject, type Listed, type Observation, type RunningAt } from '../../shared/project/project.ts';
import type { RemoteProject } from '../../shared/results/project-answer.ts';
import type { RemoteProjects } from '../service/client.ts';
import type { SubmissionService } from './step-context.ts';

type ListingService = Pick<SubmissionService, 'projects'>;

/** Failures that affect only the list, not the service. A refused token also fails the next call. */
const NO_LIST: readonly Recovery[] = ['observeAgain', 'addCredits', 'needsToken'];

/** Null when the service has no readable list. @throws AppError for temporary failures. */
async function listOf(client: ListingService, signal: AbortSignal): Promise<RemoteProjects | null> {
  try {
    return await client.projects(signal);
  } catch (error) {
    if (error instanceof AppError && NO_LIST.includes(error.recovery)) return null;
    throw error;
  }
}

export interface Marked {
  readonly matches: readonly RemoteProject[];
  /** True when the list is complete and names every project: a marker missing from it does not exist. */
  readonly whole: boolean;
}

export function markedIn({ projects, whole }: RemoteProjects, marker: string): Marked {
  return { matches: projects.filter(({ name }) => hasMarker(name, marker)), whole: whole && projects.every(({ name }) => name !== null) };
}

/** The projects with a marker; null when the service has no readable list. @throws AppError for temporary failures. */
export async function lookForMarker(client: ListingService, marker: string, signal: AbortSignal): Promise<Marked | null> {
  const list = await listOf(client, signal);
  return list === null ? null : markedIn(list, marker);
}

/** What the list shows of our project, with its name there. */
export interface InList {
  readonly name: string | null;
  readonly listed: Listed;
}

/** Finds our project by ID; null when the service has no readable list. @throws AppError for temporary failures. */
export async function lookUp(
  client: ListingService,
  { remoteId, marker }: Pick<RunningAt<'starting'>, 'remoteId' | 'marker'>,
  signal: AbortSignal,
): Promise<InList | null> {
  const list = await listOf(client, signal);
  if (list === null) return null;
  const own = list.projects.find((project) => project.remoteId === remoteId) ?? null;
  const isWhole = list.whole && list.projects.every((project) => project.remoteId !== null);
  const marked = marker === undefined ? [] : markedIn(list, marker).matches;
  const others = marked.filter((project) => project.remoteId !== null && project.remoteId !== remoteId).length;
  return { name: own?.name ?? null, listed: { there: own !== null ? true : isWhole ? false : null, others } };
}

/** Adds the name of a project that is not known as ours to the journal, because the user decides by it. */
export const strangerIn = (state: Parameters<typeof isOtherProject>[0], look: Observation, listed: Listed | null = null) =>
  isOtherProject(state, look.name ?? null, listed) ? { name: look.name ?? null } : {};
