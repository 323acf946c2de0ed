import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CellEdits, CheckFilter, CheckRow, CheckView, ProjectView, RuleCount } from '../../../shared/contract/index.ts';
import { isFieldKey } from '../../../shared/fields/index.ts';
import { Grid, type GridColumn, type GridHandle, WorkProgress, gridPage, useAnnounce, useWindowKey } from '../../kit/index.ts';
import { ImportAgain, useRowName } from '../../components/index.ts';
import { count } from '../../format/index.ts';
import type { CellFix } from './cell-issues.ts';
import { type ActiveCell, CellStatus } from './CellStatus.tsx';
import { fixedReasonText, MISSING_COLUMN, SEND_COLUMN } from './check-columns.tsx';
import type { CheckCommands } from './check-commands.ts';
import { emptyText, loadingText, shownRowsText, sortAfter } from './check-listing.ts';
import type { ColumnOrder } from './column-order.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { ColumnsButton } from './ColumnsButton.tsx';
import { CheckTools } from './CheckTools.tsx';
import { DuplicatesView } from './DuplicatesView.tsx';
import { comparesRows } from './issue-texts.ts';
import { MissingStatus } from './MissingStatus.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { RowsBar } from './RowsBar.tsx';
import type { IssueActions, TriedFixes } from './rule-action.ts';
import { useCellBlocks } from './useCellBlocks.tsx';
import { useCheckColumns } from './useCheckColumns.tsx';
import { useDelayed } from './useDelayed.ts';
import { useFirstIssue } from './useFirstIssue.ts';
import { useListing } from './useListing.ts';
import type { MissingColumnsState } from './useMissingColumns.ts';
import { useNextIssue } from './useNextIssue.tsx';

interface CheckGridProps {
  readonly project: ProjectView;
  readonly check: CheckView;
  readonly filter: CheckFilter;
  readonly chosen: RuleCount | null;
  readonly commands: CheckCommands;
  readonly isEditable: boolean;
  /** Set while a fix announces its own counts. */
  readonly isQuiet: RefObject<boolean>;
  readonly tried: TriedFixes | null;
  readonly missing: MissingColumnsState;
  readonly onFilter: (filter: CheckFilter) => void;
  readonly onFix: IssueActions['onFix'];
  /** Leaves the rows of a filter out, or takes them back. */
  readonly onLeaveOut: (rows: CheckFilter, leaveOut: boolean) => Promise<void>;
}

/** In a narrow grid, only the name is frozen. */
const frozenChoices = ({ frozen }: ColumnOrder): readonly (readonly string[])[] => [
  [SEND_COLUMN, MISSING_COLUMN, ...frozen],
  [SEND_COLUMN, MISSING_COLUMN, ...frozen.slice(0, 2)],
];

/** Announces the shown rows once for each listing, except after a fix, which announces its own counts. */
function useAnnouncedRows(text: string, listingKey: string, quietRef: RefObject<boolean>): void {
  const announce = useAnnounce();
  const announced = useRef('');
  useEffect(() => {
    if (text === '' || announced.current === listingKey) return;
    announced.current = listingKey;
    if (quietRef.current) quietRef.current = false;
    else announce(text);
  }, [text, listingKey, announce, quietRef]);
}

/** The rows: filtered, searched, sorted, edited in place, left out and taken back. */
export function CheckGrid({
  project,
  check,
  filter,
  chosen,
  commands,
  isEditable,
  isQuiet,
  tried,
  missing,
  onFilter,
  onFix,
  onLeaveOut,
}: CheckGridProps) {
  const { id } = project;
  const announce = useAnnounce();
  const rowName = useRowName();
  const statusId = useId();
  const grid = useRef<GridHandle>(null);
  const status = useRef<HTMLElement>(null);
  const { leaveOut, edit } = commands;
  const offered = missing.field === null ? null : missing.offered;
  const rows = useListing(id, filter, onFilter, offered?.column ?? null);
  const { listing, load, keepListed, total } = rows;
  const { find, sort, column } = listing;
  const toggle = useCallback(
    (row: CheckRow) => {
      if (row.notSent === null) {
        // The row stays listed, so that the user can change the tick back.
        keepListed([row.row]);
        void leaveOut([row.row], !row.leftOut);
      } else announce(`Row ${rowName(row.row)}: ${fixedReasonText(row.notSent)}`);
    },
    [leaveOut, keepListed, announce, rowName],
  );
  const { fields, order, columns, rowHeader, onResize, show, setShow, setChoices } = useCheckColumns({
    id,
    check,
    chosen,
    missing: missing.field,
    offered,
    sort,
    filteredBy: column?.field ?? null,
    find,
    isEditable,
    onToggle: toggle,
  });
  // The column of the order can be gone since the screen was left.
  if (sort !== null && fields.length > 0 && !fields.includes(sort.field)) rows.setSort(null);
  const frozen = useMemo(() => frozenChoices(order), [order]);
  const onSort = ({ key }: GridColumn<CheckRow>) => {
    if (isFieldKey(key)) rows.setSort(sortAfter(sort, key));
  };
  const rowsText = total === null ? '' : shownRowsText(total, check, chosen, listing);
  useAnnouncedRows(rowsText, rows.key, isQuiet);

  const onNextIssue = useNextIssue({
    filter,
    chosen,
    columns,
    load,
    request: rows.request,
  });
  useWindowKey((event) => {
    if (event.key !== 'F8' || grid.current === null) return false;
    grid.current.focus();
    grid.current.nextIssue(event.shiftKey);
    return true;
  });
  const focusRows = () => grid.current?.focus();

  useFirstIssue(grid, chosen, missing.field !== null, useQuery(gridPage(rows.queryKey, load, 0)).data?.rows[0]);

  const [active, setActive] = useState<ActiveCell | null>(null);
  const editCells = useCallback(
    async (cells: CellEdits, anyway?: boolean): Promise<CheckView | null> => {
      keepListed(cells.map(({ row }) => row));
      return await edit(cells, anyway);
    },
    [edit, keepListed],
  );
  const fixCell = ({ row }: ActiveCell, fix: CellFix) =>
    void editCells(
      fix.corrections.map(({ field, value }) => ({ row: row.row, field, value })),
      fix.anyway,
    ).then(focusRows);
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
  useEffect(clear, [clear, rows.key, active?.index, active?.column]);

  const isNarrowed = column !== null || find !== '';
  const [isReplacing, setReplacing] = useState(false);
  const [asRows, setAsRows] = useState<string | null>(null);
  const isComparedRule = chosen !== null && comparesRows(chosen.code) && find === '';
  const sideBySide = isComparedRule && asRows !== chosen.code ? chosen : null;
  const doing = useDelayed(commands.doing ?? (rows.isLoading ? loadingText(listing) : null));
  const progress =
    doing === null ? null : (
      <WorkProgress
        label={doing}
        progress={commands.doing === null ? rows.progress : commands.progress}
        rows={check.rows}
        onCancel={commands.doing === null ? rows.cancel : commands.stop}
      />
    );
  const leaveAllOut = (out: boolean) => {
    // The progress replaces the button.
    focusRows();
    if (commands.doing === null) void onLeaveOut(filter, out);
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
        typed={rows.typed}
        onType={rows.type}
        onFilter={onFilter}
        onReplace={() => setReplacing(true)}
        columnFilter={column}
        onColumnFilter={rows.setColumn}
      />
      {isReplacing && fields[0] !== undefined && (
        <ReplaceDialog
          projectId={id}
          rows={check.rows}
          fields={fields}
          field={chosen?.fields[0]?.field ?? fields[0]}
          onDone={(replaced) => {
            setReplacing(false);
            announce(`Replaced in ${count(replaced, 'row')}. You can undo this.`);
          }}
          onClose={() => setReplacing(false)}
        />
      )}
      {sideBySide !== null ? (
        <>
          <DuplicatesView
            key={sideBySide.code}
            project={project}
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
            queryKey={rows.queryKey}
            load={load}
            columns={columns}
            rowHeader={rowHeader}
            frozen={frozen}
            restoresScroll
            describedBy={statusId}
            empty={emptyText(listing)}
            renderFailureActions={(error) => <ImportAgain project={project} error={error} />}
            isMuted={(row) => row.leftOut || row.notSent !== null}
            onActive={setActive}
            onSort={onSort}
            onResize={onResize}
            renderHeadingMenu={({ key }, close) =>
              isFieldKey(key) && (
                <ColumnMenu
                  id={id}
                  field={key}
                  check={check}
                  order={order}
                  filter={column}
                  onSort={rows.setSort}
                  onFilter={rows.setColumn}
                  onChoices={setChoices}
                  onClose={close}
                />
              )
            }
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
            canChange={isEditable && !isNarrowed}
            total={total}
            text={blocks.message ?? rowsText}
            progress={progress}
            columns={
              <ColumnsButton
                fields={fields}
                order={order}
                onShow={(field, isShown) => setChoices((before) => ({ ...before, shown: new Map([...before.shown, [field, isShown]]) }))}
              />
            }
            hidden={order.hidden}
            isByHand={order.isByHand}
            show={show}
            onShow={setShow}
            onLeaveOut={leaveAllOut}
          />
          {active?.column === MISSING_COLUMN && missing.field !== null ? (
            <MissingStatus ref={status} id={statusId} check={check} state={missing} onLeave={focusRows} />
          ) : (
            <CellStatus
              ref={status}
              id={statusId}
              cell={active}
              fields={fields}
              rules={check.rules}
              tried={tried}
              these={isNarrowed ? total : null}
              chosen={chosen}
              canFix={isEditable}
              isBusy={commands.doing !== null}
              onFixCell={fixCell}
              onFixAll={(one, reading) => onFix(one, reading, isNarrowed ? { filter, find, column } : undefined)}
              onLeaveRowOut={(row, out) => {
                keepListed([row.row]);
                void leaveOut([row.row], out).then(focusRows);
              }}
              onLeave={focusRows}
            />
          )}
        </>
      )}
    </section>
  );
}

/**
 * Saves one edited cell.
 * @throws TypeError when it was not saved, so that the cell shows its old text again.
 */
async function saved(edit: (cells: CellEdits) => Promise<CheckView | null>, row: CheckRow, column: string, value: string): Promise<void> {
  if (!isFieldKey(column)) return;
  if ((await edit([{ row: row.row, field: column, value }])) === null) throw new TypeError('the edit was not kept');
}
