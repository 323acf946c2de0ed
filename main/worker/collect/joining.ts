/**
 * Matches each profile and row error of an answer to a row. A score on the wrong person is worse than none, so everything that the answer
 * does not prove stays unmatched and is listed. Proof is, in this order: an ID that cannot be confused with another row's ID, a row number
 * if the answer shows what it counts, and a name that distinguishes rows with the same ID. Order alone proves nothing.
 */
import { NAME_KEY, type RowError, areSameName, idChangesBetween, idChangesOf, namesAgree } from '../../../shared/results/index.ts';
import { AlikeIds } from './alike-ids.ts';
import type { BatchKeys } from '../result-file/profile-batches.ts';
import type { StoredRowError } from '../result-file/result-file.ts';
import {
  type Base,
  couldCount,
  indexOfNumber,
  chooseNumbering,
  type KnownOffsets,
  NO_OFFSETS,
  notNumbered,
  type Numbering,
  withOffset,
} from './row-numbering.ts';
import type { RowIdLookup } from './row-id-lookup.ts';
import { type ListIndex, type Matches, NO_INDEX, NO_PROFILE, byListIndex, type ProfileNumber, FIRST_INDEX } from '../list/ordinals.ts';
import { OpenProfiles } from './open-profiles.ts';
import type { SentIds } from './sent-ids.ts';

/** Used as the list index of a profile that repeats an earlier one. */
const REPEATED = -2 as ListIndex;
/** If at least this many different names are on the right rows, that cannot be a coincidence. */
const PROVING_NAMES = 10;

/** How a row got its profile. `loose`: by an ID that the service changed. `disputed`: two different profiles claim the row. */
const HOW = { none: 0, exact: 1, loose: 2, disputed: 3 } as const;

/** The result of matching an answer. */
export interface Joined {
  readonly errors: readonly StoredRowError[];
  readonly numbering: Numbering;
  /** Number of profiles and row errors that belong to rows of the list, but could not be matched to a row. */
  readonly unplaced: number;
}

export interface JoiningDeps {
  /** The name keys of the list, `NAME_KEY` Latin-1 bytes per list index. Called once, if an answer contains names. */
  readonly names: () => Uint8Array;
  /** True when two profiles, given by number, have the same text. */
  readonly areSame: (one: ProfileNumber, other: ProfileNumber) => boolean;
  /** Finds the rows of generated IDs; absent for a list without them. */
  readonly rowIds?: Pick<RowIdLookup, 'asSent' | 'canPlace'>;
}

export class Joining {
  readonly matches: Matches;
  private readonly ids: SentIds;
  private readonly deps: JoiningDeps;
  private readonly how: Uint8Array;
  /** For a loose match: the changes from the sent ID to the returned one. */
  private readonly changed: Uint8Array;
  /** Changes that the service does not make: IDs that would be affected were returned as sent. */
  private notChanged = 0;
  /** True when the profiles show that the service does not round whole numbers. */
  private keepsDigits = false;
  private readonly open = new OpenProfiles();
  /** Other profiles for rows that already have one. */
  private readonly laterProfiles: { readonly listIndex: ListIndex; readonly profile: ProfileNumber; readonly how: number }[] = [];
  private readonly alike = new Map<ListIndex, AlikeIds>();
  private fromProfiles: KnownOffsets = NO_OFFSETS;
  private fromErrors: KnownOffsets = NO_OFFSETS;
  /** Every row number in a profile, with the profile's number. */
  private readonly rowNumbers: { readonly profiles: ProfileNumber[]; readonly rows: number[] } = { profiles: [], rows: [] };
  private nameKeys: Uint8Array | null = null;

  constructor(ids: SentIds, deps: JoiningDeps) {
    this.ids = ids;
    this.deps = deps;
    this.matches = byListIndex<ProfileNumber>(ids.length);
    this.how = new Uint8Array(ids.length);
    this.changed = new Uint8Array(ids.length);
  }

  /** Takes the keys of the next profiles. `first`: the number of the first of them. */
  take(
    first: number,
    { ids, rows, names, withoutScores = [] }: Omit<BatchKeys, 'unreadable' | 'withoutScores'> & Partial<BatchKeys>,
  ): void {
    let skipped = 0;
    for (let at = 0; at < ids.length; at++) {
      // A profile without scores is not a result, and must not dispute another profile.
      if (withoutScores[skipped] === first + at) skipped += 1;
      else this.takeOne((first + at) as ProfileNumber, ids[at]!, rows[at]!, names[at]!);
    }
  }

  private takeOne(profile: ProfileNumber, echoed: string | null, row: number | null, name: string | null): void {
    if (row !== null) {
      this.rowNumbers.profiles.push(profile);
      this.rowNumbers.rows.push(row);
    }
    const id = echoed === null ? null : this.idAsSent(echoed, name);
    if (id === null) {
      this.open.add(profile, NO_INDEX, null, row, name);
      return;
    }
    const group = this.ids.groupOf(id);
    if (group < 0) return;
    if (this.ids.isAlone(group)) this.takeAlone(profile, group, id, row, name);
    else this.open.add(profile, group, id, row, name);
  }

  /** The ID as it was sent, for a returned ID; null when that is unknown. */
  private idAsSent(echoed: string, name: string | null): string | null {
    return this.ids.asSent(this.deps.rowIds?.asSent(echoed, name) ?? echoed);
  }

  private canPlace(listIndex: ListIndex, name: string | null): boolean {
    return this.deps.rowIds?.canPlace(listIndex, name) ?? true;
  }

  /** Takes a profile whose ID can belong to only one row. */
  private takeAlone(profile: ProfileNumber, listIndex: ListIndex, id: string, row: number | null, name: string | null): void {
    if (!this.agrees(listIndex, name)) return;
    const { how, matches } = this;
    if (this.ids.isExactly(listIndex, id)) {
      this.notChanged |= this.ids.changesAt(listIndex);
      if (how[listIndex] === HOW.exact) {
        this.laterProfiles.push({ listIndex, profile, how: HOW.exact });
        return;
      }
      if (row !== null) this.fromProfiles = withOffset(this.fromProfiles, row, listIndex);
      how[listIndex] = HOW.exact;
      matches[listIndex] = profile;
    } else if (how[listIndex] === HOW.loose) this.laterProfiles.push({ listIndex, profile, how: HOW.loose });
    else if (how[listIndex] === HOW.none) {
      how[listIndex] = HOW.loose;
      matches[listIndex] = profile;
      this.changed[listIndex] = idChangesBetween(this.ids.changesAt(listIndex), idChangesOf(id));
    }
  }

  private nameKeysOfList(): Uint8Array {
    return (this.nameKeys ??= this.deps.names());
  }

  /** Whether the name in a profile can be the name of the row at a list index. */
  private agrees(listIndex: ListIndex, name: string | null): boolean {
    return name === null || namesAgree(this.nameKeysOfList(), listIndex * NAME_KEY, name);
  }

  /**
   * Matches everything. `set`: the base of row numbers that the user set, or `find`. `rowNumbers`: whether row numbers can be used; only
   * for a list that was not sent from here.
   */
  resolve(echoedErrors: readonly RowError[], validRows: number | null, set: Base | 'find', rowNumbers?: 'with-ids' | 'ignored'): Joined {
    const { open, matches } = this;
    const errors = echoedErrors.map((error) =>
      error.constituentId === null ? error : { ...error, constituentId: this.idAsSent(error.constituentId, null) },
    );
    for (const at of open.unplaced()) if (open.groups[at]! >= 0) this.alikeOf(open.groups[at]!).note('profiles', open.ids[at]!, at);
    for (const alike of this.alike.values()) {
      this.notChanged |= alike.notChanged();
      this.keepsDigits ||= alike.showsDigits();
    }
    this.disputeDifferent();
    this.dropLoose();
    const byId = this.placeErrorsAlone(errors);
    for (const alike of this.alike.values()) for (const [at, listIndex] of alike.settle()) byId[at] = listIndex;
    const refusedById = new Set(byId.filter((listIndex) => listIndex >= 0 && matches[listIndex] === 0));
    const isSentList = rowNumbers === undefined || (rowNumbers === 'with-ids' && matches.some((profile) => profile !== 0));
    const numbering = isSentList ? this.numberingOf(errors, byId, refusedById, validRows, set) : this.withoutNumbering(errors, byId);
    this.placeByRow(numbering.profiles);
    const placed = errors.map((error, at) => this.withListIndex(error, byId[at]!, numbering.errors));
    this.placeSameIds(new Set(placed.map(({ index }) => index)));
    const left = [...open.unplaced()].length + this.laterProfiles.filter(({ listIndex }) => this.how[listIndex] === HOW.disputed).length;
    const unplacedErrors = placed.filter(({ index }, at) => index < 0 && errors[at]!.isUnreadable !== true);
    const unplacedRows = new Set(unplacedErrors.map(({ row, id }) => JSON.stringify([row, id])));
    return { errors: placed, numbering, unplaced: left + unplacedRows.size };
  }

  private alikeOf(group: ListIndex): AlikeIds {
    let alike = this.alike.get(group);
    if (alike === undefined) {
      alike = new AlikeIds(group, {
        ids: this.ids,
        isScored: (listIndex) => this.matches[listIndex] !== 0,
        keepsDigits: () => this.keepsDigits,
        give: (listIndex, profiles) => this.assignRepeated(listIndex, profiles),
      });
      this.alike.set(group, alike);
    }
    return alike;
  }

  private give(at: number, listIndex: ListIndex): void {
    this.open.listIndexes[at] = listIndex;
    this.matches[listIndex] = this.open.profiles[at]!;
    this.how[listIndex] = HOW.exact;
  }

  /** Assigns the first of several profiles to a list index, if they all have the same text and their name matches the row. */
  private assignRepeated(listIndex: ListIndex, entries: readonly number[]): void {
    const { open } = this;
    const [first, ...more] = entries;
    const profile = open.profiles[first!]!;
    if (!this.agrees(listIndex, open.names[first!]!) || !more.every((at) => this.deps.areSame(profile, open.profiles[at]!))) return;
    this.give(first!, listIndex);
    for (const at of more) open.listIndexes[at] = REPEATED;
    const row = open.rows[first!]!;
    if (row !== null) this.fromProfiles = withOffset(this.fromProfiles, row, listIndex);
  }

  /** The list index of each row error whose ID can belong to only one row; -1 for the others. */
  private placeErrorsAlone(errors: readonly RowError[]): ListIndex[] {
    const { ids } = this;
    let notChanged = 0;
    const changed = new Uint8Array(errors.length);
    const groups = errors.map(({ constituentId: id, row }, at) => {
      if (id === null) return NO_INDEX;
      const group = ids.groupOf(id);
      if (group < 0) return NO_INDEX;
      if (!ids.isAlone(group)) {
        this.alikeOf(group).note('errors', id, at);
        return NO_INDEX;
      }
      if (!ids.isExactly(group, id)) {
        changed[at] = idChangesBetween(ids.changesAt(group), idChangesOf(id));
        return group;
      }
      notChanged |= ids.changesAt(group);
      if (row !== null) this.fromErrors = withOffset(this.fromErrors, row, group);
      return group;
    });
    // Only the IDs in the report show which changes the report makes. It can differ from the profiles.
    return groups.map((group, at) => ((changed[at]! & notChanged) === 0 ? group : NO_INDEX));
  }

  /** Drops matches that would require a change that the service is known not to make. */
  private dropLoose(): void {
    for (let listIndex = FIRST_INDEX; listIndex < this.matches.length; listIndex++)
      if (this.how[listIndex] === HOW.loose && (this.changed[listIndex]! & this.notChanged) !== 0) {
        this.how[listIndex] = HOW.none;
        this.matches[listIndex] = NO_PROFILE;
      }
  }

  /** Two different profiles for a row make it disputed. Profiles with the same text count as one. */
  private disputeDifferent(): void {
    for (const { listIndex, profile, how } of this.laterProfiles) {
      // An exact ID takes precedence over an ID that the service may have changed.
      if (this.how[listIndex] !== how || this.deps.areSame(this.matches[listIndex]!, profile)) continue;
      this.how[listIndex] = HOW.disputed;
      this.matches[listIndex] = NO_PROFILE;
    }
  }

  private numberingOf(
    errors: readonly RowError[],
    byId: readonly ListIndex[],
    refusedById: ReadonlySet<ListIndex>,
    validRows: number | null,
    set: Base | 'find',
  ): Numbering {
    const { open, matches } = this;
    this.dropRepeated();
    const numbered = [...open.unplaced()].filter((at) => open.rows[at] !== null);
    const errorRows = new Set<number>();
    // An ID that was not sent belongs to another list, so its row number does, too.
    for (const [at, { row, constituentId: id }] of errors.entries())
      if (row !== null && byId[at]! < 0 && (id === null || this.ids.groupOf(id) >= 0)) errorRows.add(row);
    return chooseNumbering(
      {
        length: matches.length,
        isScored: (listIndex) => matches[listIndex] !== 0,
        scored: matches.reduce((sum, profile) => sum + (profile === 0 ? 0 : 1), 0),
        profileRows: numbered.map((at) => open.rows[at]!),
        couldCountAnswer: this.couldCountAnswer(),
        errorRows: [...errorRows],
        refusedById,
        fromProfiles: this.fromProfiles,
        fromErrors: this.fromErrors,
        validRows,
        namesAgree: (base) => this.namesOn(numbered, base),
      },
      set,
    );
  }

  /** For a list that may not be the one that was sent, so row numbers cannot be used. */
  private withoutNumbering(errors: readonly RowError[], byId: readonly ListIndex[]): Numbering {
    this.dropRepeated();
    const profiles = [...this.open.unplaced()].filter((at) => this.open.rows[at] !== null).length;
    const rows = new Set(errors.flatMap(({ row }, at) => (row !== null && byId[at]! < 0 ? [row] : [])));
    return notNumbered(profiles, rows.size);
  }

  /**
   * Whether the row numbers may be positions instead: among all profiles, among the profiles without repetitions, or among the profiles
   * with a row number. In the last case, repetitions are not counted, because they repeat the number.
   */
  private couldCountAnswer(): boolean {
    const { open, rowNumbers } = this;
    const repeated = new Set(
      this.laterProfiles.filter(({ listIndex }) => this.how[listIndex] !== HOW.disputed).map(({ profile }) => profile),
    );
    for (const [at, listIndex] of open.listIndexes.entries()) if (listIndex === REPEATED) repeated.add(open.profiles[at]!);
    const once = [...rowNumbers.profiles.keys()].filter((at) => !repeated.has(rowNumbers.profiles[at]!));
    const inOrder = [...repeated].toSorted((a, b) => a - b);
    let before = 0;
    const withoutRepeated = once.map((at) => {
      while (before < inOrder.length && inOrder[before]! < rowNumbers.profiles[at]!) before += 1;
      return rowNumbers.profiles[at]! - before;
    });
    const rows = once.map((at) => rowNumbers.rows[at]!);
    return couldCount(rowNumbers.rows, rowNumbers.profiles) || couldCount(rows, withoutRepeated) || couldCount(rows, [...rows.keys()]);
  }

  /** Marks profiles that repeat an earlier profile with the same row number and text. */
  private dropRepeated(): void {
    const { open } = this;
    const first = new Map<number, number>();
    for (const at of open.unplaced()) {
      const row = open.rows[at]!;
      if (row === null) continue;
      const before = first.get(row);
      if (before === undefined) first.set(row, at);
      else if (this.deps.areSame(open.profiles[before]!, open.profiles[at]!)) open.listIndexes[at] = REPEATED;
    }
  }

  /** Whether names in profiles match their rows under a base, which must all be in the list. Null when the names prove nothing. */
  private namesOn(numbered: readonly number[], base: Base): boolean | null {
    const { open } = this;
    const proving = new Set<string>();
    for (const at of numbered) {
      const name = open.names[at]!;
      const listIndex = indexOfNumber(open.rows[at]!, base);
      if (name === null) continue;
      if (!this.agrees(listIndex, name)) return false;
      if (areSameName(this.nameKeysOfList(), listIndex * NAME_KEY, name)) proving.add(name);
    }
    return proving.size === numbered.length || proving.size >= PROVING_NAMES ? true : null;
  }

  private placeByRow(base: Base | null): void {
    const { open } = this;
    if (base === null) return;
    for (const at of open.unplaced()) {
      const [row, id] = [open.rows[at]!, open.ids[at]!];
      if (row === null) continue;
      const listIndex = indexOfNumber(row, base);
      if ((id === null || this.ids.isExactly(listIndex, id)) && this.canPlace(listIndex, open.names[at]!)) this.give(at, listIndex);
    }
  }

  /** A row error with its list index, found by its ID, or by its row number if the base is proved. */
  private withListIndex(
    { row, constituentId: id, field, code, message, value }: RowError,
    byId: ListIndex,
    base: Base | null,
  ): StoredRowError {
    const fields = { row, id, field, code, message, value };
    if (byId >= 0) return { index: byId, ...fields };
    const byRow = row === null || base === null ? NO_INDEX : indexOfNumber(row, base);
    const isInList = byRow >= 0 && byRow < this.matches.length;
    const isOurs = isInList && (id === null || this.ids.isExactly(byRow, id)) && this.canPlace(byRow, null);
    return { index: isOurs ? byRow : NO_INDEX, ...fields };
  }

  /** Matches profiles with an ID that several rows share: by name, or to the only row that is left. */
  private placeSameIds(refused: ReadonlySet<ListIndex>): void {
    const { open } = this;
    const byId = new Map<string, number[]>();
    for (const at of open.unplaced()) {
      const id = open.ids[at]!;
      if (id !== null) byId.set(id, [...(byId.get(id) ?? []), at]);
    }
    for (const [id, profiles] of byId) {
      const places = this.alike.get(open.groups[profiles[0]!]!)!.freeRowsOf(id, refused);
      const claims = profiles.map((at) => [at, places.filter((listIndex) => this.agrees(listIndex, open.names[at]!))] as const);
      for (const [at, [listIndex, ...more]] of claims) {
        if (listIndex === undefined || more.length > 0 || open.listIndexes[at] !== NO_INDEX) continue;
        const others = claims.filter(([other, claimed]) => other !== at && claimed.includes(listIndex));
        // Equal profiles, which come from overlapping pages, count as one.
        if (!others.every(([other]) => this.deps.areSame(open.profiles[at]!, open.profiles[other]!))) continue;
        this.give(at, listIndex);
        for (const [other] of others) open.listIndexes[other] = REPEATED;
      }
    }
  }
}
