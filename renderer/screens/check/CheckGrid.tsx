import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type {
  CellEdits,
  CheckFilter,
  CheckPage,
  CheckRow,
  CheckView,
  Input,
  ProjectView,
  Readiness,
  RuleCount,
} from '../../../shared/contract/index.ts';
import { isFieldKey } from '../../../shared/fields/table.ts';
import { useContractQuery } from '../../api/queries.ts';
import { useClient } from '../../api/client.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Grid } from '../../components/Grid.tsx';
import type { GridColumn } from '../../components/grid-column.ts';
import type { CellPosition } from '../../components/grid-keys.ts';
import type { GridHandle } from '../../components/grid-props.ts';
import { useWindowKey } from '../../components/useWindowKey.ts';
import { WorkProgress } from '../../components/WorkProgress.tsx';
import { count, number } from '../../format/text.ts';
import type { CellFix } from './cell-issues.ts';
import { type ActiveCell, CellStatus } from './CellStatus.tsx';
import { RowsBar } from './RowsBar.tsx';
import { alreadyScreenedText, checkColumns, columnsWithIssues, SEND_COLUMN } from './check-columns.tsx';
import type { CheckCommands } from './check-commands.ts';
import { previewer } from './check-preview.ts';
import { rowHeaderOf } from './check-row-header.tsx';
import { sortAfter, sortText } from './check-sort.ts';
import { CheckTools } from './CheckTools.tsx';
import { fieldName, comparesRows } from './issue-texts.ts';
import { columnOrder } from './column-order.ts';
import { DuplicatesView } from './DuplicatesView.tsx';
import { nextIssue } from './next-issue.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { useCellBlocks } from './useCellBlocks.tsx';
import { useColumnWidths } from './useColumnWidths.ts';
import { useDelayed } from './useDelayed.ts';
import { useListing } from './useListing.ts';

interface CheckGridProps {
  readonly project: ProjectView;
  readonly check: CheckView;
  readonly filter: CheckFilter;
  readonly chosen: RuleCount | null;
  readonly commands: CheckCommands;
  readonly isEditable: boolean;
  /** Set while a fix announces its own counts. */
  readonly isQuiet: RefObject<boolean>;
  readonly onFilter: (filter: CheckFilter) => void;
  readonly onFix: (rule: RuleCount) => void;
}

const NO_FIELDS: CheckPage['fields'] = [];

const EMPTY: Readonly<Record<Exclude<CheckFilter['kind'], 'readiness'>, string>> = {
  all: 'The list has no rows.',
  issues: 'No row has an issue.',
  leftOut: 'No row is left out. Untick “Send” in a row to leave it out.',
  rule: 'No rows have this issue now.',
};

const EMPTY_READINESS: Readonly<Record<Readiness, string>> = {
  ready: 'No row is ready. Each row lacks part of the name or address, or has an error.',
  fixable: 'No row has a safe fix.',
  incomplete: 'No row is incomplete.',
  invalid: 'No row would be refused.',
};

const emptyText = (filter: CheckFilter): string => (filter.kind === 'readiness' ? EMPTY_READINESS[filter.readiness] : EMPTY[filter.kind]);

/** One row of the whole list: it has the fields, and the last one the largest row number, before any filter is known. */
const rowOf = (id: string, offset: number): Input<'check.page'> => ({ id, filter: { kind: 'all' }, find: '', offset, limit: 1 });

function shownRowsText(total: number, check: CheckView, chosen: RuleCount | null, { find, sort }: ReturnType<typeof useListing>): string {
  const rows = total === check.rows ? count(total, 'row') : `${number(total)} of ${count(check.rows, 'row')}`;
  const found = find === '' ? '' : ` with “${find}”`;
  const sorted = sort === null ? '' : `, ${sortText(sort)}`;
  return `${rows}${found}${sorted}${chosen?.fix == null ? '' : ', fix previewed'}`;
}

const FROZEN_CHOICES: readonly (readonly string[])[] = [
  [SEND_COLUMN, 'constituentId', 'primaryFirst', 'primaryLast'],
  [SEND_COLUMN, 'constituentId'],
];

/** The rows themselves: filtered, searched, sorted, edited in place, excluded and included again. */
export function CheckGrid({ project, check, filter, chosen, commands, isEditable, isQuiet, onFilter, onFix }: CheckGridProps) {
  const { id, activity } = project;
  const client = useClient();
  const announce = useAnnounce();
  const statusId = useId();
  const grid = useRef<GridHandle>(null);
  const status = useRef<HTMLElement>(null);
  const { leaveOut, edit } = commands;
  const listing = useListing(id, filter, onFilter);
  const { find, sort, setSort, load, asked, keepListed, total } = listing;

  const fields = useContractQuery('check.page', rowOf(id, 0)).data?.fields ?? NO_FIELDS;
  const lastRow = useContractQuery('check.page', rowOf(id, Math.max(0, check.rows - 1))).data?.rows[0]?.row ?? check.rows;
  const empty = useContractQuery('check.emptyFields', { id }).data ?? NO_FIELDS;
  const [showsEmpty, setShowsEmpty] = useState(false);
  const { widths, onResize } = useColumnWidths();
  const preview = useMemo(() => previewer(isEditable ? chosen : null, fields), [chosen, fields, isEditable]);
  const toggle = useCallback(
    (row: CheckRow) => {
      if (row.alreadyScreened === null) void leaveOut([row.row], !row.leftOut);
      else announce(`Row ${row.row}: ${alreadyScreenedText(row.alreadyScreened)}`);
    },
    [leaveOut, announce],
  );
  const order = useMemo(
    () => columnOrder(fields, chosen, { empty, rules: check.rules, showsEmpty }),
    [fields, chosen, empty, check.rules, showsEmpty],
  );
  const columns = useMemo(
    () => checkColumns({ fields, order, widths, chosen, sort, preview, isEditable, onLeaveOut: toggle }),
    [fields, order, widths, chosen, sort, preview, isEditable, toggle],
  );
  const rowHeader = useMemo(() => rowHeaderOf(lastRow), [lastRow]);
  const onSort = ({ key }: GridColumn<CheckRow>) => {
    if (isFieldKey(key)) setSort(sortAfter(sort, key));
  };

  const phrase = total === null ? '' : shownRowsText(total, check, chosen, listing);
  const announced = useRef('');
  useEffect(() => {
    // Counts after a fix are announced with the fix.
    if (phrase === '' || announced.current === listing.key) return;
    announced.current = listing.key;
    if (isQuiet.current) isQuiet.current = false;
    else announce(phrase);
  }, [phrase, listing.key, announce, isQuiet]);

  const onNextIssue = useCallback(
    async (from: CellPosition, back: boolean) => {
      const issues: CheckFilter = filter.kind === 'rule' ? filter : { kind: 'issues' };
      const found = await nextIssue(
        {
          rowAt: async (index) => (await load(index, 1)).rows[0],
          nextRow: async (from, back) => (await client.call('check.nextIssue', { ...asked(), issues, from, back })).index,
          columnsOf: (row) => columnsWithIssues(row, order.shown, chosen),
        },
        from,
        back,
      );
      if (found === null) announce(`No further issue ${back ? 'above' : 'below'} this cell`);
      return found;
    },
    [client, load, asked, filter, order, chosen, announce],
  );
  useWindowKey((event) => {
    if (event.key !== 'F8' || grid.current === null) return false;
    grid.current.focus();
    grid.current.nextIssue(event.shiftKey);
    return true;
  });
  const focusRows = () => grid.current?.focus();

  const chosenCode = chosen?.code ?? null;
  const firstField = chosen?.fields[0]?.field ?? SEND_COLUMN;
  useEffect(() => {
    if (chosenCode !== null) grid.current?.show({ row: 0, key: firstField });
    // The order of a rule's fields changes with its fixes, and must not move the active cell.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosenCode]);

  const [active, setActive] = useState<ActiveCell | null>(null);
  const editCells = useCallback(
    async (cells: CellEdits): Promise<CheckView | null> => {
      keepListed(cells.map(({ row }) => row));
      return await edit(cells);
    },
    [edit, keepListed],
  );
  const fixCell = ({ row }: ActiveCell, fix: CellFix) =>
    void editCells(fix.corrections.map(({ field, value }) => ({ row: row.row, field, value }))).then(focusRows);
  const onKey = (event: KeyboardEvent, row: CheckRow, _index: number, column: string): boolean => {
    const button = status.current?.querySelector<HTMLElement>('[data-fix]');
    if (event.key === 'F6') {
      (button ?? status.current?.querySelector<HTMLElement>('button'))?.focus();
      return true;
    }
    if (event.key === 'Enter' && event.altKey) {
      button?.click();
      return true;
    }
    const isToggle = event.key === ' ' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey);
    if (column !== SEND_COLUMN || !isEditable || !isToggle) return false;
    toggle(row);
    return true;
  };
  const blocks = useCellBlocks({ load, columns, fields, editCells });
  const { clear } = blocks;
  useEffect(clear, [clear, listing.key, active?.index, active?.column]);

  const [isReplacing, setReplacing] = useState(false);
  const [asRows, setAsRows] = useState<string | null>(null);
  const isComparedRule = chosen !== null && comparesRows(chosen.code) && find === '';
  const sideBySide = isComparedRule && asRows !== chosen.code ? chosen : null;
  const coming = !listing.isComing ? null : find === '' && sort !== null ? `Sorting by ${fieldName(sort.field)}` : `Finding “${find}”`;
  const doing = useDelayed(commands.doing ?? coming);
  const progress =
    doing === null ? null : (
      <WorkProgress
        label={doing}
        activity={activity}
        rows={check.rows}
        onCancel={commands.doing === null ? listing.cancel : commands.stop}
      />
    );
  const leaveAllOut = (out: boolean) => {
    // The progress replaces the button.
    focusRows();
    if (commands.doing === null) void leaveOut(filter, out);
  };
  return (
    <section className="card list-card check-list" aria-label="Rows" aria-busy={doing !== null}>
      <CheckTools
        id={id}
        check={check}
        filter={filter}
        chosen={chosen}
        commands={commands}
        isEditable={isEditable}
        hasFields={fields.length > 0}
        onSideBySide={isComparedRule && sideBySide === null ? () => setAsRows(null) : null}
        typed={listing.typed}
        onType={listing.type}
        onFilter={onFilter}
        onReplace={() => setReplacing(true)}
      />
      {isReplacing && fields[0] !== undefined && (
        <ReplaceDialog
          project={project}
          rows={check.rows}
          fields={fields}
          field={chosen?.fields[0]?.field ?? fields[0]}
          onStop={commands.stop}
          onDone={(_after, rows) => {
            setReplacing(false);
            announce(`Replaced in ${count(rows, 'row')}. Undo takes it back.`);
          }}
          onClose={() => setReplacing(false)}
        />
      )}
      {sideBySide !== null ? (
        <>
          <DuplicatesView
            key={sideBySide.code}
            projectId={id}
            check={check}
            rule={sideBySide}
            commands={commands}
            isEditable={isEditable}
            onRows={() => setAsRows(sideBySide.code)}
          />
          {progress !== null && <div className="rows-bar">{progress}</div>}
        </>
      ) : (
        <>
          <Grid<CheckRow>
            ref={grid}
            label={`Rows of ${project.name}`}
            queryKey={listing.queryKey}
            load={load}
            columns={columns}
            rowHeader={rowHeader}
            frozen={FROZEN_CHOICES}
            restoresScroll
            describedBy={statusId}
            empty={find === '' ? emptyText(filter) : `No row here contains “${find}”.`}
            isMuted={(row) => row.leftOut || row.alreadyScreened !== null}
            onActive={setActive}
            onSort={onSort}
            onResize={onResize}
            onNextIssue={onNextIssue}
            onKey={onKey}
            onCopy={blocks.copy}
            {...(isEditable && {
              onEdit: (row: CheckRow, column: string, value: string) => saved(editCells, row, column, value),
              onPaste: blocks.paste,
              onFillDown: blocks.fillDown,
            })}
          />
          <RowsBar
            check={check}
            filter={filter}
            canChange={isEditable && find === ''}
            total={total}
            text={blocks.message ?? phrase}
            progress={progress}
            empty={order.empty}
            showsEmpty={showsEmpty}
            onShowEmpty={setShowsEmpty}
            onLeaveOut={leaveAllOut}
          />
          <CellStatus
            ref={status}
            id={statusId}
            cell={active}
            fields={fields}
            rules={check.rules}
            chosen={chosen}
            canFix={isEditable}
            isBusy={commands.doing !== null}
            onFixCell={fixCell}
            onFixAll={onFix}
            onLeaveRowOut={(row) => {
              keepListed([row.row]);
              void leaveOut([row.row], true).then(focusRows);
            }}
            onLeave={focusRows}
          />
        </>
      )}
    </section>
  );
}

/** Saves one edited cell. @throws TypeError when it was not saved, so that the cell shows its old text again. */
async function saved(edit: (cells: CellEdits) => Promise<CheckView | null>, row: CheckRow, column: string, value: string): Promise<void> {
  if (!isFieldKey(column)) return;
  if ((await edit([{ row: row.row, field: column, value }])) === null) throw new TypeError('the edit was not kept');
}
