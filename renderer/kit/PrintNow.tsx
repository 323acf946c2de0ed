import { useEffect } from 'react';

interface PrintNowProps {
  /** The dialog is closed. */
  readonly onEnd: () => void;
}

/** Opens the printer's dialog. As the last child of the sheets: its effect runs after theirs, which are then in the document. */
export function PrintNow({ onEnd }: PrintNowProps) {
  useEffect(() => {
    addEventListener('afterprint', onEnd, { once: true });
    window.print();
    return () => removeEventListener('afterprint', onEnd);
  }, [onEnd]);
  return null;
}
