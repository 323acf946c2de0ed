import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import './dialog.css';

const element = (found: Element | null): HTMLElement | null => (found instanceof HTMLElement ? found : null);

/** The focused element; for an item in a menu, which disappears when it is chosen, the button that opened the menu. */
function openerNow(): HTMLElement | null {
  const active = element(document.activeElement);
  const button = document.getElementById(active?.closest('[role="menu"], [role="dialog"]')?.getAttribute('aria-labelledby') ?? '');
  return button?.hasAttribute('aria-haspopup') === true ? button : active;
}

/** Focuses the title of the screen. Call it when the focused element is about to disappear. */
export const focusTitle = (): void => element(document.querySelector('.page-title'))?.focus({ preventScroll: true });

/**
 * For a dialog or drawer that is mounted only while it is open. When it closes, the focus returns to its opener, or to the screen's title
 * when the opener is gone, unless something else has the focus.
 */
export function useReturnedFocus(): void {
  const [opener] = useState(openerNow);
  useEffect(
    () => () => {
      window.setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        if (opener?.isConnected === true) opener.focus({ preventScroll: true });
        if (document.activeElement === document.body) focusTitle();
      });
    },
    [opener],
  );
}

/** A dialog that is mounted only while it is open, and returns the focus. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useReturnedFocus();
  return <Modal opened {...props} />;
}
