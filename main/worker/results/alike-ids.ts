/**
 * Groups of rows whose IDs a service could confuse: 007 and 7, AB1 and ab1, or the same ID twice. A service always changes IDs in the same
 * way, and it does not change an ID twice. So if an ID comes back exactly as sent, the service does not change it; but it can still belong
 * to another row of the group whose own ID did not come back. The match is certain only when no such row is left.
 */
import { CHANGE, changesOf } from '../../../shared/results/constituent-ids.ts';
import type { SentIds } from './sent-ids.ts';

/** The IDs of a larger group cannot be told apart; its rows are matched by row number only. */
const MOST_ALIKE = 64;

/** What the group needs to know of the answer it belongs to. */
export interface AlikeWorld {
  readonly ids: SentIds;
  isScored(place: number): boolean;
  /** Assigns profiles with the same ID to a list index. False when the profiles differ or the name does not match. */
  give(place: number, profiles: readonly number[]): boolean;
}

type Source = 'profiles' | 'errors';

interface Echo {
  readonly id: string;
  /** First list index that was sent with exactly this ID; -1 when none was. */
  readonly exact: number;
  readonly entries: number[];
}

/** The rows of one group and what came back for them. Entries are the caller's numbers of profiles or row errors. */
export class AlikeIds {
  private readonly world: AlikeWorld;
  /** List indexes of the group; null when the group is too large. */
  private readonly places: readonly number[] | null;
  private readonly echoes: Readonly<Record<Source, Map<string, Echo>>> = { profiles: new Map(), errors: new Map() };
  private readonly refused = new Set<number>();

  constructor(group: number, world: AlikeWorld) {
    this.world = world;
    const places: number[] = [];
    for (const place of world.ids.places(group)) if (places.push(place) > MOST_ALIKE) break;
    this.places = places.length > MOST_ALIKE ? null : places;
  }

  /** Records that an ID came back with a profile or a row error. */
  note(source: Source, id: string, entry: number): void {
    const known = this.echoes[source].get(id);
    if (known !== undefined) known.entries.push(entry);
    else
      this.echoes[source].set(id, { id, exact: this.places?.find((place) => this.world.ids.isExactly(place, id)) ?? -1, entries: [entry] });
  }

  /** The changes (`changesOf`) that the service does not make, as the profiles show. */
  notChanged(): number {
    let changes = 0;
    for (const { exact } of this.echoes.profiles.values()) if (exact >= 0) changes |= this.world.ids.changesAt(exact);
    return changes;
  }

  private isShown(source: Source, place: number): boolean {
    for (const { exact } of this.echoes[source].values()) if (exact >= 0 && this.world.ids.haveSameId(exact, place)) return true;
    return false;
  }

  /** The free list indexes that an ID can have come from. */
  private sources(source: Source, { id, exact }: Echo, isFree: (place: number) => boolean): number[] {
    const { ids } = this.world;
    const changes = changesOf(id);
    return (this.places ?? []).filter((place) => {
      if (!isFree(place)) return false;
      if (exact >= 0 && ids.haveSameId(exact, place)) return true;
      // No service turns 7 into 007; case, spaces and Unicode forms can change either way.
      const canBecome = (changes & CHANGE.number & ~ids.changesAt(place)) === 0;
      return canBecome && !this.isShown(source, place);
    });
  }

  /** True for rows that have neither a score nor a row error. */
  private readonly isFree = (place: number): boolean => !this.world.isScored(place) && !this.refused.has(place);

  /**
   * Assigns what is certain until nothing changes, since each match can make another one certain. Returns the list index of each row error
   * that has one.
   */
  settle(): Map<number, number> {
    const errorPlaces = new Map<number, number>();
    for (let before = -1; before !== errorPlaces.size + this.scored();) {
      before = errorPlaces.size + this.scored();
      for (const echo of this.echoes.profiles.values()) {
        const [place, ...more] = echo.exact < 0 ? [] : this.sources('profiles', echo, this.isFree);
        if (place !== undefined && more.length === 0 && this.world.ids.haveSameId(place, echo.exact)) this.world.give(place, echo.entries);
      }
      for (const echo of this.echoes.errors.values()) {
        const [place, ...more] = this.sources('errors', echo, (at) => !this.world.isScored(at));
        if (place === undefined || more.length > 0) continue;
        this.refused.add(place);
        for (const entry of echo.entries) errorPlaces.set(entry, place);
      }
    }
    return errorPlaces;
  }

  private scored(): number {
    return this.places?.filter((place) => this.world.isScored(place)).length ?? 0;
  }

  /** The free list indexes of an ID that several rows share, when its profiles can only belong to them; empty otherwise. */
  twins(id: string, refused: ReadonlySet<number>): number[] {
    const echo = this.echoes.profiles.get(id);
    if (echo === undefined || echo.exact < 0) return [];
    const places = this.sources('profiles', echo, (place) => this.isFree(place) && !refused.has(place));
    return places.every((place) => this.world.ids.haveSameId(place, echo.exact)) ? places : [];
  }
}
