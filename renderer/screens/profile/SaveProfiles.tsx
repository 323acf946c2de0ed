import { useState } from 'react';
import type { ExportView } from '../../../shared/contract/index.ts';
import { useCommand } from '../../api/index.ts';
import { SaveTable, type TableTexts } from '../../components/index.ts';

const TEXTS: TableTexts = {
  save: 'Save all profiles',
  choose: 'All profiles, every page',
  writing: 'Saving all profiles',
  done: 'The profiles are saved',
  row: 'profile',
  written: 'written.',
  kept: 'Nothing changed on the service.',
};

/** Saves every profile on the service, all pages of the list. */
export function SaveProfiles({ connectionId }: { readonly connectionId: string }) {
  const [begun, setBegun] = useState<ExportView | null>(null);
  // Null when the user canceled the choice of a location.
  const { mutate, isPending, error } = useCommand('service.exportProfiles', (view) => view !== null && setBegun(view));
  return (
    <SaveTable
      texts={TEXTS}
      formats={['xlsx', 'csv']}
      size={30}
      {...{ isPending, error, begun }}
      onChoose={(format) => mutate({ connectionId, format })}
      onClose={() => setBegun(null)}
    />
  );
}
