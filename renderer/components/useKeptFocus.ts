import { useEffect, useRef } from 'react';

/**
 * Focuses `fallback` when the focused element is removed and nothing else takes the focus, so that the next key does not start at the top
 * of the window. A dialog that closes gives the focus back by itself afterwards.
 */
export function useKeptFocus(fallback: () => HTMLElement | null): void {
  const latest = useRef(fallback);
  useEffect(() => {
    latest.current = fallback;
  });
  useEffect(() => {
    let last: Element | null = null;
    const onFocus = (event: FocusEvent) => {
      last = event.target instanceof Element ? event.target : null;
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || last === null || last.isConnected) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      last = null;
      latest.current()?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}
