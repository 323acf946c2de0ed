import type { ReactNode } from 'react';
import { BackLink, Page, PageTitle } from '../../components/index.ts';
import { toScreen } from '../../navigation/index.ts';
import './settings.css';

interface SettingsSubpageProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function SettingsSubpage({ title, children }: SettingsSubpageProps) {
  return (
    <Page
      isPlain
      head={
        <>
          <div className="page-head-row">
            <BackLink href={toScreen('settings')}>Settings</BackLink>
          </div>
          <div className="page-head-row back-head">
            <PageTitle window={title}>{title}</PageTitle>
          </div>
        </>
      }
    >
      <div className="settings">{children}</div>
    </Page>
  );
}
