import { Loader, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CheckFilter, CheckView, ProjectView, RuleCount, SafeFixes } from '../../../shared/contract/index.ts';
import { asAppError } from '../../api/client.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { FailureLine, FailurePanel } from '../../components/Failure.tsx';
import { StepFooter, goTo } from '../../components/StepFooter.tsx';
import { Page } from '../../components/Page.tsx';
import { ProjectHead } from '../../components/ProjectHead.tsx';
import { useContractQuery } from '../../api/queries.ts';
import { navigate, toProject } from '../../navigation/router.ts';
import { isDraft, stepOf } from '../../format/project-steps.ts';
import { count, number, progressOf, STEP_NAMES } from '../../format/text.ts';
import { openRules, safeRules } from './issue-texts.ts';
import { CheckGrid } from './CheckGrid.tsx';
import { type IssueActions, IssuesList } from './IssuesList.tsx';
import { IssuesBar, IssuesPane } from './IssuesPane.tsx';
import { type FixedRule, useFixedRules } from './fixed-rules.ts';
import { chosenRule, filterOf, searchOf } from './check-listing.ts';
import { type CheckCommands, useCheckCommands } from './check-commands.ts';
import { CarriedCorrectionsCard } from './CarriedCorrections.tsx';
import { ReadinessStrip } from './ReadinessStrip.tsx';
import { SafeFixesDialog } from './SafeFixesDialog.tsx';
import type { ProjectScreenProps } from '../../components/screen-props.ts';
import './check.css';
import '../../components/list.css';

/** Rows of a list whose safe fixes are tried at once, for the counts on their button. */
const MOST_TRIED_ROWS = 20_000;

/** Ctrl Z and Ctrl Shift Z anywhere on the screen, except in a field with its own undo. */
function useUndoKeys(commands: CheckCommands, check: CheckView | undefined, isOn: boolean): void {
  const latest = useRef({ commands, check });
  useEffect(() => {
    latest.current = { commands, check };
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
      if (event.target instanceof Element && event.target.closest('input:not([type=radio], [type=checkbox]), textarea') !== null) return;
      event.preventDefault();
      const { commands, check } = latest.current;
      if (isRedo && check?.redo != null) void commands.redo();
      if (!isRedo && check?.undo != null) void commands.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}

/** Progress while every row is checked; nothing moves when it ends. */
function CheckingCard({ project }: { readonly project: ProjectView }) {
  const { activity } = project;
  const share = activity === null || activity.total === null ? null : (activity.done / Math.max(1, activity.total)) * 100;
  return (
    <section className="card check-wait" aria-busy="true" aria-label="Checking the rows">
      <Loader size={20} />
      <div>
        <h2 className="card-title">Checking the rows</h2>
        <div className="second tabular">{progressOf(activity) ?? 'Every row is checked once.'}</div>
      </div>
      {share !== null && <Progress className="check-wait-bar" value={share} aria-label="Rows checked" />}
    </section>
  );
}

/** The footer sentence: what happens to the rows in their current state. */
function sentenceOf(check: CheckView): string {
  if (check.invalid > 0) return `${count(check.invalid, 'row')} would be refused. You can fix them or leave them out.`;
  const rows = check.rows - check.leftOut - check.alreadyScreened;
  if (check.alreadyScreened > 0)
    return rows === 0
      ? 'Nothing has changed since these rows were last sent.'
      : `${count(rows, 'row')} of ${number(check.rows)} can be sent.`;
  if (rows === 0) return 'Every row is left out.';
  return check.incomplete > 0
    ? `${count(check.incomplete, 'row')} can be sent with missing or doubtful values, so the match is less certain.`
    : rows === 1
      ? 'The row can be sent.'
      : `All ${number(rows)} rows can be sent.`;
}

function CheckBody({ project, route, check }: ProjectScreenProps & { readonly check: CheckView }) {
  const isEditable = isDraft(project);
  const announce = useAnnounce();
  const given = useCheckCommands(project.id, () => announce('Canceled. Nothing was changed.'));
  const isQuiet = useRef(false);
  const { fixed, add, remove } = useFixedRules(project.id);
  const [focus, setFocus] = useState<{ readonly code: string } | null>(null);
  const [isFixingSafe, setFixingSafe] = useState(false);
  /** Title of the rule whose fix changed no row. */
  const [unfixed, setUnfixed] = useState<string | null>(null);
  const isNarrow = useMediaQuery('(max-width: 1099px)', false, { getInitialValueInEffect: false });
  const { show, rule, field } = route.search;
  const filter = useMemo(() => filterOf({ show, rule, field }, check), [show, rule, field, check]);
  const chosen = chosenRule(filter, check.rules);
  const hasSafe = safeRules(check).length > 0;
  // Trying the fixes takes as long as making them: for a long list only the dialog does.
  const safeFixes = useContractQuery(
    'check.safeFixes',
    { id: project.id, codes: null },
    { enabled: isEditable && hasSafe && check.rows <= MOST_TRIED_ROWS },
  );
  const commands: CheckCommands = {
    ...given,
    undo: async () => {
      const after = await given.undo();
      if (after !== null) remove(after.redo);
      return after;
    },
  };
  useUndoKeys(commands, check, isEditable);

  const onFilter = (next: CheckFilter) => {
    setUnfixed(null);
    navigate(toProject(project.id, 'check', searchOf(next)), { replace: true });
  };
  const onChoose = (rule: RuleCount) => {
    if (chosen?.code === rule.code) return onFilter({ kind: 'issues' });
    onFilter({ kind: 'rule', code: rule.code, field: null });
  };
  /** Says once what a fix changed, and moves the focus to what is open next. */
  const onFixed = (after: CheckView, one: FixedRule, cells: string) => {
    add(one);
    const ready = after.ready === check.ready ? `Ready ${number(after.ready)}` : `Ready ${number(check.ready)}, now ${number(after.ready)}`;
    announce(`${cells} fixed: ${one.title}. ${ready} of ${count(after.rows, 'row')}`);
  };
  const focusNext = (after: CheckView, position: number) => {
    const open = openRules(after);
    const next = open[Math.min(position, open.length - 1)];
    if (next === undefined || isNarrow) document.querySelector<HTMLElement>('.readiness-strip button')?.focus();
    else setFocus({ code: next.code });
  };
  const onFix = async (rule: RuleCount) => {
    if (given.doing !== null) return;
    const position = check.rules.findIndex((one) => one.code === rule.code);
    isQuiet.current = true;
    setUnfixed(null);
    const after = await commands.fix({ code: rule.code, field: null });
    if (after === null) {
      isQuiet.current = false;
      return;
    }
    const left = after.rules.find((one) => one.code === rule.code)?.rows ?? 0;
    isQuiet.current = left === 0;
    if (left < rule.rows) {
      const rows = rule.rows - left;
      onFixed(after, { title: rule.title, rows, undo: after.undo }, count(rows, 'row'));
    } else setUnfixed(rule.title);
    focusNext(after, position);
    if (left === 0) onFilter({ kind: after.withIssues > 0 ? 'issues' : 'all' });
  };
  const onFixSafe = async (fixes: SafeFixes) => {
    isQuiet.current = true;
    const after = await commands.fixSafe(fixes.fixes.map(({ code }) => code));
    setFixingSafe(false);
    if (after === null) {
      isQuiet.current = false;
      return;
    }
    const [one] = fixes.fixes;
    const title = fixes.fixes.length === 1 && one !== undefined ? one.title : count(fixes.fixes.length, 'safe fix', 'safe fixes');
    onFixed(after, { title, rows: fixes.rows, undo: after.undo }, count(fixes.cells, 'cell'));
    const isGone = filter.kind === 'rule' && !after.rules.some(({ code }) => code === filter.code);
    isQuiet.current = isGone;
    if (isGone) onFilter({ kind: after.withIssues > 0 ? 'issues' : 'all' });
    focusNext(after, 0);
  };
  const onUndo = async () => {
    const last = fixed.at(-1);
    if ((await commands.undo()) !== null && last !== undefined) announce(`Undone: ${last.title}`);
  };
  const actions: IssueActions = {
    onChoose,
    onFix: (rule) => void onFix(rule),
    onLeaveOut: (rule) => void commands.leaveOut({ kind: 'rule', code: rule.code, field: null }, true),
    onUndo: () => void onUndo(),
    onFixSafe: () => setFixingSafe(true),
  };
  const issues = (
    <IssuesList
      {...actions}
      check={check}
      safeFixes={safeFixes.data ?? null}
      fixed={fixed}
      chosen={chosen}
      canFix={isEditable}
      isBusy={given.doing !== null}
      focus={focus}
    />
  );
  return (
    <>
      <ReadinessStrip check={check} activity={project.activity} filter={filter} onFilter={onFilter} onChoose={onChoose} />
      {commands.error !== null && <FailureLine error={commands.error} />}
      {unfixed !== null && (
        <output className="check-unfixed small">
          No row was changed. The fix for “{unfixed}” would leave each row without a value that it needs. Correct the cells, or leave the
          rows out.
        </output>
      )}
      {isEditable && <CarriedCorrectionsCard project={project} check={check} commands={commands} />}
      {isNarrow && (
        <IssuesBar {...actions} check={check} chosen={chosen} canFix={isEditable}>
          {issues}
        </IssuesBar>
      )}
      <div className="check-panes" data-grows>
        {!isNarrow && <IssuesPane>{issues}</IssuesPane>}
        <CheckGrid
          project={project}
          check={check}
          filter={filter}
          chosen={chosen}
          commands={commands}
          isEditable={isEditable}
          isQuiet={isQuiet}
          onFilter={onFilter}
          onFix={(rule) => void onFix(rule)}
        />
      </div>
      {isFixingSafe && (
        <SafeFixesDialog
          project={project}
          check={check}
          onStop={given.stop}
          isFixing={given.doing !== null}
          onFix={(fixes) => void onFixSafe(fixes)}
          onClose={() => setFixingSafe(false)}
        />
      )}
    </>
  );
}

/** The third step: issues, one-click fixes, and the rows. */
export function CheckScreen({ project, route }: ProjectScreenProps) {
  const { id } = project;
  const check = useContractQuery('check.get', { id });
  const isEditable = isDraft(project);
  const currentStep = stepOf(project);
  const foot = isEditable ? (
    <StepFooter
      back={toProject(id, 'columns')}
      note={
        <>
          <IconPencil size={15} stroke={1.6} aria-hidden /> Type to edit a cell, <span className="key">F8</span> next issue
        </>
      }
      sentence={check.data === undefined ? '' : sentenceOf(check.data)}
      next={{
        label: 'See the cost',
        onNext: goTo(toProject(id, 'cost')),
        blocked: check.data === undefined ? { reason: 'The rows are still being checked', kind: 'waiting' } : null,
      }}
    />
  ) : (
    <StepFooter
      note={
        <>
          <IconEye size={15} stroke={1.6} aria-hidden /> The list was sent. You can view its rows, but not change them.
        </>
      }
      next={{ label: `Back to ${STEP_NAMES[currentStep]}`, onNext: goTo(toProject(id, currentStep)) }}
    />
  );
  return (
    <Page fill head={<ProjectHead project={project} step="check" />} foot={foot}>
      {check.data !== undefined ? (
        <CheckBody project={project} route={route} check={check.data} />
      ) : check.error === null ? (
        <CheckingCard project={project} />
      ) : (
        <FailurePanel
          title="The rows could not be checked"
          error={asAppError(check.error)}
          kept="The file and the columns are kept."
          onRetry={() => void check.refetch()}
        />
      )}
    </Page>
  );
}
