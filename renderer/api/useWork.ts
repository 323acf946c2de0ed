import { useCallback, useRef, useState } from 'react';
import type { CallOptions, CallProgress } from '../../shared/contract/index.ts';

export interface Work {
  /** Null until the first report. */
  readonly progress: CallProgress | null;
  readonly onProgress: (progress: CallProgress | null) => void;
  /** Starts a call: returns its options. */
  readonly begin: () => CallOptions;
  /** Cancels the running calls. */
  readonly cancel: () => void;
}

/** The progress and the cancellation of calls. */
export function useWork(): Work {
  const [progress, onProgress] = useState<CallProgress | null>(null);
  const abort = useRef<AbortController | null>(null);
  const begin = useCallback(() => {
    const { signal } = (abort.current ??= new AbortController());
    onProgress(null);
    return { signal, onProgress };
  }, []);
  const cancel = useCallback(() => {
    abort.current?.abort();
    abort.current = null;
  }, []);
  return { progress, onProgress, begin, cancel };
}
