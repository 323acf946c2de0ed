/** The finished projects, whose results can be shown, searched and compared. */
import { AppError } from '../../shared/base/index.ts';
import type { ProjectState } from '../../shared/project/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { Connections } from '../connections/index.ts';
import { type ProjectStore, screenedAbout } from '../projects/index.ts';

export type DoneProject = ProjectRow & { readonly state: Extract<ProjectState, { at: 'done' }> };

/** The most screenings in which a person is searched. */
const MAX_SCREENINGS = 50;

export class ScreeningResults {
  private readonly store: ProjectStore;
  private readonly connections: Connections;

  constructor(store: ProjectStore, connections: Connections) {
    this.store = store;
    this.connections = connections;
  }

  /** @throws NOT_FOUND; NOT_NOW before the project has its results. */
  done(id: string): DoneProject {
    const project = this.store.get(id);
    const { state } = project;
    if (state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not available yet.');
    return { ...project, state };
  }

  /** The newest finished screenings over these connections with a file here. A person is searched in these. */
  finished(connectionIds: ReadonlySet<string>, except: string | null = null): DoneProject[] {
    return this.store
      .all()
      .flatMap((project) => (project.state.at === 'done' && project.wrappedKey !== null ? [{ ...project, state: project.state }] : []))
      .filter((project) => project.id !== except && connectionIds.has(project.connectionId))
      .sort((a, b) => screenedAbout(b) - screenedAbout(a))
      .slice(0, MAX_SCREENINGS);
  }

  /**
   * The other project of a comparison.
   * @throws NOT_FOUND; NOT_NOW; INPUT_INVALID when the two cannot be compared.
   */
  comparable(id: string, withId: string): DoneProject {
    const project = this.done(id);
    const other = this.done(withId);
    if (id === withId) throw new AppError('INPUT_INVALID', 'A screening cannot be compared with itself. Choose another one.');
    if (!this.connections.accountOf(project.connectionId).has(other.connectionId))
      throw new AppError('INPUT_INVALID', 'Only screenings of the same account can be compared: other services use other scales.');
    return other;
  }
}
