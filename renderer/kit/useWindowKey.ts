import { useEffect, useRef } from 'react';
import { hasLetterKeys, isLetterKey } from './letter-keys.ts';

/** True while a dialog or a menu is open; these handle their own keys. */
const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/**
 * Calls `onKey` for every key in the window that nothing else has handled, except while a dialog or a menu is open, and except for letter
 * keys that are switched off. Returning true prevents the browser's own action.
 */
export function useWindowKey(onKey: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const onDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered() || (isLetterKey(event) && !hasLetterKeys())) return;
      if (latest.current(event)) event.preventDefault();
    };
    addEventListener('keydown', onDown);
    return () => removeEventListener('keydown', onDown);
  }, []);
}
