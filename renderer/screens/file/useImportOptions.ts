/** Changes how a list is read: at once, or after the user chooses the file again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportView, ProjectView } from '../../../shared/contract/index.ts';
import type { ReadingChoice } from '../../../shared/mapping/reading-choice.ts';
import { useClient } from '../../api/client.ts';

export interface ImportControls {
  readonly choose: (choice: ReadingChoice) => void;
  /** The options that wait for the file, or null. */
  readonly wanted: ReadingChoice | null;
  readonly importFile: (file: File) => void;
  readonly forget: () => void;
  readonly busy: boolean;
  readonly error: Error | null;
}

const needsFile = ({ sheet, encoding, delimiter }: ReadingChoice): boolean =>
  sheet !== undefined || encoding !== undefined || delimiter !== undefined;

/** Actions that change how a project's file is read. */
export function useImportOptions({ id }: ProjectView, view: ImportView | undefined): ImportControls {
  const client = useClient();
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<ReadingChoice | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationKey: ['import.change'],
    mutationFn: async ({ choice, file }: { readonly choice: ReadingChoice; readonly file?: File }) => {
      const offered = file === undefined ? null : await client.offerFile(file);
      return await client.call('import.change', { id, ...choice, ...(offered !== null && { file: offered.token }) });
    },
    onSuccess: (after) => {
      setWanted(null);
      queries.setQueryData(['import.get', { id }], after);
      void queries.invalidateQueries({ queryKey: ['columns.get', { id }] });
    },
    // A file that was moved is no longer available.
    onError: () => queries.invalidateQueries({ queryKey: ['import.get', { id }] }),
  });
  return {
    choose: (choice) => (needsFile(choice) && view?.atHand === false ? setWanted(choice) : mutate({ choice })),
    wanted,
    importFile: (file) => wanted !== null && mutate({ choice: wanted, file }),
    forget: () => setWanted(null),
    busy: isPending,
    error,
  };
}
