import { useEffect, useRef } from 'react';
import { hasLetterKeys, isLetterKey } from './letter-keys.ts';

/** True while a dialog or a menu is open, which has keys of its own. */
const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/**
 * Calls back for a key anywhere in the window that nothing has handled, except in dialogs and menus, and for letters that are switched off.
 * True prevents the browser's own action.
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
