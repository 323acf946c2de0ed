import { SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ColumnsView, ProjectView } from '../../../shared/contract/index.ts';
import { type FieldKey, fieldOf, inOrder } from '../../../shared/fields/index.ts';
import { isBeforeSubmission } from '../../../shared/project/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { EmptyState, FailurePanel, StepFooter, UndoButton, type UndoSteps, focusTitle, goTo } from '../../kit/index.ts';
import { type ChangePlan, Page, PageColumns, type PlanChanges, ProjectHead, RecipeCard, usePolicy } from '../../components/index.ts';
import { toProject } from '../../navigation/index.ts';
import { count, number, withColumn } from '../../format/index.ts';
import { FirstRowsContext } from './ColumnSettings.tsx';
import { ColumnNeeds, ColumnCleaning } from './ColumnNeeds.tsx';
import { ColumnsTable, targetFieldId } from './ColumnsTable.tsx';
import {
  acceptableColumns,
  type ColumnsFilter,
  filterGroups,
  groupColumns,
  missingFields,
  reviewColumns,
  sizeOf,
  toLookAtGroups,
} from './column-groups.ts';
import { AddGifts, type GiftFile, GiftListCard, GiftSwitch } from './gifts/index.ts';
import { KnownColumns } from './KnownColumns.tsx';
import { MissingField } from './MissingField.tsx';
import { SentPreview } from './SentPreview.tsx';
import { NeverSentContext } from './TargetSelect.tsx';
import { SheetCard } from './SheetCard.tsx';
import { TemplateCard, TemplateLinks } from './TemplateCard.tsx';
import './columns.css';
import '../file/file.css';

/** A sentence about the first problem that blocks the check, and what to do about it. */
function blockedBy(view: ColumnsView): { readonly reason: string; readonly column: number | null } | null {
  const problem = view.problems.find(({ severity }) => severity === 'error');
  if (problem === undefined) return null;
  const column = problem.columns[0] ?? null;
  if (problem.code === 'FIELD_TAKEN_TWICE' && problem.field !== null)
    return { reason: `Choose one column for ${fieldOf(problem.field).label} to continue`, column };
  return { reason: problem.message, column };
}

function sentenceFor(view: ColumnsView, open: number): string {
  const missing = view.problems.filter(({ code }) => code === 'MAPPING_INCOMPLETE').length;
  if (missing > 0)
    return `${count(missing, 'field')} that a match needs ${missing === 1 ? 'has' : 'have'} no column. You can continue anyway.`;
  if (open > 0) return `${count(open, 'suggestion')} not reviewed; used as shown. Nothing is sent yet.`;
  return 'Every row is checked on this computer. Nothing is sent yet.';
}

/** "To look at: 3 columns". */
function toLookAt(review: number, missing: number): string {
  const parts = [
    ...(missing > 0 ? [`${count(missing, 'needed field')} without a column`] : []),
    ...(review > 0 ? [count(review, 'column')] : []),
  ];
  return parts.length === 0 ? 'Nothing to review' : `To review: ${parts.join(', ')}`;
}

/** The number of rows that the counts below cover; null when the suggestions do not give it. */
function countedRows({ suggestions }: ColumnsView, { sheet }: ProjectView): string | null {
  const looked = suggestions.reduce((most, one) => Math.max(most, one.looked ?? 0), 0);
  if (looked === 0) return null;
  if (looked < (sheet?.rows ?? 0)) return `Counts are of the first ${count(looked, 'row')}`;
  return looked === 1 ? 'Counts are of the only row' : `Counts are of all ${count(looked, 'row')}`;
}

/** Scrolls to a column and focuses its select. False if the column is not drawn yet. */
function goToColumn(column: number): boolean {
  const field = document.getElementById(targetFieldId(column));
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
  return field !== null;
}

interface ColumnsBodyProps {
  readonly project: ProjectView;
  readonly view: ColumnsView;
  readonly isLocked: boolean;
  readonly change: ChangePlan;
  readonly chooseSystem: (system: string | null) => void;
  readonly steps: Pick<UndoSteps<unknown>, 'canUndo' | 'undo'>;
  readonly file: GiftFile | null;
}

const NONE: readonly FieldKey[] = [];

/** The fields that are never sent: by the settings of the connection and the policy or, for a list that was sent, as they were then. */
function useNeverSent(project: ProjectView, isLocked: boolean): readonly FieldKey[] {
  const { neverSent: ofPolicy = NONE } = usePolicy();
  const connections = useContractQuery('connections.list', {}).data;
  const asSent = useContractQuery('cost.get', { id: project.id }, { enabled: isLocked }).data?.neverSent;
  const { neverSent: own = NONE } = connections?.find(({ id }) => id === project.connection.id)?.settings ?? {};
  return useMemo(() => (isLocked ? (asSent ?? NONE) : inOrder(own, ofPolicy)), [isLocked, asSent, own, ofPolicy]);
}

/** A file with at most this many columns shows all of them. */
const FEW_COLUMNS = 10;

function ColumnsBody({ project, view, isLocked, change, chooseSystem, steps, file }: ColumnsBodyProps) {
  const [filter, setFilter] = useState<ColumnsFilter>('all');
  const [find, setFind] = useState('');
  const [seesAll, setSeesAll] = useState(isLocked || view.headers.length <= FEW_COLUMNS);
  const [wanted, setWanted] = useState<{ readonly column: number } | null>(null);
  const { data: sheet } = useContractQuery('import.get', { id: project.id });
  const firstRows = useMemo(
    () => sheet?.firstRows.filter(({ row }) => row > (sheet.headerRow ?? 0) && !sheet.totalsRows.includes(row)) ?? [],
    [sheet],
  );
  const cells = useMemo(() => firstRows.map((one) => one.cells), [firstRows]);
  const groups = useMemo(() => groupColumns(view), [view]);
  const shown = useMemo(
    () => (seesAll ? filterGroups(groups, filter, find, view) : toLookAtGroups(groups, view)),
    [groups, seesAll, filter, find, view],
  );
  const showColumn = useCallback((column: number) => {
    // Many rows take long to render, so the window must stay usable meanwhile.
    startTransition(() => {
      setSeesAll(true);
      setFilter('all');
      setFind('');
      setWanted({ column });
    });
  }, []);
  const awaited = useRef<number | null>(null);
  const goToAwaited = useCallback(() => {
    if (awaited.current !== null && goToColumn(awaited.current)) awaited.current = null;
  }, []);
  useEffect(() => {
    awaited.current = wanted?.column ?? null;
    goToAwaited();
  }, [wanted, goToAwaited]);
  const seeAll = () => {
    const first = groups.find(({ key, blocks }) => key !== 'review' && blocks.length > 0)?.blocks[0]?.columns[0]?.column;
    if (seesAll || first === undefined) setSeesAll(!seesAll);
    else showColumn(first);
  };
  const neverSent = useNeverSent(project, isLocked);
  const counted = countedRows(view, project);
  const toReview = sizeOf(groups, 'review');
  const missing = isLocked ? [] : missingFields(view);
  const acceptable = isLocked ? [] : acceptableColumns(groups, view);
  const acceptAll = () => {
    change((plan) => acceptable.reduce((now, column) => withColumn(now, column, { settled: true }), plan));
    focusTitle();
  };
  return (
    <NeverSentContext value={neverSent}>
      <PageColumns side={232}>
        <div className="columns-stack">
          {!isLocked && sheet?.notices.giftList !== undefined && <GiftListCard giftList={sheet.notices.giftList} />}
          {!isLocked && sheet !== undefined && <SheetCard project={project} view={sheet} />}
          {project.state.at === 'draft' && <RecipeCard project={project} />}
          {!isLocked && <TemplateCard project={project} view={view} />}
          <KnownColumns
            view={view}
            groups={groups}
            isLocked={isLocked}
            seesAll={seesAll}
            onSee={seeAll}
            rows={project.sheet?.rows ?? 0}
            change={change}
            onSystem={chooseSystem}
          />
          <section className="card columns-list" aria-label="Columns">
            <div className="columns-tools">
              <h2 className="card-title">{toLookAt(toReview, missing.length)}</h2>
              {counted !== null && <span className="small second">{counted}</span>}
              <span className="columns-known-end list-end">
                {acceptable.length > 1 && (
                  <button type="button" className="link" onClick={acceptAll}>
                    Accept all {number(acceptable.length)}
                  </button>
                )}
                {!isLocked && <UndoButton {...steps} />}
              </span>
            </div>
            {missing.map((field) => (
              <MissingField key={field} id={project.id} field={field} view={view} change={change} />
            ))}
            {seesAll && view.headers.length > FEW_COLUMNS && (
              <div className="columns-tools">
                <SegmentedControl
                  aria-label="Which columns"
                  value={filter}
                  onChange={setFilter}
                  data={[
                    { value: 'all', label: `All ${view.headers.length}` },
                    { value: 'review', label: `To review ${toReview}` },
                    { value: 'unsent', label: `Not sent ${sizeOf(groups, 'unsent')}` },
                  ]}
                />
                <TextInput
                  size="xs"
                  type="search"
                  aria-label="Find a column or value"
                  placeholder="Find a column or value"
                  leftSection={<IconSearch size={15} stroke={1.6} aria-hidden />}
                  value={find}
                  onChange={(event) => setFind(event.currentTarget.value)}
                />
              </div>
            )}
            {shown.length === 0 && seesAll ? (
              <EmptyState icon={IconSearchOff} title={filter === 'review' && find === '' ? 'Nothing to review' : 'No matching columns'}>
                {filter === 'review' && find === ''
                  ? 'No column needs a decision. You can still change each column under All.'
                  : 'Search for another part of a heading or a value.'}
              </EmptyState>
            ) : (
              shown.length > 0 && (
                <FirstRowsContext value={cells}>
                  <ColumnsTable
                    view={view}
                    groups={shown}
                    isLocked={isLocked}
                    change={change}
                    hasHeadings={seesAll}
                    onDrawn={goToAwaited}
                  />
                </FirstRowsContext>
              )
            )}
            {file !== null && file.gifts === null && <AddGifts read={file.read} />}
          </section>
          <SentPreview view={view} rows={firstRows} toDecide={reviewColumns(groups)} neverSent={neverSent} />
        </div>
        <div className="side-stack">
          <ColumnNeeds view={view} isLocked={isLocked} change={change} goToColumn={showColumn} />
          <ColumnCleaning view={view} isLocked={isLocked} change={change} />
          <TemplateLinks project={project} view={view} isLocked={isLocked} />
        </div>
      </PageColumns>
    </NeverSentContext>
  );
}

interface ColumnsScreenProps {
  readonly project: ProjectView;
  readonly changes: PlanChanges;
  /** Null once the list was submitted. */
  readonly file: GiftFile | null;
}

/** The tab List of Columns. */
export function ColumnsScreen({ project, changes, file }: ColumnsScreenProps) {
  const view = useContractQuery('columns.get', { id: project.id });
  const { change, chooseSystem, steps, error } = changes;
  const isLocked = !isBeforeSubmission(project.state);
  const blocked = view.data === undefined ? null : blockedBy(view.data);
  const open = view.data === undefined ? 0 : sizeOf(groupColumns(view.data), 'review');
  const column = blocked?.column ?? null;
  return (
    <Page
      head={<ProjectHead project={project} step="columns" />}
      foot={
        <StepFooter
          back={toProject(project.id, 'file')}
          sentence={view.data === undefined || isLocked ? '' : sentenceFor(view.data, open)}
          next={{
            label: isLocked ? 'See the check' : 'Check the rows',
            onNext: goTo(toProject(project.id, 'check')),
            blocked:
              blocked === null
                ? view.data === undefined
                  ? { reason: 'The columns are being analyzed', kind: 'waiting' }
                  : null
                : { reason: blocked.reason, ...(column !== null && { onReason: () => goToColumn(column) }) },
          }}
        />
      }
    >
      {error !== null && (
        <FailurePanel title="The last change was not saved" error={error} kept="The columns are as they were before the change." />
      )}
      {view.error !== null && <FailurePanel title="The columns cannot be shown" error={view.error} onRetry={() => void view.refetch()} />}
      {file?.gifts != null && (
        <div className="columns-parts">
          <GiftSwitch project={project} gifts={file.gifts} shown="list" />
        </div>
      )}
      {view.data !== undefined && (
        <ColumnsBody
          project={project}
          view={view.data}
          isLocked={isLocked}
          change={change}
          chooseSystem={chooseSystem}
          steps={steps}
          file={file}
        />
      )}
    </Page>
  );
}
