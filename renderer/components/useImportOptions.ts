/** Changes how a list is read: at once, or after the user chooses the file again. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportView, ProjectView } from '../../shared/contract/index.ts';
import { type ImportOptions, needsFile } from '../../shared/mapping/index.ts';
import { useClient, useCommand } from '../api/index.ts';

export interface ImportControls {
  readonly choose: (choice: ImportOptions) => void;
  /** The options that wait for the file, or null. */
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
  return {
    choose: (choice) => {
      if (needsFile(choice) && view?.isReadable === false) return setPending(choice);
      offer.reset();
      change.mutate({ id, ...choice });
    },
    pending,
    importFile: (file) => pending !== null && offer.mutate({ choice: pending, file }),
    cancel: () => setPending(null),
    isBusy: offer.isPending || change.isPending,
    error: offer.error ?? change.error,
  };
}
