/** Finds our project in the service's list of all projects (#9), by its marker or by its ID. */
import { AppError, type Recovery } from '../../shared/base/index.ts';
import { type Listed, type Observation, type RunningAt, hasMarker, isOtherProject } from '../../shared/project/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import type { RemoteProjects } from '../service/index.ts';
import type { SubmissionService } from './step-context.ts';

type ListingService = Pick<SubmissionService, 'projects'>;

/** Failures that concern only this list, not the whole service. If the token was refused, the next call reports it. */
const LIST_UNAVAILABLE: readonly Recovery[] = ['observeAgain', 'addCredits', 'needsToken'];

/**
 * The service's list of projects; null when it has no readable one.
 * @throws AppError for temporary failures.
 */
async function readProjects(client: ListingService, signal: AbortSignal): Promise<RemoteProjects | null> {
  try {
    return await client.projects(signal);
  } catch (error) {
    if (error instanceof AppError && LIST_UNAVAILABLE.includes(error.recovery)) return null;
    throw error;
  }
}

export interface MarkedProjects {
  readonly matches: readonly RemoteProject[];
  /** True when the list is complete and names every project: if a marker is missing, no project has it. */
  readonly whole: boolean;
}

export function markedIn({ projects, whole }: RemoteProjects, nameOnService: string): MarkedProjects {
  return {
    matches: projects.filter(({ name }) => hasMarker(name, nameOnService)),
    whole: whole && projects.every(({ name }) => name !== null),
  };
}

/**
 * The projects with the marker of this name; null when the service has no readable list.
 * @throws AppError for temporary failures.
 */
export async function findMarked(client: ListingService, nameOnService: string, signal: AbortSignal): Promise<MarkedProjects | null> {
  const list = await readProjects(client, signal);
  return list === null ? null : markedIn(list, nameOnService);
}

/** What the list says about our project, with its name in the list. */
export interface ProjectLookup {
  readonly name: string | null;
  readonly listed: Listed;
}

/**
 * Looks up our project by its ID; null when the service has no readable list.
 * @throws AppError for temporary failures.
 */
export async function lookUpProject(
  client: ListingService,
  { remoteId, marker }: Pick<RunningAt<'starting'>, 'remoteId' | 'marker'>,
  signal: AbortSignal,
): Promise<ProjectLookup | null> {
  const list = await readProjects(client, signal);
  if (list === null) return null;
  const own = list.projects.find((project) => project.remoteId === remoteId) ?? null;
  const isWhole = list.whole && list.projects.every((project) => project.remoteId !== null);
  const marked = marker === undefined ? [] : markedIn(list, marker).matches;
  const others = marked.filter((project) => project.remoteId !== null && project.remoteId !== remoteId).length;
  return { name: own?.name ?? null, listed: { there: own !== null ? true : isWhole ? false : null, others } };
}

/** For the journal: the name of a project that may not be ours, so that the user can decide. */
export const otherProjectNotes = (state: Parameters<typeof isOtherProject>[0], observation: Observation, listed: Listed | null = null) =>
  isOtherProject(state, observation.name ?? null, listed) ? { name: observation.name ?? null } : {};
