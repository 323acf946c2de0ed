/** The profiles of an answer that cannot be matched to a row by ID alone. */
import { type ListIndex, NO_INDEX, type ProfileNumber } from '../list/ordinals.ts';

/** Profiles without an ID, or with an ID that several rows could have, in the order of the answer. */
export class OpenProfiles {
  readonly profiles: ProfileNumber[] = [];
  /** First list index of the group that the profile's ID belongs to; -1 without an ID. */
  readonly groups: ListIndex[] = [];
  readonly ids: (string | null)[] = [];
  /** The service's row numbers. */
  readonly rows: (number | null)[] = [];
  readonly names: (string | null)[] = [];
  readonly listIndexes: ListIndex[] = [];

  add(profile: ProfileNumber, group: ListIndex, id: string | null, row: number | null, name: string | null): void {
    this.profiles.push(profile);
    this.groups.push(group);
    this.ids.push(id);
    this.rows.push(row);
    this.names.push(name);
    this.listIndexes.push(NO_INDEX);
  }

  /** Indexes of the profiles that have no list index yet. */
  *unplaced(): Generator<number> {
    for (let at = 0; at < this.listIndexes.length; at++) if (this.listIndexes[at] === NO_INDEX) yield at;
  }
}
