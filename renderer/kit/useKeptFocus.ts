import { useEffect } from 'react';

/** Milliseconds in which a closing dialog, or the element that replaces the focused one, can take the focus. */
const GIVEN_BACK_MS = 50;

/** The element that gets the focus when `last`, which had it, was removed. */
function home(last: Element | null): HTMLElement | null {
  // While a dialog is open, the focus must stay in it.
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  if (dialog !== undefined) return dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog;
  const rows = document.querySelector<HTMLElement>('.check-list [role="grid"], .check-list .duplicates');
  return last?.matches('.page-title') === true || rows === null ? document.querySelector<HTMLElement>('.page-title') : rows;
}

/** True while nothing has the focus, or only a dialog itself. */
const isNowhere = (): boolean => document.activeElement === document.body || document.activeElement?.matches('[role="dialog"]') === true;

/**
 * Restores the focus when the focused element was removed and nothing else takes the focus; otherwise the next key would start at the top
 * of the window. The first of these elements gets it: the element with the same ID, which has moved; the open dialog; on Check, the rows,
 * unless the title had the focus; the title. A button that is disabled while its command runs gets the focus again afterward. Until then
 * its dialog has the focus, because the Tab key would otherwise leave the dialog.
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
        // The browser removes the focus from a disabled button only in the next frame.
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
