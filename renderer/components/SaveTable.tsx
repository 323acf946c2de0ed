import { ActionIcon, Button, Menu, Progress, Tooltip } from '@mantine/core';
import { IconFolderOpen, IconTableExport } from '@tabler/icons-react';
import { leftOutText } from '../../shared/view-texts/index.ts';
import type { ExportFormat, ExportView } from '../../shared/contract/index.ts';
import { useCommand, useContractQuery } from '../api/index.ts';
import { count } from '../format/index.ts';
import { Dialog, FailureLine } from '../kit/index.ts';
import { useExportDownload } from './useExportDownload.tsx';

export const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel workbook', csv: 'CSV', jsonl: 'JSON lines' };

/** The texts for one kind of file. */
export interface TableTexts {
  /** The button. */
  readonly save: string;
  /** Above the formats. */
  readonly choose: string;
  /** Titles of the dialog. */
  readonly writing: string;
  readonly done: string;
  /** What a row of the file is, in the singular. */
  readonly row: string;
  /** After the number of rows of a finished file. */
  readonly written: string;
  /** After the reason of a failure: what was not changed. */
  readonly kept: string;
}

interface SavingTableProps {
  readonly begun: ExportView;
  readonly texts: TableTexts;
  readonly onClose: () => void;
}

function titleOf({ state, failure }: ExportView, texts: TableTexts): string {
  if (state === 'done') return texts.done;
  if (state === 'failed') return failure?.code === 'CANCELED' ? 'The export was canceled' : 'The file was not written';
  return texts.writing;
}

function Reach({ id, isDownload, onClose }: { readonly id: string; readonly isDownload: boolean; readonly onClose: () => void }) {
  const reveal = useCommand('exports.reveal');
  if (isDownload)
    return (
      <Button onClick={onClose} data-autofocus>
        Close
      </Button>
    );
  return (
    <>
      <FailureLine error={reveal.error} />
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button leftSection={<IconFolderOpen size={16} stroke={1.6} />} onClick={() => reveal.mutate({ id })} data-autofocus>
        Show in folder
      </Button>
    </>
  );
}

/** The progress of a file with one table, the button that cancels it, and its final location. */
export function SavingTable({ begun, texts, onClose }: SavingTableProps) {
  const view = useContractQuery('exports.get', { id: begun.id }).data ?? begun;
  const cancel = useCommand('exports.cancel');
  useExportDownload(view);
  const { state, location, done, total } = view;
  const isAtWork = state === 'reading' || state === 'writing';
  const notes = leftOutText(view);
  return (
    <Dialog onClose={onClose} size={480} title={titleOf(view, texts)}>
      {state === 'failed' && (
        <p role="alert">
          {view.failure?.message ?? 'The file could not be written.'} {texts.kept}
        </p>
      )}
      {state === 'done' && (
        <p>
          <span className="strong">{location}</span>, {count(done, texts.row)} {texts.written}
          {view.download !== null && ' Look in your browser’s downloads.'}
        </p>
      )}
      {state === 'done' && notes !== '' && <p>{notes}</p>}
      {isAtWork && (
        <>
          <p>
            <span className="strong">{location}</span>, {count(done, texts.row)} {state === 'reading' ? 'read' : 'written'}
            {total !== null && ` of ${count(total, texts.row)}`}
          </p>
          <Progress
            value={total === null ? 0 : (done / Math.max(1, total)) * 100}
            aria-label={state === 'reading' ? 'Read from the service' : 'Rows written'}
          />
          <FailureLine error={cancel.error} />
        </>
      )}
      <div className="dialog-foot">
        {state === 'done' ? (
          <Reach id={view.id} isDownload={view.download !== null} onClose={onClose} />
        ) : (
          <>
            {isAtWork && (
              <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id: view.id })}>
                Cancel
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface SaveTableProps {
  readonly texts: TableTexts;
  readonly formats?: readonly ExportFormat[];
  /** Width of the button in pixels. */
  readonly size: number;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** The export that began; null while there is none. */
  readonly begun: ExportView | null;
  readonly onChoose: (format: ExportFormat) => void;
  readonly onClose: () => void;
}

/** A button with the formats in which a table is saved, and the dialog of the file that is being written. */
export function SaveTable({ texts, formats = ['xlsx', 'csv', 'jsonl'], size, isPending, error, begun, onChoose, onClose }: SaveTableProps) {
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Tooltip label={texts.save}>
            <ActionIcon variant="default" size={size} aria-label={texts.save} loading={isPending}>
              <IconTableExport size={size / 2 + 1} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.choose}</Menu.Label>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => onChoose(format)}>
              {FORMAT_NAMES[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <FailureLine error={error} />
      {begun !== null && <SavingTable begun={begun} texts={texts} onClose={onClose} />}
    </>
  );
}
