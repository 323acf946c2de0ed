/**
 * Groups of rows whose IDs a service could confuse: 007 and 7, AB1 and ab1, or the same ID twice. A service always changes IDs in the same
 * way, and does not change an ID twice. So if an ID comes back exactly as sent, the service does not change it. It can still belong to
 * another row of the group whose own ID did not come back. A match is certain only when no such row is left.
 */
import { ID_CHANGE, idChangesOf } from '../../../shared/results/index.ts';
import { type ListIndex, NO_INDEX } from '../list/ordinals.ts';
import type { SentIds } from './sent-ids.ts';

/** In a larger group, IDs are not compared. Its rows are matched by row number only. */
const MAX_ALIKE = 64;

/** What a group needs from its caller. */
export interface AlikeDeps {
  readonly ids: SentIds;
  isScored(listIndex: ListIndex): boolean;
  /** True when the profiles show that the service does not round whole numbers. */
  keepsDigits(): boolean;
  /** Assigns entries with the same ID to a list index, unless their profiles differ or the name does not match. */
  give(listIndex: ListIndex, entries: readonly number[]): void;
}

type Source = 'profiles' | 'errors';

interface Echo {
  readonly id: string;
  /** First list index that was sent with exactly this ID; -1 if none was. */
  readonly exact: ListIndex;
  readonly entries: number[];
}

/** The rows of one group, and what was returned for them. Entries are the caller's numbers of profiles or row errors. */
export class AlikeIds {
  private readonly deps: AlikeDeps;
  /** List indexes of the group; empty when the group is too large. */
  private readonly listIndexes: readonly ListIndex[];
  private readonly echoes: Readonly<Record<Source, Map<string, Echo>>> = { profiles: new Map(), errors: new Map() };
  private readonly refused = new Set<ListIndex>();

  constructor(group: ListIndex, deps: AlikeDeps) {
    this.deps = deps;
    const listIndexes: ListIndex[] = [];
    for (const listIndex of deps.ids.places(group)) if (listIndexes.push(listIndex) > MAX_ALIKE) break;
    this.listIndexes = listIndexes.length > MAX_ALIKE ? [] : listIndexes;
  }

  /** Records that an ID was returned with a profile or a row error. */
  note(source: Source, id: string, entry: number): void {
    const echo = this.echoes[source].get(id);
    if (echo !== undefined) echo.entries.push(entry);
    else
      this.echoes[source].set(id, {
        id,
        exact: this.listIndexes.find((listIndex) => this.deps.ids.isExactly(listIndex, id)) ?? NO_INDEX,
        entries: [entry],
      });
  }

  /** The changes (`idChangesOf`) that, according to the profiles, the service does not make. */
  notChanged(): number {
    let changes = 0;
    for (const { exact } of this.echoes.profiles.values()) if (exact >= 0) changes |= this.deps.ids.changesAt(exact);
    return changes;
  }

  /**
   * True when two profiles have different whole numbers as IDs that are equal as doubles. A service that rounds would return the same
   * number for both.
   */
  showsDigits(): boolean {
    let long = 0;
    for (const { id, exact } of this.echoes.profiles.values()) if (exact >= 0 && idChangesOf(id) === ID_CHANGE.digits) long += 1;
    return long > 1;
  }

  private isShown(source: Source, listIndex: ListIndex): boolean {
    for (const { exact } of this.echoes[source].values()) if (exact >= 0 && this.deps.ids.haveSameId(exact, listIndex)) return true;
    return false;
  }

  /** The free list indexes that a returned ID can belong to. */
  private sources(source: Source, { id, exact }: Echo, isFree: (listIndex: ListIndex) => boolean): ListIndex[] {
    const { ids } = this.deps;
    const changes = idChangesOf(id);
    return this.listIndexes.filter((listIndex) => {
      if (!isFree(listIndex)) return false;
      if (exact >= 0 && ids.haveSameId(exact, listIndex)) return true;
      const isRounding = (changes & ~ID_CHANGE.digits) === 0 && ids.changesAt(listIndex) === ID_CHANGE.digits;
      if (source === 'profiles' && isRounding && this.deps.keepsDigits()) return false;
      // A service never turns 7 into 007. Case, spaces and Unicode forms can change in both directions.
      const canBecome = (changes & (ID_CHANGE.number | ID_CHANGE.text) & ~ids.changesAt(listIndex)) === 0;
      return canBecome && !this.isShown(source, listIndex);
    });
  }

  /** True for rows that have neither a score nor a row error. */
  private readonly isFree = (listIndex: ListIndex): boolean => !this.deps.isScored(listIndex) && !this.refused.has(listIndex);

  /**
   * Assigns what is certain. A row error can make a match certain, so this repeats until it places no more row errors. Returns the list
   * index of each row error that could be placed.
   */
  settle(): Map<number, ListIndex> {
    const errorIndexes = new Map<number, ListIndex>();
    let before: number;
    do {
      before = errorIndexes.size;
      for (const echo of this.echoes.profiles.values()) {
        const [listIndex, ...more] = echo.exact < 0 ? [] : this.sources('profiles', echo, this.isFree);
        if (listIndex !== undefined && more.length === 0 && this.deps.ids.haveSameId(listIndex, echo.exact))
          this.deps.give(listIndex, echo.entries);
      }
      for (const echo of this.echoes.errors.values()) {
        const [listIndex, ...more] = this.sources('errors', echo, (at) => !this.deps.isScored(at));
        if (listIndex === undefined || more.length > 0) continue;
        this.refused.add(listIndex);
        for (const entry of echo.entries) errorIndexes.set(entry, listIndex);
      }
    } while (errorIndexes.size > before);
    return errorIndexes;
  }

  /** The free list indexes with this ID, which several rows share, if its profiles can belong only to them; otherwise empty. */
  freeRowsOf(id: string, refused: ReadonlySet<ListIndex>): ListIndex[] {
    const echo = this.echoes.profiles.get(id);
    if (echo === undefined || echo.exact < 0) return [];
    const places = this.sources('profiles', echo, (listIndex) => this.isFree(listIndex) && !refused.has(listIndex));
    return places.every((listIndex) => this.deps.ids.haveSameId(listIndex, echo.exact)) ? places : [];
  }
}
