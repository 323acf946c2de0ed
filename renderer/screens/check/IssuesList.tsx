import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconChevronDown, IconChevronRight, IconCircleCheck, IconWand } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CheckView, RuleCount, SafeFixes } from '../../../shared/contract/index.ts';
import { SeverityIcon } from '../../components/SeverityIcon.tsx';
import { count, number, shownValue } from '../../format/text.ts';
import { toScreen } from '../../navigation/router.ts';
import { countOf, ERRORS, type IssueGroup, issueGroups, comparesRows, reasonOf, ruleChips, safeRules, WARNINGS } from './issue-texts.ts';
import type { FixedRule } from './useFixes.tsx';
import './issues.css';

export interface IssueActions {
  readonly onChoose: (rule: RuleCount) => void;
  readonly onFix: (rule: RuleCount) => void;
  readonly onLeaveOut: (rule: RuleCount) => void;
  readonly onUndo: () => void;
  readonly onFixSafe: () => void;
}

interface IssuesListProps extends IssueActions {
  readonly check: CheckView;
  readonly safeFixes: SafeFixes | null;
  readonly fixed: readonly FixedRule[];
  readonly chosen: RuleCount | null;
  /** False once the list was submitted: the counts are read-only. */
  readonly canFix: boolean;
  /** True while a command runs. */
  readonly isBusy: boolean;
  /** The rule whose name gets the focus, once per object. */
  readonly focus: { readonly code: string } | null;
}

function Example({ example }: Pick<RuleCount, 'example'>) {
  if (example === null) return <span className="issue-example" />;
  const before = shownValue(example.before);
  const after = example.after === null ? null : shownValue(example.after);
  return (
    <span className="issue-example preview" title={after === null ? before : `${before} → ${after}`}>
      {before}
      {after !== null && (
        <>
          {' '}
          <span aria-label="becomes">→</span> <b>{after}</b>
        </>
      )}
    </span>
  );
}

/** What the button of a rule does. */
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
  if (rule.leaveOut !== null) return { label: rule.leaveOut, run: () => actions.onLeaveOut(rule) };
  if (isChosen && rule.fix !== null) return { label: `Apply to all ${number(rule.rows)}`, run: () => actions.onFix(rule) };
  return isChosen ? null : { label: `See ${number(rule.rows)}`, run: () => actions.onChoose(rule) };
}

interface IssueItemProps {
  readonly rule: RuleCount;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly action: RuleAction | null;
  readonly isBusy: boolean;
  readonly onChoose: (rule: RuleCount) => void;
}

function IssueItem({ rule, isChosen, isTabStop, action, isBusy, onChoose }: IssueItemProps) {
  const chips = ruleChips(rule);
  const tabIndex = isTabStop ? 0 : -1;
  const title = rule.title;
  return (
    <li className="issue" data-severity={rule.severity} {...(isChosen && { 'data-chosen': true })}>
      <button
        type="button"
        className="issue-name"
        data-tab-stop={rule.code}
        tabIndex={tabIndex}
        aria-pressed={isChosen}
        onClick={() => onChoose(rule)}
      >
        <span className="cut">{title}</span>
        <b className="issue-count">{countOf(rule)}</b>
      </button>
      {isChosen && <p className="issue-why">{reasonOf(rule.code)}</p>}
      {chips.length > 0 && (
        <ul className="issue-chips" aria-label="Fields">
          {chips.map(({ label, rows }) => (
            <li key={label} className="issue-chip">
              {label}
              {rows !== null && <b> {number(rows)}</b>}
            </li>
          ))}
        </ul>
      )}
      {(rule.example !== null || (action !== null && !isChosen)) && (
        <div className="issue-line">
          <Example example={rule.example} />
          {action !== null && !isChosen && (
            <button
              type="button"
              className="link issue-action"
              tabIndex={tabIndex}
              aria-disabled={isBusy}
              aria-label={`${action.label}: ${title}`}
              onClick={() => !isBusy && action.run()}
            >
              {action.label}
            </button>
          )}
        </div>
      )}
      {action !== null && isChosen && (
        <Button
          className="issue-button"
          size="compact-sm"
          variant="outline"
          fullWidth
          tabIndex={tabIndex}
          aria-disabled={isBusy}
          aria-label={`${action.label}: ${title}`}
          leftSection={<IconWand size={15} stroke={1.6} />}
          onClick={() => !isBusy && action.run()}
        >
          {action.label}
        </Button>
      )}
    </li>
  );
}

function FixedItem({
  fixed,
  canUndo,
  isTabStop,
  onUndo,
}: {
  readonly fixed: FixedRule;
  readonly canUndo: boolean;
  readonly isTabStop: boolean;
  readonly onUndo: () => void;
}) {
  return (
    <li className="issue" data-severity="note">
      <div className="issue-line">
        <span className="issue-example cut">{fixed.title}</span>
        {canUndo ? (
          <button
            type="button"
            className="link issue-action"
            data-tab-stop="undo"
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`Undo: ${fixed.title}`}
            onClick={onUndo}
          >
            <IconArrowBackUp size={15} stroke={1.6} aria-hidden /> Undo
          </button>
        ) : (
          <b className="issue-count">{number(fixed.rows)}</b>
        )}
      </div>
    </li>
  );
}

interface GroupProps {
  readonly name: string;
  readonly tone: 'error' | 'warning' | 'note';
  readonly items: number;
  readonly sum: string;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

function Group({ name, tone, items, sum, isOpen, isTabStop, onToggle, children }: GroupProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className="issue-group" data-tone={tone}>
      <h3>
        <button type="button" data-tab-stop={name} data-group tabIndex={isTabStop ? 0 : -1} aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={15} stroke={1.6} aria-hidden />
          {tone === 'note' ? <IconCheck size={15} stroke={1.8} aria-hidden /> : <SeverityIcon severity={tone} size={15} />}
          <span>
            <b>{name}</b> {number(items)}
          </span>
          <span className="issue-sum">{sum}</span>
        </button>
      </h3>
      {isOpen && <ul>{children}</ul>}
    </section>
  );
}

const FIXED = 'Fixed by you';

function safeLabel(rules: readonly RuleCount[], safe: SafeFixes | null): string {
  const fixes = count(safe?.fixes.length ?? rules.length, 'rule');
  return `Fix all safe: ${fixes}${safe === null ? '' : `, ${count(safe.cells, 'cell')}`}…`;
}

/** The issues of the list by rule: one tab stop, arrows between the rules, and the fix of the current one as the next tab stop. */
export function IssuesList(props: IssuesListProps) {
  const { check, safeFixes, fixed, chosen, canFix, isBusy, focus } = props;
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Readonly<Record<string, boolean>>>({ [ERRORS]: true, [WARNINGS]: true, [FIXED]: true });
  const [tabStop, setTabStop] = useState<string | null>(null);
  const tabStops = () => Array.from(box.current?.querySelectorAll<HTMLElement>('[data-tab-stop]') ?? []);
  useEffect(() => {
    if (focus === null) return;
    box.current?.querySelector<HTMLElement>(`[data-tab-stop="${CSS.escape(focus.code)}"]`)?.focus();
  }, [focus]);

  const groups = issueGroups(check);
  const problems = groups.filter(({ tone }) => tone !== 'note');
  const notes = groups.filter(({ tone }) => tone === 'note');
  const safe = safeRules(check);
  const known = new Set([...check.rules.map(({ code }) => code), ...groups.map(({ name }) => name), FIXED, 'undo']);
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
  const group = (name: string, tone: GroupProps['tone'], items: number, sum: string, children: ReactNode) => (
    <Group
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
    </Group>
  );
  const issue = (rule: RuleCount) => {
    const isChosen = chosen?.code === rule.code;
    return (
      <IssueItem
        key={rule.code}
        rule={rule}
        isChosen={isChosen}
        isTabStop={current === rule.code}
        action={canFix ? ruleAction(rule, isChosen, props) : null}
        isBusy={isBusy}
        onChoose={props.onChoose}
      />
    );
  };
  const groupOf = ({ name, tone, rules, sum }: IssueGroup) => group(name, tone, rules.length, sum, rules.map(issue));
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
      {canFix && safe.length > 0 && (
        <div className="issues-safe">
          <Button variant="light" fullWidth leftSection={<IconWand size={16} stroke={1.6} />} onClick={props.onFixSafe}>
            {safeLabel(safe, safeFixes)}
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
                    canUndo={canFix && at === 0 && one.undo !== null && one.undo === check.undo}
                    isTabStop={current === 'undo'}
                    onUndo={props.onUndo}
                  />
                )),
            )}
        </div>
      )}
    </div>
  );
}
