import { SINGLE_CALL_MS } from '../store/app-database/index.ts';

/** A signal that is aborted after the time limit of one call. */
export const timeLimit = (): AbortSignal => AbortSignal.timeout(SINGLE_CALL_MS);
