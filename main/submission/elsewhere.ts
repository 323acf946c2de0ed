/**
 * A list that somebody else may have sent already: the service has a project with its name and its number of rows that no program
 * on this data folder made. A colleague with the same file has another data folder, which knows nothing of this one.
 */
import type { ElsewhereProject } from '../../shared/contract/index.ts';
import type { RemoteProject } from '../../shared/results/answers.ts';

/** A project that was made longer ago is another list: the same name comes again with each season. Eight weeks. */
const LOOKED_BACK_MS = 56 * 86_400_000;

/** The marker behind a name, as `nameOnService` puts it there. */
const MARKER = /\s*·\s*[0-9A-Z]{8}(?:-\d+)?$/i;

/** What this data folder has made on services. */
export interface MadeHere {
  readonly remoteIds: ReadonlySet<string>;
  /** The marked names under which projects were asked for. */
  readonly names: readonly string[];
}

const plain = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The code at the end of a marked name. A service may trim, cut or recase the name around it. */
const codeOf = (marked: string) => marked.slice(marked.lastIndexOf(' ') + 1).toLowerCase();

function isMadeHere({ remoteId, name }: RemoteProject, { remoteIds, names }: MadeHere): boolean {
  if (remoteId !== null && remoteIds.has(remoteId)) return true;
  const told = name?.toLowerCase() ?? '';
  return names.map(codeOf).some((code) => code !== '' && told.includes(code));
}

/** The service's projects that may hold this very list, made by others within eight weeks before `now`; one without a date counts. */
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
    if ((createdAt !== null && createdAt <= now() - LOOKED_BACK_MS) || isMadeHere(project, here)) return [];
    return [{ name, status, totalRows, createdAt }];
  });
}
