/** The button of a rule in the list of issues. */
import type { RuleCount } from '../../../shared/contract/index.ts';
import { number } from '../../format/index.ts';
import { comparesRows, readingsOf } from './issue-texts.ts';

export interface IssueActions {
  readonly onChoose: (rule: RuleCount) => void;
  readonly onFix: (rule: RuleCount, reading?: number) => void;
  readonly onLeaveOut: (rule: RuleCount) => void;
  readonly onSendAnyway: (rule: RuleCount) => void;
  readonly onUndo: () => void;
  readonly onFixSafe: () => void;
}

export interface RuleAction {
  readonly label: string;
  readonly run: () => void;
}

/** The button of a rule. A fix that is not safe is applied only from the chosen rule, whose cells show what it would do. */
export function ruleAction(rule: RuleCount, isChosen: boolean, actions: IssueActions): RuleAction | null {
  if (rule.severity === 'note') return null;
  if (comparesRows(rule.code)) return isChosen ? null : { label: `See ${number(rule.rows)}`, run: () => actions.onChoose(rule) };
  if (rule.fix?.bulk === true) {
    const label = rule.fix.label;
    if (rule.fix.safe || isChosen) return { label, run: () => actions.onFix(rule) };
    return { label: `${label}…`, run: () => actions.onChoose(rule) };
  }
  if (rule.sendAnyway !== null) return { label: rule.sendAnyway, run: () => actions.onSendAnyway(rule) };
  if (rule.leaveOut !== null) return { label: rule.leaveOut, run: () => actions.onLeaveOut(rule) };
  // How to read the values is up to the user, next to the active cell.
  if (isChosen && rule.fix !== null && readingsOf(rule).length === 0)
    return { label: `Apply to all ${number(rule.rows)}`, run: () => actions.onFix(rule) };
  return isChosen ? null : { label: `See ${number(rule.rows)}`, run: () => actions.onChoose(rule) };
}
