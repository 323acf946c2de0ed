import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { asAppError } from '../client.ts';
import { CopyLink } from '../parts/CopyLink.tsx';
import { FailurePanel } from '../parts/Failure.tsx';
import { Page, PageTitle } from '../parts/Page.tsx';
import { Shortcuts } from '../parts/Shortcuts.tsx';
import { useDesk } from '../queries.ts';
import './settings.css';

const SCHEMES: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'auto', label: 'As the computer' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const PROMISES = [
  'Lists, fixes and scores are kept in one encrypted file a project.',
  'Only the fields that you map are sent, and only to the connection that you chose.',
  'Nothing is told to anybody else: no tracking, no statistics, no crash reports.',
] as const;

const PLATFORMS: Readonly<Record<string, string>> = { linux: 'Linux', win32: 'Windows', darwin: 'macOS' };

/** How the window looks, where data lies, and what this program is. */
export function SettingsScreen() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const app = useDesk('app.get', {});
  return (
    <Page plain head={<PageTitle window="Settings">Settings</PageTitle>}>
      {app.error !== null && (
        <FailurePanel title="The program can not be asked" error={asAppError(app.error)} onRetry={() => void app.refetch()} />
      )}
      <div className="settings">
        <section className="card" aria-labelledby="appearance-title">
          <div className="settings-row">
            <div>
              <h2 className="card-title" id="appearance-title">
                Appearance
              </h2>
              <p className="second">Light, dark, or whatever this computer uses at the time.</p>
            </div>
            <SegmentedControl aria-label="Appearance" value={colorScheme} onChange={setColorScheme} data={[...SCHEMES]} />
          </div>
        </section>
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
            {app.data?.secrets.kind === 'keychain' && (
              <li>
                <IconCheck size={16} stroke={1.8} aria-hidden />
                Tokens and the key to the files lie in the keychain of this computer.
              </li>
            )}
          </ul>
          {app.data?.secrets.notice != null && (
            <div className="settings-notice">
              <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
              {app.data.secrets.notice}
            </div>
          )}
        </section>
        <section className="card" aria-labelledby="keys-title">
          <h2 className="card-title" id="keys-title">
            Keys
          </h2>
          <Shortcuts />
        </section>
        {app.data !== undefined && (
          <section className="card" aria-labelledby="about-title">
            <div className="settings-row">
              <div>
                <h2 className="card-title" id="about-title">
                  Screening Desk {app.data.version}
                </h2>
                <p className="second">On {PLATFORMS[app.data.platform] ?? app.data.platform}</p>
              </div>
              <CopyLink
                label="Copy for support"
                text={() => `Screening Desk ${app.data.version}, ${app.data.host}, ${app.data.platform}, secrets: ${app.data.secrets.kind}`}
              />
            </div>
          </section>
        )}
      </div>
    </Page>
  );
}
