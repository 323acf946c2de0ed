import { Button } from '@mantine/core';
import { IconCircleCheck, IconWand } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CheckView, RuleCount } from '../../../shared/contract/index.ts';
import { count } from '../../format/index.ts';
import { toScreen } from '../../navigation/index.ts';
import { ERRORS, issueGroups, type IssueGroup as Group, LEFT_OUT, safeRules, WARNINGS } from './issue-texts.ts';
import { IssueGroup, type IssueGroupProps } from './IssueGroup.tsx';
import { IssuesProgress } from './IssuesProgress.tsx';
import { FixedItem, IssueItem } from './IssueItem.tsx';
import { type IssueActions, ruleAction, type TriedFixes } from './rule-action.ts';
import type { RuleCauses } from './rule-causes.ts';
import type { FixedRule } from './useFixes.tsx';
import './issues.css';

interface IssuesListProps extends IssueActions {
  readonly id: string;
  readonly check: CheckView;
  /** True when a safe fix may change something. */
  readonly hasSafe: boolean;
  readonly tried: TriedFixes | null;
  readonly fixed: readonly FixedRule[];
  readonly chosen: RuleCount | null;
  /** True while the rows of the chosen rule that are left out are shown. */
  readonly showsLeftOut: boolean;
  /** Why the values of the chosen rule break it; null until they are known. */
  readonly causes: RuleCauses | null;
  /** False once the list was submitted: the counts are read-only. */
  readonly canFix: boolean;
  /** True while a command runs. */
  readonly isBusy: boolean;
  /** The rule whose name gets the focus, once per object. */
  readonly focus: { readonly code: string } | null;
  /** Shown before all issues. */
  readonly first: ReactNode;
}

const FIXED = 'Fixed by you';

const undoStop = ({ undo }: FixedRule): string => `undo ${undo ?? ''}`;

function safeLabel(rules: readonly RuleCount[], safe: Pick<TriedFixes, 'fixes' | 'cells'> | null): string {
  const fixes = count(safe?.fixes.length ?? rules.length, 'kind');
  return `Fix all safe: ${fixes}${safe === null ? '' : `, ${count(safe.cells, 'cell')}`}…`;
}

/** The issues of the list by rule: one tab stop, arrows between the rules, and the fix of the current one as the next tab stop. */
export function IssuesList(props: IssuesListProps) {
  const { check, hasSafe, tried, fixed, chosen, canFix, isBusy, focus } = props;
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Readonly<Record<string, boolean>>>({
    [ERRORS]: true,
    [WARNINGS]: true,
    [LEFT_OUT]: true,
    [FIXED]: true,
  });
  const [tabStop, setTabStop] = useState<string | null>(null);
  const tabStops = () => Array.from(box.current?.querySelectorAll<HTMLElement>('[data-tab-stop]') ?? []);
  useEffect(() => {
    if (focus === null) return;
    box.current?.querySelector<HTMLElement>(`[data-tab-stop="${CSS.escape(focus.code)}"]`)?.focus();
  }, [focus]);

  const groups = issueGroups(check);
  const problems = groups.filter(({ tone, name }) => tone !== 'note' || name === LEFT_OUT);
  const notes = groups.filter((one) => !problems.includes(one));
  const safe = safeRules(check);
  const known = new Set([...check.rules.map(({ code }) => code), ...groups.map(({ name }) => name), FIXED, ...fixed.map(undoStop)]);
  const first = groups[0]?.name ?? FIXED;
  const current = tabStop !== null && known.has(tabStop) ? tabStop : (chosen?.code ?? first);

  const onKey = (event: KeyboardEvent) => {
    const all = tabStops();
    const at = all.findIndex((element) => element === document.activeElement);
    if (at < 0) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const to = steps[event.key];
    const group = all[at]?.hasAttribute('data-group') === true ? (all[at]?.dataset['tabStop'] ?? null) : null;
    if (to !== undefined) all[Math.min(Math.max(0, to), all.length - 1)]?.focus();
    else if (group !== null && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      setOpen((before) => ({ ...before, [group]: event.key === 'ArrowRight' }));
    else return;
    event.preventDefault();
  };
  const group = (name: string, tone: IssueGroupProps['tone'], items: number, sum: string, children: ReactNode) => (
    <IssueGroup
      key={name}
      name={name}
      tone={tone}
      items={items}
      sum={sum}
      isOpen={open[name] === true}
      isTabStop={current === name}
      onToggle={() => setOpen((before) => ({ ...before, [name]: before[name] !== true }))}
    >
      {children}
    </IssueGroup>
  );
  const issue = (rule: RuleCount) => {
    const isChosen = chosen?.code === rule.code;
    return (
      <IssueItem
        key={rule.code}
        rule={rule}
        isChosen={isChosen}
        causes={isChosen ? props.causes : null}
        isTabStop={current === rule.code}
        action={canFix ? ruleAction(rule, isChosen, props, tried) : null}
        isBusy={isBusy}
        showsLeftOut={isChosen && props.showsLeftOut}
        onChoose={props.onChoose}
        onChooseLeftOut={props.onChooseLeftOut}
      />
    );
  };
  const groupOf = ({ name, tone, rules, sum }: Group) => group(name, tone, rules.length, sum, rules.map(issue));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows bubble from the buttons of the list
    <div
      ref={box}
      className="issues"
      onKeyDown={onKey}
      onFocus={({ target }) => {
        const at = target.closest<HTMLElement>('[data-tab-stop]')?.dataset['tabStop'];
        if (at !== undefined) setTabStop(at);
      }}
    >
      <IssuesProgress id={props.id} check={check} />
      {props.first}
      {hasSafe && (
        <div className="issues-safe">
          <Button variant="light" fullWidth leftSection={<IconWand size={16} stroke={1.6} />} onClick={props.onFixSafe}>
            {safeLabel(safe, tried?.code === null ? tried : null)}
          </Button>
        </div>
      )}
      <div className="issues-open">
        {problems.length === 0 && (
          <div className="issues-none">
            <IconCircleCheck size={24} stroke={1.5} aria-hidden />
            <div>
              <b>No open issues</b>
              <div className="second">No row has an error or a warning.</div>
            </div>
          </div>
        )}
        {problems.map(groupOf)}
        <a className="link small issues-rules" href={toScreen('settings', {}, 'rules')}>
          Organization rules
        </a>
      </div>
      {(notes.length > 0 || fixed.length > 0) && (
        <div className="issues-done">
          {notes.map(groupOf)}
          {fixed.length > 0 &&
            group(
              FIXED,
              'note',
              fixed.length,
              count(
                fixed.reduce((sum, { rows }) => sum + rows, 0),
                'row',
              ),
              fixed
                .toReversed()
                .map((one, at) => (
                  <FixedItem
                    key={fixed.length - at}
                    fixed={one}
                    canUndo={canFix && one.undo !== null}
                    tabStop={undoStop(one)}
                    isTabStop={current === undoStop(one)}
                    onUndo={props.onUndo}
                  />
                )),
            )}
        </div>
      )}
    </div>
  );
}
