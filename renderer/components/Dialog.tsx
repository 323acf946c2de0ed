import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

const element = (found: Element | null): HTMLElement | null => (found instanceof HTMLElement ? found : null);

/** What has the focus; for a choice in a menu, which goes as soon as it is made, the button that the menu hangs on. */
function openerNow(): HTMLElement | null {
  const active = element(document.activeElement);
  const button = document.getElementById(active?.closest('[role="menu"], [role="dialog"]')?.getAttribute('aria-labelledby') ?? '');
  return button?.hasAttribute('aria-haspopup') === true ? button : active;
}

/** Gives the focus to the title of the screen, for when what had it is about to go. */
export const focusTitle = (): void => element(document.querySelector('.page-title'))?.focus({ preventScroll: true });

/**
 * A dialog that is there only while it is open. When it goes, the focus goes back to what it was opened from, or to the title of
 * the screen where that is gone too, unless something else has taken it.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
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
  return <Modal opened {...props} />;
}
