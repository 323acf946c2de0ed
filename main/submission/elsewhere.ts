/**
 * Finds projects on the service that may hold a list already but were not created from this data folder: by a colleague with the same file,
 * or by this computer before its data folder was restored from a backup. Projects match by name and number of rows. Retries and rests match
 * by name only, because each computer may have left out different rows.
 */
import { AppError } from '../../shared/base/index.ts';
import type { ElsewhereProject } from '../../shared/contract/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import { hasMarker } from '../../shared/project/index.ts';
import { readMarkedName, withoutCutMarker, withoutMarker } from '../projects/index.ts';

/** Eight weeks. The same names are used again every season, so an older project has another list. */
const RECENT_MS = 56 * 86_400_000;
/**
 * Five days. Somebody else who sends the same file may leave out different rows, so in a project this recent any number of rows matches.
 */
const ANY_SIZE_MS = 5 * 86_400_000;

/** One hour. A project without rows may be the list of somebody who is sending it; later, it was given up. */
const UPLOAD_MS = 3_600_000;

export interface MadeHere {
  readonly remoteIds: Pick<ReadonlySet<string>, 'has'>;
  /** The names, with markers, of projects whose creation was requested. */
  readonly names: readonly string[];
}

const plain = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/**
 * The ID alone does not identify a project with a marker that is not from here: after its address has changed, a connection can reach a
 * service that gives the same IDs to other projects.
 */
const isMadeHere = ({ remoteId, name }: RemoteProject, { remoteIds, names }: MadeHere): boolean =>
  names.some((given) => hasMarker(name, given)) ||
  (remoteId !== null && remoteIds.has(remoteId) && readMarkedName(name ?? '').marker === null);

/** True for a project that may hold the list, by its creation date and number of rows. An unknown number may be that of the list. */
function canHold({ totalRows, createdAt }: RemoteProject, rows: number | null, now: number): boolean {
  if (rows === null || totalRows === null || totalRows === rows) return createdAt === null || createdAt > now - RECENT_MS;
  return createdAt !== null && createdAt > now - (totalRows === 0 ? UPLOAD_MS : ANY_SIZE_MS);
}

/** The projects of others with the name of this list. */
export function namedAlike(remote: readonly RemoteProject[], name: string, here: MadeHere): RemoteProject[] {
  const wanted = plain(name);
  const longest = Math.max(0, ...remote.map((project) => project.name?.length ?? 0));
  /** The names that a name on the service can stand for. A service with a limit cuts names, and then none is longer than those. */
  const meant = (given: string): (string | null)[] => [
    given,
    withoutMarker(given),
    given.length === longest ? withoutCutMarker(given) : null,
  ];
  return remote.filter(
    (project) =>
      project.name !== null && meant(project.name).some((one) => one !== null && plain(one) === wanted) && !isMadeHere(project, here),
  );
}

/** More projects of one name than an office makes in eight weeks. */
const MAX_ASKED = 20;

/**
 * The projects with the number of rows of each, as far as the service says it. The list of all projects may lack it (section 4, #9), and
 * the state of one project has it (#6).
 */
export async function withRows(
  projects: readonly RemoteProject[],
  read: (remoteId: string) => Promise<RemoteProject>,
): Promise<RemoteProject[]> {
  const known: RemoteProject[] = [];
  let asked = 0;
  for (const project of projects) {
    const { remoteId, totalRows } = project;
    if (totalRows !== null || remoteId === null || asked === MAX_ASKED) {
      known.push(project);
      continue;
    }
    asked += 1;
    try {
      const { totalRows: rows, createdAt } = await read(remoteId);
      known.push({ ...project, totalRows: rows, createdAt: project.createdAt ?? createdAt });
    } catch (error) {
      // The number stays unknown, which warns. So does a project that was removed a moment ago: it may have been paid for.
      if (!(error instanceof AppError)) throw error;
      known.push(project);
    }
  }
  return known;
}

/**
 * The projects that may hold this list: with the same or an unknown number of rows, created within eight weeks before `now` or at an
 * unknown time; or with any number of rows, created within five days. `named`: projects with the name of the list. `rows` null: any number
 * counts as the same.
 */
export const thatMayHold = (named: readonly RemoteProject[], rows: number | null, now: number): ElsewhereProject[] =>
  named.flatMap((project) => {
    const { name, status, totalRows, createdAt } = project;
    return name !== null && canHold(project, rows, now) ? [{ name, status, totalRows, createdAt }] : [];
  });
