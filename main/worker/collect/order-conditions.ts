/**
 * When profiles may be joined to rows by their order. Order alone proves nothing, so the user is offered this only if nothing in the answer
 * contradicts it, and the numbers agree exactly.
 */
import { countText } from '../../../shared/base/index.ts';
import type { ListIndex, ProfileNumber, SheetRow } from '../list/ordinals.ts';

/** Evidence in the project's file. "Own" rows are those that the project itself sent, without rows of later parts. */
export interface OrderEvidence {
  /** Number of profiles of the last answer. */
  readonly profiles: number;
  /** Rows that the service counts as valid; null when it does not say. */
  readonly validRows: number | null;
  /** Own rows without a profile and without a row error. */
  readonly rows: number;
  /** Own rows with a profile that no later project added, and rows with a profile of the last answer. */
  readonly matched: number;
  /** Refused rows that the answer does not identify. */
  readonly unplaced: number;
  /** Profiles of the last answer that are unreadable or have no score. */
  readonly withoutResult: number;
  /** Profiles that only an earlier answer contained. */
  readonly earlier: number;
}

/** Evidence in the profiles of the last answer. */
export interface ProfileEvidence {
  /** Profiles with a constituent ID. None of the IDs belongs to a row. */
  readonly withId: number;
  /** True when there are row numbers that count neither profiles nor rows. */
  readonly hasOtherRowNumbers: boolean;
  /** True when two profiles have the same service ID, or without IDs the same text: a page can repeat the end of the previous one. */
  readonly repeats: boolean;
  /** Profiles whose name differs from the name of the row at the same position. */
  readonly otherNames: number;
}

/** A sentence with the reason if the numbers do not allow a join by order; otherwise null. */
export function whyNotByCounts({ profiles, validRows, rows, matched, unplaced, withoutResult, earlier }: OrderEvidence): string | null {
  if (matched > 0)
    return `${countText(matched, 'row')} of this list already ${matched === 1 ? 'has' : 'have'} a profile. Order is used only when the answer names no row at all.`;
  if (profiles === 0) return 'The last answer of the service has no profiles.';
  if (unplaced > 0)
    return `The service did not accept ${countText(unplaced, 'row')}, and its answer does not prove which. Set how the service counts rows on the connection, then fetch the results again.`;
  if (earlier > 0)
    return `${countText(earlier, 'profile')} from an earlier answer did not appear again, so the answers of the service do not agree.`;
  if (validRows !== null && validRows !== profiles)
    return `The service counts ${countText(validRows, 'valid row')} but returned ${countText(profiles, 'profile')}.`;
  if (rows !== profiles)
    return `There ${profiles === 1 ? 'is' : 'are'} ${countText(profiles, 'profile')} for ${countText(rows, 'row')} without a result. Both numbers must be the same.`;
  if (withoutResult > 0)
    return `${countText(withoutResult, 'profile')} of the last answer ${withoutResult === 1 ? 'has' : 'have'} no scores or cannot be read. Fetch the results again first; it costs nothing.`;
  return null;
}

/** A sentence with the reason if the content of the profiles does not allow a join by order; otherwise null. */
export function whyNotByProfiles({ withId, hasOtherRowNumbers, repeats, otherNames }: ProfileEvidence): string | null {
  if (withId > 0)
    return `${countText(withId, 'profile')} ${withId === 1 ? 'has' : 'have'} a constituent ID that matches no row of this list. The answer may belong to another list.`;
  if (hasOtherRowNumbers)
    return 'The row numbers in the profiles do not follow the order of the list. Set how the service counts rows on the connection, then fetch the results again.';
  if (repeats) return 'The service returned the same profile more than once, so other profiles may be missing or in another position.';
  if (otherNames > 0)
    return `The name in ${countText(otherNames, 'profile')} is not the name of the row in the same position, so the profiles are not in the order of the list.`;
  return null;
}

/** Checks whether row numbers in profiles follow the order of the list. They may count profiles, rows of the list or rows of the sheet. */
export class RowNumbersInOrder {
  private readonly starts: (number | null | undefined)[] = [undefined, undefined, undefined];

  /** `ordinals`: the numbers of the profile and of the row at its position. */
  take(row: number, ordinals: readonly [ProfileNumber, ListIndex, SheetRow]): void {
    for (const [at, ordinal] of ordinals.entries()) {
      const start = row - ordinal;
      if (this.starts[at] === undefined) this.starts[at] = start;
      else if (this.starts[at] !== start) this.starts[at] = null;
    }
  }

  /** True when the row numbers fit none of these ways of counting. False without row numbers. */
  get contradicts(): boolean {
    return this.starts.every((start) => start === null);
  }
}
