import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { type FieldKey, isFieldKey } from '../../../shared/fields/index.ts';
import type { CheckRow, RuleCount } from '../../../shared/contract/index.ts';
import { useRowName } from '../../components/index.ts';
import { SeverityIcon } from '../../kit/index.ts';
import { number } from '../../format/index.ts';
import { type CellFix, cellFixes, issuesOn, issueTexts, plainTexts } from './cell-issues.ts';
import { readingsOf } from './issue-texts.ts';
import { type TriedFixes, triedRows } from './rule-action.ts';
import './cell-status.css';

export interface ActiveCell {
  readonly row: CheckRow;
  readonly index: number;
  /** The key of the column. A key that is not a field stands for the whole row. */
  readonly column: string;
}

interface CellStatusProps {
  readonly id: string;
  readonly cell: ActiveCell | null;
  readonly fields: readonly FieldKey[];
  readonly rules: readonly RuleCount[];
  readonly tried: TriedFixes | null;
  /** The number of listed rows, if a filter or a search hides some rows of the rule; null otherwise. */
  readonly these: number | null;
  readonly chosen: RuleCount | null;
  readonly canFix: boolean;
  readonly isBusy: boolean;
  readonly ref: Ref<HTMLElement>;
  readonly onFixCell: (cell: ActiveCell, fix: CellFix) => void;
  readonly onFixAll: (rule: RuleCount, reading?: number) => void;
  readonly onLeaveRowOut: (row: CheckRow, leaveOut: boolean) => void;
  /** F6 or Escape: back to the cell. */
  readonly onLeave: () => void;
}

/** The label of the button that fixes all rows of a rule, or those that are listed. */
function allLabel({ code, rows, fix }: RuleCount, tried: number | null, these: number | null, chosen: RuleCount | null): string {
  // The number is known only for the chosen rule, because every listed row has its issue.
  if (these !== null) return code === chosen?.code ? `Fix these ${number(these)}` : 'Fix these rows';
  return fix?.id === 'repairEmail' ? fix.label : `Fix all ${number(tried ?? rows)}`;
}

/** What is wrong with the active cell, why it matters, and its fixes; for a cell without an issue its whole value. */
export function CellStatus({ id, cell, fields, rules, tried: fixed, these, chosen, canFix, isBusy, ref, ...actions }: CellStatusProps) {
  const key = cell === null ? '' : `${cell.row.row} ${cell.column}`;
  const [shown, setShown] = useState({ key, at: 0 });
  const rowName = useRowName();
  const field = cell !== null && isFieldKey(cell.column) ? cell.column : null;
  const issues = cell === null ? [] : issuesOn(cell.row, field, chosen);
  const at = shown.key === key ? Math.min(shown.at, Math.max(0, issues.length - 1)) : 0;
  const issue = issues[at];
  const texts =
    cell === null ? null : issue === undefined ? plainTexts(cell.row, fields, field, canFix) : issueTexts(cell.row, fields, issue);
  const rule = rules.find(({ code }) => code === issue?.code) ?? null;
  // A row that is left out needs no fix, unless the fix is a reason to send it.
  const isUseful = cell?.row.leftOut !== true || rule?.sendAnyway != null;
  const fixes = cell === null || issue === undefined || !canFix || !isUseful ? [] : cellFixes(cell.row, fields, issue);
  const tried = rule === null ? null : triedRows(rule, fixed);
  const isBulk = fixes.length > 0 && rule?.fix?.bulk === true && tried !== 0;
  const all = isBulk ? allLabel(rule, tried, these, chosen) : null;
  const canLeaveOut = canFix && rule?.leaveOut != null && cell?.row.leftOut === false;
  const canSendAnyway = canFix && rule?.sendAnyway != null && cell?.row.leftOut === true;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'F6' && event.key !== 'Escape') return;
    event.preventDefault();
    actions.onLeave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- F6 and Escape bubble from its buttons
    <section ref={ref} className="check-status" aria-label="The active cell" data-severity={issue?.severity ?? 'none'} onKeyDown={onKey}>
      {issue !== undefined && <SeverityIcon severity={issue.severity} size={18} />}
      <div className="check-status-texts" id={id}>
        {texts !== null && cell !== null && (
          <>
            <div className="check-status-title">
              <b>{texts.title}</b> <span className="second small">row {rowName(cell.row.row)}</span>
            </div>
            <div className="second small">{texts.why}</div>
          </>
        )}
      </div>
      {issues.length > 1 && (
        <span className="check-status-several">
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label="Previous issue on this cell"
            onClick={() => setShown({ key, at: (at + issues.length - 1) % issues.length })}
          >
            <IconChevronLeft size={15} stroke={1.8} />
          </ActionIcon>
          {number(at + 1)} of {number(issues.length)}
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label="Next issue on this cell"
            onClick={() => setShown({ key, at: (at + 1) % issues.length })}
          >
            <IconChevronRight size={15} stroke={1.8} />
          </ActionIcon>
        </span>
      )}
      {cell !== null &&
        fixes.map((fix) => (
          <Button
            key={fix.label}
            variant="default"
            size="xs"
            data-fix
            aria-disabled={isBusy}
            onClick={() => !isBusy && actions.onFixCell(cell, fix)}
          >
            {fix.label}
          </Button>
        ))}
      {rule !== null &&
        fixes.length > 0 &&
        readingsOf(rule).map(({ button }, reading) => (
          <Button
            key={button}
            variant="outline"
            size="xs"
            data-fix
            aria-disabled={isBusy}
            onClick={() => !isBusy && actions.onFixAll(rule, reading)}
          >
            {button}
          </Button>
        ))}
      {all !== null && rule !== null && (
        <Button variant="outline" size="xs" data-fix aria-disabled={isBusy} onClick={() => !isBusy && actions.onFixAll(rule)}>
          {all}
        </Button>
      )}
      {cell !== null && (canLeaveOut || canSendAnyway) && (
        <Button
          variant="default"
          size="xs"
          data-fix
          aria-disabled={isBusy}
          onClick={() => !isBusy && actions.onLeaveRowOut(cell.row, canLeaveOut)}
        >
          {canLeaveOut ? 'Leave this row out' : 'Send this row anyway'}
        </Button>
      )}
    </section>
  );
}
