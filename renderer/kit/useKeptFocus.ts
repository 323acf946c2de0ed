import { useEffect } from 'react';

/** Milliseconds in which a closing dialog, or the element that replaces the focused one, can take the focus. */
const GIVEN_BACK_MS = 50;

/** Where the focus goes from an element that is gone. */
function home(last: Element | null): HTMLElement | null {
  // Stays in an open dialog that lost only a part.
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  if (dialog !== undefined) return dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog;
  const rows = document.querySelector<HTMLElement>('.check-list [role="grid"], .check-list .duplicates');
  return last?.matches('.page-title') === true || rows === null ? document.querySelector<HTMLElement>('.page-title') : rows;
}

/** True while nothing has the focus, or only a dialog itself. */
const isNowhere = (): boolean => document.activeElement === document.body || document.activeElement?.matches('[role="dialog"]') === true;

/**
 * Keeps the focus on the screen when the focused element is removed and nothing else takes the focus. The focus goes to the element with the
 * same ID, which has moved; without one, to the open dialog; without a dialog, to the rows of Check; elsewhere and after an arrival, to the
 * title. Otherwise the next key would start at the top of the window. A button that is disabled while its command runs has the focus again afterwards; until then its dialog has it, because the Tab key
 * would lead behind the dialog.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const onFocus = (event: FocusEvent) => {
      last = event.target instanceof Element ? event.target : null;
    };
    const isLost = () => document.activeElement === document.body && last?.isConnected === false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let busy: HTMLButtonElement | null = null;
    const observer = new MutationObserver((changes) => {
      for (const { type, target } of changes) {
        if (type !== 'attributes' || !(target instanceof HTMLButtonElement)) continue;
        // The browser takes the focus from a disabled button only with the next frame.
        if (target.disabled && target === last && (target === document.activeElement || isNowhere())) {
          busy = target;
          target.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });
        } else if (!target.disabled && target === busy) {
          busy = null;
          if (isNowhere()) target.focus({ preventScroll: true });
        }
      }
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isLost()) return;
        const moved = last === null || last.id === '' ? null : document.getElementById(last.id);
        if (moved === null) home(last)?.focus({ preventScroll: true });
        else moved.focus();
      }, GIVEN_BACK_MS);
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
