/** The widths that the user gave the columns of Check; this computer remembers them. */
import { useCallback, useState } from 'react';
import { remember, remembered } from '../../navigation/remembered.ts';

/** Where this screen stores the widths of its columns. */
const WIDTHS_KEY = 'screening-desk-check-columns';

function keptWidths(): Readonly<Record<string, number>> {
  const kept = remembered(WIDTHS_KEY);
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

export function useColumnWidths() {
  const [widths, setWidths] = useState(keptWidths);
  const onResize = useCallback((column: string, width: number) => {
    setWidths((before) => {
      const after = { ...before, [column]: Math.round(width) };
      remember(WIDTHS_KEY, after);
      return after;
    });
  }, []);
  return { widths, onResize };
}
