/**
 * Finds service projects with the name and the number of rows of a list that were not created from this data folder: a
 * colleague with the same file has another data folder and can have sent the list already. The rows that remain of a list differ with what
 * each computer left out of them, so only their name counts.
 */
import type { ElsewhereProject } from '../../shared/contract/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import { hasMarker } from '../../shared/project/index.ts';
import { withoutMarker } from '../projects/index.ts';

/** Eight weeks. Names return every season, so an older project holds another list. */
const RECENT_MS = 56 * 86_400_000;

export interface MadeHere {
  readonly remoteIds: Pick<ReadonlySet<string>, 'has'>;
  /** The names, with markers, of projects whose creation was requested. */
  readonly names: readonly string[];
}

const plain = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

const isMadeHere = ({ remoteId, name }: RemoteProject, { remoteIds, names }: MadeHere): boolean =>
  (remoteId !== null && remoteIds.has(remoteId)) || names.some((given) => hasMarker(name, given));

/** Projects of others that can hold this list, created within eight weeks before `now` or without a known date. `rows`: null: any number. */
export function madeElsewhere(
  remote: readonly RemoteProject[],
  list: { readonly name: string; readonly rows: number | null },
  here: MadeHere,
  now: () => number,
): ElsewhereProject[] {
  const wanted = plain(list.name);
  return remote.flatMap((project) => {
    const { name, status, totalRows, createdAt } = project;
    if (name === null || totalRows === null || (list.rows !== null && totalRows !== list.rows)) return [];
    if (plain(name) !== wanted && plain(withoutMarker(name)) !== wanted) return [];
    if ((createdAt !== null && createdAt <= now() - RECENT_MS) || isMadeHere(project, here)) return [];
    return [{ name, status, totalRows, createdAt }];
  });
}
