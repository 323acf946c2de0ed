import { useState } from 'react';
import type { ExportView } from '../../../shared/contract/index.ts';
import { useCommand } from '../../api/index.ts';
import { SaveTable, type TableTexts } from '../../components/index.ts';

const TEXTS: TableTexts = {
  save: 'Save the cleaned list',
  choose: 'The list as it is sent',
  writing: 'Saving the cleaned list',
  done: 'The cleaned list is saved',
  row: 'row',
  written: 'written, with your corrections and the reason for each row that is not sent.',
  kept: 'Your list has not changed.',
};

/** Saves the list as it is sent: cleaned and corrected values under the headings of the file. */
export function SaveList({ id }: { readonly id: string }) {
  const [begun, setBegun] = useState<ExportView | null>(null);
  // Null when the user canceled the choice of a location.
  const { mutate, isPending, error } = useCommand('results.export', (view) => view !== null && setBegun(view));
  return (
    <SaveTable
      texts={TEXTS}
      size={32}
      {...{ isPending, error, begun }}
      onChoose={(format) => mutate({ kind: 'cleanedList', id, format })}
      onClose={() => setBegun(null)}
    />
  );
}
