import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useAction, useClient, useContractQuery } from '../../../api/index.ts';
import { FailureLine, useAnnounce } from '../../../kit/index.ts';

/** Saves the printed page as a PDF in the program's own window. A browser does so in its dialog for printing. */
export function SavePdf({ name }: { readonly name: string }) {
  const client = useClient();
  const announce = useAnnounce();
  const { data: app } = useContractQuery('app.get', {});
  const saving = useAction(async () => {
    const { shown } = await client.call('app.savePdf', { name });
    if (shown !== null) announce(`Saved: ${shown}`);
  });
  if (app?.host !== 'electron') return null;
  return (
    <>
      {saving.error !== null && <FailureLine error={saving.error} />}
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} stroke={1.6} />}
        loading={saving.isPending}
        onClick={() => void saving.run()}
      >
        Save as PDF…
      </Button>
    </>
  );
}
