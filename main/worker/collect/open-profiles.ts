/** The profiles of an answer that an ID alone does not give to a row. */

/** In place of a list index: none yet. */
export const NO_INDEX = -1;

/** Profiles without an ID, or with one that several rows could have; in the order of the answer. */
export class OpenProfiles {
  readonly profiles: number[] = [];
  /** First list index of the group of the profile's ID; -1 without an ID. */
  readonly groups: number[] = [];
  readonly ids: (string | null)[] = [];
  readonly rows: (number | null)[] = [];
  readonly names: (string | null)[] = [];
  readonly listIndexes: number[] = [];

  add(profile: number, group: number, id: string | null, row: number | null, name: string | null): void {
    this.profiles.push(profile);
    this.groups.push(group);
    this.ids.push(id);
    this.rows.push(row);
    this.names.push(name);
    this.listIndexes.push(NO_INDEX);
  }

  /** Positions of the profiles that have no list index. */
  *unplaced(): Generator<number> {
    for (let at = 0; at < this.listIndexes.length; at++) if (this.listIndexes[at] === NO_INDEX) yield at;
  }
}
