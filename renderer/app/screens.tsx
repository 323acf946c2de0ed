/** The screen table: which component shows which route. Each screen has its own folder in `renderer/screens`. */
import type { ComponentType } from 'react';
import type { PlainRoute, Step } from '../navigation/index.ts';
import { CheckScreen } from '../screens/check/index.ts';
import { ColumnsStep } from '../screens/columns/index.ts';
import { ConnectionsScreen } from '../screens/connections/index.ts';
import { CostScreen } from '../screens/cost/index.ts';
import { FileScreen, NewScreen } from '../screens/file/index.ts';
import { PersonScreen } from '../screens/person/index.ts';
import { ProfileScreen } from '../screens/profile/index.ts';
import { ProgressScreen } from '../screens/progress/index.ts';
import { ProjectsScreen } from '../screens/projects/index.ts';
import { RecordScreen } from '../screens/record/index.ts';
import { ReportScreen } from '../screens/report/index.ts';
import { ResultsScreen } from '../screens/results/index.ts';
import { SettingsScreen } from '../screens/settings/index.ts';
import { WriteBackScreen } from '../screens/write-back/index.ts';
import type { ProjectScreenProps, ScreenProps } from '../components/index.ts';

export const SCREENS: Readonly<Record<PlainRoute['at'], ComponentType<ScreenProps>>> = {
  projects: ProjectsScreen,
  person: PersonScreen,
  new: NewScreen,
  profile: ProfileScreen,
  connections: ConnectionsScreen,
  settings: SettingsScreen,
  record: RecordScreen,
};

/** The screens of a finished project. */
function FinishedScreen(props: ProjectScreenProps) {
  if (props.route.rest[0] === 'write-back') return <WriteBackScreen {...props} />;
  return props.route.rest[0] === 'report' ? <ReportScreen {...props} /> : <ResultsScreen {...props} />;
}

/** The screens of a project by step. A missing step is shown as the nearest one before it. */
export const PROJECT_SCREENS: Readonly<Partial<Record<Step, ComponentType<ProjectScreenProps>>>> = {
  file: FileScreen,
  columns: ColumnsStep,
  check: CheckScreen,
  cost: CostScreen,
  progress: ProgressScreen,
  results: FinishedScreen,
};
