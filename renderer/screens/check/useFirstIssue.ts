import { type RefObject, useEffect, useRef } from 'react';
import type { CheckRow, RuleCount } from '../../../shared/contract/index.ts';
import type { GridHandle } from '../../kit/index.ts';
import { SEND_COLUMN } from './check-columns.tsx';

/** Makes the first cell with a rule the active one, once the first of its rows is there. Fixes of the rule do not move the active cell. */
export function useFirstIssue(grid: RefObject<GridHandle | null>, chosen: RuleCount | null, first: CheckRow | undefined): void {
  const shown = useRef<string | null>(null);
  const code = chosen?.code ?? null;
  useEffect(() => {
    if (code === null) shown.current = null;
    if (code === null || first === undefined || shown.current === code) return;
    const issue = first.issues.find((one) => one.code === code);
    if (issue === undefined) return;
    shown.current = code;
    grid.current?.show({ row: 0, key: issue.field ?? SEND_COLUMN });
  }, [grid, code, first]);
}
