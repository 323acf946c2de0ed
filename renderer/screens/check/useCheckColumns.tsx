/** The columns of the checked list with the user's widths, and its row header. */
import { useCallback, useMemo, useState } from 'react';
import type { CheckPage, CheckRow, CheckSort, CheckView, Input, RuleCount } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { useRowName } from '../../components/index.ts';
import { remember, remembered } from '../../navigation/index.ts';
import { checkColumns } from './check-columns.tsx';
import { previewer } from './check-preview.ts';
import { rowHeaderOf } from './check-row-header.tsx';
import { columnOrder } from './column-order.ts';

/** Where this computer stores the widths of the columns. */
const WIDTHS_KEY = 'screening-desk-check-columns';

const NO_FIELDS: CheckPage['fields'] = [];

function storedWidths(): Readonly<Record<string, number>> {
  const stored = remembered(WIDTHS_KEY);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

function useColumnWidths() {
  const [widths, setWidths] = useState(storedWidths);
  const onResize = useCallback((column: string, width: number) => {
    setWidths((before) => {
      const after = { ...before, [column]: Math.round(width) };
      remember(WIDTHS_KEY, after);
      return after;
    });
  }, []);
  return { widths, onResize };
}

/** One row of the whole list, because the fields and the largest row number are needed before a listing is loaded. */
const oneRow = (id: string, offset: number): Input<'check.page'> => ({ id, filter: { kind: 'all' }, find: '', offset, limit: 1 });

interface CheckColumnsInput {
  readonly id: string;
  readonly check: CheckView;
  readonly chosen: RuleCount | null;
  readonly sort: CheckSort | null;
  readonly isEditable: boolean;
  /** Leaves a row out or includes it again. Memoize it: a new function rerenders all rows. */
  readonly onToggle: (row: CheckRow) => void;
}

export function useCheckColumns({ id, check, chosen, sort, isEditable, onToggle }: CheckColumnsInput) {
  const fields = useContractQuery('check.page', oneRow(id, 0)).data?.fields ?? NO_FIELDS;
  const lastRow = useContractQuery('check.page', oneRow(id, Math.max(0, check.rows - 1))).data?.rows[0]?.row ?? check.rows;
  const empty = useContractQuery('check.emptyFields', { id }).data ?? NO_FIELDS;
  const rowName = useRowName();
  const [showsEmpty, setShowsEmpty] = useState(false);
  const { widths, onResize } = useColumnWidths();
  const preview = useMemo(() => previewer(isEditable ? chosen : null, fields), [chosen, fields, isEditable]);
  const order = useMemo(
    () => columnOrder(fields, chosen, { empty, rules: check.rules, showsEmpty, sortedBy: sort?.field ?? null }),
    [fields, chosen, empty, check.rules, showsEmpty, sort?.field],
  );
  const columns = useMemo(
    () => checkColumns({ fields, order, widths, chosen, sort, preview, isEditable, onToggle, rowName }),
    [fields, order, widths, chosen, sort, preview, isEditable, onToggle, rowName],
  );
  const rowHeader = useMemo(() => rowHeaderOf(lastRow, rowName), [lastRow, rowName]);
  return { fields, order, columns, rowHeader, onResize, showsEmpty, setShowsEmpty };
}
