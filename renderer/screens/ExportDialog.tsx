import { Button, Modal, Progress, Radio } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFolderOpen } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportView, Input, ProjectView } from '../../shared/contract.ts';
import { asAppError, useClient } from '../client.ts';
import { useAnnounce } from '../parts/Announcer.tsx';
import { FailureLine } from '../parts/Failure.tsx';
import { useCommand, useDesk } from '../queries.ts';
import { count, number, percent } from '../text.ts';
import './export.css';

type Format = Input<'results.export'>['format'];

interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly text: string;
}

const FORMATS: readonly Choice<Format>[] = [
  {
    value: 'xlsx',
    label: 'Excel workbook',
    text: 'Your columns and the scores side by side, with sheets for refused, unknown and left-out rows and a summary.',
  },
  { value: 'csv', label: 'CSV', text: 'One row a person, for your CRM. ISO dates, plain numbers.' },
  { value: 'jsonl', label: 'JSON lines', text: 'Every profile as it came, one a line, for programs.' },
];

interface CardsProps<T extends string> {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function ChoiceCards<T extends string>({ label, choices, value, onChange }: CardsProps<T>) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(next) => {
        const choice = choices.find((one) => one.value === next);
        if (choice !== undefined) onChange(choice.value);
      }}
    >
      <div className="export-choices">
        {choices.map((choice) => (
          <Radio.Card
            key={choice.value}
            value={choice.value}
            className="export-choice"
            aria-labelledby={`export-${choice.value}`}
            aria-describedby={`export-${choice.value}-text`}
          >
            <Radio.Indicator size="xs" />
            <span className="strong" id={`export-${choice.value}`}>
              {choice.label}
            </span>
            <span className="export-text small" id={`export-${choice.value}-text`}>
              {choice.text}
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

interface FormProps {
  readonly project: ProjectView;
  readonly shown: readonly string[];
  readonly all: number;
  readonly onBegun: (begun: ExportView) => void;
  readonly onClose: () => void;
}

function ExportForm({ project, shown, all, onBegun, onClose }: FormProps) {
  const [format, setFormat] = useState<Format>('xlsx');
  const [columns, setColumns] = useState<'all' | 'shown'>('all');
  // Null: the person was asked where to, and thought better of it.
  const save = useCommand('results.export', (begun) => begun !== null && onBegun(begun));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id: project.id, format, columns: columns === 'all' || format === 'jsonl' ? null : [...shown] });
      }}
    >
      <ChoiceCards label="Format" choices={FORMATS} value={format} onChange={setFormat} />
      {format !== 'jsonl' && (
        <ChoiceCards
          label="Score columns"
          choices={[
            { value: 'all', label: `All ${number(all)} of them`, text: 'Beside every column of your file.' },
            { value: 'shown', label: `The ${number(shown.length)} in the list`, text: 'In the order in which they are shown.' },
          ]}
          value={columns}
          onChange={setColumns}
        />
      )}
      {save.error !== null && <FailureLine error={asAppError(save.error)} />}
      <div className="export-foot">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending} leftSection={<IconDownload size={16} stroke={1.8} />}>
          Export
        </Button>
      </div>
    </form>
  );
}

interface StatusProps {
  readonly view: ExportView;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Writing({ view, onClose }: StatusProps) {
  const share = view.total === null ? null : view.done / Math.max(1, view.total);
  return (
    <>
      <p className="export-line">
        <span className="strong">Writing {view.shown}</span>
        <span className="second tabular">{share === null ? count(view.done, 'row') : `${percent(share)}, ${count(view.done, 'row')}`}</span>
      </p>
      <Progress value={(share ?? 0) * 100} size={8} radius={4} aria-label="Rows written" className="export-bar" />
      <p className="second small">It goes on while this is closed.</p>
      <div className="export-foot">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

function Done({ view, onAgain, onClose }: StatusProps) {
  const client = useClient();
  const announce = useAnnounce();
  const reveal = useCommand('exports.reveal');
  const [isTaken, setTaken] = useState(false);
  const download = () => {
    if (view.download === null) return;
    client.download(view.download);
    setTaken(true);
    announce('Handed to the browser');
  };
  return (
    <>
      <div className="export-done">
        <IconCircleCheck size={28} stroke={1.5} aria-hidden />
        <div>
          <div className="strong">{view.shown}</div>
          <div className="second">
            {count(view.done, 'row')} written.{' '}
            {view.download !== null &&
              (isTaken ? 'It was handed to the browser; look among its downloads.' : 'It can be fetched once; after that, export again.')}
          </div>
        </div>
      </div>
      {reveal.error !== null && <FailureLine error={asAppError(reveal.error)} />}
      <div className="export-foot">
        <button type="button" className="link export-again" onClick={onAgain}>
          Export once more
        </button>
        {view.download === null ? (
          <>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button leftSection={<IconFolderOpen size={16} stroke={1.6} />} onClick={() => reveal.mutate({ id: view.id })} data-autofocus>
              Show in folder
            </Button>
          </>
        ) : isTaken ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <Button leftSection={<IconDownload size={16} stroke={1.8} />} onClick={download} data-autofocus>
            Download
          </Button>
        )}
      </div>
    </>
  );
}

function Failed({ view, onAgain, onClose }: StatusProps) {
  return (
    <>
      <p className="export-failed" role="alert">
        {view.failure?.message ?? 'The file could not be written.'}{' '}
        {view.failure !== null && <span className="failure-code">{view.failure.code}</span>}
      </p>
      <p className="second">No result is lost: the scores stay here, and no half-written file was left behind.</p>
      <div className="export-foot">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onAgain}>Choose again</Button>
      </div>
    </>
  );
}

interface ExportDialogProps {
  readonly project: ProjectView;
  /** Keys of the columns in the list. */
  readonly shown: readonly string[];
  readonly all: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Saving the results: format and columns, how far it is, and where it lies. */
export function ExportDialog({ project, shown, all, isOpen, onClose }: ExportDialogProps) {
  const [begun, setBegun] = useState<ExportView | null>(null);
  const current = useDesk('exports.get', { id: begun?.id ?? '' }, { enabled: begun !== null });
  const view = begun === null ? null : (current.data ?? begun);
  const status = view === null ? null : { view, onAgain: () => setBegun(null), onClose };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size={520}
      title={
        view === null || view.state === 'writing'
          ? 'Export the results'
          : view.state === 'done'
            ? 'The results are saved'
            : 'The file was not written'
      }
    >
      {status === null && <ExportForm project={project} shown={shown} all={all} onBegun={setBegun} onClose={onClose} />}
      {status?.view.state === 'writing' && <Writing {...status} />}
      {status?.view.state === 'done' && <Done {...status} />}
      {status?.view.state === 'failed' && <Failed {...status} />}
    </Modal>
  );
}
