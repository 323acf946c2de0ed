import { useCallback, useState } from 'react';
import type { AppError } from '../../shared/base/index.ts';
import { asAppError } from './client.ts';

export interface Action<A extends readonly unknown[]> {
  /** True on success. */
  readonly run: (...input: A) => Promise<boolean>;
  readonly isPending: boolean;
  readonly error: AppError | null;
  readonly reset: () => void;
}

/**
 * A one-time action with its state. Unlike a cached command it does not keep its input, because a token must not
 * outlive its field.
 */
export function useAction<A extends readonly unknown[]>(act: (...input: A) => Promise<unknown>): Action<A> {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const run = async (...input: A): Promise<boolean> => {
    setPending(true);
    setError(null);
    try {
      await act(...input);
      return true;
    } catch (thrown) {
      setError(asAppError(thrown));
      return false;
    } finally {
      setPending(false);
    }
  };
  const reset = useCallback(() => setError(null), []);
  return { run, isPending, error, reset };
}
