import { useEffect } from 'react';

const controlOf = (event: MouseEvent): Element | null => (event.target instanceof Element ? event.target.closest('button, a') : null);

/**
 * Ignores the second click of a double click if the first click has put another control in the same place. Otherwise a double click on the
 * button that opens the cost would also send the list, before the user has seen the cost.
 */
export function useDoubleClicks(): void {
  useEffect(() => {
    let first: Element | null = null;
    const onClick = (event: MouseEvent) => {
      const control = controlOf(event);
      // A click by key has detail 0.
      if (event.detail <= 1) first = control;
      else if (control !== null && control !== first) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    addEventListener('click', onClick, { capture: true });
    return () => removeEventListener('click', onClick, { capture: true });
  }, []);
}
