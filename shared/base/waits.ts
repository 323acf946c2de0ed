/** Waits that are longer than a person sits before a screen: they are told with their day and hour. */

/** In milliseconds. */
export const LONG_WAIT_MS = 15 * 60_000;
