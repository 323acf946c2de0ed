import { Loader, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { useMemo } from 'react';
import { isDamage } from '../../../shared/base/index.ts';
import type { CheckFilter, CheckView, ProjectView, RuleCount } from '../../../shared/contract/index.ts';
import { isBeforeSubmission } from '../../../shared/project/index.ts';
import { asAppError, useContractQuery } from '../../api/index.ts';
import { FailureLine, FailurePanel, StepFooter, goTo, isTyping, useAnnounce, useWindowKey } from '../../kit/index.ts';
import { ImportAgain, Page, ProjectHead, type ProjectScreenProps } from '../../components/index.ts';
import { isShown, navigate, toProject } from '../../navigation/index.ts';
import { STEP_NAMES, count, number, progressOf, stepOf } from '../../format/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { fieldName, filterOfRule, isOfLeftOut, safeRules } from './issue-texts.ts';
import { CheckGrid } from './CheckGrid.tsx';
import { IssuesList } from './IssuesList.tsx';
import { IssuesBar, IssuesPane } from './IssuesPane.tsx';
import { useFixes } from './useFixes.tsx';
import { chosenRule, filterOf, searchOf } from './check-listing.ts';
import { type CheckCommands, useCheckCommands } from './check-commands.ts';
import { CarriedCorrectionsCard } from './CarriedCorrections.tsx';
import { MissingColumns } from './MissingColumns.tsx';
import { useMissingColumns } from './useMissingColumns.ts';
import { useRuleCauses, withCauses } from './rule-causes.ts';
import { ReadinessStrip } from './ReadinessStrip.tsx';
import type { IssueActions, TriedFixes } from './rule-action.ts';
import { SafeFixesDialog } from './SafeFixesDialog.tsx';
import './check.css';
import '../../components/list.css';

/** Longest list, in rows, whose safe fixes are tried at once for the counts on their button. */
const MAX_TRIED_ROWS = 20_000;

/** Ctrl Z and Ctrl Shift Z anywhere on the screen, except in a field with its own undo. `undoFirst`: true when it undid something newer. */
function useUndoKeys(commands: CheckCommands, check: CheckView, isOn: boolean, undoFirst: () => boolean): void {
  useWindowKey((event) => {
    const key = event.key.toLowerCase();
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (!isOn || !(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y') || isTyping(event)) return false;
    if (isRedo && check.redo !== null) void commands.redo();
    if (!isRedo && !undoFirst() && check.undo !== null) void commands.undo();
    return true;
  });
}

/** Progress while every row is checked. The layout does not move when the check ends. */
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
function sentenceOf(check: CheckView, missing: FieldKey | null): string {
  if (missing !== null && check.ready === 0) return `Nothing is ready yet: ${fieldName(missing)} has no column.`;
  if (check.invalid > 0)
    return `${count(check.invalid, 'row')} won’t be accepted. Fix ${check.invalid === 1 ? 'it or leave it' : 'them or leave them'} out.`;
  const rows = check.rows - check.leftOut - check.alreadyScreened;
  if (check.alreadyScreened > 0)
    return rows === 0
      ? 'Nothing has changed since these rows were last sent.'
      : `${count(rows, 'row')} of ${number(check.rows)} can be sent.`;
  if (rows === 0) return 'Every row is left out.';
  return check.incomplete > 0
    ? `${count(check.incomplete, 'row')} can be sent with missing or doubtful values, so the match or the scores are less certain.`
    : rows === 1
      ? 'The row can be sent.'
      : `All ${number(rows)} rows can be sent.`;
}

function CheckBody({ project, route, check: checked }: ProjectScreenProps & { readonly check: CheckView }) {
  const isEditable = isBeforeSubmission(project.state);
  const announce = useAnnounce();
  const isNarrow = useMediaQuery('(max-width: 1099px)', false, { getInitialValueInEffect: false });
  const { show, rule, field } = route.search;
  const missing = useMissingColumns(project, checked, isEditable);
  const lacksColumn = missing.field !== null;
  const filter = useMemo(() => filterOf({ show, rule, field }, checked, lacksColumn), [show, rule, field, checked, lacksColumn]);
  const causes = useRuleCauses(project.id, filter, checked);
  const check = useMemo(() => withCauses(checked, filter, causes), [checked, filter, causes]);
  const chosen = chosenRule(filter, check.rules);
  // Trying fixes takes as long as applying them, so for a long list only the fix of the chosen rule is tried.
  const triesAll = check.rows <= MAX_TRIED_ROWS;
  const triedCode = triesAll ? null : chosen?.fix?.safe === true ? chosen.code : undefined;
  const safeFixes = useContractQuery(
    'check.safeFixes',
    { id: project.id, codes: typeof triedCode === 'string' ? [triedCode] : null },
    { enabled: isEditable && safeRules(check).length > 0 && triedCode !== undefined },
  );
  const tried: TriedFixes | null = safeFixes.data === undefined || triedCode === undefined ? null : { ...safeFixes.data, code: triedCode };
  const triedAll = triesAll ? tried : null;
  const listCommands = useCheckCommands(project.id, () => announce('Canceled. Nothing was changed.'));
  const fixes = useFixes({
    projectId: project.id,
    check,
    filter,
    commands: listCommands,
    onFilter: (next) => {
      if (isShown(project.id, 'check')) navigate(toProject(project.id, 'check', searchOf(next)), { replace: true });
    },
    isNarrow,
  });
  const { showFilter, unfixed } = fixes;
  const commands: CheckCommands = { ...listCommands, undo: fixes.undo, redo: fixes.redo };
  useUndoKeys(commands, check, isEditable, () => {
    if (missing.chosen === null || missing.chosen.undoAt !== check.undo) return false;
    missing.undo();
    return true;
  });

  const showsLeftOut = isOfLeftOut(filter);
  const onChoose = (one: RuleCount) => {
    const next = filterOfRule(one);
    const isShownNow = chosen?.code === one.code && isOfLeftOut(next) === showsLeftOut;
    showFilter(isShownNow ? { kind: showsLeftOut ? 'leftOut' : 'issues' } : next);
  };
  /** Leaves the rows of a filter out, or takes them back. The rows of a rule stay listed. */
  const leaveOut = async (rows: CheckFilter, out: boolean) => {
    const after = await listCommands.leaveOut(rows, out);
    if (after === null || rows.kind !== 'rule' || chosen?.code !== rows.code || showsLeftOut === out) return;
    const isAny = after.rules.some(({ code, rows: open, leftOut }) => code === rows.code && (out ? leftOut : open) > 0);
    showFilter(isAny ? { ...rows, leftOut: out } : { kind: out ? 'leftOut' : 'issues' });
  };
  const actions: IssueActions = {
    onChoose,
    onFix: (one, reading, listed) => void fixes.fix(one, reading, listed),
    onChooseLeftOut: ({ code }) =>
      showFilter({ kind: 'rule', code, field: null, ...(!(chosen?.code === code && showsLeftOut) && { leftOut: true }) }),
    onLeaveOut: ({ code }) => void leaveOut({ kind: 'rule', code, field: null }, true),
    onSendAnyway: ({ code }) => void leaveOut({ kind: 'rule', code, field: null, leftOut: true }, false),
    onUndo: (one) => void fixes.undoFix(one),
    onFixSafe: () => fixes.setChoosingSafe(true),
  };
  const hasSafe = isEditable && safeRules(check).length > 0 && triedAll?.fixes.length !== 0;
  const issues = (
    <IssuesList
      {...actions}
      id={project.id}
      check={check}
      hasSafe={hasSafe}
      tried={tried}
      fixed={fixes.fixed}
      chosen={chosen}
      showsLeftOut={showsLeftOut}
      causes={causes}
      canFix={isEditable}
      isBusy={commands.doing !== null}
      focus={fixes.focus}
      first={<MissingColumns project={project} check={check} state={missing} />}
    />
  );
  return (
    <>
      <ReadinessStrip
        check={check}
        missing={missing}
        tried={triedAll}
        activity={project.activity}
        filter={filter}
        onFilter={showFilter}
        onChoose={onChoose}
      />
      <FailureLine error={commands.error} />
      {unfixed !== null && <output className="check-unfixed small">No row was changed. {unfixed}</output>}
      {isEditable && <CarriedCorrectionsCard project={project} check={check} commands={commands} />}
      {isNarrow && (
        <IssuesBar {...actions} check={check} missing={missing.field} hasSafe={hasSafe} tried={tried} chosen={chosen} canFix={isEditable}>
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
          isQuiet={fixes.isQuiet}
          tried={tried}
          missing={missing}
          onFilter={showFilter}
          onFix={actions.onFix}
          onLeaveOut={leaveOut}
        />
      </div>
      {fixes.isChoosingSafe && (
        <SafeFixesDialog
          projectId={project.id}
          check={check}
          commands={commands}
          onFix={(chosenFixes) => void fixes.fixSafe(chosenFixes)}
          onClose={() => fixes.setChoosingSafe(false)}
        />
      )}
    </>
  );
}

/** The third step: issues, one-click fixes, and the rows. */
export function CheckScreen({ project, route }: ProjectScreenProps) {
  const { id } = project;
  const check = useContractQuery('check.get', { id });
  const isEditable = isBeforeSubmission(project.state);
  const columns = useContractQuery('columns.get', { id }, { enabled: isEditable }).data;
  const missing = columns?.problems.find(({ code }) => code === 'MAPPING_INCOMPLETE')?.field ?? null;
  const currentStep = stepOf(project);
  const foot = isEditable ? (
    <StepFooter
      back={toProject(id, 'columns')}
      note={
        <>
          <IconPencil size={15} stroke={1.6} aria-hidden /> Type to edit a cell, <span className="key">F8</span> next issue
        </>
      }
      sentence={check.data === undefined ? '' : sentenceOf(check.data, missing)}
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
    <Page hasGrowingChild head={<ProjectHead project={project} step="check" />} foot={foot}>
      {check.data !== undefined ? (
        <CheckBody project={project} route={route} check={check.data} />
      ) : check.error === null ? (
        <CheckingCard project={project} />
      ) : (
        <FailurePanel
          title="The rows could not be checked"
          error={check.error}
          kept={isDamage(asAppError(check.error)) ? undefined : 'The file and the columns are kept.'}
          onRetry={() => void check.refetch()}
        >
          <ImportAgain project={project} error={asAppError(check.error)} />
        </FailurePanel>
      )}
    </Page>
  );
}
