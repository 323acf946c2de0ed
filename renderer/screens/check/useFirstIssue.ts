import { type RefObject, useEffect, useRef } from 'react';
import type { CheckRow, RuleCount } from '../../../shared/contract/index.ts';
import type { GridHandle } from '../../kit/index.ts';
import { MISSING_COLUMN, SEND_COLUMN } from './check-columns.tsx';

/**
 * Activates the first cell with an issue of the rule as soon as the rule's first row is loaded; without a rule, the first cell of a needed
 * field without a column. Fixes of the rule do not move the active cell.
 */
export function useFirstIssue(
  grid: RefObject<GridHandle | null>,
  chosen: RuleCount | null,
  lacksColumn: boolean,
  first: CheckRow | undefined,
): void {
  const shown = useRef<string | null>(null);
  const code = chosen?.code ?? (lacksColumn ? MISSING_COLUMN : null);
  useEffect(() => {
    if (code === null) shown.current = null;
    if (code === null || first === undefined || shown.current === code) return;
    if (code === MISSING_COLUMN) {
      shown.current = code;
      grid.current?.show({ row: 0, key: MISSING_COLUMN });
      return;
    }
    const issue = first.issues.find((one) => one.code === code);
    if (issue === undefined) return;
    shown.current = code;
    grid.current?.show({ row: 0, key: issue.field ?? SEND_COLUMN });
  }, [grid, code, first]);
}
