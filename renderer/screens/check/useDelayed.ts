import { useEffect, useState } from 'react';

/** Milliseconds after which running work is shown; shorter work would only flicker. */
const SHOWN_AFTER_MS = 150;

/** The value after it has not been null for `SHOWN_AFTER_MS`; null as soon as it is null. */
export function useDelayed<T>(value: T | null): T | null {
  const [shown, setShown] = useState<T | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(value), value === null ? 0 : SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === null ? null : shown;
}
