import { useEffect } from 'react';
import { shownScreen } from '../navigation/index.ts';
import { isTyping } from './shortcut-keys.ts';

/**
 * Takes the focus from a field before its screen or the page goes away, because fields save their text when they lose the focus, and a
 * removed field does not lose it.
 */
export function useEndedTyping(): void {
  useEffect(() => {
    let screen = shownScreen();
    const end = () => {
      const field = document.activeElement;
      if (field instanceof HTMLElement && isTyping({ target: field })) field.blur();
    };
    const stay = () => {
      screen = shownScreen();
    };
    const endOnLeave = () => {
      if (shownScreen() !== screen) end();
      stay();
    };
    // It comes before the window renders the new screen. A new filter of the same screen takes no focus.
    addEventListener('popstate', endOnLeave, { capture: true });
    addEventListener('hashchange', stay);
    addEventListener('pagehide', end);
    return () => {
      removeEventListener('popstate', endOnLeave, { capture: true });
      removeEventListener('hashchange', stay);
      removeEventListener('pagehide', end);
    };
  }, []);
}
