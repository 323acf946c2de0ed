/** The screen table: which component shows which route. Each screen has its own folder in `renderer/screens`. */
import type { ComponentType } from 'react';
import type { PlainRoute, Step } from '../navigation/router.ts';
import { CheckScreen } from '../screens/check/CheckScreen.tsx';
import { ColumnsScreen } from '../screens/columns/ColumnsScreen.tsx';
import { ConnectionsScreen } from '../screens/connections/ConnectionsScreen.tsx';
import { CostScreen } from '../screens/cost/CostScreen.tsx';
import { FileScreen } from '../screens/file/FileScreen.tsx';
import { NewScreen } from '../screens/file/NewScreen.tsx';
import { ProfileScreen } from '../screens/profile/ProfileScreen.tsx';
import { ProgressScreen } from '../screens/progress/ProgressScreen.tsx';
import { ProjectsScreen } from '../screens/projects/ProjectsScreen.tsx';
import { ResultsScreen } from '../screens/results/ResultsScreen.tsx';
import { SettingsScreen } from '../screens/settings/SettingsScreen.tsx';
import type { ProjectScreenProps, ScreenProps } from '../components/screen-props.ts';

export const SCREENS: Readonly<Record<PlainRoute['at'], ComponentType<ScreenProps>>> = {
  projects: ProjectsScreen,
  new: NewScreen,
  profile: ProfileScreen,
  connections: ConnectionsScreen,
  settings: SettingsScreen,
};

/** The screens of a project by step. A missing step is shown as the nearest one before it. */
export const PROJECT_SCREENS: Readonly<Partial<Record<Step, ComponentType<ProjectScreenProps>>>> = {
  file: FileScreen,
  columns: ColumnsScreen,
  check: CheckScreen,
  cost: CostScreen,
  progress: ProgressScreen,
  results: ResultsScreen,
};
