/** In milliseconds. For a longer wait, the user sees the day and hour when it ends. */
export const LONG_WAIT_MS = 15 * 60_000;
