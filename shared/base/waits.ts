/** In milliseconds. The end of a longer wait is shown with its day and hour. */
export const LONG_WAIT_MS = 15 * 60_000;
