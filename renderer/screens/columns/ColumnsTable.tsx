import { SkipPast } from '../../kit/index.ts';
import { type KeyboardEvent, memo, startTransition, useEffect, useMemo, useState } from 'react';
import type { ColumnsView } from '../../../shared/contract/index.ts';
import {
  type ColumnPlan,
  type ColumnSuggestion,
  type Combination,
  type MappingPlan,
  columnLetters,
} from '../../../shared/mapping/index.ts';
import { count, withTarget } from '../../format/index.ts';
import { canAccept, ColumnAccept, ColumnWhy, ConflictWhy } from './ColumnWhy.tsx';
import { type ColumnBlock, type ColumnGroup, firstBlocks } from './column-groups.ts';
import { PlanContext, TargetSelect } from './TargetSelect.tsx';
import type { ChangePlan } from '../../components/index.ts';
import '../../components/list.css';
import './columns-table.css';

export const targetFieldId = (column: number): string => `column-target-${column}`;

/** Columns shown at first, because sheets can have thousands of columns. Those that need the user come first. */
const SHOWN_AT_FIRST = 120;

/** Columns drawn at once. More would take longer than the 50 ms within which the page must respond, so the others follow in steps. */
const DRAWN_AT_FIRST = 4;
const DRAWN_IN_A_STEP = 2;

/** The number of blocks to draw now, which grows in steps up to `wanted`. `onStep`: called after each step. */
function useDrawnInSteps(wanted: number, onStep: () => void): number {
  const [drawn, setDrawn] = useState(DRAWN_AT_FIRST);
  // A list that was shortened is drawn in steps again when it grows.
  if (drawn > Math.max(wanted, DRAWN_AT_FIRST)) setDrawn(Math.max(wanted, DRAWN_AT_FIRST));
  useEffect(() => {
    onStep();
    if (drawn >= wanted) return undefined;
    const next = setTimeout(() => startTransition(() => setDrawn(Math.min(wanted, drawn + DRAWN_IN_A_STEP))));
    return () => clearTimeout(next);
  }, [drawn, wanted, onStep]);
  return drawn;
}

interface FirstCellsProps {
  readonly own: ColumnPlan;
  readonly header: string;
  readonly suggestion: ColumnSuggestion | undefined;
  readonly isInvalid: boolean;
  readonly isLocked: boolean;
  readonly change: ChangePlan;
}

function FirstCells({ own, header, suggestion, isInvalid, isLocked, change }: FirstCellsProps) {
  const { column } = own;
  const values = suggestion?.samples.join(' · ') ?? '';
  return (
    <>
      <th scope="row">
        <span className="letter">{columnLetters(column)}</span>
        <span className="columns-name">{header}</span>
        <span className="columns-values second" title={values}>
          {values === '' ? 'Empty' : values}
        </span>
      </th>
      <td>
        <TargetSelect
          id={targetFieldId(column)}
          label={`Field for column ${columnLetters(column)}, ${header}`}
          target={own.to}
          isInvalid={isInvalid}
          isDisabled={isLocked}
          onTarget={(to) => change((plan) => withTarget(plan, column, to, suggestion))}
        />
      </td>
    </>
  );
}

const CONTROLS = 'input, button, a';

/** Arrows move between the controls of a row; Enter accepts the row, Escape returns to it. */
function onRowKey(event: KeyboardEvent<HTMLTableRowElement>): void {
  const { currentTarget: row, target, key } = event;
  if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
  const controls = Array.from(row.querySelectorAll<HTMLElement>(CONTROLS));
  const at = controls.indexOf(target);
  if (target === row && key === 'Enter') row.querySelector<HTMLElement>('[data-accept]')?.click();
  else if (key === 'Escape' && target !== row && target.getAttribute('aria-expanded') !== 'true') row.focus();
  else if (key === 'ArrowRight' && atEdge(target, 'end')) controls[Math.min(at + 1, controls.length - 1)]?.focus();
  else if (key === 'ArrowLeft' && atEdge(target, 'start') && at >= 0) (controls[at - 1] ?? row).focus();
  else return;
  event.preventDefault();
}

/** False while an arrow still moves within a typed text. */
function atEdge(target: HTMLElement, edge: 'start' | 'end'): boolean {
  if (!(target instanceof HTMLInputElement)) return true;
  return edge === 'start' ? target.selectionStart === 0 : target.selectionEnd === target.value.length;
}

/** A row that needs the user's decision is one tab stop. */
const rowStop = (header: string) => ({
  tabIndex: 0,
  'aria-label': `${header}. Enter accepts, arrows go to its choices`,
  onKeyDown: onRowKey,
  ref: (row: HTMLTableRowElement | null) => {
    for (const control of row?.querySelectorAll<HTMLElement>(CONTROLS) ?? []) control.tabIndex = -1;
  },
});

interface BlockProps {
  readonly block: ColumnBlock;
  readonly needsReview: boolean;
  readonly headers: readonly string[];
  readonly suggestions: readonly ColumnSuggestion[];
  /** The parts of the plan that the block's column depends on: cleaning and combination. */
  readonly plan: MappingPlan;
  readonly combination: Combination | null;
  readonly isLocked: boolean;
  readonly change: ChangePlan;
}

function Block({ block, needsReview, headers, suggestions, plan, combination, isLocked, change }: BlockProps) {
  const mark = block.conflict !== null ? 'error' : needsReview ? 'warning' : undefined;
  return block.columns.map((own, index) => {
    const suggestion = suggestions.find(({ column }) => column === own.column);
    const hasAccept = block.conflict === null && suggestion !== undefined && canAccept({ own, suggestion, combination, isLocked });
    return (
      <tr key={own.column} {...(mark !== undefined && { 'data-mark': mark, ...rowStop(headers[own.column] ?? '') })}>
        <FirstCells
          own={own}
          header={headers[own.column] ?? ''}
          suggestion={suggestion}
          isInvalid={block.conflict !== null}
          isLocked={isLocked}
          change={change}
        />
        {index === 0 && (
          <td data-why {...(!hasAccept && { colSpan: 2 })} {...(block.columns.length > 1 && { rowSpan: block.columns.length })}>
            {block.conflict !== null && (
              <ConflictWhy columns={block.columns} suggestions={suggestions} message={block.conflict} change={change} />
            )}
            {block.conflict === null && suggestion !== undefined && (
              <ColumnWhy plan={plan} own={own} suggestion={suggestion} combination={combination} isLocked={isLocked} change={change} />
            )}
          </td>
        )}
        {hasAccept && (
          <td data-action>
            <ColumnAccept own={own} suggestion={suggestion} combination={combination} isLocked={isLocked} change={change} />
          </td>
        )}
      </tr>
    );
  });
}

const sameColumns = (a: readonly ColumnPlan[], b: readonly ColumnPlan[]): boolean =>
  a.length === b.length && a.every((column, index) => column === b[index]);

// A change of one column rerenders only that column.
const MemoizedBlock = memo(
  Block,
  (before, after) =>
    sameColumns(before.block.columns, after.block.columns) &&
    before.block.conflict === after.block.conflict &&
    before.needsReview === after.needsReview &&
    before.combination === after.combination &&
    before.suggestions === after.suggestions &&
    before.plan.cleaning === after.plan.cleaning &&
    before.plan.pseudonyms === after.plan.pseudonyms &&
    before.isLocked === after.isLocked,
);

interface ColumnsTableProps {
  readonly view: ColumnsView;
  readonly groups: readonly ColumnGroup[];
  readonly isLocked: boolean;
  readonly change: ChangePlan;
  /** True while the table also has the columns that need no attention. */
  readonly hasHeadings: boolean;
  /** Called when more columns were drawn. */
  readonly onDrawn: () => void;
}

export function ColumnsTable({ view, groups, isLocked, change, hasHeadings, onDrawn }: ColumnsTableProps) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const combinations = useMemo(
    () => new Map(view.plan.combinations.flatMap((combination) => combination.columns.map((column) => [column, combination] as const))),
    [view.plan.combinations],
  );
  const all = groups.reduce((sum, group) => sum + group.blocks.length, 0);
  const drawn = useDrawnInSteps(Math.min(all, shown), onDrawn);
  return (
    <PlanContext value={view.plan}>
      <SkipPast what="the columns" />
      <table>
        <colgroup>
          <col className="columns-heading" />
          <col className="columns-target" />
          <col />
          <col className="columns-action" />
        </colgroup>
        <thead {...(!hasHeadings && { className: 'visually-hidden' })}>
          <tr>
            <th scope="col">Column in your file, first values</th>
            <th scope="col">Goes to</th>
            <th scope="col">How sure, and why</th>
            <th scope="col">
              <span className="visually-hidden">Accept</span>
            </th>
          </tr>
        </thead>
        {firstBlocks(groups, drawn).map((group) => (
          <tbody key={group.key}>
            {group.title !== null && (
              <tr className="columns-group">
                <th scope="rowgroup" colSpan={4}>
                  {group.title}
                </th>
              </tr>
            )}
            {group.blocks.map((block) => {
              const column = block.columns[0]?.column ?? 0;
              return (
                <MemoizedBlock
                  key={column}
                  block={block}
                  needsReview={group.key === 'review'}
                  headers={view.headers}
                  suggestions={view.suggestions}
                  plan={view.plan}
                  combination={combinations.get(column) ?? null}
                  isLocked={isLocked}
                  change={change}
                />
              );
            })}
          </tbody>
        ))}
      </table>
      {all > shown && (
        <div className="table-more">
          <button type="button" className="link" onClick={() => setShown(all)}>
            Show the other {count(all - shown, 'column')}
          </button>
        </div>
      )}
    </PlanContext>
  );
}
