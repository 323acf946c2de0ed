import { Button, Progress } from '@mantine/core';
import { IconFileSpreadsheet, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ImportView, ProjectView } from '../../../shared/contract/index.ts';
import { remainingMs, sheetNotices } from '../../../shared/view-texts/index.ts';
import { AppError, mayReadAgain, recoveryOf, toErrorCode } from '../../../shared/base/index.ts';
import { isBeforeSubmission, isCopied, isRecordUnreadable } from '../../../shared/project/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import {
  FolderActions,
  type ImportControls,
  Page,
  PageColumns,
  ProjectHead,
  RecipeCard,
  useFileImport,
  useImportOptions,
} from '../../components/index.ts';
import { FailureLine, FailurePanel, FileChoice, goTo, StepFooter, useAnnounce, useNow } from '../../kit/index.ts';
import { type ProjectRoute, navigate, toProject, toScreen } from '../../navigation/index.ts';
import { bytes, count, number, percent, span } from '../../format/index.ts';
import { EarlierScreening } from './EarlierScreening.tsx';
import { FirstRows } from './FirstRows.tsx';
import { ImportChoices } from './ImportChoices.tsx';
import { LAST_ROWS_TITLE, LastRows } from './LastRows.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import './file.css';

function ImportProgress({ project }: { readonly project: ProjectView }) {
  const now = useNow(1000);
  const { activity, file } = project;
  const fraction = activity?.total == null || activity.total === 0 ? null : activity.done / activity.total;
  const announce = useAnnounce();
  const tenth = fraction === null ? null : Math.floor(fraction * 10) * 10;
  useEffect(() => {
    if (tenth !== null && tenth > 0) announce(`${tenth} percent read`);
  }, [announce, tenth]);
  const left = activity === null ? null : remainingMs(activity, now);
  const copies = isCopied(project.lineage);
  const total = activity?.total ?? null;
  const size = total !== null && activity?.unit === 'rows' ? count(total, 'row') : bytes(total ?? file.bytes);
  const title = copies ? `Copying the rows of ${project.name}` : `Reading ${file.name}`;
  return (
    <section className="card file-progress" aria-labelledby="reading-title">
      <h2 className="card-title" id="reading-title">
        {title}
      </h2>
      <div className="file-progress-number">
        <span className="big-number tabular">{fraction === null ? '…' : percent(fraction)}</span>
        <span className="second">{fraction === null ? (copies ? '' : size) : `of ${size}`}</span>
        {left !== null && (
          <span className="strong" style={{ marginLeft: 'auto' }}>
            about {span(left)} left
          </span>
        )}
      </div>
      <Progress value={(fraction ?? 1) * 100} animated={fraction === null} size={8} aria-label={title} />
      <p className="small second" style={{ margin: '8px 0 0' }}>
        {activity?.note ??
          (copies
            ? 'They come from another list on this computer, with your corrections. You can work elsewhere in the meantime.'
            : 'The file is read on this computer. You can work elsewhere in the meantime.')}
      </p>
    </section>
  );
}

interface ImportFailureProps {
  readonly project: ProjectView;
  /** Reads the file again in the same way; null when it is no longer available. */
  readonly onRetry: (() => void) | null;
}

function ImportFailure({ project, onRetry }: ImportFailureProps) {
  const { importFiles } = useFileImport();
  const remove = useCommand('projects.remove', (_done, _input, isHere) => isHere && navigate(toScreen('new')));
  const needsPassword = project.state.at === 'unreadable' && recoveryOf(project.state.code) === 'typePassword';
  const [isAsking, setIsAsking] = useState(needsPassword);
  if (project.state.at !== 'unreadable') return null;
  const { code, message } = project.state;
  const error = new AppError(toErrorCode(code, 'FILE_UNREADABLE'), message);
  if (isRecordUnreadable(project.state))
    return (
      <FailurePanel title="This project cannot be opened" error={error}>
        <FolderActions />
      </FailurePanel>
    );
  const copies = isCopied(project.lineage);
  return (
    <FailurePanel
      title={copies ? `“${project.name}” has no rows yet` : `“${project.file.name}” was not read`}
      error={error}
      kept={copies ? 'The list that they come from has not changed. Nothing was sent.' : 'Your file has not changed. Nothing was sent.'}
    >
      {needsPassword && (
        <Button size="xs" onClick={() => setIsAsking(true)}>
          Type the password…
        </Button>
      )}
      {needsPassword && isAsking && <PasswordDialog project={project} onClose={() => setIsAsking(false)} />}
      {onRetry !== null && (
        <Button variant="default" size="xs" onClick={onRetry}>
          Read it again
        </Button>
      )}
      {!copies && (
        <FileChoice onChoose={(file) => importFiles([file])}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              Choose another file…
            </Button>
          )}
        </FileChoice>
      )}
      <button type="button" className="link" onClick={() => remove.mutate({ id: project.id })}>
        Remove this project
      </button>
      <FailureLine error={remove.error} />
    </FailurePanel>
  );
}

interface ImportSummaryProps {
  readonly project: ProjectView;
  readonly view: ImportView;
}

/** Asks for the file again, because reading it with other options needs it. */
function AskForFile({ name, options }: { readonly name: string; readonly options: ImportControls }) {
  const button = useRef<HTMLButtonElement>(null);
  // The control that the user changed can be far away, so focus the button.
  useEffect(() => button.current?.focus(), []);
  return (
    <section className="card file-again" aria-label="Choose the file again">
      <IconFileSpreadsheet size={20} stroke={1.6} aria-hidden />
      <div>
        <div className="strong">Choose “{name}” again</div>
        <div className="small second">
          We deleted our copy after reading the file, so that no copy of your list is left here. Choose the same file to read it with other
          settings.
        </div>
      </div>
      <div className="file-again-actions">
        <Button variant="default" size="xs" onClick={options.cancel}>
          Keep the current settings
        </Button>
        <FileChoice onChoose={(file) => options.importFile(file)}>
          {(props) => (
            <Button {...props} ref={button} variant="default" size="xs" loading={options.isBusy}>
              Choose the file…
            </Button>
          )}
        </FileChoice>
      </div>
    </section>
  );
}

function ImportSummary({ project, view }: ImportSummaryProps) {
  const known = sheetNotices(view.notices).filter(({ choice, isWarning }) => choice === null && !isWarning);
  const notes = [...view.notes, ...known.map(({ text }) => text)];
  const sheet = view.sheets[view.sheet];
  const columns = view.firstRows.find(({ row }) => row === view.headerRow)?.cells.length ?? view.firstRows[0]?.cells.length ?? 0;
  return (
    <aside className="card side-panel" aria-labelledby="read-title">
      <h2 className="card-title" id="read-title">
        What was read
      </h2>
      <dl className="facts">
        <dt>Format</dt>
        <dd>{view.format}</dd>
        <dt>Size</dt>
        <dd>{bytes(project.file.bytes)}</dd>
        {sheet !== undefined && sheet.name !== '' && view.sheets.length > 1 && (
          <>
            <dt>Sheet</dt>
            <dd>{sheet.name}</dd>
          </>
        )}
        <dt>Rows</dt>
        <dd className="strong">{number(view.rows)}</dd>
        <dt>Columns</dt>
        <dd>{columns}</dd>
      </dl>
      {notes.length > 0 && (
        <ul className="notes">
          {notes.map((note) => (
            <li key={note}>
              <IconInfoCircle size={16} stroke={1.6} aria-hidden />
              {note}
            </li>
          ))}
        </ul>
      )}
      {project.file.sha256 !== null && (
        <details className="file-details small">
          <summary>Details</summary>
          <span className="second">The same file always has this code (SHA-256):</span>{' '}
          <span className="mono">{project.file.sha256.slice(0, 12)}</span>
        </details>
      )}
    </aside>
  );
}

function goToLastRows(): void {
  const title = document.getElementById(LAST_ROWS_TITLE);
  title?.scrollIntoView({ block: 'center' });
  title?.focus({ preventScroll: true });
}

export function FileScreen({ project, route }: { readonly project: ProjectView; readonly route: ProjectRoute }) {
  const { state } = project;
  const isReading = state.at === 'reading';
  const isLocked = !isBeforeSubmission(project.state);
  const isRead = project.sheet !== null && state.at !== 'unreadable';
  const canChoose = state.at !== 'unreadable' || mayReadAgain(recoveryOf(state.code));
  const view = useContractQuery('import.get', { id: project.id }, { enabled: !isReading && canChoose });
  const options = useImportOptions(project, view.data);
  const continuesAutomatically = route.search['next'] === 'columns';
  useEffect(() => {
    // The rehearsal continues automatically. A user who opened this screen without it stays here.
    if (continuesAutomatically && isRead && !isReading) navigate(toProject(project.id, 'columns'), { replace: true });
  }, [continuesAutomatically, isRead, isReading, project.id]);

  const header = view.data?.headerRow ?? null;
  const sentence =
    view.data === undefined || !isRead
      ? ''
      : header === null
        ? `${count(view.data.rows, 'row')}, and no headings. Nothing is sent.`
        : `${count(view.data.rows, 'row')} below the headings in row ${header}. Nothing is sent.`;
  return (
    <Page
      head={<ProjectHead project={project} step="file" />}
      foot={
        <StepFooter
          back={toScreen('projects')}
          sentence={sentence}
          next={{
            label: 'See the columns',
            onNext: goTo(toProject(project.id, 'columns')),
            isBusy: options.isBusy,
            blocked: isReading
              ? { reason: isCopied(project.lineage) ? 'The rows are still being copied' : 'The file is still being read', kind: 'waiting' }
              : isRead
                ? null
                : { reason: 'There is no list to continue' },
          }}
        />
      }
    >
      {isReading && <ImportProgress project={project} />}
      {state.at === 'unreadable' && (
        <ImportFailure
          project={project}
          onRetry={recoveryOf(state.code) === 'freeDisk' && view.data?.isReadable === true ? () => options.choose({}) : null}
        />
      )}
      {view.error !== null && isRead && (
        <FailurePanel title="The first rows cannot be shown" error={view.error} onRetry={() => void view.refetch()} />
      )}
      {view.data !== undefined && canChoose && (
        <PageColumns side={264}>
          <div className="file-stack">
            {state.at === 'draft' && isRead && <RecipeCard project={project} />}
            {state.at === 'draft' && isRead && <EarlierScreening project={project} />}
            {options.pending !== null && <AskForFile name={project.file.name} options={options} />}
            <ImportChoices
              view={view.data}
              isBusy={options.isBusy}
              isLocked={isLocked}
              error={options.error}
              steps={options.steps}
              onChoose={options.choose}
              onLastRows={goToLastRows}
            />
            <FirstRows
              view={view.data}
              isBusy={options.isBusy}
              isLocked={isLocked}
              onHeaderRow={(headerRow) => options.choose({ headerRow })}
            />
            <LastRows
              view={view.data}
              isBusy={options.isBusy}
              isLocked={isLocked}
              onTotals={(totalsRows) => options.choose({ totalsRows })}
            />
          </div>
          <ImportSummary project={project} view={view.data} />
        </PageColumns>
      )}
    </Page>
  );
}
