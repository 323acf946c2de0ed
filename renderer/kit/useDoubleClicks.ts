import { useEffect } from 'react';

const controlOf = (event: MouseEvent): Element | null => (event.target instanceof Element ? event.target.closest('button, a') : null);

/**
 * Ignores the second click of a double click on a control that the first one has brought to the same place: who double-clicks the button
 * that leads to the cost has not seen it, and would send the list.
 */
export function useDoubleClicks(): void {
  useEffect(() => {
    let first: Element | null = null;
    const onClick = (event: MouseEvent) => {
      const control = controlOf(event);
      // Keys click with the detail 0.
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
