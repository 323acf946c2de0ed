/** The button of a rule in the list of issues. */
import type { Input, RuleCount, SafeFixes } from '../../../shared/contract/index.ts';
import { FIXES } from '../../../shared/rules/index.ts';
import { number } from '../../format/index.ts';
import { comparesRows, readingsOf, ruleOf } from './issue-texts.ts';
import type { FixedRule } from './useFixes.tsx';

export interface IssueActions {
  readonly onChoose: (rule: RuleCount) => void;
  /** Shows the rows of a rule that are left out. */
  readonly onChooseLeftOut: (rule: RuleCount) => void;
  /** `listed`: only in these rows. */
  readonly onFix: (rule: RuleCount, reading?: number, listed?: Input<'check.fix'>['listed']) => void;
  readonly onLeaveOut: (rule: RuleCount) => void;
  readonly onSendAnyway: (rule: RuleCount) => void;
  readonly onUndo: (fixed: FixedRule) => void;
  readonly onFixSafe: () => void;
}

/** The results of trying the safe fixes of one rule, or of all rules. */
export interface TriedFixes extends SafeFixes {
  readonly code: string | null;
}

export interface RuleAction {
  readonly label: string;
  readonly run: () => void;
}

/** The number of rows that the safe fix of a rule changes, from its trial; null for a fix that was not tried. */
export function triedRows({ code, fix }: Pick<RuleCount, 'code' | 'fix'>, tried: TriedFixes | null): number | null {
  if (fix?.safe !== true || tried === null || (tried.code !== null && tried.code !== code)) return null;
  return tried.fixes.find((one) => one.code === code)?.rows ?? 0;
}

/** The label of the fix of a rule for the rows that it changes. */
function fixLabel(rule: RuleCount, rows: number | null): string {
  const [first] = rule.fields;
  const fix = ruleOf(rule.code)?.fix ?? null;
  const field = first?.field ?? ruleOf(rule.code)?.fields[0];
  return rows === null || rows === rule.rows || fix === null || field === undefined
    ? (rule.fix?.label ?? '')
    : FIXES[fix].button(number(rows), field);
}

/**
 * The button of a rule. A fix that is not safe, or was not tried, can be applied only while its rule is chosen, because the cells then show
 * what it would do. A fix that changes no row has no button.
 */
export function ruleAction(rule: RuleCount, isChosen: boolean, actions: IssueActions, tried: TriedFixes | null): RuleAction | null {
  if (rule.severity === 'note') return null;
  if (rule.rows === 0) return rule.sendAnyway === null ? null : { label: rule.sendAnyway, run: () => actions.onSendAnyway(rule) };
  if (comparesRows(rule.code)) return isChosen ? null : { label: `See ${number(rule.rows)}`, run: () => actions.onChoose(rule) };
  const rows = triedRows(rule, tried);
  if (rule.fix?.bulk === true && rows !== 0) {
    const label = fixLabel(rule, rows);
    if ((rule.fix.safe && rows !== null) || isChosen) return { label, run: () => actions.onFix(rule) };
    return { label: `${label}…`, run: () => actions.onChoose(rule) };
  }
  if (rule.leaveOut !== null) return { label: rule.leaveOut, run: () => actions.onLeaveOut(rule) };
  // With several readings, the user chooses one next to the active cell.
  if (isChosen && rule.fix !== null && rows !== 0 && readingsOf(rule).length === 0)
    return { label: `Apply to all ${number(rule.rows)}`, run: () => actions.onFix(rule) };
  return isChosen ? null : { label: `See ${number(rule.rows)}`, run: () => actions.onChoose(rule) };
}
