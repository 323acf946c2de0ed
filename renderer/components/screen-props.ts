/** What the screens are given. */
import type { ProjectView } from '../../shared/contract/index.ts';
import type { PlainRoute, ProjectRoute } from '../navigation/router.ts';

/** What every screen outside the projects is given. */
export interface ScreenProps {
  readonly route: PlainRoute;
}

/** What every screen of a project is given. The project is current: events keep it so. */
export interface ProjectScreenProps {
  readonly project: ProjectView;
  readonly route: ProjectRoute;
}
