import { useRef } from 'react';
import type { CellPosition } from './grid-keys.ts';

type Search = (from: CellPosition, back: boolean) => Promise<CellPosition | null>;

/**
 * Goes to the next or previous issue. A key press during a search continues from the cell that the search finds, so that no key press is
 * lost when the user is faster than the search.
 */
export function useIssueKey(active: CellPosition, search: Search | undefined, goTo: (cell: CellPosition) => void): (back: boolean) => void {
  const underWay = useRef<Promise<CellPosition> | null>(null);
  return (back) => {
    if (search === undefined) return;
    const from = underWay.current ?? Promise.resolve(active);
    const next = from
      .then(async (cell) => {
        const found = await search(cell, back);
        if (found !== null) goTo(found);
        return found ?? cell;
      })
      .finally(() => {
        if (underWay.current === next) underWay.current = null;
      });
    underWay.current = next;
  };
}
