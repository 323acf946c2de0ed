/** Whether something happened within a span of time, although the clock of this computer may be wrong. Milliseconds since 1970. */

/** When something happened, by each clock that recorded it. */
export interface Happened {
  /** By the clock of this computer, which may have been wrong. */
  readonly at: number;
  /** By the clock of the service; null where it gave none. */
  readonly servedAt: number | null;
  /** The number of its entry in the journal; null without one. */
  readonly entry: number | null;
}

export interface Span {
  /** The span begins after this. */
  readonly since: number;
  readonly now: number;
  /** The number of the first entry in the journal whose time lies in the span; null where no entry's does. */
  readonly first: number | null;
}

/**
 * Whether it happened within the span. Its time is the latest of what is known, so that no wrong clock hides it: its own time, the
 * service's, and that of every earlier entry of the journal, which cannot have been made later. A time in the future is wrong
 * and counts as now; one of this computer counts for nothing where the service told its own.
 */
export function isWithin({ at, servedAt, entry }: Happened, { since, now, first }: Span): boolean {
  const own = at > now && servedAt !== null ? null : at;
  return [own, servedAt].some((time) => time !== null && time > since) || (entry !== null && first !== null && entry >= first);
}
