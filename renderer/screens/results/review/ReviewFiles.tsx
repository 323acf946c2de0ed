import { Button } from '@mantine/core';
import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { ExportView, Output } from '../../../../shared/contract/index.ts';
import type { Conditions } from '../../../../shared/results/index.ts';
import { VERDICT_TEXTS } from '../../../../shared/review/index.ts';
import { asAppError, useClient, useCommand } from '../../../api/index.ts';
import { Dialog, FailureLine, FileChoice } from '../../../kit/index.ts';
import { count, number } from '../../../format/index.ts';

type ReviewImported = Output<'review.import'>;

function Listed({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p>
        <b>{title}</b>
      </p>
      <ul className="review-listed">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

interface ImportedProps {
  readonly imported: ReviewImported;
  readonly onTake: (take: 'file' | 'here') => void;
  readonly onClose: () => void;
  readonly isBusy: boolean;
}

/** The verdicts that were read from a workbook, and the conflicts that the user must decide. */
function Imported({ imported, onTake, onClose, isBusy }: ImportedProps) {
  const { changed, same, nobody, twice, unknown, unread, conflicts } = imported;
  return (
    <Dialog title={`${count(changed, 'verdict was', 'verdicts were')} read`} onClose={onClose}>
      <div className="dialog-text">
        {same > 0 && <p>{count(same, 'verdict was', 'verdicts were')} here already.</p>}
        <Listed
          title="These rows match nobody, or someone whose profile has changed:"
          lines={nobody.map(({ line, text }) => `Line ${number(line)}: ${text}`)}
        />
        <Listed
          title="These people have two verdicts in the file, so neither was used:"
          lines={twice.map(({ row, verdicts }) => `Row ${number(row)}: ${verdicts.map((kind) => VERDICT_TEXTS[kind]).join(' and ')}`)}
        />
        <Listed
          title="These are not known as a verdict or reason:"
          lines={unknown.map(({ line, text }) => `Line ${number(line)}: ${text}`)}
        />
        {unread > 0 && <p>{count(unread, 'line of the file was', 'lines of the file were')} not used.</p>}
        <Listed
          title="These people have another verdict here:"
          lines={conflicts.map(
            ({ row, here, file }) => `Row ${number(row)}: ${VERDICT_TEXTS[here.is]} here, ${VERDICT_TEXTS[file.is]} in the file`,
          )}
        />
      </div>
      <div className="dialog-foot">
        {conflicts.length > 0 ? (
          <>
            <Button variant="default" onClick={() => onTake('here')} loading={isBusy}>
              Keep the ones here
            </Button>
            <Button variant="default" onClick={() => onTake('file')} loading={isBusy}>
              Use the ones in the file
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
      </div>
    </Dialog>
  );
}

/** Draws the progress and the location of a file that is being written. */
export type ExportStatusOf = (begun: ExportView, onClose: () => void) => ReactNode;

interface ReviewFilesProps {
  readonly id: string;
  readonly conditions: Conditions;
  readonly exportStatus: ExportStatusOf;
}

/** Exports verdicts as a workbook for a colleague, and imports them from such a workbook. */
export function ReviewFiles({ id, conditions, exportStatus }: ReviewFilesProps) {
  const client = useClient();
  const [begun, setBegun] = useState<ExportView | null>(null);
  const [imported, setImported] = useState<ReviewImported | null>(null);
  const file = useRef<File | null>(null);
  const save = useCommand('results.export', (view) => setBegun(view));
  const read = useCommand('review.import', setImported);
  const [offerError, setOfferError] = useState<Error | null>(null);
  const take = async (choice: 'file' | 'here' | null) => {
    if (file.current === null) return;
    setOfferError(null);
    try {
      const { token } = await client.offerFile(file.current);
      read.mutate({ id, file: token, take: choice });
    } catch (error) {
      setOfferError(asAppError(error));
    }
  };
  const error = save.error ?? read.error ?? offerError;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={16} stroke={1.6} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate({ kind: 'toReview', id, format: 'xlsx', ...conditions })}
      >
        Review in Excel…
      </Button>
      <FileChoice
        accept=".xlsx,.csv"
        onChoose={(chosen) => {
          file.current = chosen;
          void take(null);
        }}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden />} loading={read.isPending}>
            Read the reviewed sheet…
          </Button>
        )}
      </FileChoice>
      {error !== null && (
        <Dialog title="That did not work" onClose={() => (save.reset(), read.reset(), setOfferError(null))}>
          <FailureLine error={error} />
        </Dialog>
      )}
      {begun !== null && exportStatus(begun, () => setBegun(null))}
      {imported !== null && (
        <Imported imported={imported} isBusy={read.isPending} onTake={(choice) => void take(choice)} onClose={() => setImported(null)} />
      )}
    </>
  );
}
