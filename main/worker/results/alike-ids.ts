/**
 * Rows whose IDs a service could confuse with one another: 007 and 7, AB1 and ab1, or the same ID twice. A service changes IDs always in
 * the same way, and leaves an ID that it has changed as it is. So an ID that comes back as it was sent is one that the service does not
 * change; but it may have come from another row whose own ID did not come back, if that one could turn into it. Only when no such row is
 * left is it certain whose it is.
 */
import { CHANGE, changesOf } from '../../../shared/results/constituent-ids.ts';
import type { SentIds } from './sent-ids.ts';

/** IDs of a larger group are too alike to tell apart: such rows are joined by their numbers alone. */
const MOST_ALIKE = 64;

/** What the group is asked of the answer it belongs to. */
export interface AlikeWorld {
  readonly ids: SentIds;
  isScored(place: number): boolean;
  /** Gives a place to the profiles that claim it, which are alike in what they tell; false when they differ or the name is another. */
  give(place: number, profiles: readonly number[]): boolean;
}

type Source = 'profiles' | 'errors';

interface Echo {
  readonly id: string;
  /** Place with the first of the equal IDs that this is, -1 when no row was sent with it. */
  readonly exact: number;
  readonly entries: number[];
}

/** The rows of one group, and what came back for them. Entries are numbers of profiles or refusals, whatever the caller counts. */
export class AlikeIds {
  private readonly world: AlikeWorld;
  /** Null for a group that is too large. */
  private readonly places: readonly number[] | null;
  private readonly echoes: Readonly<Record<Source, Map<string, Echo>>> = { profiles: new Map(), errors: new Map() };
  private readonly refused = new Set<number>();

  constructor(group: number, world: AlikeWorld) {
    this.world = world;
    const places: number[] = [];
    for (const place of world.ids.places(group)) if (places.push(place) > MOST_ALIKE) break;
    this.places = places.length > MOST_ALIKE ? null : places;
  }

  /** Notes that an ID came back with a profile or a refusal. */
  note(source: Source, id: string, entry: number): void {
    const known = this.echoes[source].get(id);
    if (known !== undefined) known.entries.push(entry);
    else
      this.echoes[source].set(id, { id, exact: this.places?.find((place) => this.world.ids.isExactly(place, id)) ?? -1, entries: [entry] });
  }

  /** The changes that the profiles show the service not to make (`changesOf`). */
  notChanged(): number {
    let changes = 0;
    for (const { exact } of this.echoes.profiles.values()) if (exact >= 0) changes |= this.world.ids.changesAt(exact);
    return changes;
  }

  private isShown(source: Source, place: number): boolean {
    for (const { exact } of this.echoes[source].values()) if (exact >= 0 && this.world.ids.haveSameId(exact, place)) return true;
    return false;
  }

  /** The free places that an ID can have come from. */
  private sources(source: Source, { id, exact }: Echo, isFree: (place: number) => boolean): number[] {
    const { ids } = this.world;
    const changes = changesOf(id);
    return (this.places ?? []).filter((place) => {
      if (!isFree(place)) return false;
      if (exact >= 0 && ids.haveSameId(exact, place)) return true;
      // Nothing turns 7 into 007; case, spaces and Unicode forms may change either way.
      const canBecome = (changes & CHANGE.number & ~ids.changesAt(place)) === 0;
      return canBecome && !this.isShown(source, place);
    });
  }

  /** The places of rows that have neither a score nor a refusal. */
  private readonly isFree = (place: number): boolean => !this.world.isScored(place) && !this.refused.has(place);

  /** Places what is certain; each thing that is placed may make another one certain. Returns the place of refusals that have one. */
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

  /** The free places of an ID that several rows have, when its profiles can only be of them; empty otherwise. */
  twins(id: string, refused: ReadonlySet<number>): number[] {
    const echo = this.echoes.profiles.get(id);
    if (echo === undefined || echo.exact < 0) return [];
    const places = this.sources('profiles', echo, (place) => this.isFree(place) && !refused.has(place));
    return places.every((place) => this.world.ids.haveSameId(place, echo.exact)) ? places : [];
  }
}
