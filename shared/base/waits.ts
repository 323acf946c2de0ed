/** Waits of more than 15 minutes are shown with their day and hour. */

/** In milliseconds. */
export const LONG_WAIT_MS = 15 * 60_000;
