import type { ProjectView } from '../../shared/contract/index.ts';
import type { PlainRoute, ProjectRoute } from '../navigation/index.ts';

export interface ScreenProps {
  readonly route: PlainRoute;
}

/** Props of every screen of a project. Events keep `project` current. */
export interface ProjectScreenProps {
  readonly project: ProjectView;
  readonly route: ProjectRoute;
}
