/** Changes the name and the options of a project: connection, rows to send, baseline, and score settings. */
import type { Input, ProjectView } from '../../shared/contract/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { ProjectPublisher } from '../projects/project-publisher.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { ProjectRow } from '../store/app-database/app-database.ts';
import type { Baseline } from './baseline.ts';

export class ProjectOptions {
  private readonly store: ProjectStore;
  private readonly connections: Connections;
  private readonly publisher: ProjectPublisher;
  private readonly baseline: Baseline;

  constructor(store: ProjectStore, connections: Connections, publisher: ProjectPublisher, baseline: Baseline) {
    this.store = store;
    this.connections = connections;
    this.publisher = publisher;
    this.baseline = baseline;
  }

  /**
   * Changes what is given.
   * @throws NOT_FOUND; NOT_NOW once the list was sent, except for the purpose; as `lineageWith`.
   */
  change(input: Input<'projects.change'>): ProjectView {
    const { id, name, purpose, connectionId, sendErrors, resendRecent, recencyDays, baselineId, scoreConfiguration, listFormat } = input;
    const ofTheList = [name, connectionId, sendErrors, resendRecent, recencyDays, baselineId, scoreConfiguration, listFormat];
    if (ofTheList.some((change) => change !== undefined)) this.store.draft(id);
    if (connectionId !== undefined) this.connections.row(connectionId);
    const lineage = this.lineageAfter(input);
    this.store.update(id, {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(connectionId === undefined ? {} : { connectionId }),
      ...(lineage === undefined ? {} : { lineage }),
      options: {
        ...(purpose === undefined ? {} : { purpose }),
        ...(sendErrors === undefined ? {} : { sendErrors }),
        ...(resendRecent === undefined ? {} : { resendRecent }),
        ...(recencyDays === undefined ? {} : { recencyDays }),
        ...(scoreConfiguration === undefined ? {} : { scoreConfiguration }),
        ...(listFormat === undefined ? {} : { listFormat }),
      },
    });
    return this.publisher.view(id);
  }

  /**
   * The lineage after a change; undefined: unchanged. A baseline on another account is dropped: its scores cannot be
   * compared.
   */
  private lineageAfter({ id, connectionId, baselineId }: Input<'projects.change'>): ProjectRow['lineage'] | undefined {
    const project = this.store.get(id);
    const moved = connectionId !== undefined && !this.connections.accountOf(connectionId).has(project.connectionId);
    const asked = baselineId === undefined && moved && project.lineage?.kind === 'baseline' ? null : baselineId;
    return asked === undefined ? undefined : this.baseline.lineageWith(project, asked, connectionId ?? project.connectionId);
  }
}
