/**
 * Finds service projects with the name and the number of rows of a list that were not created from this data folder: a
 * colleague with the same file has another data folder and can have sent the list already. So can this computer, before its data folder was
 * put back from a backup. The rows that remain of a list differ with what each computer left out of them, so only their name counts.
 */
import type { ElsewhereProject } from '../../shared/contract/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import { hasMarker } from '../../shared/project/index.ts';
import { withoutMarker } from '../projects/index.ts';

/** Eight weeks. Names return every season, so an older project holds another list. */
const RECENT_MS = 56 * 86_400_000;
/** Five days. Another person who sends the same file may leave out different rows, so the size of a project this recent does not matter. */
const ANY_SIZE_MS = 5 * 86_400_000;

export interface MadeHere {
  readonly remoteIds: Pick<ReadonlySet<string>, 'has'>;
  /** The names, with markers, of projects whose creation was requested. */
  readonly names: readonly string[];
}

const plain = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

const isMadeHere = ({ remoteId, name }: RemoteProject, { remoteIds, names }: MadeHere): boolean =>
  (remoteId !== null && remoteIds.has(remoteId)) || names.some((given) => hasMarker(name, given));

/** True for a project that was created so recently, or has so many rows, that it can hold the list. */
function canHold({ totalRows, createdAt }: RemoteProject, rows: number | null, now: number): boolean {
  if (totalRows === null) return false;
  if (rows === null || totalRows === rows) return createdAt === null || createdAt > now - RECENT_MS;
  return totalRows > 0 && createdAt !== null && createdAt > now - ANY_SIZE_MS;
}

/**
 * Projects of others that can hold this list: of the same size, created within eight weeks before `now` or without a known date, or of any
 * size, created within five days. `rows`: null: any size counts as the same.
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
