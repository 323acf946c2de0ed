/** Work without progress or cancellation. */
import type { Work } from '../../worker-protocol/index.ts';

/** For callers that wait for the answer: it is never canceled, and reports to no one. */
export const UNWATCHED: Work = { signal: new AbortController().signal, progress: () => undefined };
