/**
 * Finds projects on the service that may hold a list already but were not created from this data folder: by a colleague with the same file,
 * or by this computer before its data folder was restored from a backup. Projects match by name and number of rows. Retries and rests match
 * by name only, because each computer may have left out different rows.
 */
import type { ElsewhereProject } from '../../shared/contract/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import { hasMarker } from '../../shared/project/index.ts';
import { withoutMarker } from '../projects/index.ts';

/** Eight weeks. The same names are used again every season, so an older project has another list. */
const RECENT_MS = 56 * 86_400_000;
/**
 * Five days. Somebody else who sends the same file may leave out different rows, so in a project this recent any number of rows matches.
 */
const ANY_SIZE_MS = 5 * 86_400_000;

export interface MadeHere {
  readonly remoteIds: Pick<ReadonlySet<string>, 'has'>;
  /** The names, with markers, of projects whose creation was requested. */
  readonly names: readonly string[];
}

const plain = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

const isMadeHere = ({ remoteId, name }: RemoteProject, { remoteIds, names }: MadeHere): boolean =>
  (remoteId !== null && remoteIds.has(remoteId)) || names.some((given) => hasMarker(name, given));

/** True for a project that may hold the list, by its creation date and number of rows. */
function canHold({ totalRows, createdAt }: RemoteProject, rows: number | null, now: number): boolean {
  if (totalRows === null) return false;
  if (rows === null || totalRows === rows) return createdAt === null || createdAt > now - RECENT_MS;
  return totalRows > 0 && createdAt !== null && createdAt > now - ANY_SIZE_MS;
}

/**
 * Projects of others that may hold this list: with the same number of rows, created within eight weeks before `now` or at an unknown time;
 * or with any number of rows, created within five days. `rows` null: any number counts as the same.
 */
export function madeElsewhere(
  remote: readonly RemoteProject[],
  list: { readonly name: string; readonly rows: number | null },
  here: MadeHere,
  now: () => number,
): ElsewhereProject[] {
  const wanted = plain(list.name);
  return remote.flatMap((project) => {
    const { name, status, totalRows, createdAt } = project;
    if (name === null || totalRows === null) return [];
    if (plain(name) !== wanted && plain(withoutMarker(name)) !== wanted) return [];
    if (!canHold(project, list.rows, now()) || isMadeHere(project, here)) return [];
    return [{ name, status, totalRows, createdAt }];
  });
}
