import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useCommand, useContractQuery } from '../api/index.ts';
import { CopyLink, FailureLine } from '../kit/index.ts';

/** Opens the data folder, where the host can open folders, and copies its path. */
export function FolderActions() {
  const folder = useContractQuery('app.folder', {}).data;
  const open = useCommand('app.openFolder');
  if (folder === undefined) return null;
  return (
    <>
      {folder.canOpen && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFolderOpen size={15} stroke={1.6} aria-hidden />}
          onClick={() => open.mutate({})}
        >
          Open folder
        </Button>
      )}
      <CopyLink label="Copy path" text={() => folder.path} />
      {open.data?.opened === false && (
        <p role="alert" className="failure-line small">
          The folder could not be opened. Copy its path and open it in your file manager.
        </p>
      )}
      <FailureLine error={open.error} />
    </>
  );
}
