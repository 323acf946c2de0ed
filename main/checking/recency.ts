/**
 * Whether something happened within a span of time, also when the clock of this computer was wrong. All in ms since
 * 1970.
 */

/** When something happened, by each clock that recorded it. */
export interface Happened {
  /** By the clock of this computer. */
  readonly at: number;
  /** By the clock of the service; null where it gave no time. */
  readonly servedAt: number | null;
  /** The number of its entry in the journal; null without one. */
  readonly entry: number | null;
}

export interface Span {
  /** The span begins after this. */
  readonly since: number;
  readonly now: number;
  /** The number of the first journal entry in the span; null without one. */
  readonly first: number | null;
}

/**
 * The latest known time counts: this computer's, the service's, or that of an earlier journal entry. So a clock that was
 * behind hides nothing. A time in the future counts as now, or not at all where the service gave a time.
 */
export function isWithin({ at, servedAt, entry }: Happened, { since, now, first }: Span): boolean {
  const own = at > now && servedAt !== null ? null : at;
  return [own, servedAt].some((time) => time !== null && time > since) || (entry !== null && first !== null && entry >= first);
}
