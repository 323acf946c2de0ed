/** Which screen stands at which place. A screen is one file beside this one. */
import type { ComponentType } from 'react';
import type { ProjectView } from '../../shared/contract.ts';
import type { PlainRoute, ProjectRoute, Step } from '../router.ts';
import { CheckScreen } from './CheckScreen.tsx';
import { ColumnsScreen } from './ColumnsScreen.tsx';
import { ConnectionsScreen } from './ConnectionsScreen.tsx';
import { CostScreen } from './CostScreen.tsx';
import { FileScreen } from './FileScreen.tsx';
import { NewScreen } from './NewScreen.tsx';
import { ProfileScreen } from './ProfileScreen.tsx';
import { ProgressScreen } from './ProgressScreen.tsx';
import { ProjectsScreen } from './ProjectsScreen.tsx';
import { ResultsScreen } from './ResultsScreen.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';

/** What every screen outside the projects is given. */
export interface ScreenProps {
  readonly route: PlainRoute;
}

/** What every screen of a project is given. The project is current: events keep it so. */
export interface ProjectScreenProps {
  readonly project: ProjectView;
  readonly route: ProjectRoute;
}

export const SCREENS: Readonly<Record<PlainRoute['at'], ComponentType<ScreenProps>>> = {
  projects: ProjectsScreen,
  new: NewScreen,
  profile: ProfileScreen,
  connections: ConnectionsScreen,
  settings: SettingsScreen,
};

/** The screens of a project by step. A step that is missing here is shown as the nearest one before it. */
export const PROJECT_SCREENS: Readonly<Partial<Record<Step, ComponentType<ProjectScreenProps>>>> = {
  file: FileScreen,
  columns: ColumnsScreen,
  check: CheckScreen,
  cost: CostScreen,
  progress: ProgressScreen,
  results: ResultsScreen,
};
