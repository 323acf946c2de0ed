/** Work without progress or cancellation. */
import type { Work } from '../../worker-protocol/index.ts';

/** For callers that only wait for the answer: work that is never canceled and reports no progress. */
export const UNWATCHED: Work = { signal: new AbortController().signal, progress: () => undefined };
