import { Button, type ButtonProps } from '@mantine/core';
import type { Paper } from '../../../../shared/base/index.ts';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useAction, useClient, useContractQuery } from '../../../api/index.ts';
import { FailureLine, useAnnounce } from '../../../kit/index.ts';

interface SavePdfProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  readonly name: string;
  /** The paper size of the page; undefined: the usual paper of the region. */
  readonly paper?: Paper;
}

/** Saves the printed page as a PDF. Only in the program's own window, because a browser can do this in its print dialog. */
export function SavePdf({ name, paper, ...look }: SavePdfProps) {
  const client = useClient();
  const announce = useAnnounce();
  const { data: app } = useContractQuery('app.get', {});
  const saving = useAction(async () => {
    const { shown } = await client.call('app.savePdf', paper === undefined ? { name } : { name, paper });
    if (shown !== null) announce(`Saved: ${shown}`);
  });
  if (app?.host !== 'electron') return null;
  return (
    <>
      <FailureLine error={saving.error} />
      <Button
        variant="default"
        aria-label="Save as PDF…"
        {...look}
        leftSection={<IconFileTypePdf size={16} stroke={1.6} />}
        loading={saving.isPending}
        onClick={() => void saving.run()}
      >
        Save as PDF…
      </Button>
    </>
  );
}
