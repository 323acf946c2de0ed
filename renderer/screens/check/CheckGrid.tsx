import { ActionIcon, Loader, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconEyeOff, IconReplace, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  type CellEdits,
  type CheckFilter,
  type CheckPage,
  type CheckRow,
  type CheckView,
  type Input,
  PAGE_ROWS,
  type ProjectView,
  type Readiness,
  type RuleCount,
} from '../../../shared/contract/index.ts';
import { isFieldKey } from '../../../shared/fields/table.ts';
import { useClient } from '../../api/client.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Grid, type GridHandle, gridPage } from '../../components/Grid.tsx';
import { SeverityIcon } from '../../components/GridCell.tsx';
import type { GridRowHeader } from '../../components/GridRow.tsx';
import { useContractQuery } from '../../api/queries.ts';
import { count, number, progressOf } from '../../format/text.ts';
import { remember, remembered } from '../../navigation/remembered.ts';
import type { CellFix } from './cell-notes.ts';
import { type ActiveCell, CellStatus } from './CellStatus.tsx';
import { checkColumns, columnsWithIssues, alreadyScreenedText, ALREADY_SCREENED_LABEL, SEND_COLUMN } from './check-columns.tsx';
import type { CheckCommands } from './check-commands.ts';
import { previewer } from './check-preview.ts';
import { fieldName, isCompared, reasonOf, titleOf } from './check-words.ts';
import { columnOrder } from './column-order.ts';
import { DuplicatesView } from './DuplicatesView.tsx';
import { nextIssue } from './next-issue.ts';
import { READINESS_LABELS, ReadinessMark } from './ReadinessMark.tsx';
import { SaveList } from './SaveList.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { useCellBlocks } from './useCellBlocks.tsx';
import { useDelayed } from './useDelayed.ts';

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

/** The disposition of a row as a label; a row on the suppression list is excluded whatever else applies. */
function dispositionLabel({ leftOut, heldBack, readiness }: CheckRow): string {
  if (leftOut || readiness === null) return 'Left out';
  return heldBack === null ? READINESS_LABELS[readiness] : ALREADY_SCREENED_LABEL;
}

const ROW_HEADER: GridRowHeader<CheckRow> = {
  title: 'Row',
  width: 0,
  text: (row) => `${number(row.row)}, ${dispositionLabel(row)}`,
  show: (row) => (
    <span className="check-number" title={dispositionLabel(row)}>
      {row.leftOut || row.heldBack !== null || row.readiness === null ? <span /> : <ReadinessMark readiness={row.readiness} />}
      <span>{number(row.row)}</span>
      <span className="visually-hidden">, {dispositionLabel(row)}</span>
    </span>
  ),
};
const NO_FIELDS: CheckPage['fields'] = [];

const EMPTY: Readonly<Record<Exclude<CheckFilter['kind'], 'readiness'>, string>> = {
  all: 'The list has no rows.',
  issues: 'No row has an issue.',
  leftOut: 'No row is left out. Untick “Send” in a row to leave it out.',
  rule: 'No row has this issue any more.',
};

const EMPTY_READINESS: Readonly<Record<Readiness, string>> = {
  ready: 'No row is ready: each lacks a part of the name or address, or has an error.',
  fixable: 'No row waits for a safe fix.',
  thin: 'No row is incomplete.',
  refused: 'No row would be refused.',
};

const emptyText = (filter: CheckFilter): string => (filter.kind === 'readiness' ? EMPTY_READINESS[filter.readiness] : EMPTY[filter.kind]);

/** The query for the fields of a list: one row contains them, before any filter is known. */
const fieldsOf = (id: string): Input<'check.page'> => ({ id, filter: { kind: 'all' }, find: '', offset: 0, limit: 1 });

function shownRowsText(total: number, check: CheckView, chosen: RuleCount | null, find: string): string {
  const rows = total === check.rows ? count(total, 'row') : `${number(total)} of ${count(check.rows, 'row')}`;
  const found = find === '' ? '' : ` with “${find}”`;
  return `${rows}${found}${chosen?.fix == null ? '' : ', fix previewed'}`;
}

function ChosenRule({ rule, onClear }: { readonly rule: RuleCount; readonly onClear: () => void }) {
  return (
    <span className="check-chip" data-severity={rule.severity} title={reasonOf(rule.code)}>
      <SeverityIcon severity={rule.severity} />
      <span className="cut">{titleOf(rule)}</span>
      <button type="button" aria-label={`Show other rows than “${titleOf(rule)}”`} onClick={onClear}>
        <IconX size={14} stroke={2} aria-hidden />
      </button>
    </span>
  );
}

function ChosenReadiness({ readiness, onClear }: { readonly readiness: Readiness; readonly onClear: () => void }) {
  const words = READINESS_LABELS[readiness];
  return (
    <span className="check-chip" data-readiness={readiness}>
      <ReadinessMark readiness={readiness} />
      <span className="cut">{words}</span>
      <button type="button" aria-label={`Show other rows than “${words}”`} onClick={onClear}>
        <IconX size={14} stroke={2} aria-hidden />
      </button>
    </span>
  );
}

function UndoButtons({ check, commands }: { readonly check: CheckView; readonly commands: CheckCommands }) {
  return (
    <>
      <Tooltip label={check.undo === null ? 'Nothing to undo' : `Undo ${check.undo} (Ctrl Z)`}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={check.undo === null ? 'Undo: nothing to undo' : `Undo ${check.undo}`}
          aria-disabled={check.undo === null}
          onClick={() => check.undo !== null && void commands.undo()}
        >
          <IconArrowBackUp size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={check.redo === null ? 'Nothing to do again' : `Do ${check.redo} again (Ctrl Shift Z)`}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={check.redo === null ? 'Redo: nothing to do again' : `Do ${check.redo} again`}
          aria-disabled={check.redo === null}
          onClick={() => check.redo !== null && void commands.redo()}
        >
          <IconArrowForwardUp size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** The place of the screen: the widths of its columns. */
const WIDTHS_KEY = 'screening-desk-check-columns';

function keptWidths(): Readonly<Record<string, number>> {
  const kept = remembered(WIDTHS_KEY);
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/** The row header, as wide as its largest number. */
const rowHeaderOf = (rows: number): GridRowHeader<CheckRow> => ({ ...ROW_HEADER, width: 30 + 8 * Math.max(3, number(rows).length) });

const FROZEN_CHOICES: readonly (readonly string[])[] = [
  [SEND_COLUMN, 'constituentId', 'primaryFirst', 'primaryLast'],
  [SEND_COLUMN, 'constituentId'],
];

/** The rows themselves: filtered, searched, edited in place, excluded and included again. */
export function CheckGrid({ project, check, filter, chosen, commands, isEditable, isQuiet, onFilter, onFix }: CheckGridProps) {
  const { id } = project;
  const client = useClient();
  const announce = useAnnounce();
  const statusId = useId();
  const grid = useRef<GridHandle>(null);
  const status = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const [find] = useDebouncedValue(typed.trim(), 200);
  const { leaveOut, edit } = commands;

  const fields = useContractQuery('check.page', fieldsOf(id)).data?.fields ?? NO_FIELDS;
  const empty = useContractQuery('check.emptyFields', { id }).data ?? NO_FIELDS;
  const [showsEmpty, setShowsEmpty] = useState(false);
  const [widths, setWidths] = useState(keptWidths);
  const preview = useMemo(() => previewer(isEditable ? chosen : null, fields), [chosen, fields, isEditable]);
  const toggle = useCallback(
    (row: CheckRow) => {
      if (row.heldBack === null) void leaveOut([row.row], !row.leftOut);
      else announce(`Row ${row.row}: ${alreadyScreenedText(row.heldBack)}`);
    },
    [leaveOut, announce],
  );
  const order = useMemo(
    () => columnOrder(fields, chosen, { empty, rules: check.rules, showsEmpty }),
    [fields, chosen, empty, check.rules, showsEmpty],
  );
  const columns = useMemo(
    () => checkColumns({ fields, order, widths, chosen, preview, isEditable, onLeaveOut: toggle }),
    [fields, order, widths, chosen, preview, isEditable, toggle],
  );
  const rowHeader = useMemo(() => rowHeaderOf(check.rows), [check.rows]);
  const onResize = useCallback((column: string, width: number) => {
    setWidths((before) => {
      const after = { ...before, [column]: Math.round(width) };
      remember(WIDTHS_KEY, after);
      return after;
    });
  }, []);

  const queryKey = useMemo(() => ['check.page', { id, filter, find }], [id, filter, find]);
  const list = JSON.stringify([filter, find]);
  // Edited rows stay listed until another list is shown, so that a row does not vanish while it is edited.
  const edited = useRef<{ readonly list: string; readonly rows: readonly number[] }>({ list: '', rows: [] });
  const keepListed = useCallback(
    (rows: readonly number[]) => {
      const before = edited.current.list === list ? edited.current.rows : [];
      edited.current = { list, rows: [...new Set([...before, ...rows])].slice(-PAGE_ROWS) };
    },
    [list],
  );
  const partOf = useCallback(
    (of: CheckFilter, withEdited = false) =>
      (offset: number, limit: number) => {
        const { list: listedIn, rows } = edited.current;
        const isAll = of.kind === 'all' && find === '';
        const also = withEdited && !isAll && listedIn === list && rows.length > 0 ? { also: [...rows] } : {};
        return client.call('check.page', { id, filter: of, find, ...also, offset, limit });
      },
    [client, id, find, list],
  );
  const load = useMemo(() => partOf(filter, true), [partOf, filter]);
  const firstPage = useQuery(gridPage(queryKey, load, 0));
  const total = firstPage.data?.total ?? null;
  const phrase = total === null ? '' : shownRowsText(total, check, chosen, find);
  const announced = useRef('');
  useEffect(() => {
    // Counts after a fix are announced with the fix.
    if (phrase === '' || announced.current === list) return;
    announced.current = list;
    if (isQuiet.current) isQuiet.current = false;
    else announce(phrase);
  }, [phrase, list, announce, isQuiet]);

  const onNextIssue = useCallback(
    async (from: { readonly row: number; readonly column: number }) => {
      const found = await nextIssue(
        {
          rows: load,
          issues: partOf(filter.kind === 'rule' ? filter : { kind: 'issues' }),
          columnsOf: (row) => columnsWithIssues(row, order.shown, chosen),
        },
        from,
      );
      if (found === null) announce('No further issue below this cell');
      return found;
    },
    [load, partOf, filter, order, chosen, announce],
  );

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
    void editCells(fix.corrections.map(({ field, value }) => ({ row: row.row, field, value }))).then(() => grid.current?.focus());
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
    if (column !== SEND_COLUMN || !isEditable || (event.key !== ' ' && event.key !== 'Enter')) return false;
    toggle(row);
    return true;
  };
  const blocks = useCellBlocks({ load, columns, fields, editCells });
  const { clear } = blocks;
  useEffect(clear, [clear, list, active?.index, active?.column]);

  const [isReplacing, setReplacing] = useState(false);
  const [asRows, setAsRows] = useState<string | null>(null);
  const pairs = chosen !== null && isCompared(chosen.code) && asRows !== chosen.code && find === '' ? chosen : null;
  const segment = filter.kind === 'rule' ? 'issues' : filter.kind === 'readiness' ? 'all' : filter.kind;
  const bulk = filter.kind === 'readiness' ? filter.readiness !== 'ready' : filter.kind === 'rule' || filter.kind === 'issues';
  const isFinding = firstPage.isFetching && find !== '';
  const doing = useDelayed(commands.doing ?? (isFinding ? `Finding “${find}”` : null));
  const { activity } = project;
  const progress = activity === null ? null : progressOf(activity);
  return (
    <section className="card list-card check-list" aria-label="Rows" aria-busy={doing !== null}>
      <div className="list-tools">
        <SegmentedControl
          aria-label="Rows in sight"
          value={segment}
          onChange={(value) => onFilter({ kind: value })}
          data={[
            { value: 'all', label: `All ${number(check.rows)}` },
            { value: 'issues', label: `With issues ${number(check.withIssues)}` },
            { value: 'leftOut', label: `Left out ${number(check.leftOut)}` },
          ]}
        />
        {chosen !== null && <ChosenRule rule={chosen} onClear={() => onFilter({ kind: 'issues' })} />}
        {filter.kind === 'readiness' && <ChosenReadiness readiness={filter.readiness} onClear={() => onFilter({ kind: 'all' })} />}
        {pairs === null && chosen !== null && isCompared(chosen.code) && find === '' && (
          <button type="button" className="link" onClick={() => setAsRows(null)}>
            Show side by side
          </button>
        )}
        <div className="list-end">
          <TextInput
            className="list-find"
            aria-label="Find in rows"
            placeholder="Find"
            size="xs"
            type="search"
            leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {isEditable && fields.length > 0 && (
            <Tooltip label="Find and replace">
              <ActionIcon variant="default" size={32} aria-label="Find and replace" onClick={() => setReplacing(true)}>
                <IconReplace size={17} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
          {fields.length > 0 && <SaveList id={id} />}
          {isEditable && <UndoButtons check={check} commands={commands} />}
        </div>
      </div>
      {isReplacing && fields[0] !== undefined && (
        <ReplaceDialog
          projectId={project.id}
          fields={fields}
          field={chosen?.fields[0]?.field ?? fields[0]}
          onDone={(_after, rows) => {
            setReplacing(false);
            announce(`Replaced in ${count(rows, 'row')}. Undo takes it back.`);
          }}
          onClose={() => setReplacing(false)}
        />
      )}
      {pairs !== null ? (
        <DuplicatesView
          key={pairs.code}
          projectId={id}
          check={check}
          rule={pairs}
          commands={commands}
          isEditable={isEditable}
          onRows={() => setAsRows(pairs.code)}
        />
      ) : (
        <>
          <Grid<CheckRow>
            ref={grid}
            label={`Rows of ${project.name}`}
            queryKey={queryKey}
            load={load}
            columns={columns}
            rowHeader={rowHeader}
            frozen={FROZEN_CHOICES}
            keepsPlaces
            describedBy={statusId}
            empty={find === '' ? emptyText(filter) : `No row here holds “${find}”.`}
            isMuted={(row) => row.leftOut || row.heldBack !== null}
            onActive={setActive}
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
          <div className="check-band">
            {doing === null ? (
              <span className="check-rows">
                {blocks.message ?? phrase}
                {isEditable && bulk && find === '' && total !== null && total > 0 && (
                  <button type="button" className="link" onClick={() => commands.doing === null && void leaveOut(filter, true)}>
                    {total === 1 ? 'Leave it out' : 'Leave all out'}
                  </button>
                )}
                {isEditable && filter.kind === 'leftOut' && check.leftOut > 0 && (
                  <button type="button" className="link" onClick={() => commands.doing === null && void leaveOut(filter, false)}>
                    {check.leftOut === 1 ? 'Take it back' : 'Take all back'}
                  </button>
                )}
              </span>
            ) : (
              <span className="check-doing">
                <Loader size={12} /> {doing}:{' '}
                {progress ?? (isFinding ? 'clear the text to stop' : 'this runs to its end, and Undo takes it back')}
              </span>
            )}
            {order.empty.length > 0 && (
              <span className="check-empty">
                <IconEyeOff size={14} stroke={1.6} aria-hidden />
                {count(order.empty.length, 'empty column')} {showsEmpty ? 'shown' : 'hidden'}
                <button
                  type="button"
                  className="link"
                  title={order.empty.map(fieldName).join(', ')}
                  aria-label={`${showsEmpty ? 'Hide' : 'Show'} the empty columns`}
                  onClick={() => setShowsEmpty(!showsEmpty)}
                >
                  {showsEmpty ? 'Hide' : 'Show'}
                </button>
              </span>
            )}
          </div>
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
              void leaveOut([row.row], true).then(() => grid.current?.focus());
            }}
            onLeave={() => grid.current?.focus()}
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
