import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportView } from '../../../shared/contract/index.ts';
import { asAppError } from '../../api/client.ts';
import { useCommand } from '../../api/queries.ts';
import { FailureLine } from '../../components/Failure.tsx';
import { FormatMenu, SavingTable, type TableWords } from '../../components/SaveTable.tsx';

const WORDS: TableWords = {
  writing: 'Saving the cleaned list',
  done: 'The cleaned list is saved',
  row: 'row',
  written: 'written, with your corrections and the reason of each row that is not sent.',
  kept: 'Your list is as it was.',
};

/** Saves the list as it is sent: cleaned and corrected values under the headings of the file. */
export function SaveList({ id }: { readonly id: string }) {
  const [begun, setBegun] = useState<ExportView | null>(null);
  // Null when the user canceled the choice of a location.
  const save = useCommand('results.export', (view) => view !== null && setBegun(view));
  return (
    <>
      <FormatMenu label="The list as it is sent" onChoose={(format) => save.mutate({ kind: 'cleanedList', id, format })}>
        <Tooltip label="Save the cleaned list">
          <ActionIcon variant="default" size={32} aria-label="Save the cleaned list" loading={save.isPending}>
            <IconTableExport size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </FormatMenu>
      {save.error !== null && <FailureLine error={asAppError(save.error)} />}
      {begun !== null && <SavingTable begun={begun} words={WORDS} onClose={() => setBegun(null)} />}
    </>
  );
}
