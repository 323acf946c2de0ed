import { type MantineColorScheme, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import type { OrganizationRules } from '../../../shared/rules/index.ts';
import type { ChainView, SuppressionView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { CopyLink, FailurePanel, hasLetterKeys, keepLetterKeys } from '../../kit/index.ts';
import { Page, PageTitle, type ScreenProps, Shortcuts } from '../../components/index.ts';
import { toScreen } from '../../navigation/index.ts';
import { count } from '../../format/index.ts';
import { DataCard } from './DataCard.tsx';
import { DiagnosticsPage } from './DiagnosticsPage.tsx';
import { DoNotScreenPage } from './DoNotScreenPage.tsx';
import { OrganizationRulesPage } from './OrganizationRulesPage.tsx';
import { GuidePage } from './GuidePage.tsx';
import { NoticesPage } from './NoticesPage.tsx';
import { PolicyCard } from './PolicyCard.tsx';
import { PracticeCredits } from './PracticeCredits.tsx';
import './settings.css';

const SCHEMES: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function rulesText(rules: OrganizationRules | undefined): string {
  if (rules === undefined) return 'Which fields must be filled, and what counts as an error.';
  const changed = Object.keys(rules.severities).length;
  const required = rules.required.length === 0 ? 'No field is required' : `${count(rules.required.length, 'field')} required`;
  return `${required}, ${changed === 0 ? 'no rule changed' : `${count(changed, 'rule')} changed`}.`;
}

function suppressionText(view: SuppressionView | undefined): string {
  if (view === undefined) return 'People who are never sent.';
  return view.people === 0 ? 'Nobody is on the list.' : `${count(view.people, 'person', 'people')} who are never sent.`;
}

function chainText(chain: ChainView | undefined): string {
  if (chain === undefined) return 'Who sent each list, when and why.';
  return chain.entries === 0 ? 'None yet: a record is written when a list is sent.' : chain.verdict.text;
}

const PLATFORMS: Readonly<Record<string, string>> = { linux: 'Linux', win32: 'Windows', darwin: 'macOS' };

function SettingsOverview() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [letterKeys, setLetterKeys] = useState(hasLetterKeys);
  const app = useContractQuery('app.get', {});
  const rules = useContractQuery('organizationRules.get', {});
  const chain = useContractQuery('records.chain', {});
  const suppressed = useContractQuery('doNotScreen.get', {});
  return (
    <Page isPlain head={<PageTitle window="Settings">Settings</PageTitle>}>
      {app.error !== null && <FailurePanel title="The settings cannot be shown" error={app.error} onRetry={() => void app.refetch()} />}
      <div className="settings">
        <section className="card" aria-labelledby="appearance-title">
          <div className="settings-row">
            <div>
              <h2 className="card-title" id="appearance-title">
                Appearance
              </h2>
              <p className="second">Light, dark, or the setting of this computer.</p>
            </div>
            <SegmentedControl aria-label="Appearance" value={colorScheme} onChange={setColorScheme} data={[...SCHEMES]} />
          </div>
        </section>
        <section className="card" aria-labelledby="letter-keys-title">
          <div className="settings-row">
            <div>
              <h2 className="card-title" id="letter-keys-title">
                Keys without Ctrl
              </h2>
              <p className="second">R, W, U, N, J, K and digits in Review and for a person. Off suits speech input.</p>
            </div>
            <Switch
              aria-labelledby="letter-keys-title"
              checked={letterKeys}
              onChange={({ currentTarget }) => {
                setLetterKeys(currentTarget.checked);
                keepLetterKeys(currentTarget.checked);
              }}
            />
          </div>
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
              <div className="settings-actions" data-links>
                <a className="link" href={toScreen('settings', {}, 'guide')}>
                  User guide
                </a>
                <a className="link" href={toScreen('settings', {}, 'notices')}>
                  Third-party notices
                </a>
                <a className="link" href={toScreen('settings', {}, 'diagnostics')}>
                  Diagnostics
                </a>
                <CopyLink
                  label="Copy for support"
                  text={() =>
                    `Screening Desk ${app.data.version}, ${app.data.host}, ${app.data.platform}, secrets: ${app.data.secrets.kind}`
                  }
                />
              </div>
            </div>
          </section>
        )}
        <section className="card" aria-labelledby="lists-title">
          <h2 className="card-title" id="lists-title">
            Every list
          </h2>
          <ul className="rules-list">
            <li data-plain>
              <div>
                <div className="strong">Organization rules</div>
                <div className="small second">{rulesText(rules.data)}</div>
              </div>
              {app.data?.policy?.values?.organizationRules === undefined ? (
                <a className="link" href={toScreen('settings', {}, 'rules')} aria-label="Change the organization rules">
                  Change
                </a>
              ) : (
                <a className="link" href={toScreen('settings', {}, 'rules')} aria-label="See the organization rules">
                  See
                </a>
              )}
            </li>
            <li data-plain>
              <div>
                <div className="strong">Screening records</div>
                <div className="small second">{chainText(chain.data)}</div>
              </div>
              <a className="link" href={toScreen('record')} aria-label="Open the screening records">
                Open
              </a>
            </li>
            <li data-plain>
              <div>
                <div className="strong">Do-not-screen list</div>
                <div className="small second">{suppressionText(suppressed.data)}</div>
              </div>
              <a className="link" href={toScreen('settings', {}, 'do-not-screen')} aria-label="Change the do-not-screen list">
                Change
              </a>
            </li>
          </ul>
        </section>
        <PracticeCredits />
        {app.data?.policy?.values != null && <PolicyCard policy={app.data.policy.values} source={app.data.policy.source} />}
        <DataCard secrets={app.data?.secrets} isLocked={app.data?.policy?.values?.dataFolder !== undefined} />
        <section className="card" aria-labelledby="keys-title">
          <h2 className="card-title" id="keys-title">
            Keyboard shortcuts
          </h2>
          <Shortcuts />
        </section>
      </div>
    </Page>
  );
}

export function SettingsScreen({ route }: ScreenProps) {
  switch (route.rest[0]) {
    case 'rules':
      return <OrganizationRulesPage />;
    case 'do-not-screen':
      return <DoNotScreenPage />;
    case 'guide':
      return <GuidePage />;
    case 'diagnostics':
      return <DiagnosticsPage />;
    case 'notices':
      return <NoticesPage />;
    default:
      return <SettingsOverview />;
  }
}
