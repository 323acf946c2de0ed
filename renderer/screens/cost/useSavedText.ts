import { useEffect, useRef, useState } from 'react';

const SAVE_AFTER_MS = 700;

/** A text that is saved shortly after the last key press and on blur. Shows the stored text while the user is not typing. */
export function useSavedText(stored: string, save: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    if (typed === null || typed === stored) return undefined;
    const timer = setTimeout(() => latest.current(typed), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, stored]);
  return {
    value: typed ?? stored,
    onType: setTyped,
    onLeave: () => {
      if (typed !== null && typed !== stored) save(typed);
      setTyped(null);
    },
  };
}
