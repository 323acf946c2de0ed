/** Changes the name and the options of a project: connection, rows to send, baseline, and score settings. */
import { AppError } from '../../shared/base/index.ts';
import { type Input, PROJECT_SETTINGS, type ProjectView, valuesOf } from '../../shared/contract/index.ts';
import { RECORD_FIELDS } from '../../shared/record/index.ts';
import type { Connections } from '../connections/index.ts';
import { isBeforeSubmission, isRest, mergesIntoParent } from '../../shared/project/index.ts';
import { type ProjectPublisher, type ProjectStore, plainNameOnServiceOf } from '../projects/index.ts';
import type { ProjectChange, ProjectRow } from '../store/app-database/index.ts';
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
   * Changes the given properties. The name on the service follows the project's name until the user gives it another one, or the list is
   * sent.
   * @throws NOT_FOUND; NOT_NOW once the list was sent, except for the name and what is declared for its record; INPUT_INVALID for refused
   * rows on another account; as `lineageWith`.
   */
  change(input: Input<'projects.change'>): ProjectView {
    const { id, name, connectionId, baselineId } = input;
    const declared: ReadonlySet<string> = new Set(RECORD_FIELDS);
    const ofTheList = Object.entries({ ...valuesOf(PROJECT_SETTINGS, input), connectionId, baselineId }).filter(
      ([key]) => !declared.has(key),
    );
    const changesList = ofTheList.some(([, change]) => change !== undefined);
    if (changesList) this.store.draft(id);
    if (connectionId !== undefined) this.assertAccount(id, this.connections.row(connectionId).id);
    const lineage = this.lineageAfter(input);
    const project = this.store.get(id);
    // The service knows a sent list by the name at that time.
    const staysNamed = name !== undefined && !isBeforeSubmission(project.state) ? { serviceName: plainNameOnServiceOf(project) } : {};
    const changed: ProjectChange = {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(connectionId === undefined ? {} : { connectionId }),
      ...(lineage === undefined ? {} : { lineage }),
      options: { ...valuesOf(PROJECT_SETTINGS, input), ...staysNamed },
    };
    if (changesList) this.store.updateDraft(id, changed);
    else this.store.update(id, changed);
    return this.publisher.view(id);
  }

  /**
   * Refused rows must be sent to the account of their list, because their results are merged into it. Otherwise, scores of another account
   * (or of the practice service) would appear among its scores. This does not apply to the rest of a pilot, which becomes a list of its
   * own.
   * @throws INPUT_INVALID.
   */
  private assertAccount(id: string, connectionId: string): void {
    const { lineage } = this.store.get(id);
    const of = mergesIntoParent(lineage) && !isRest(lineage) ? this.store.find(lineage.of) : null;
    if (of === null || this.connections.accountOf(of.connectionId).has(connectionId)) return;
    throw new AppError(
      'INPUT_INVALID',
      `The results of these rows become part of “${of.name}”, so they are sent to the same account as that list. To send them to another account, save its rows that were not accepted and import the file as a new screening.`,
    );
  }

  /**
   * The lineage after a change; undefined if unchanged. A baseline on another account is removed, because its scores cannot be compared.
   */
  private lineageAfter({ id, connectionId, baselineId }: Input<'projects.change'>): ProjectRow['lineage'] | undefined {
    const project = this.store.get(id);
    if (connectionId !== undefined && isRest(project.lineage)) return this.baseline.lineageWith(project, baselineId ?? null, connectionId);
    const moved = connectionId !== undefined && !this.connections.accountOf(connectionId).has(project.connectionId);
    const asked = baselineId === undefined && moved && project.lineage?.kind === 'baseline' ? null : baselineId;
    return asked === undefined ? undefined : this.baseline.lineageWith(project, asked, connectionId ?? project.connectionId);
  }
}
