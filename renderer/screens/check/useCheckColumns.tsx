/** The columns of the checked list with the user's widths, and its row header. */
import { useCallback, useMemo, useState } from 'react';
import type { CheckPage, CheckRow, CheckSort, CheckView, Input, RuleCount } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { useRowName } from '../../components/index.ts';
import { remember, remembered } from '../../navigation/index.ts';
import { checkColumns } from './check-columns.tsx';
import { previewer } from './check-preview.ts';
import { rowHeaderOf } from './check-row-header.tsx';
import { columnOrder, type ColumnsShown, NO_CHOICES, shownAtFirst } from './column-order.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { openRules } from './issue-texts.ts';
import type { OfferedColumn } from './offered-columns.tsx';

/** Where this computer stores the widths of the columns. */
const WIDTHS_KEY = 'screening-desk-check-columns';

const fieldsWithIssues = (check: CheckView): ReadonlySet<FieldKey> =>
  new Set(openRules(check).flatMap((rule) => rule.fields.map(({ field }) => field)));

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
  /** A needed field that no column of the file fills. */
  readonly missing: FieldKey | null;
  /** The column of the file that matches it best. */
  readonly offered: OfferedColumn | null;
  /** The column whose filter is on. */
  readonly filteredBy: FieldKey | null;
  /** The search text, to mark its hits. */
  readonly find: string;
  readonly isEditable: boolean;
  /** Leaves a row out or includes it again. Memoize it: a new function rerenders all rows. */
  readonly onToggle: (row: CheckRow) => void;
}

export function useCheckColumns({ id, check, chosen, missing, offered, sort, filteredBy, find, isEditable, onToggle }: CheckColumnsInput) {
  const fields = useContractQuery('check.page', oneRow(id, 0)).data?.fields ?? NO_FIELDS;
  const lastRow = useContractQuery('check.page', oneRow(id, Math.max(0, check.rows - 1))).data?.rows[0]?.row ?? check.rows;
  const empty = useContractQuery('check.emptyFields', { id }).data;
  const rowName = useRowName();
  const [opened] = useState(() => fieldsWithIssues(check));
  const withIssues = useMemo(() => new Set([...opened, ...fieldsWithIssues(check)]), [opened, check]);
  const [asked, setShow] = useState<ColumnsShown | null>(null);
  const [choices, setChoices] = useState(NO_CHOICES);
  const [first, setFirst] = useState<readonly FieldKey[]>(NO_FIELDS);
  if (first.length === 0 && fields.length > 0) setFirst(fields);
  const show = asked ?? shownAtFirst(first, opened);
  const { widths, onResize } = useColumnWidths();
  const preview = useMemo(() => previewer(isEditable ? chosen : null, fields), [chosen, fields, isEditable]);
  const order = useMemo(
    () =>
      // Draw no columns until the empty ones are known, so that no drawn column disappears.
      columnOrder(empty === undefined && show === 'filled' ? NO_FIELDS : fields, chosen, {
        empty: empty ?? NO_FIELDS,
        // Also show a column that had no value until a fix filled it.
        withIssues: new Set([...withIssues, ...fields.filter((field) => first.length > 0 && !first.includes(field))]),
        show,
        choices,
        sortedBy: sort?.field ?? null,
        filteredBy,
      }),
    [fields, first, chosen, empty, withIssues, show, choices, sort?.field, filteredBy],
  );
  const columns = useMemo(
    () => checkColumns({ fields, order, missing, offered, widths, chosen, sort, filteredBy, find, preview, isEditable, onToggle, rowName }),
    [fields, order, missing, offered, widths, chosen, sort, filteredBy, find, preview, isEditable, onToggle, rowName],
  );
  const rowHeader = useMemo(() => rowHeaderOf(lastRow, rowName), [lastRow, rowName]);
  return { fields, order, columns, rowHeader, onResize, show, setShow, setChoices };
}
