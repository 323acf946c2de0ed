/** Milliseconds. Longer than any call outside bulk projects is expected to take, with its repetitions. */
const TIME_LIMIT_MS = 330_000;

/** Aborted after the time limit of one call. */
export const timeLimit = (): AbortSignal => AbortSignal.timeout(TIME_LIMIT_MS);
