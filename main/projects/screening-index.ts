/** Indexes the people and records that a finished project sent, so that checks of later lists find them. */
import { AppError } from '../../shared/base/index.ts';
import { rowsNotPart } from '../../shared/project/index.ts';
import type { Log } from '../platform/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import { isWhollyAdopted } from './lineage.ts';
import type { ProjectFileQueue } from './project-file-queue.ts';
import type { ProjectStore } from './project-store.ts';

export class ScreeningIndex {
  private readonly store: ProjectStore;
  private readonly queue: ProjectFileQueue;
  private readonly log: Log;
  /** Key of the digests of sent records, 32 bytes. */
  readonly recordKey: Uint8Array;

  constructor(store: ProjectStore, queue: ProjectFileQueue, log: Log, recordKey: Uint8Array) {
    this.store = store;
    this.queue = queue;
    this.log = log;
    this.recordKey = recordKey;
  }

  /**
   * Indexes a finished project unless its index is current. If its file is damaged, this is logged, and the project has no index.
   * @throws what the task throws for any other reason, such as DISK_FULL.
   */
  async add(id: string): Promise<void> {
    const project = this.store.find(id);
    if (project?.state.at !== 'done' || isIndexed(project)) return;
    try {
      await this.queue.run(id, () => this.write(id));
    } catch (error) {
      if (!(error instanceof AppError && error.recovery === 'restoreProject')) throw error;
      this.log.error('project.index', error, { project: id });
    }
  }

  private async write(id: string): Promise<void> {
    const project = this.store.get(id);
    if (isIndexed(project)) return;
    const withoutResult = rowsWithoutResult(project);
    // The index must keep the codes of people who were erased, because they cannot be computed from an empty row. This is true even after
    // refused rows were merged.
    const keeps = this.store.hasErased(id);
    if (project.index !== null && keeps) {
      this.store.update(id, { index: { ...project.index, withoutResult } });
      return;
    }
    const counts = await this.queue.runTask(id, 'indexScreening', {
      ...this.store.source(project),
      key: this.recordKey,
      keeps,
      othersWereSent: !isWhollyAdopted(project),
    });
    this.store.update(id, { index: { ...counts, withoutResult } });
  }
}

/** Rows of a finished project that were neither scored nor refused, but may have been sent and charged. */
export const rowsWithoutResult = (project: Pick<ProjectRow, 'adopted' | 'state'>): number =>
  project.state.at === 'done' ? project.state.counts.unknown - rowsNotPart(project.adopted, project.state.counts) : 0;

/** Whether the index of a finished project is up to date with its results. */
const isIndexed = (project: Pick<ProjectRow, 'adopted' | 'state' | 'index'>): boolean =>
  project.index?.withoutResult === rowsWithoutResult(project);
