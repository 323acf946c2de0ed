/**
 * Finds service projects with the name and the number of rows of a list that were not created from this data folder: a
 * colleague with the same file has another data folder and can have sent the list already.
 */
import type { ElsewhereProject } from '../../shared/contract/index.ts';
import type { RemoteProject } from '../../shared/results/project-answer.ts';

/** Eight weeks. Names return every season, so an older project holds another list. */
const RECENT_MS = 56 * 86_400_000;

/** The marker at the end of a name, as `nameOnService` adds it. */
const MARKER = /\s*·\s*[0-9A-Z]{8}(?:-\d+)?$/i;

export interface MadeHere {
  readonly remoteIds: ReadonlySet<string>;
  /** The names, with markers, of projects whose creation was requested. */
  readonly names: readonly string[];
}

const plain = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The code at the end of a marked name. A service can trim, cut or recase the rest. */
const codeOf = (marked: string) => marked.slice(marked.lastIndexOf(' ') + 1).toLowerCase();

function isMadeHere({ remoteId, name }: RemoteProject, { remoteIds, names }: MadeHere): boolean {
  if (remoteId !== null && remoteIds.has(remoteId)) return true;
  const given = name?.toLowerCase() ?? '';
  return names.map(codeOf).some((code) => code !== '' && given.includes(code));
}

/** Projects of others that can hold this list, created within eight weeks before `now` or without a known date. */
export function madeElsewhere(
  remote: readonly RemoteProject[],
  list: { readonly name: string; readonly rows: number },
  here: MadeHere,
  now: () => number,
): ElsewhereProject[] {
  const wanted = plain(list.name);
  return remote.flatMap((project) => {
    const { name, status, totalRows, createdAt } = project;
    if (name === null || totalRows === null || totalRows !== list.rows) return [];
    if (plain(name) !== wanted && plain(name.trim().replace(MARKER, '')) !== wanted) return [];
    if ((createdAt !== null && createdAt <= now() - RECENT_MS) || isMadeHere(project, here)) return [];
    return [{ name, status, totalRows, createdAt }];
  });
}
