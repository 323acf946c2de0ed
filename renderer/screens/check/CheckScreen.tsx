import { Loader, Progress } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CheckFilter, CheckView, ProjectView, RuleCount } from '../../../shared/contract/index.ts';
import { asAppError } from '../../api/client.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { FailureLine, FailurePanel } from '../../components/Failure.tsx';
import { StepFooter, goTo } from '../../components/StepFooter.tsx';
import type { GridHandle } from '../../components/Grid.tsx';
import { Page } from '../../components/Page.tsx';
import { ProjectHead } from '../../components/ProjectHead.tsx';
import { useContractQuery } from '../../api/queries.ts';
import { navigate, toProject } from '../../navigation/router.ts';
import { isDraft, stepOf } from '../../format/project-steps.ts';
import { count, number, progressOf, STEP_NAMES } from '../../format/text.ts';
import { CheckGrid, fieldsOf } from './CheckGrid.tsx';
import { CheckRules, type FixedRule } from './CheckRules.tsx';
import { chosenRule, filterOf, searchOf } from './check-filter.ts';
import { type CheckCommands, useCheckCommands } from './check-commands.ts';
import { CarriedCorrectionsCard } from './CarriedCorrections.tsx';
import { ReadinessCard } from './ReadinessCard.tsx';
import type { ProjectScreenProps } from '../../components/screen-props.ts';
import './check.css';
import '../../components/list.css';

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
      if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return;
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
        <div className="second tabular">{(activity === null ? null : progressOf(activity)) ?? 'Every row is looked at once.'}</div>
      </div>
      {share !== null && <Progress className="check-wait-bar" value={share} aria-label="Rows checked" />}
    </section>
  );
}

/** The footer sentence: what happens to the rows in their current state. */
function sentenceOf(check: CheckView): string {
  if (check.refused > 0) return `${count(check.refused, 'row')} would be refused; you can fix or leave them out.`;
  const rows = check.rows - check.leftOut - check.heldBack;
  if (check.heldBack > 0)
    return rows === 0
      ? 'Nothing has changed since these rows were last sent.'
      : `${count(rows, 'row')} of ${number(check.rows)} can be sent.`;
  if (rows === 0) return 'Every row is left out.';
  return check.thin > 0
    ? `${count(check.thin, 'row')} can be sent with a part missing or doubtful; the match is less sure.`
    : rows === 1
      ? 'The one row can be sent.'
      : `All ${number(rows)} rows can be sent.`;
}

function CheckBody({ project, route, check }: ProjectScreenProps & { readonly check: CheckView }) {
  const isEditable = isDraft(project);
  const announce = useAnnounce();
  const given = useCheckCommands(project.id);
  const grid = useRef<GridHandle>(null);
  const [fixed, setFixed] = useState<readonly FixedRule[]>([]);
  const [fixing, setFixing] = useState<string | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  const { show, rule, field } = route.search;
  const fields = useContractQuery('check.page', fieldsOf(project.id)).data?.fields;
  // The column before the fields shows whether the row is sent.
  const placeOf = ({ fields: [first] }: RuleCount) => ({
    row: 0,
    column: first === undefined ? 0 : (fields ?? []).indexOf(first.field) + 1,
  });
  const filter = useMemo(() => filterOf({ show, rule, field }, check), [show, rule, field, check]);
  const chosen = chosenRule(filter, check.rules);
  // Clears the mark of a fix that was undone in any way.
  const commands: CheckCommands = {
    ...given,
    undo: async () => {
      const after = await given.undo();
      if (after !== null) setFixed((before) => before.filter((one) => one.undo === null || one.undo !== after.redo));
      return after;
    },
  };
  useUndoKeys(commands, check, isEditable);

  const onFilter = (next: CheckFilter) => navigate(toProject(project.id, 'check', searchOf(next)), { replace: true });
  const onChoose = (rule: RuleCount) => {
    if (chosen !== null && chosen.code === rule.code) return onFilter({ kind: 'issues' });
    onFilter({ kind: 'rule', code: rule.code, field: null });
    grid.current?.show(placeOf(rule));
  };
  const onLookAt = (rule: RuleCount) => {
    onFilter({ kind: 'rule', code: rule.code, field: null });
    grid.current?.goTo(placeOf(rule));
  };
  const onFix = async (rule: RuleCount) => {
    const position = check.rules.findIndex((one) => one.code === rule.code);
    setFixing(rule.code);
    const after = await commands.fix({ code: rule.code, field: null });
    setFixing(null);
    if (after === null) return;
    const left = after.rules.find((one) => one.code === rule.code)?.rows ?? 0;
    if (after.undo !== null && left < rule.rows) {
      const one: FixedRule = { rule: { ...rule, rows: rule.rows - left }, position, undo: after.undo };
      setFixed((before) => [...before.filter((other) => other.rule.code !== rule.code), one]);
      announce(`${count(rule.rows - left, 'row')} fixed: ${rule.title}`);
    }
    const next = after.rules[Math.min(position, after.rules.length - 1)];
    setFocus(next === undefined ? null : next.code);
    if (left === 0) onFilter({ kind: after.withIssues > 0 ? 'issues' : 'all' });
  };
  const onUndo = async () => {
    const last = fixed.at(-1);
    const after = await commands.undo();
    if (after === null || last === undefined) return;
    setFocus(last.rule.code);
    announce(`Undone: ${last.rule.title}`);
  };
  return (
    <>
      {commands.error !== null && <FailureLine error={commands.error} />}
      {isEditable && <CarriedCorrectionsCard project={project} check={check} commands={commands} />}
      <div className="check-top">
        <CheckRules
          rules={check.rules}
          fixed={fixed}
          chosen={chosen}
          canFix={isEditable}
          busy={fixing}
          undo={check.undo}
          focus={focus}
          onChoose={onChoose}
          onLookAt={onLookAt}
          onFix={(rule) => void onFix(rule)}
          onLeaveOut={(rule) => void commands.leaveOut({ kind: 'rule', code: rule.code, field: null }, true)}
          onUndo={() => void onUndo()}
        />
        <ReadinessCard check={check} activity={project.activity} filter={filter} onFilter={onFilter} />
      </div>
      <CheckGrid
        ref={grid}
        project={project}
        check={check}
        filter={filter}
        chosen={chosen}
        commands={commands}
        isEditable={isEditable}
        onFilter={onFilter}
        onFix={(rule) => void onFix(rule)}
      />
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
          <IconEye size={15} stroke={1.6} aria-hidden /> The list was sent; its rows can be looked at and stay as they are.
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
