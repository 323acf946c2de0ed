import type { ReactNode } from 'react';
import { BackHead, Page, PageTitle } from '../../components/index.ts';
import { toScreen } from '../../navigation/index.ts';
import './settings.css';

interface SettingsSubpageProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function SettingsSubpage({ title, children }: SettingsSubpageProps) {
  return (
    <Page isPlain head={<BackHead href={toScreen('settings')} to="Settings" title={<PageTitle window={title}>{title}</PageTitle>} />}>
      <div className="settings">{children}</div>
    </Page>
  );
}
