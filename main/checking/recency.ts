/** Whether something happened within a span of time, even when the clock of this computer is wrong. Milliseconds since 1970. */

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
  /** The number of the first journal entry in the span; null without one. */
  readonly first: number | null;
}

/**
 * The latest known time counts, so that no wrong clock hides it: its own time, the service's, and that of every earlier journal entry.
 * A time in the future is wrong: it counts as now, or not at all where the service gave a time.
 */
export function isWithin({ at, servedAt, entry }: Happened, { since, now, first }: Span): boolean {
  const own = at > now && servedAt !== null ? null : at;
  return [own, servedAt].some((time) => time !== null && time > since) || (entry !== null && first !== null && entry >= first);
}
