import { leftOutText } from '../../../shared/view-texts/index.ts';
import { Button, Modal, Progress } from '@mantine/core';
import { IconCircleCheck, IconFolderOpen } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportView, ProjectView, ResultsView } from '../../../shared/contract/index.ts';
import type { Conditions } from '../../../shared/results/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { Dialog, DialogFoot, FailureLine } from '../../kit/index.ts';
import { useExportDownload } from '../../components/index.ts';
import { count, percent } from '../../format/index.ts';
import { ExportForm } from './ExportForm.tsx';
import './export.css';

interface StatusProps {
  readonly view: ExportView;
  /** Shows the options again; null for an export without options. */
  readonly onAgain: (() => void) | null;
  readonly onClose: () => void;
  /** Shows another export instead of this one. */
  readonly onBegun: (view: ExportView) => void;
}

function Writing({ view, onClose }: StatusProps) {
  const share = view.total === null ? null : view.done / Math.max(1, view.total);
  return (
    <>
      <p className="export-line">
        <span className="strong">Writing {view.location}</span>
        <span className="second tabular">{share === null ? count(view.done, 'row') : `${percent(share)}, ${count(view.done, 'row')}`}</span>
      </p>
      <Progress value={(share ?? 0) * 100} size={8} radius={4} aria-label="Rows written" className="export-bar" />
      <p className="second small">Writing continues when you close this.</p>
      <DialogFoot onClose={onClose} />
    </>
  );
}

function Done({ view, onAgain, onClose }: StatusProps) {
  const reveal = useCommand('exports.reveal');
  return (
    <>
      <div className="export-done">
        <IconCircleCheck size={28} stroke={1.5} aria-hidden />
        <div>
          <div className="strong">{view.location}</div>
          <div className="second">
            {count(view.done, 'row')} written. {leftOutText(view)} {view.download !== null && 'Look in your browser’s downloads.'}
          </div>
        </div>
      </div>
      <FailureLine error={reveal.error} />
      <div className="dialog-foot">
        {onAgain !== null && (
          <button type="button" className="link export-again" onClick={onAgain}>
            Export again
          </button>
        )}
        {view.download === null ? (
          <>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button leftSection={<IconFolderOpen size={16} stroke={1.6} />} onClick={() => reveal.mutate({ id: view.id })} data-autofocus>
              Show in folder
            </Button>
          </>
        ) : (
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        )}
      </div>
    </>
  );
}

interface SaveIntactProps {
  readonly id: string;
  /** The code of the failure. The button appears only if a part of the project is intact. */
  readonly code: string | undefined;
  readonly onBegun: (view: ExportView) => void;
}

/** Saves the intact part of a damaged project as a workbook. */
export function SaveIntact({ id, code, onBegun }: SaveIntactProps) {
  const save = useCommand('results.export', (view) => view !== null && onBegun(view));
  if (code !== 'PROJECT_PART_DAMAGED') return null;
  const begin = () =>
    save.mutate({
      kind: 'list',
      id,
      format: { kind: 'xlsx', bars: [] },
      people: { kind: 'everyone', priorScores: false },
      columns: null,
      intact: true,
    });
  return (
    <>
      <Button variant="default" size="xs" loading={save.isPending} onClick={begin}>
        Save the intact data…
      </Button>
      <FailureLine error={save.error} />
    </>
  );
}

function Failed({ view, onAgain, onClose, onBegun }: StatusProps) {
  return (
    <>
      <p className="export-failed" role="alert">
        {view.failure?.message ?? 'The file could not be written.'}{' '}
        {view.failure !== null && <span className="failure-code">{view.failure.code}</span>}
      </p>
      <p className="second">No result is lost. The scores are kept here, and no incomplete file was left behind.</p>
      <div className="dialog-foot">
        <SaveIntact id={view.projectId ?? ''} code={view.failure?.code} onBegun={onBegun} />
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {onAgain !== null && <Button onClick={onAgain}>Choose again</Button>}
      </div>
    </>
  );
}

interface ExportStatusProps {
  readonly begun: ExportView;
  readonly onClose: () => void;
}

/** Progress and location of an export that was started elsewhere. */
export function ExportStatus({ begun, onClose }: ExportStatusProps) {
  const [latest, setLatest] = useState(begun);
  const view = useContractQuery('exports.get', { id: latest.id }).data ?? latest;
  useExportDownload(view);
  return (
    <Dialog onClose={onClose} size={520} title={FILE_TITLES[view.state]}>
      <Status view={view} onAgain={null} onClose={onClose} onBegun={setLatest} />
    </Dialog>
  );
}

function Status(status: StatusProps) {
  if (status.view.state === 'writing') return <Writing {...status} />;
  return status.view.state === 'done' ? <Done {...status} /> : <Failed {...status} />;
}

/** Titles for a file of any kind, such as a proof. */
const FILE_TITLES = {
  reading: 'Saving the file',
  writing: 'Saving the file',
  done: 'The file is saved',
  failed: 'The file was not written',
} as const satisfies Readonly<Record<ExportView['state'], string>>;

function titleOf(view: ExportView | null): string {
  if (view === null || view.state === 'writing') return 'Export the results';
  return view.state === 'done' ? 'The results are saved' : FILE_TITLES.failed;
}

interface ExportDialogProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
  readonly inSight: Conditions;
  readonly segmentId: string | null;
  readonly isOpen: boolean;
  /** The export to follow; null shows the options of a new one. */
  readonly begun: ExportView | null;
  readonly onBegun: (begun: ExportView | null) => void;
  readonly onClose: () => void;
}

/** Stays mounted while it is closed, so that a file that is finished later still reaches the user. */
export function ExportDialog({ isOpen, begun, onBegun, onClose, ...form }: ExportDialogProps) {
  const current = useContractQuery('exports.get', { id: begun?.id ?? '' }, { enabled: begun !== null });
  const view = begun === null ? null : (current.data ?? begun);
  useExportDownload(view);
  return (
    <Modal opened={isOpen} onClose={onClose} size={620} title={titleOf(view)}>
      {view === null ? (
        <ExportForm {...form} onBegun={onBegun} onClose={onClose} />
      ) : (
        <Status view={view} onAgain={() => onBegun(null)} onClose={onClose} onBegun={onBegun} />
      )}
    </Modal>
  );
}
