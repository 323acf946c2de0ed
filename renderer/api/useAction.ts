import { useCallback, useState } from 'react';
import type { AppError } from '../../shared/base/errors.ts';
import { asAppError } from './client.ts';

interface Action<A extends readonly unknown[]> {
  /** True when it went well. */
  readonly run: (...input: A) => Promise<boolean>;
  readonly isRunning: boolean;
  readonly error: AppError | null;
  readonly reset: () => void;
}

/**
 * Something that is done once, with its state. Unlike a command in the cache it remembers nothing of what went in: a
 * token must not outlive the field that it was typed into.
 */
export function useAction<A extends readonly unknown[]>(act: (...input: A) => Promise<unknown>): Action<A> {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const run = async (...input: A): Promise<boolean> => {
    setIsRunning(true);
    setError(null);
    try {
      await act(...input);
      return true;
    } catch (thrown) {
      setError(asAppError(thrown));
      return false;
    } finally {
      setIsRunning(false);
    }
  };
  const reset = useCallback(() => setError(null), []);
  return { run, isRunning, error, reset };
}
