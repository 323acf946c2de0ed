import { Button } from '@mantine/core';
import { IconCheck, IconLayoutList } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CheckRow, CheckView, ProjectView, RuleCount, SettleHow } from '../../../shared/contract/index.ts';
import { asAppError, useClient } from '../../api/index.ts';
import { ImportAgain, useRowName } from '../../components/index.ts';
import { FailurePanel, SkipPast, useAnnounce } from '../../kit/index.ts';
import { count, listed, number } from '../../format/index.ts';
import { keptStates } from '../../navigation/index.ts';
import type { CheckCommands } from './check-commands.ts';
import { fieldName } from './issue-texts.ts';
import { DuplicateGroup } from './DuplicateGroup.tsx';
import { comparedFields, type Group, groupKey, groupTitle } from './duplicate-cells.ts';
import { SettleDialog } from './SettleDialog.tsx';
import './duplicates.css';

/** What the user decided for a group. */
interface Decision {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  /** The undo label of rows that were left out or merged; null when all rows were kept. */
  readonly undo: string | null;
  /** The rows that were kept; empty otherwise. */
  readonly rows: readonly number[];
}

const NO_DECISIONS: readonly Decision[] = [];
const GROUPS_PER_PAGE = 20;

/**
 * The decisions made in this window, by project and rule, so that they stay listed. The project itself stores only which rows were kept.
 */
const DECISIONS = keptStates<readonly Decision[]>();

/** The decisions for the groups of a rule, and a function that changes the latest ones, because others may be made while a command runs. */
function useDecisions(key: string) {
  const [decisions, setDecisions] = useState(DECISIONS.get(key) ?? NO_DECISIONS);
  const change = (changed: (latest: readonly Decision[]) => readonly Decision[]) => {
    const after = changed(DECISIONS.get(key) ?? NO_DECISIONS);
    DECISIONS.set(key, after);
    setDecisions(after);
  };
  return [decisions, change] as const;
}

const keptDecision = (group: Group, fields: Parameters<typeof groupTitle>[1]): Decision => ({
  key: groupKey(group.rows),
  title: group.count === 2 ? 'Both kept' : 'All kept',
  text: `${count(group.count, 'row')} at ${groupTitle(group.rows, fields)}`,
  undo: null,
  rows: group.rows.map(({ row }) => row),
});

const rowsText = (rows: readonly number[]): string => `${rows.length === 1 ? 'row' : 'rows'} ${listed(rows.map(number))}`;

interface DecisionRowsProps {
  readonly decisions: readonly Decision[];
  /** Number of columns of the table. */
  readonly columns: number;
  readonly canUndo: (decision: Decision) => boolean;
  readonly onUndo: (decision: Decision) => void;
}

/** One line for each decided group. */
function DecisionRows({ decisions, columns, canUndo, onUndo }: DecisionRowsProps) {
  return (
    <tbody>
      {decisions.map((decision) => (
        <tr key={decision.key} className="duplicate-done">
          <th scope="row" colSpan={columns - 1}>
            <IconCheck size={15} stroke={1.8} aria-hidden /> <b>{decision.title}</b> <span className="second">{decision.text}</span>
          </th>
          <td>
            {canUndo(decision) && (
              <button type="button" className="link" onClick={() => onUndo(decision)} aria-label={`Undo: ${decision.title}`}>
                Undo
              </button>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

interface DuplicatesViewProps {
  readonly project: ProjectView;
  readonly check: CheckView;
  readonly rule: RuleCount;
  readonly commands: CheckCommands;
  readonly isEditable: boolean;
  readonly onRows: () => void;
}

/** The rows of each group of duplicates together, with the columns in which they differ. */
export function DuplicatesView({ project, check, rule, commands, isEditable, onRows }: DuplicatesViewProps) {
  const { id } = project;
  const client = useClient();
  const announce = useAnnounce();
  const box = useRef<HTMLDivElement>(null);
  const [decisions, changeDecisions] = useDecisions(`${id} ${rule.code}`);
  const [active, setActive] = useState<string | null>(null);
  const [settling, setSettling] = useState<SettleHow | null>(null);
  const [focusAt, setFocusAt] = useState<{ readonly at: number } | null>(null);
  const pages = useInfiniteQuery({
    queryKey: ['check.duplicates', { id, code: rule.code }],
    queryFn: ({ pageParam }) => client.call('check.duplicates', { id, code: rule.code, offset: pageParam, limit: GROUPS_PER_PAGE }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((sum, { groups }) => sum + groups.length, 0);
      return last.groups.length > 0 && loaded < last.total ? loaded : undefined;
    },
  });
  useEffect(() => {
    if (focusAt === null) return;
    const buttons = box.current?.querySelectorAll<HTMLElement>('[data-keep]') ?? [];
    (buttons[Math.min(focusAt.at, buttons.length - 1)] ?? box.current)?.focus();
  }, [focusAt]);

  const decide = (decision: Decision) => {
    changeDecisions((latest) => [...latest.filter(({ key }) => key !== decision.key), decision]);
    announce(`${decision.title}: ${decision.text}`);
  };
  const all = pages.data?.pages.flatMap(({ groups }) => groups) ?? [];
  const fields = pages.data?.pages[0]?.fields ?? [];
  const rowName = useRowName();
  const kept = new Set(decisions.filter(({ undo }) => undo === null).map(({ key }) => key));
  const open = all.filter(({ rows, isKept }) => !isKept && !kept.has(groupKey(rows)));
  const activeKey = open.some(({ rows }) => groupKey(rows) === active) ? active : open[0] === undefined ? null : groupKey(open[0].rows);
  const shown = comparedFields(open, fields);
  const first = pages.data?.pages[0];
  const justKept = all.filter(({ rows, isKept }) => !isKept && kept.has(groupKey(rows))).length;
  const total = first === undefined ? 0 : first.total - first.kept - justKept;

  /** The position of a group's first button. After the decision, the first button of the next group is there. */
  const positionOf = (group: Group): number => {
    const buttons = Array.from(box.current?.querySelectorAll('[data-keep]') ?? []);
    return Math.max(
      0,
      buttons.findIndex((button) => button.closest('tbody')?.dataset['group'] === groupKey(group.rows)),
    );
  };
  /** Leaves rows out or merges them; afterward the next open group is active. */
  const change = async (group: Group, title: string, text: string, command: () => Promise<CheckView | null>) => {
    const at = positionOf(group);
    const after = await command();
    if (after === null) return;
    decide({ key: groupKey(group.rows), title, text, undo: after.undo, rows: [] });
    setFocusAt({ at });
  };
  const keep = async (group: Group, row: CheckRow) => {
    const others = group.rows.filter((other) => other !== row).map((other) => other.row);
    const text = `${rowsText(others)} left out, ${count(others.length, 'credit')} saved. ${groupTitle(group.rows, fields)}`;
    await change(group, `Row ${rowName(row.row)} kept`, text, () => commands.leaveOut(others, true));
  };
  const merge = async (group: Group) => {
    const [first, ...others] = group.rows.map(({ row }) => row);
    const text = `${rowsText(others)} ${others.length === 1 ? 'gets' : 'get'} its scores, ${count(others.length, 'credit')} saved. ${groupTitle(group.rows, fields)}`;
    await change(group, `Merged into row ${rowName(first!)}`, text, () => commands.merge([first!, ...others]));
  };
  const forget = (decision: Decision) => changeDecisions((latest) => latest.filter(({ key }) => key !== decision.key));
  const keepAll = async (group: Group) => {
    const decision = keptDecision(group, fields);
    setFocusAt({ at: positionOf(group) });
    decide(decision);
    if ((await commands.keepRepeats({ code: rule.code, rows: [...decision.rows], keep: true })) === null) forget(decision);
  };
  const undo = async (decision: Decision) => {
    const { undo: label, rows } = decision;
    const after = label === null ? commands.keepRepeats({ code: rule.code, rows: [...rows], keep: false }) : commands.undo();
    if ((await after) !== null) forget(decision);
  };
  // If another command has taken rows back, their group is open again, so its decision is not listed.
  const ofWindow = decisions.filter(({ key, undo }) => undo === null || !all.some(({ rows }) => groupKey(rows) === key));
  const earlier = all.filter(({ rows, isKept }) => isKept && !kept.has(groupKey(rows))).map((group) => keptDecision(group, fields));
  const shownDecisions = [...earlier, ...ofWindow];
  if (pages.error !== null)
    return (
      <FailurePanel title="These rows could not be read" error={pages.error} onRetry={() => void pages.refetch()}>
        <ImportAgain project={project} error={asAppError(pages.error)} />
      </FailurePanel>
    );
  return (
    <>
      <div ref={box} className="duplicates" data-grows tabIndex={-1}>
        <SkipPast what="these rows" />
        <table aria-label={`Rows that repeat: ${rule.title}`} aria-busy={pages.isFetching}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {shown.map((field) => (
                <th key={field} scope="col">
                  {fieldName(field)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Decision</span>
              </th>
            </tr>
          </thead>
          {shownDecisions.length > 0 && (
            <DecisionRows
              decisions={shownDecisions}
              columns={shown.length + 2}
              canUndo={({ undo: label }) => (label === null ? isEditable : label === check.undo)}
              onUndo={(decision) => void undo(decision)}
            />
          )}
          {open.map((group) => (
            <DuplicateGroup
              key={groupKey(group.rows)}
              group={group}
              fields={fields}
              shown={shown}
              isActive={groupKey(group.rows) === activeKey}
              onActive={() => setActive(groupKey(group.rows))}
              canDecide={isEditable}
              onKeep={(row) => void keep(group, row)}
              onKeepAll={() => void keepAll(group)}
              onMerge={() => void merge(group)}
            />
          ))}
        </table>
        {pages.data === undefined && <p className="second duplicates-note">Looking for rows that repeat…</p>}
        {pages.data !== undefined && open.length === 0 && <p className="second duplicates-note">Nothing is left to decide.</p>}
        {pages.hasNextPage && (
          <Button
            className="duplicates-more"
            variant="default"
            size="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
      <div className="rows-bar">
        <span>
          {pages.data !== undefined &&
            `${count(total, 'group')} to decide, most similar first. Only the name and the columns that differ are shown.`}
        </span>
        {isEditable && open.length > 0 && (
          <span className="rows-bar-empty">
            <button type="button" className="link" onClick={() => setSettling('fuller')}>
              Keep the fuller rows…
            </button>
            <button type="button" className="link" onClick={() => setSettling('identical')}>
              Merge identical…
            </button>
          </span>
        )}
        {settling !== null && (
          <SettleDialog
            id={id}
            code={rule.code}
            how={settling}
            onDone={(text) => {
              setSettling(null);
              announce(text);
            }}
            onClose={() => setSettling(null)}
          />
        )}
        <button type="button" className="link" onClick={onRows}>
          <IconLayoutList size={14} stroke={1.6} aria-hidden /> Show as rows
        </button>
      </div>
    </>
  );
}
