/**
 * What an earlier fetch brought and the present one does not: a page limit, a 404 or a late report must not take a result away that
 * was in hand. The results of linked projects (corrected rows that were sent again, later parts) are kept in the same way.
 */
import { z } from 'zod';
import { readProfileKeys } from '../../../shared/results/answers.ts';
import { parseJson } from '../../../shared/results/json.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import type { ProjectFileRef } from '../../worker-protocol/list.ts';
import { MoreProfiles } from './more-profiles.ts';
import { hasResults, type KeptError, ResultFile } from './result-file.ts';

/** Sheet rows whose results came from a linked project, under this name in the project file. */
const LINKED_ROWS = 'linkedRows';

export const linkedRows = (file: ProjectFile): readonly number[] =>
  z
    .array(z.int())
    .catch([])
    .parse(file.recall(LINKED_ROWS) ?? []);

export function keepLinkedRows(file: ProjectFile, rows: Iterable<number>): void {
  file.keep(LINKED_ROWS, [...new Set(rows)]);
}

/** What tells a profile apart from others of the same service: its own id, else its row number, else its constituent ID, else all of it. */
function identityOf(json: string): string {
  const { profileId, row, constituentId } = readProfileKeys(parseJson(json));
  if (profileId !== null) return `profile ${profileId}`;
  if (row !== null) return `row ${row}`;
  return constituentId === null ? json : `id ${constituentId}`;
}

interface Lost {
  /** Number of the profile in the earlier results. */
  readonly profile: number;
  /** Its place of the list; -1 when it has none. */
  readonly place: number;
}

export interface Fetched {
  /** Profile of each place of the whole list, as the present fetch has it; places it lacks are filled in. */
  readonly matches: Uint32Array;
  /** Rows that the project itself sent, at the start of the list; the others are those of later parts. */
  readonly own: number;
  /** Refusals that the present fetch placed or listed. */
  readonly errors: readonly KeptError[];
  /** True when a report of refusals came and lists at least one. */
  readonly hasReport: boolean;
}

/**
 * Adds what only the earlier fetch has to the results in `file`, whose transaction is open; `ref` names the same file, which still
 * shows the earlier results to another reader. Returns the refusals of both.
 */
export function keepEarlier(file: ProjectFile, ref: ProjectFileRef, { matches, own, errors, hasReport }: Fetched): readonly KeptError[] {
  const before = new ProjectFile(ref, 'read');
  try {
    if (!hasResults(before)) return errors;
    const earlier = new ResultFile(before);
    const linked = new Set(linkedRows(before));
    const lost: Lost[] = [];
    const certain: Lost[] = [];
    for (const [place, profile] of earlier.matches.entries()) {
      if (profile === 0 || matches[place] !== 0) continue;
      (place >= own || linked.has(earlier.rows[place]!) ? certain : lost).push({ profile, place });
    }
    for (const profile of earlier.strangers()) lost.push({ profile, place: -1 });
    const kept = [...certain, ...notIn(new ResultFile(file), earlier, lost)];
    if (kept.length > 0) {
      const more = new MoreProfiles(file, new ResultFile(file));
      for (const { profile, place } of kept) {
        const number = more.add(earlier.profileJson(profile)!);
        if (place >= 0) matches[place] = number;
      }
      more.finish();
    }
    // A report that comes empty or not at all does not undo the refusals that an earlier one listed.
    const still = [...earlier.errors().values()].flat().filter(({ place }) => place >= own || !hasReport);
    return [...errors, ...still];
  } finally {
    before.close();
  }
}

/** Those of the earlier profiles that the service does not give any more. One that it gives is placed by what it shows now. */
function notIn(present: ResultFile, earlier: ResultFile, lost: readonly Lost[]): Lost[] {
  const byIdentity = new Map<string, Lost[]>();
  for (const one of lost) {
    const identity = identityOf(earlier.profileJson(one.profile)!);
    byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), one]);
  }
  for (let profile = 1; profile <= present.profiles && byIdentity.size > 0; profile++)
    byIdentity.delete(identityOf(present.profileJson(profile)!));
  return [...byIdentity.values()].flat();
}
