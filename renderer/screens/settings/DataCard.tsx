import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFolderOpen } from '@tabler/icons-react';
import type { AppView } from '../../../shared/contract/index.ts';
import { asAppError, useCommand, useContractQuery } from '../../api/index.ts';
import { CopyLink, FailureLine } from '../../kit/index.ts';

const PROMISES = [
  'Lists, fixes and scores are kept in one encrypted file per project.',
  'Only the fields that you map are sent, and only to the connection that you choose.',
  'Nobody else receives anything: no tracking, no statistics, no crash reports.',
] as const;

/** Where the data is, for a backup or a move, with a button where the host can open folders. */
function DataFolder() {
  const folder = useContractQuery('app.folder', {});
  const open = useCommand('app.openFolder');
  if (folder.data === undefined) return folder.error === null ? null : <FailureLine error={asAppError(folder.error)} />;
  const { path, canOpen } = folder.data;
  return (
    <div className="settings-folder">
      <div>
        <div className="strong">Data folder</div>
        <div className="mono small settings-path">{path}</div>
        <div className="small second">Back up the whole folder while Screening Desk is closed.</div>
      </div>
      <div className="settings-actions" data-links>
        {canOpen && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFolderOpen size={15} stroke={1.6} aria-hidden />}
            onClick={() => open.mutate({})}
          >
            Open folder
          </Button>
        )}
        <CopyLink label="Copy path" text={() => path} />
      </div>
      {open.data?.opened === false && (
        <p role="alert" className="small settings-failed">
          The folder could not be opened. Copy its path and open it in your file manager.
        </p>
      )}
      {open.error !== null && <FailureLine error={asAppError(open.error)} />}
    </div>
  );
}

export function DataCard({ secrets }: { readonly secrets: AppView['secrets'] | undefined }) {
  return (
    <section className="card" aria-labelledby="data-title">
      <h2 className="card-title" id="data-title">
        Data on this computer
      </h2>
      <ul className="settings-list">
        {PROMISES.map((promise) => (
          <li key={promise}>
            <IconCheck size={16} stroke={1.8} aria-hidden />
            {promise}
          </li>
        ))}
        {secrets?.kind === 'keychain' && (
          <li>
            <IconCheck size={16} stroke={1.8} aria-hidden />
            Tokens and the key to the files are in this computer’s keychain.
          </li>
        )}
      </ul>
      {secrets?.notice != null && (
        <div className="settings-notice">
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          {secrets.notice}
        </div>
      )}
      <DataFolder />
    </section>
  );
}
