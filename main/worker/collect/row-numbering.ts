/**
 * How the service numbers rows in its answers is "not shown" (section 7 of the interface): from 0, from 1, or like a sheet with its header
 * in row 1. A number can also count something else, such as the profiles of the answer. It is used to match a score to a person only if the
 * answer itself proves what it counts, or if the user set the base and nothing in the answer contradicts it.
 */
import { countText } from '../../../shared/base/index.ts';
import type { ListIndex } from '../list/ordinals.ts';

export type Base = 'zero' | 'one' | 'sheet';

/** The row number of the first row of the list, under each base. */
export const FIRST_ROW: Readonly<Record<Base, number>> = { zero: 0, one: 1, sheet: 2 };
/** The list index for a row number of the service. It may be outside the list. */
export const indexOfNumber = (row: number, base: Base): ListIndex => (row - FIRST_ROW[base]) as ListIndex;
const BASES: readonly Base[] = ['one', 'zero', 'sheet'];

const BASE_TEXT: Readonly<Record<Base, string>> = {
  zero: 'counted from 0 over the list',
  one: 'counted from 1 over the list',
  sheet: 'counted as in a sheet with its heading in row 1',
};

/** Lowest and highest `row number - list index` of the rows that are known by ID. */
export interface KnownOffsets {
  readonly count: number;
  readonly least: number;
  readonly most: number;
}

export const NO_OFFSETS: KnownOffsets = { count: 0, least: 0, most: 0 };

/** The offsets after one more pair. */
export function withOffset({ count, least, most }: KnownOffsets, row: number, listIndex: ListIndex): KnownOffsets {
  const offset = row - listIndex;
  return count === 0
    ? { count: 1, least: offset, most: offset }
    : { count: count + 1, least: Math.min(least, offset), most: Math.max(most, offset) };
}

export interface NumberingEvidence {
  /** Number of rows of the list. */
  readonly length: number;
  /** True for list indexes that already have a profile by ID. */
  readonly isScored: (listIndex: ListIndex) => boolean;
  readonly scored: number;
  /** Row numbers of profiles that could not be matched by ID, in the order of the answer. */
  readonly profileRows: readonly number[];
  /** True when all row numbers of the answer, including those of profiles matched by ID, may be positions in the answer. */
  readonly couldCountAnswer: boolean;
  /** Row numbers of row errors that could not be matched by ID, each once. */
  readonly errorRows: readonly number[];
  /** List indexes of rows that are refused according to an ID. */
  readonly refusedById: ReadonlySet<ListIndex>;
  /** Offsets of row numbers whose list index is known by ID. IDs that two rows share are not used. */
  readonly fromProfiles: KnownOffsets;
  readonly fromErrors: KnownOffsets;
  /** Number of rows that the service counts as valid; null when it does not say. */
  readonly validRows: number | null;
  /**
   * True when, under a base, the name of every unmatched profile fits its row; null when the names prove nothing. All of these rows must be
   * in the list.
   */
  readonly namesAgree: (base: Base) => boolean | null;
}

/** What the row numbers of an answer mean: the base for profiles and for row errors; null when it is not proved. */
export interface Numbering {
  readonly profiles: Base | null;
  readonly errors: Base | null;
  /** A sentence for the user; null when no row number was needed. */
  readonly sentence: string | null;
}

/** A base counts as proved if the probability that row errors hit only unscored rows by chance is smaller than this. */
const PROOF_PROBABILITY = 1e-6;

const SET_BASE_HINT = 'Set how the service counts rows on the connection, then fetch the results again.';

/** The base that the pairs prove; `contradictory` when they fit no single base; null without pairs. */
function proved({ count, least, most }: KnownOffsets): Base | 'contradictory' | null {
  if (count === 0) return null;
  return (least === most ? BASES.find((base) => FIRST_ROW[base] === least) : undefined) ?? 'contradictory';
}

/** The base that one part of the answer proves, else the other part, because a service numbers rows in only one way. */
function provedBy(own: KnownOffsets, other: KnownOffsets): Base | 'contradictory' | null {
  const elsewhere = proved(other);
  return proved(own) ?? (elsewhere === 'contradictory' ? null : elsewhere);
}

/** How well a base fits the row numbers to match. */
class Fit {
  readonly base: Base;
  /** Every number is in the list, and none is a row that is already scored, refused or used by another number. */
  readonly fits: boolean;
  /** Every row of the list is scored or refused. */
  readonly isComplete: boolean;

  constructor(base: Base, evidence: NumberingEvidence) {
    this.base = base;
    const { length, isScored, scored, refusedById, profileRows, errorRows } = evidence;
    const isUsed = new Uint8Array(length);
    const claim = (row: number, isFree: (at: ListIndex) => boolean): boolean => {
      const at = indexOfNumber(row, base);
      if (at < 0 || at >= length || isUsed[at] === 1 || !isFree(at)) return false;
      isUsed[at] = 1;
      return true;
    };
    this.fits =
      profileRows.every((row) => claim(row, (at) => !isScored(at) && !refusedById.has(at))) &&
      errorRows.every((row) => claim(row, (at) => !isScored(at)));
    let refused = 0;
    for (const at of refusedById) if (!isScored(at) && isUsed[at] === 0) refused += 1;
    this.isComplete = this.fits && scored + refused + profileRows.length + errorRows.length === length;
  }
}

/** True when the profiles' numbers could count only valid rows or profiles, so that each refused row would shift all later numbers. */
function couldCountProfiles(fit: Fit, { length, profileRows, errorRows, refusedById, scored, validRows }: NumberingEvidence): boolean {
  if (fit.isComplete) return false;
  const refused = errorRows.length + refusedById.size;
  const valid = Math.max(profileRows.length + scored, validRows ?? length - refused);
  // Such a count may also start at 2, unless a lower number shows that it starts there.
  const first = profileRows.reduce((least, row) => Math.min(least, row), FIRST_ROW.sheet);
  return profileRows.reduce((most, row) => Math.max(most, row), 0) - first < valid;
}

/**
 * True when row numbers increase exactly like the positions of their profiles (counted from 0 or 1), so that they may be positions in the
 * answer instead of rows.
 */
export function couldCount(rows: readonly number[], positions: readonly number[]): boolean {
  const offset = rows.length === 0 ? 0 : rows[0]! - positions[0]!;
  return offset >= -1 && offset <= FIRST_ROW.sheet && rows.every((row, at) => row === positions[at]! + offset);
}

function chooseProfileBase(fits: readonly Fit[], evidence: NumberingEvidence, set: Base | 'find'): Base | null {
  const provedBase = provedBy(evidence.fromProfiles, evidence.fromErrors);
  // If row errors prove another base, the profiles' numbers count something else, because a service numbers rows in only one way.
  if (provedBase !== provedBy(evidence.fromErrors, evidence.fromProfiles)) return null;
  const possible = fits.filter(
    (fit) => fit.fits && evidence.namesAgree(fit.base) !== false && (provedBase === null || fit.base === provedBase),
  );
  const fit = set === 'find' ? (possible.length === 1 ? possible[0] : undefined) : possible.find(({ base }) => base === set);
  if (fit === undefined || couldCountProfiles(fit, evidence)) return null;
  const isBacked = set !== 'find' || evidence.namesAgree(fit.base) === true;
  return isBacked || !evidence.couldCountAnswer ? fit.base : null;
}

/**
 * True when a row error has a number that is possible under one base only: 0, or the number of rows plus one. Several errors numbered 0, 1,
 * 2 and so on may be positions in the report instead.
 */
function haveBoundary({ length, errorRows }: NumberingEvidence): boolean {
  const couldCountReport = errorRows.length > 1 && errorRows.every((row) => row < errorRows.length);
  return errorRows.includes(length + 1) || (errorRows.includes(0) && !couldCountReport);
}

/** The probability that a wrong base matches every row error to a row without a profile, if no profile is matched by row number only. */
function chanceOfFit({ length, scored, errorRows, refusedById }: NumberingEvidence): number {
  return ((length - scored - refusedById.size) / length) ** errorRows.length;
}

function chooseErrorBase(fits: readonly Fit[], evidence: NumberingEvidence, set: Base | 'find', profiles: Base | null): Base | null {
  const provedBase = provedBy(evidence.fromErrors, evidence.fromProfiles);
  const possible = fits.filter(
    ({ base, fits: isPossible }) => isPossible && (provedBase === null || base === provedBase) && (profiles === null || base === profiles),
  );
  if (set !== 'find') return possible.some(({ base }) => base === set) ? set : null;
  const [fit] = possible;
  if (fit === undefined || possible.length > 1) return null;
  // The profiles' numbers may count something else than the row errors' numbers, so they can rule out a base, but cannot prove one.
  const isProved =
    proved(evidence.fromErrors) !== null ||
    profiles !== null ||
    fit.isComplete ||
    haveBoundary(evidence) ||
    chanceOfFit(evidence) < PROOF_PROBABILITY;
  return isProved ? fit.base : null;
}

/** "3 profiles and 1 refused row"; empty for none. */
const leftText = (profiles: number, errors: number): string =>
  [
    ...(profiles > 0 ? [countText(profiles, 'profile')] : []),
    ...(errors > 0 ? [countText(errors, 'row that was not accepted', 'rows that were not accepted')] : []),
  ].join(' and ');

/** For a list that was not sent from here, if no ID shows that it is the list that was sent. */
export function notNumbered(profiles: number, errors: number): Numbering {
  const left = leftText(profiles, errors);
  const sentence =
    left === ''
      ? null
      : `Row numbers count the rows of the list as it was sent, which this data folder does not have, so ${left} could not be matched to a row.`;
  return { profiles: null, errors: null, sentence };
}

function sentenceOf(evidence: NumberingEvidence, set: Base | 'find', profiles: Base | null, errors: Base | null): string {
  const { profileRows, errorRows } = evidence;
  const left = leftText(profiles === null ? profileRows.length : 0, errors === null ? errorRows.length : 0);
  if (left === '') {
    // A row number was needed and nothing is left, so one of them has a base.
    const base = (profiles ?? errors)!;
    return `${BASE_TEXT[base]} (${set === 'find' ? 'shown by the answer itself' : 'set on the connection, and the answer agrees'})`;
  }
  if (set !== 'find')
    return `The connection says that rows are ${BASE_TEXT[set]}, but the answer contradicts it, so ${left} could not be matched to a row.`;
  return `The answer does not prove what its row numbers count, so ${left} could not be matched to a row. ${SET_BASE_HINT}`;
}

/** Decides what the row numbers of an answer mean. `set`: the base that the user set on the connection, or `find`. */
export function chooseNumbering(evidence: NumberingEvidence, set: Base | 'find'): Numbering {
  if (evidence.profileRows.length + evidence.errorRows.length === 0) return { profiles: null, errors: null, sentence: null };
  const fits = BASES.map((base) => new Fit(base, evidence));
  const profiles = evidence.profileRows.length === 0 ? null : chooseProfileBase(fits, evidence, set);
  // Without a base for the profiles, it is unknown which rows are scored, so row errors cannot be matched to the others.
  const isOpen = evidence.profileRows.length > 0 && profiles === null;
  const errors = isOpen && proved(evidence.fromErrors) === null ? null : chooseErrorBase(fits, evidence, set, profiles);
  return { profiles, errors, sentence: sentenceOf(evidence, set, profiles, errors) };
}
