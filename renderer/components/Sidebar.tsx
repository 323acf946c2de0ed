import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Icon, IconFolders, IconPlugConnected, IconPlus, IconSettings, IconTargetArrow, IconUserSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConnectionView } from '../../shared/contract/index.ts';
import { type PlainRoute, toScreen } from '../navigation/index.ts';
import { count } from '../format/index.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { shortcutText } from '../kit/index.ts';
import './sidebar.css';

interface SidebarLinkProps {
  readonly to: PlainRoute['at'];
  readonly label: string;
  readonly icon: Icon;
  readonly isCurrent: boolean;
  readonly isNarrow: boolean;
  readonly end?: ReactNode;
}

function SidebarLink({ to, label, icon: LinkIcon, isCurrent, isNarrow, end }: SidebarLinkProps) {
  return (
    <li>
      <Tooltip label={label} position="right" disabled={!isNarrow}>
        <a className="sidebar-link" href={toScreen(to)} {...(isCurrent && { 'aria-current': 'page' as const })}>
          <LinkIcon size={17} stroke={1.6} aria-hidden />
          <span className="sidebar-text">{label}</span>
          {end}
        </a>
      </Tooltip>
    </li>
  );
}

interface SidebarProps {
  /** The screen that is shown; for a project, New screening while it is a draft, else Projects. */
  readonly current: PlainRoute['at'];
  /** Number of projects that wait for the user. */
  readonly waiting: number;
  /** The connection of the current screen; null until it is loaded. */
  readonly connection: ConnectionView | null;
}

/** The left sidebar: the five screens, and the connection with its balance. Below 1100 px it shows only icons. */
export function Sidebar({ current, waiting, connection }: SidebarProps) {
  const isNarrow = useMediaQuery('(max-width: 1099px)', false, { getInitialValueInEffect: false });
  const waitingMark = waiting > 0 && (
    <span className="sidebar-count">
      {waiting}
      <span className="visually-hidden"> {count(waiting, 'project').replace(/^\S+ /, '')} waiting for you</span>
    </span>
  );
  return (
    <div className="sidebar">
      <nav aria-label="Main">
        <div className="sidebar-brand">
          <span className="sidebar-mark" aria-hidden>
            <IconTargetArrow size={18} stroke={1.8} />
          </span>
          <span className="sidebar-text">Screening Desk</span>
        </div>
        <ul className="sidebar-list">
          <SidebarLink
            to="projects"
            label="Projects"
            icon={IconFolders}
            isCurrent={current === 'projects' || current === 'person'}
            isNarrow={isNarrow}
            end={waitingMark}
          />
          <SidebarLink
            to="new"
            label="New screening"
            icon={IconPlus}
            isCurrent={current === 'new'}
            isNarrow={isNarrow}
            end={
              <span className="sidebar-end" aria-hidden>
                {shortcutText('N')}
              </span>
            }
          />
          <SidebarLink to="profile" label="Single profile" icon={IconUserSearch} isCurrent={current === 'profile'} isNarrow={isNarrow} />
          <SidebarLink
            to="connections"
            label="Connections"
            icon={IconPlugConnected}
            isCurrent={current === 'connections'}
            isNarrow={isNarrow}
          />
          <SidebarLink to="settings" label="Settings" icon={IconSettings} isCurrent={current === 'settings'} isNarrow={isNarrow} />
        </ul>
      </nav>
      <div className="sidebar-space" />
      {connection !== null && <ConnectionCard connection={connection} />}
    </div>
  );
}
