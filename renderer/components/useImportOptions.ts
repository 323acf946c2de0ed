/** Changes how a list is read: at once, or after the user chooses the file again. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportView, ProjectView } from '../../shared/contract/index.ts';
import { DELIMITERS, type ImportOptions, TEXT_ENCODINGS, needsFile } from '../../shared/mapping/index.ts';
import { useClient, useCommand } from '../api/index.ts';
import { type UndoSteps, useUndoSteps } from '../kit/index.ts';

/** True for a key of a table of choices. */
export const isKeyOf = <T extends string>(table: Readonly<Record<T, string>>, key: string | null): key is T =>
  key !== null && Object.hasOwn(table, key);

/** The current values of the options of a choice. */
function before(choice: ImportOptions, { sheet, headerRow, totalsRows, text, notices }: ImportView): ImportOptions {
  const { encoding = null, delimiter = null } = text ?? {};
  const all: Required<Omit<ImportOptions, 'system'>> = {
    sheet,
    headerRow,
    totalsRows: [...totalsRows],
    subtotals: notices.subtotalsAre,
    hiddenRows: notices.hiddenRowsAre,
    otherSheets: notices.otherSheetsAre ?? 'leave-out',
    mergedCells: notices.mergedCellsAre ?? 'keep',
    encoding: isKeyOf(TEXT_ENCODINGS, encoding) ? encoding : null,
    delimiter: isKeyOf(DELIMITERS, delimiter) ? delimiter : null,
  };
  // With another sheet, headings and totals are detected again.
  const keys = choice.sheet === undefined ? Object.keys(choice) : ['sheet', 'headerRow', 'totalsRows'];
  return Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)));
}

export interface ImportControls {
  readonly choose: (choice: ImportOptions) => void;
  readonly steps: Pick<UndoSteps<ImportOptions>, 'canUndo' | 'undo'>;
  /** The options that are applied when the user has chosen the file again; null for none. */
  readonly pending: ImportOptions | null;
  readonly importFile: (file: File) => void;
  readonly cancel: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** Actions that change how a project's file is read. */
export function useImportOptions({ id }: ProjectView, view: ImportView | undefined): ImportControls {
  const client = useClient();
  const [pending, setPending] = useState<ImportOptions | null>(null);
  const change = useCommand('import.change', () => setPending(null));
  const offer = useMutation({
    mutationFn: async ({ choice, file }: { readonly choice: ImportOptions; readonly file: File }) => {
      const { token } = await client.offerFile(file);
      return await change.mutateAsync({ id, ...choice, file: token });
    },
  });
  const read = (choice: ImportOptions) => {
    offer.reset();
    change.mutate({ id, ...choice });
  };
  const steps = useUndoSteps<ImportOptions>(`file ${id}`, (earlier) =>
    needsFile(earlier) && view?.isReadable === false ? setPending(earlier) : read(earlier),
  );
  return {
    choose: (choice) => {
      if (view !== undefined && Object.keys(choice).length > 0) steps.keep(before(choice, view));
      if (needsFile(choice) && view?.isReadable === false) return setPending(choice);
      read(choice);
    },
    steps,
    pending,
    importFile: (file) => pending !== null && offer.mutate({ choice: pending, file }),
    cancel: () => setPending(null),
    isBusy: offer.isPending || change.isPending,
    error: offer.error ?? change.error,
  };
}
