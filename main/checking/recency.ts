/**
 * Whether something happened within a time span, even if the clock of this computer was wrong. All times are in milliseconds since 1970.
 */

/** When something happened, according to each clock that recorded it. */
export interface Happened {
  /** According to the clock of this computer. */
  readonly at: number;
  /** According to the clock of the service; null if it gave no time. */
  readonly servedAt: number | null;
  /** The number of its entry in the journal; null if it has none. */
  readonly entry: number | null;
}

export interface Span {
  /** The span begins after this. */
  readonly since: number;
  readonly now: number;
  /** The number of the first journal entry in the span; null if there is none. */
  readonly first: number | null;
}

/**
 * Uses the latest known time: this computer's, the service's, or that of an earlier journal entry. So nothing is missed if a clock was
 * behind. A future time of this computer is treated as now, or ignored if the service gave a time.
 */
export function isWithin({ at, servedAt, entry }: Happened, { since, now, first }: Span): boolean {
  const own = at > now && servedAt !== null ? null : at;
  return [own, servedAt].some((time) => time !== null && time > since) || (entry !== null && first !== null && entry >= first);
}
