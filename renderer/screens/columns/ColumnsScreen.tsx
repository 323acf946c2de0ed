import { SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { ColumnsView, ProjectView } from '../../../shared/contract/index.ts';
import { fieldOf } from '../../../shared/fields/index.ts';
import { isBeforeSubmission } from '../../../shared/project/index.ts';
import { asAppError, useContractQuery } from '../../api/index.ts';
import { EmptyState, FailurePanel, StepFooter, goTo } from '../../kit/index.ts';
import { Page, PageColumns, ProjectHead } from '../../components/index.ts';
import { toProject } from '../../navigation/index.ts';
import { count } from '../../format/index.ts';
import { FirstRowsContext } from './ColumnSettings.tsx';
import { ColumnNeeds, ColumnCleaning } from './ColumnNeeds.tsx';
import { ColumnsTable, targetFieldId } from './ColumnsTable.tsx';
import { type ColumnsFilter, filterGroups, groupColumns, sizeOf } from './column-groups.ts';
import { SheetCard } from './SheetCard.tsx';
import { SystemCard } from './SystemCard.tsx';
import { TemplateCard, TemplateLinks } from './TemplateCard.tsx';
import { type ChangePlan, usePlanChanges } from './usePlanChanges.ts';
import './columns.css';
import '../file/file.css';

/** The first problem that blocks the check, as a sentence that says what to do. */
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
  if (open > 0)
    return `${count(open, 'suggestion')} ${open === 1 ? 'is' : 'are'} used as ${open === 1 ? 'it is' : 'they are'}. Nothing is sent.`;
  return 'Every row is checked on this computer. Nothing is sent.';
}

/** The number of rows that the counts below cover; null when the suggestions do not give it. */
function countedRows({ suggestions }: ColumnsView, { sheet }: ProjectView): string | null {
  const looked = suggestions.reduce((most, one) => Math.max(most, one.looked ?? 0), 0);
  if (looked === 0) return null;
  return looked < (sheet?.rows ?? 0) ? `Counts are of the first ${count(looked, 'row')}` : `Counts are of all ${count(looked, 'row')}`;
}

function goToColumn(column: number): void {
  const field = document.getElementById(targetFieldId(column));
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

interface ColumnsBodyProps {
  readonly project: ProjectView;
  readonly view: ColumnsView;
  readonly isLocked: boolean;
  readonly change: ChangePlan;
  readonly chooseSystem: (system: string | null) => void;
}

function ColumnsBody({ project, view, isLocked, change, chooseSystem }: ColumnsBodyProps) {
  const [filter, setFilter] = useState<ColumnsFilter>('all');
  const [find, setFind] = useState('');
  const { data: sheet } = useContractQuery('import.get', { id: project.id });
  const rows = useMemo(
    () =>
      sheet?.firstRows.filter(({ row }) => row > (sheet.headerRow ?? 0) && !sheet.totalsRows.includes(row)).map(({ cells }) => cells) ?? [],
    [sheet],
  );
  const groups = useMemo(() => groupColumns(view), [view]);
  const shown = useMemo(() => filterGroups(groups, filter, find, view), [groups, filter, find, view]);
  const showColumn = useCallback((column: number) => {
    setFilter('all');
    setFind('');
    // The row may have to render first.
    requestAnimationFrame(() => goToColumn(column));
  }, []);
  const counted = countedRows(view, project);
  return (
    <PageColumns side={232}>
      <div>
        {!isLocked && sheet !== undefined && <SheetCard project={project} view={sheet} />}
        {!isLocked && <TemplateCard project={project} view={view} />}
        <section className="card columns-list" aria-label="Columns">
          <div className="columns-tools">
            <SegmentedControl
              aria-label="Which columns"
              value={filter}
              onChange={setFilter}
              data={[
                { value: 'all', label: `All ${view.headers.length}` },
                { value: 'review', label: `To review ${sizeOf(groups, 'review')}` },
                { value: 'unsent', label: `Kept here ${sizeOf(groups, 'unsent')}` },
              ]}
            />
            {counted !== null && <span className="small second">{counted}</span>}
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
          <SystemCard view={view} isLocked={isLocked} onChoose={chooseSystem} />
          {shown.length === 0 ? (
            <EmptyState icon={IconSearchOff} title={filter === 'review' && find === '' ? 'Nothing to review' : 'No matching columns'}>
              {filter === 'review' && find === ''
                ? 'No column needs a review. You can still change each column under All.'
                : 'Search for another part of a heading or a value.'}
            </EmptyState>
          ) : (
            <FirstRowsContext value={rows}>
              <ColumnsTable view={view} groups={shown} isLocked={isLocked} change={change} />
            </FirstRowsContext>
          )}
        </section>
      </div>
      <div className="side-stack">
        <ColumnNeeds view={view} isLocked={isLocked} change={change} goToColumn={showColumn} />
        <ColumnCleaning view={view} isLocked={isLocked} change={change} />
        <TemplateLinks project={project} view={view} isLocked={isLocked} />
      </div>
    </PageColumns>
  );
}

export function ColumnsScreen({ project }: { readonly project: ProjectView }) {
  const view = useContractQuery('columns.get', { id: project.id });
  const { change, chooseSystem, error } = usePlanChanges(project);
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
        <FailurePanel
          title="The last change was not saved"
          error={asAppError(error)}
          kept="The columns are as they were before the change."
        />
      )}
      {view.error !== null && (
        <FailurePanel title="The columns cannot be shown" error={asAppError(view.error)} onRetry={() => void view.refetch()} />
      )}
      {view.data !== undefined && (
        <ColumnsBody project={project} view={view.data} isLocked={isLocked} change={change} chooseSystem={chooseSystem} />
      )}
    </Page>
  );
}
