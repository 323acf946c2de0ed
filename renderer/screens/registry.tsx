/** Which screen stands at which place. Each screen has a folder beside this file. */
import type { ComponentType } from 'react';
import type { PlainRoute, Step } from '../router.ts';
import { CheckScreen } from './check/CheckScreen.tsx';
import { ColumnsScreen } from './columns/ColumnsScreen.tsx';
import { ConnectionsScreen } from './connections/ConnectionsScreen.tsx';
import { CostScreen } from './cost/CostScreen.tsx';
import { FileScreen } from './file/FileScreen.tsx';
import { NewScreen } from './file/NewScreen.tsx';
import { ProfileScreen } from './profile/ProfileScreen.tsx';
import { ProgressScreen } from './progress/ProgressScreen.tsx';
import { ProjectsScreen } from './projects/ProjectsScreen.tsx';
import { ResultsScreen } from './results/ResultsScreen.tsx';
import { SettingsScreen } from './settings/SettingsScreen.tsx';
import type { ProjectScreenProps, ScreenProps } from './screen-props.ts';

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
