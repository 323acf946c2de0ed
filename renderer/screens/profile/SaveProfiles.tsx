import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportFormat, ExportView } from '../../../shared/contract/index.ts';
import { asAppError } from '../../api/client.ts';
import { useCommand } from '../../api/queries.ts';
import { FailureLine } from '../../components/Failure.tsx';
import { FormatMenu, SavingTable, type TableWords } from '../../components/SaveTable.tsx';

const WORDS: TableWords = {
  writing: 'Saving all profiles',
  done: 'The profiles are saved',
  row: 'profile',
  written: 'written.',
  kept: 'Nothing changed on the service.',
};
const FORMATS: readonly ExportFormat[] = ['xlsx', 'csv'];

/** Saves every profile on the service, all pages of the list. */
export function SaveProfiles({ connectionId }: { readonly connectionId: string }) {
  const [begun, setBegun] = useState<ExportView | null>(null);
  // Null when the user canceled the choice of a location.
  const save = useCommand('service.exportProfiles', (view) => view !== null && setBegun(view));
  return (
    <>
      <FormatMenu label="All profiles, every page" formats={FORMATS} onChoose={(format) => save.mutate({ connectionId, format })}>
        <Tooltip label="Save all profiles">
          <ActionIcon variant="default" size={30} aria-label="Save all profiles" loading={save.isPending}>
            <IconTableExport size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </FormatMenu>
      {save.error !== null && <FailureLine error={asAppError(save.error)} />}
      {begun !== null && <SavingTable begun={begun} words={WORDS} onClose={() => setBegun(null)} />}
    </>
  );
}
