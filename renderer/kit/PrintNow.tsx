import { useEffect } from 'react';

interface PrintNowProps {
  /** Called when the dialog is closed. */
  readonly onEnd: () => void;
}

/** Opens the print dialog. Place it as the last child of the sheets: its effect runs after theirs, when they are in the document. */
export function PrintNow({ onEnd }: PrintNowProps) {
  useEffect(() => {
    addEventListener('afterprint', onEnd, { once: true });
    window.print();
    return () => removeEventListener('afterprint', onEnd);
  }, [onEnd]);
  return null;
}
