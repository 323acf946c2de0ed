import { useId } from 'react';
import './skip-past.css';

/** Elements that can get the focus. */
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex]:not([tabindex="-1"])';

/** A button before a long table, visible only while it has the focus. It moves the focus past the table. */
export function SkipPast({ what }: { readonly what: string }) {
  const id = useId();
  const skip = () => {
    const link = document.querySelector(`[data-skip="${id}"]`);
    const table = link?.parentElement?.querySelector('table');
    if (table == null) return;
    const behind = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
      (element) =>
        (table.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
        !table.contains(element) &&
        element.offsetParent !== null,
    );
    behind?.focus();
  };
  return (
    <button type="button" className="skip-past" data-skip={id} onClick={skip}>
      Skip {what}
    </button>
  );
}
