/**
 * How the service numbers rows in its answers is "not shown" (section 7 of the interface): from 0, from 1, or as a sheet with its
 * header in row 1. A number may also count something else, such as the profiles of the answer. A number joins a score to a person
 * only when the answer itself proves what it counts, or when a person set the base and nothing in the answer contradicts it.
 */
import { countText } from '../../../shared/base/text.ts';
export type Base = 'zero' | 'one' | 'sheet';

/** The row number that the first row of the list has. */
export const FIRST_ROW: Readonly<Record<Base, number>> = { zero: 0, one: 1, sheet: 2 };
const BASES: readonly Base[] = ['one', 'zero', 'sheet'];

const WORDS: Readonly<Record<Base, string>> = {
  zero: 'counted from 0 over the list',
  one: 'counted from 1 over the list',
  sheet: 'counted as in a sheet with its heading in row 1',
};

/** Row numbers next to places that an ID proves: `row - place` of all of them, lowest and highest. */
export interface KnownOffsets {
  readonly count: number;
  readonly least: number;
  readonly most: number;
}

export const NO_OFFSETS: KnownOffsets = { count: 0, least: 0, most: 0 };

/** The offsets with one more pair of a row number and its place. */
export function withOffset({ count, least, most }: KnownOffsets, row: number, place: number): KnownOffsets {
  const offset = row - place;
  return count === 0
    ? { count: 1, least: offset, most: offset }
    : { count: count + 1, least: Math.min(least, offset), most: Math.max(most, offset) };
}

export interface NumberingEvidence {
  /** Rows of the list. */
  readonly length: number;
  /** Places that have a profile by its ID. */
  readonly isScored: (place: number) => boolean;
  readonly scored: number;
  /** Row numbers of the profiles that have no place by their ID, in the order of the answer. */
  readonly profileRows: readonly number[];
  /** True when all row numbers of the answer, those of profiles with an ID included, may be positions in it. */
  readonly couldCountAnswer: boolean;
  /** Row numbers of the refusals that have no place by their ID, each once. */
  readonly errorRows: readonly number[];
  /** Places that are refused by an ID. */
  readonly refusedById: ReadonlySet<number>;
  /** Pairs of a row number and a place known by an ID; an ID that two rows have gives none. */
  readonly fromProfiles: KnownOffsets;
  readonly fromErrors: KnownOffsets;
  /** Rows that the service calls valid, null when it does not say. */
  readonly validRows: number | null;
  /** True when the name of every profile without a place agrees with the row that a base leads to; null when they tell no names. */
  readonly namesAgree: (base: Base) => boolean | null;
}

/** What the row numbers of an answer mean: the base by which profiles and refusals are placed, null where none is proved. */
export interface Numbering {
  readonly profiles: Base | null;
  readonly errors: Base | null;
  /** A sentence for the person; null when no row number was needed. */
  readonly said: string | null;
}

/** A chance smaller than this that refusals fall on unscored rows by accident is taken as proof. */
const CHANCE = 1e-6;

const SET_IT = 'Set how the service counts rows on the connection, then fetch the results again.';

/** The base that pairs of rows and places prove; `contradictory` when they do not agree on any. */
function proved({ count, least, most }: KnownOffsets): Base | 'contradictory' | null {
  if (count === 0) return null;
  return (least === most ? BASES.find((base) => FIRST_ROW[base] === least) : undefined) ?? 'contradictory';
}

/** The base that the pairs of one part of the answer prove, else that of the other part: a service numbers rows in one way. */
function provedBy(own: KnownOffsets, other: KnownOffsets): Base | 'contradictory' | null {
  const elsewhere = proved(other);
  return proved(own) ?? (elsewhere === 'contradictory' ? null : elsewhere);
}

/** How one base fits the row numbers that have to be placed. */
class Fit {
  readonly base: Base;
  /** Every number is a row of the list, and none is of a row that is scored, refused or numbered already. */
  readonly fits: boolean;
  /** Every row of the list is either scored or refused. */
  readonly isComplete: boolean;

  constructor(base: Base, evidence: NumberingEvidence) {
    this.base = base;
    const { length, isScored, scored, refusedById, profileRows, errorRows } = evidence;
    const taken = new Uint8Array(length);
    const place = (row: number, isFree: (at: number) => boolean): boolean => {
      const at = row - FIRST_ROW[base];
      if (at < 0 || at >= length || taken[at] === 1 || !isFree(at)) return false;
      taken[at] = 1;
      return true;
    };
    this.fits =
      profileRows.every((row) => place(row, (at) => !isScored(at) && !refusedById.has(at))) &&
      errorRows.every((row) => place(row, (at) => !isScored(at)));
    let refused = 0;
    for (const at of refusedById) if (!isScored(at) && taken[at] === 0) refused += 1;
    this.isComplete = this.fits && scored + refused + profileRows.length + errorRows.length === length;
  }
}

/** True when the numbers of the profiles could count valid rows or the profiles themselves, so that a refused row shifts all that follow. */
function couldCountProfiles(fit: Fit, { length, profileRows, errorRows, refusedById, scored, validRows }: NumberingEvidence): boolean {
  if (fit.isComplete || profileRows.length + scored === length) return false;
  const refused = errorRows.length + refusedById.size;
  const valid = Math.max(profileRows.length + scored, validRows ?? 0, length - refused);
  // A count may begin at 2 as well as rows may.
  return profileRows.reduce((most, row) => Math.max(most, row), 0) - FIRST_ROW.sheet < valid;
}

/**
 * True when row numbers run up one by one with the positions of their profiles, which count from 0 or 1: they may count the answer,
 * whatever its order.
 */
export function couldCount(rows: readonly number[], positions: readonly number[]): boolean {
  const offset = rows.length === 0 ? 0 : rows[0]! - positions[0]!;
  return offset >= -1 && offset <= FIRST_ROW.sheet && rows.every((row, at) => row === positions[at]! + offset);
}

function judgeProfiles(fits: readonly Fit[], evidence: NumberingEvidence, set: Base | 'find'): Base | null {
  const known = provedBy(evidence.fromProfiles, evidence.fromErrors);
  // A service numbers rows in one way: where refusals prove another base, the numbers of profiles count something else.
  if (known !== provedBy(evidence.fromErrors, evidence.fromProfiles)) return null;
  if (known === 'contradictory') return null;
  const possible = fits.filter((fit) => fit.fits && evidence.namesAgree(fit.base) !== false && (known === null || fit.base === known));
  const fit = set === 'find' ? (possible.length === 1 ? possible[0] : undefined) : possible.find(({ base }) => base === set);
  if (fit === undefined || couldCountProfiles(fit, evidence)) return null;
  const isBacked = set !== 'find' || evidence.namesAgree(fit.base) === true;
  return isBacked || !evidence.couldCountAnswer ? fit.base : null;
}

/** The chance that a wrong numbering puts every refusal on a row without a profile. */
function chanceOfFit({ length, scored, profileRows, errorRows, refusedById }: NumberingEvidence): number {
  return ((length - scored - profileRows.length - refusedById.size) / length) ** errorRows.length;
}

function judgeErrors(fits: readonly Fit[], evidence: NumberingEvidence, set: Base | 'find', profiles: Base | null): Base | null {
  const known = provedBy(evidence.fromErrors, evidence.fromProfiles);
  if (known === 'contradictory') return null;
  const possible = fits.filter(
    ({ base, fits: isPossible }) => isPossible && (known === null || base === known) && (profiles === null || base === profiles),
  );
  if (set !== 'find') return possible.some(({ base }) => base === set) ? set : null;
  const [fit] = possible;
  if (fit === undefined || possible.length > 1) return null;
  // The numbers of profiles may count something else than those of the refusals: they exclude a base, but prove none.
  const isProved = proved(evidence.fromErrors) !== null || profiles !== null || fit.isComplete || chanceOfFit(evidence) < CHANCE;
  return isProved ? fit.base : null;
}

function sentence(evidence: NumberingEvidence, set: Base | 'find', profiles: Base | null, errors: Base | null): string | null {
  const { profileRows, errorRows } = evidence;
  const left = [
    ...(profiles === null && profileRows.length > 0 ? [countText(profileRows.length, 'profile')] : []),
    ...(errors === null && errorRows.length > 0 ? [countText(errorRows.length, 'refused row')] : []),
  ].join(' and ');
  if (left === '') {
    const base = profiles ?? errors;
    if (base === null) return null;
    return `${WORDS[base]} (${set === 'find' ? 'shown by the answer itself' : 'set on the connection, and the answer agrees'})`;
  }
  if (set !== 'find')
    return `The connection says that rows are ${WORDS[set]}, but the answer contradicts it, so ${left} could not be placed on a row.`;
  return `The answer does not prove what its row numbers count, so ${left} could not be placed on a row. ${SET_IT}`;
}

/** Judges the row numbers of an answer; `set` is the base that a person set on the connection, or `find`. */
export function judgeNumbering(evidence: NumberingEvidence, set: Base | 'find'): Numbering {
  if (evidence.profileRows.length + evidence.errorRows.length === 0) return { profiles: null, errors: null, said: null };
  const fits = BASES.map((base) => new Fit(base, evidence));
  const profiles = evidence.profileRows.length === 0 ? null : judgeProfiles(fits, evidence, set);
  // Numbers of profiles that prove nothing leave it open which rows are scored: refusals cannot be placed by what is left.
  const isOpen = evidence.profileRows.length > 0 && profiles === null;
  const errors = isOpen && proved(evidence.fromErrors) === null ? null : judgeErrors(fits, evidence, set, profiles);
  return { profiles, errors, said: sentence(evidence, set, profiles, errors) };
}
