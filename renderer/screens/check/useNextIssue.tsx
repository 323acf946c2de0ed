import { useCallback } from 'react';
import type { CheckFilter, CheckRow, Input, RuleCount } from '../../../shared/contract/index.ts';
import { asAppError, useClient } from '../../api/index.ts';
import { type CellPosition, type GridColumn, type LoadRows, useAnnounce } from '../../kit/index.ts';
import { columnsWithIssues } from './check-columns.tsx';
import { nextIssue } from './next-issue.ts';

interface NextIssueInput {
  readonly filter: CheckFilter;
  readonly chosen: RuleCount | null;
  readonly columns: readonly GridColumn<CheckRow>[];
  readonly load: LoadRows<CheckRow>;
  /** The shown listing as input of the contract's methods. */
  readonly request: () => Omit<Input<'check.nextIssue'>, 'issues' | 'from' | 'back'>;
}

/**
 * Finds the next issue after a cell: an issue of the chosen rule, or any issue without one. Announces a failure, and when there is none.
 */
export function useNextIssue({ filter, chosen, columns, load, request }: NextIssueInput) {
  const client = useClient();
  const announce = useAnnounce();
  return useCallback(
    async (from: CellPosition, back: boolean): Promise<CellPosition | null> => {
      const issues: CheckFilter = filter.kind === 'rule' ? filter : { kind: 'issues' };
      const search = {
        rowAt: async (index: number) => (await load(index, 1)).rows[0],
        nextRow: async (row: number, isBack: boolean) =>
          (await client.call('check.nextIssue', { ...request(), issues, from: row, back: isBack })).index,
        columnsOf: (row: CheckRow) => columnsWithIssues(row, columns, chosen),
      };
      try {
        const found = await nextIssue(search, from, back);
        if (found === null) announce(`No further issue ${back ? 'above' : 'below'} this cell`);
        return found;
      } catch (error) {
        announce(`The search for the next issue failed. ${asAppError(error).message}`);
        return null;
      }
    },
    [client, load, request, filter, columns, chosen, announce],
  );
}
