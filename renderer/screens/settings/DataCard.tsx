import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { AppView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { FolderActions, SetByOrganization } from '../../components/index.ts';
import { FailureLine } from '../../kit/index.ts';

const PROMISES = [
  'Lists, fixes and scores are kept in one encrypted file per project.',
  'Only the columns that you choose on Columns are sent, and only to the connection that you choose.',
  'Nobody else receives anything: no tracking, no statistics, no crash reports.',
] as const;

/** Where the data is, for a backup or a move. */
function DataFolder({ isLocked }: { readonly isLocked: boolean }) {
  const folder = useContractQuery('app.folder', {});
  if (folder.data === undefined) return <FailureLine error={folder.error} />;
  return (
    <div className="settings-folder">
      <div>
        <div className="strong">Data folder</div>
        <div className="mono small settings-path">{folder.data.path}</div>
        {isLocked && <SetByOrganization />}
        <div className="small second">Back up the whole folder while Screening Desk is closed.</div>
      </div>
      <div className="settings-actions" data-links>
        <FolderActions />
      </div>
    </div>
  );
}

interface DataCardProps {
  readonly secrets: AppView['secrets'] | undefined;
  /** True when the administrator has set the data folder. */
  readonly isLocked: boolean;
}

export function DataCard({ secrets, isLocked }: DataCardProps) {
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
      <DataFolder isLocked={isLocked} />
    </section>
  );
}
