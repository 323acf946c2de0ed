import { ActionIcon, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconReplace, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useCallback, useEffect, useMemo, useState } from 'react';
import type {
  CheckFilter,
  CheckPage,
  CheckRow,
  CheckView,
  Input,
  ProjectView,
  Readiness,
  RuleCount,
} from '../../../shared/contract/index.ts';
import { RULES } from '../../../shared/rules/index.ts';
import { useClient } from '../../api/client.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Grid, type GridHandle, gridPage } from '../../components/Grid.tsx';
import { SeverityIcon } from '../../components/GridCell.tsx';
import type { GridRowHeader } from '../../components/GridRow.tsx';
import { useContractQuery } from '../../api/queries.ts';
import { count, number } from '../../format/text.ts';
import { checkColumns, columnsWithIssues, alreadyScreenedText, ALREADY_SCREENED_LABEL, SEND_COLUMN } from './check-columns.tsx';
import type { CheckCommands } from './check-commands.ts';
import { previewer } from './check-preview.ts';
import { nextIssue } from './next-issue.ts';
import { READINESS_LABELS, ReadinessMark } from './ReadinessMark.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';

interface CheckGridProps {
  readonly project: ProjectView;
  readonly check: CheckView;
  readonly filter: CheckFilter;
  readonly chosen: RuleCount | null;
  readonly commands: CheckCommands;
  readonly isEditable: boolean;
  readonly onFilter: (filter: CheckFilter) => void;
  readonly onFix: (rule: RuleCount) => void;
  readonly ref?: Ref<GridHandle>;
}

/** The disposition of a row as a label; a row on the suppression list is excluded whatever else applies. */
function dispositionLabel({ leftOut, heldBack, readiness }: CheckRow): string {
  if (leftOut || readiness === null) return 'Left out';
  return heldBack === null ? READINESS_LABELS[readiness] : ALREADY_SCREENED_LABEL;
}

const ROW_HEADER: GridRowHeader<CheckRow> = {
  title: 'Row',
  width: 80,
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
export const fieldsOf = (id: string): Input<'check.page'> => ({ id, filter: { kind: 'all' }, find: '', offset: 0, limit: 1 });

function shownRowsText(total: number, check: CheckView, chosen: RuleCount | null, find: string): string {
  const rows = total === check.rows ? count(total, 'row') : `${number(total)} of ${count(check.rows, 'row')}`;
  const found = find === '' ? '' : ` with “${find}”`;
  return `${rows}${found}${chosen?.fix == null ? '' : ', fix previewed'}`;
}

function ChosenRule({ rule, onClear }: { readonly rule: RuleCount; readonly onClear: () => void }) {
  return (
    <span className="check-chip" data-severity={rule.severity} title={RULES.find((one) => one.code === rule.code)?.why}>
      <SeverityIcon severity={rule.severity} />
      <span className="cut">{rule.title}</span>
      <button type="button" aria-label={`Show other rows than “${rule.title}”`} onClick={onClear}>
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

/** The rows themselves: filtered, searched, edited in place, excluded and included again. */
export function CheckGrid({ project, check, filter, chosen, commands, isEditable, onFilter, onFix, ref }: CheckGridProps) {
  const { id } = project;
  const client = useClient();
  const announce = useAnnounce();
  const [typed, setTyped] = useState('');
  const [find] = useDebouncedValue(typed.trim(), 200);
  const { leaveOut } = commands;

  const fields = useContractQuery('check.page', fieldsOf(id)).data?.fields ?? NO_FIELDS;
  const preview = useMemo(() => previewer(isEditable ? chosen : null, fields), [chosen, fields, isEditable]);
  const toggle = useCallback(
    (row: CheckRow) => {
      if (row.heldBack === null) void leaveOut([row.row], !row.leftOut);
      else announce(`Row ${row.row}: ${alreadyScreenedText(row.heldBack)}`);
    },
    [leaveOut, announce],
  );
  const columns = useMemo(
    () => checkColumns({ fields, chosen, preview, isEditable, onLeaveOut: toggle }),
    [fields, chosen, preview, isEditable, toggle],
  );

  const partOf = useCallback(
    (of: CheckFilter) => (offset: number, limit: number) => client.call('check.page', { id, filter: of, find, offset, limit }),
    [client, id, find],
  );
  const load = useMemo(() => partOf(filter), [partOf, filter]);
  const queryKey = useMemo(() => ['check.page', { id, filter, find }], [id, filter, find]);
  const total = useQuery(gridPage(queryKey, load, 0)).data?.total ?? null;
  const phrase = total === null ? '' : shownRowsText(total, check, chosen, find);
  useEffect(() => {
    if (phrase !== '') announce(phrase);
  }, [phrase, announce]);

  const onNextIssue = useCallback(
    async (from: { readonly row: number; readonly column: number }) => {
      const found = await nextIssue(
        {
          rows: load,
          issues: partOf(filter.kind === 'rule' ? filter : { kind: 'issues' }),
          columnsOf: (row) => columnsWithIssues(row, fields, chosen),
        },
        from,
      );
      if (found === null) announce('No further issue below this cell');
      return found;
    },
    [load, partOf, filter, fields, chosen, announce],
  );
  const onKey = (event: KeyboardEvent, row: CheckRow, _index: number, column: string): boolean => {
    if (column !== SEND_COLUMN || !isEditable || (event.key !== ' ' && event.key !== 'Enter')) return false;
    toggle(row);
    return true;
  };

  const [isReplacing, setReplacing] = useState(false);
  const segment = filter.kind === 'rule' ? 'issues' : filter.kind === 'readiness' ? 'all' : filter.kind;
  const bulk = filter.kind === 'readiness' ? filter.readiness !== 'ready' : filter.kind === 'rule' || filter.kind === 'issues';
  return (
    <section className="card list-card" data-grows aria-label="Rows">
      <div className="list-tools">
        <SegmentedControl
          aria-label="Rows in sight"
          value={segment}
          onChange={(value) => onFilter({ kind: value })}
          data={[
            { value: 'all', label: 'All rows' },
            { value: 'issues', label: `With issues ${number(check.withIssues)}` },
            { value: 'leftOut', label: `Left out ${number(check.leftOut)}` },
          ]}
        />
        {chosen !== null && <ChosenRule rule={chosen} onClear={() => onFilter({ kind: 'issues' })} />}
        {filter.kind === 'readiness' && <ChosenReadiness readiness={filter.readiness} onClear={() => onFilter({ kind: 'all' })} />}
        <span className="second list-phrase">{phrase}</span>
        {isEditable && chosen?.fix?.bulk === false && (
          <button type="button" className="link" onClick={() => onFix(chosen)}>
            Take it for all {number(chosen.rows)}
          </button>
        )}
        {isEditable && bulk && find === '' && total !== null && total > 0 && (
          <button type="button" className="link" onClick={() => void leaveOut(filter, true)}>
            {total === 1 ? 'Leave it out' : 'Leave all out'}
          </button>
        )}
        {isEditable && filter.kind === 'leftOut' && check.leftOut > 0 && (
          <button type="button" className="link" onClick={() => void leaveOut(filter, false)}>
            {check.leftOut === 1 ? 'Take it back' : 'Take all back'}
          </button>
        )}
        <div className="list-end">
          <TextInput
            className="list-find"
            aria-label="Find in rows"
            placeholder="Find in rows"
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
          {isEditable && (
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
          )}
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
      <Grid<CheckRow>
        {...(ref !== undefined && { ref })}
        label={`Rows of ${project.name}`}
        queryKey={queryKey}
        load={load}
        columns={columns}
        rowHeader={ROW_HEADER}
        empty={find === '' ? emptyText(filter) : `No row here holds “${find}”.`}
        isMuted={(row) => row.leftOut || row.heldBack !== null}
        onNextIssue={onNextIssue}
        onKey={onKey}
        {...(isEditable && { onEdit: commands.edit })}
      />
    </section>
  );
}
