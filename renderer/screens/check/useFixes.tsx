/** The fixes that the user makes in this window: the commands, the list of fixes, and the announcement and focus after each fix. */
import { useRef, useState } from 'react';
import type { CheckFilter, CheckView, Input, RuleCount, SafeFixes } from '../../../shared/contract/index.ts';
import { useAnnounce } from '../../kit/index.ts';
import { count, number } from '../../format/index.ts';
import type { CheckCommands } from './check-commands.ts';
import { openRules, noEffectReason } from './issue-texts.ts';

/** A fix in the group “Fixed by you”. */
export interface FixedRule {
  readonly title: string;
  readonly rows: number;
  /** The undo label right after the fix. */
  readonly undo: string | null;
}

/** A step that added a fix to the group or removed it. */
interface Step {
  /** The label of `undo` after the step, and of `redo` after the step is undone. */
  readonly label: string | null;
  readonly one: FixedRule;
  readonly isFix: boolean;
}

/** By project, and kept here so that leaving the screen does not lose them. */
const FIXED = new Map<string, readonly FixedRule[]>();
const STEPS = new Map<string, readonly Step[]>();

function useFixedRules(id: string) {
  const [fixed, setFixed] = useState(() => FIXED.get(id) ?? []);
  const change = (to: (before: readonly FixedRule[]) => readonly FixedRule[]): void => {
    const after = to(FIXED.get(id) ?? []);
    FIXED.set(id, after);
    setFixed(after);
  };
  const put = ({ one, isFix }: Step, isDone: boolean) =>
    change((before) => {
      if (isFix === isDone) return [...before, one];
      const at = before.findLastIndex(({ undo }) => undo !== null && undo === one.undo);
      return at < 0 ? before : before.toSpliced(at, 1);
    });
  return {
    fixed,
    /** Records a new step. */
    make: (step: Step) => {
      STEPS.set(id, [...(STEPS.get(id) ?? []), step]);
      put(step, true);
    },
    /** Records that the step with this label was undone or redone. */
    repeat: (label: string | null, isDone: boolean) => {
      const step = STEPS.get(id)?.findLast((made) => label !== null && made.label === label);
      if (step !== undefined) put(step, isDone);
    },
  };
}

interface FixesInput {
  readonly projectId: string;
  readonly check: CheckView;
  readonly filter: CheckFilter;
  readonly commands: CheckCommands;
  readonly onFilter: (filter: CheckFilter) => void;
  /** True while the list of rules is in a drawer: then the strip of readiness gets the focus. */
  readonly isNarrow: boolean;
}

export function useFixes({ projectId, check, filter, commands, onFilter, isNarrow }: FixesInput) {
  const announce = useAnnounce();
  const { fixed, make, repeat } = useFixedRules(projectId);
  const [focus, setFocus] = useState<{ readonly code: string } | null>(null);
  const [unfixed, setUnfixed] = useState<string | null>(null);
  const [isChoosingSafe, setChoosingSafe] = useState(false);
  const isQuiet = useRef(false);

  const showFilter = (next: CheckFilter) => {
    setUnfixed(null);
    onFilter(next);
  };
  const finish = (after: CheckView, one: FixedRule, fixedText: string) => {
    make({ label: one.undo, one, isFix: true });
    const ready = after.ready === check.ready ? `Ready ${number(after.ready)}` : `Ready ${number(check.ready)}, now ${number(after.ready)}`;
    announce(`${fixedText} fixed: ${one.title}. ${ready} of ${count(after.rows, 'row')}`);
  };
  const focusNext = (after: CheckView, position: number) => {
    const open = openRules(after);
    const next = open[Math.min(position, open.length - 1)];
    if (next === undefined || isNarrow) document.querySelector<HTMLElement>('.readiness-strip button')?.focus();
    else setFocus({ code: next.code });
  };
  const showRemaining = (after: CheckView) => showFilter({ kind: after.withIssues > 0 ? 'issues' : 'all' });

  const fix = async (rule: RuleCount, reading?: number, listed?: Input<'check.fix'>['listed']) => {
    if (commands.doing !== null) return;
    const position = check.rules.findIndex(({ code }) => code === rule.code);
    isQuiet.current = true;
    setUnfixed(null);
    const after = await commands.fix({
      code: rule.code,
      field: null,
      ...(reading !== undefined && { reading }),
      ...(listed !== undefined && { listed }),
    });
    const left = after?.rules.find(({ code }) => code === rule.code)?.rows ?? 0;
    isQuiet.current = after !== null && left === 0;
    if (after === null) return;
    const rows = rule.rows - left;
    if (rows > 0) finish(after, { title: rule.title, rows, undo: after.undo }, count(rows, 'row'));
    else setUnfixed(noEffectReason(rule));
    focusNext(after, position);
    if (left === 0) showRemaining(after);
  };
  const fixSafe = async ({ fixes, rows, cells }: SafeFixes) => {
    isQuiet.current = true;
    const after = await commands.fixSafe(fixes.map(({ code }) => code));
    // Close the dialog first, so that it does not return the focus afterward.
    setChoosingSafe(false);
    const isGone =
      after !== null && filter.kind === 'rule' && !after.rules.some(({ code, rows: left }) => code === filter.code && left > 0);
    isQuiet.current = isGone;
    if (after === null) return;
    const [one] = fixes;
    const title = fixes.length === 1 && one !== undefined ? one.title : count(fixes.length, 'safe fix', 'safe fixes');
    finish(after, { title, rows, undo: after.undo }, count(cells, 'cell'));
    if (isGone) showRemaining(after);
    focusNext(after, 0);
  };
  /** Undoes the last command. Removes it from the list of fixes. */
  const undo = async (): Promise<CheckView | null> => {
    const after = await commands.undo();
    if (after !== null) repeat(after.redo, false);
    return after;
  };
  /** Redoes the last undone step. Adds a fix to the list again. */
  const redo = async (): Promise<CheckView | null> => {
    const after = await commands.redo();
    if (after !== null) repeat(after.undo, true);
    return after;
  };
  /** Undoes any listed fix. If it is the newest step, it is undone and can be redone; an earlier one is taken back in a new step. */
  const undoFix = async (one: FixedRule) => {
    if (one.undo === null || commands.doing !== null) return;
    const isNewest = one.undo === check.undo;
    const after = isNewest ? await undo() : await commands.takeBack(one.undo);
    if (after === null) return;
    if (!isNewest) make({ label: after.undo, one, isFix: false });
    announce(`Undone: ${one.title}. Ready ${number(after.ready)} of ${count(after.rows, 'row')}`);
    // The focused item was removed from the list.
    document.querySelector<HTMLElement>('.readiness-strip button')?.focus();
  };
  return {
    fix,
    fixSafe,
    undo,
    redo,
    undoFix,
    showFilter,
    fixed,
    /** True while the dialog of all safe fixes is open. */
    isChoosingSafe,
    setChoosingSafe,
    /** The rule that gets the focus, once per object. */
    focus,
    /** Why the last fix changed no row; null after another action. */
    unfixed,
    /** True while a fix announces its own counts. */
    isQuiet,
  };
}
