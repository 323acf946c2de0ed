/** Merges the results of parts, retries and the rest of a pilot into their root, so that the root has the result of every row. */
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/base/index.ts';
import { mergesIntoParent } from '../../shared/project/index.ts';
import type { Log } from '../platform/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { Lineage } from './lineage.ts';
import type { ProjectFileQueue } from './project-file-queue.ts';
import type { ProjectStore } from './project-store.ts';
import type { ScreeningIndex } from './screening-index.ts';

/** How often the root is indexed before a merge. The index becomes stale if the results of the root are fetched in between. */
const MAX_TRIES = 3;

export class ResultMerge {
  private readonly store: ProjectStore;
  private readonly queue: ProjectFileQueue;
  private readonly lineage: Lineage;
  private readonly index: ScreeningIndex;
  private readonly log: Log;

  constructor(store: ProjectStore, queue: ProjectFileQueue, lineage: Lineage, index: ScreeningIndex, log: Log) {
    this.store = store;
    this.queue = queue;
    this.lineage = lineage;
    this.index = index;
    this.log = log;
  }

  /**
   * Merges the results of a project that has just collected them. Never rejects. A failed merge is logged, and repeated at the next start
   * and before refused rows are fixed.
   */
  async mergeIntoRoot(id: string): Promise<void> {
    await this.logged(id, async () => {
      const project = this.store.find(id);
      if (project === null) return;
      await this.mergeOnce(project);
      // The rest of a pilot may have its results before the pilot.
      await this.mergeChildren(id);
    });
  }

  /**
   * Merges all finished projects of a root that are not merged yet. Each one's own children are merged first.
   * @throws what the task throws.
   */
  async mergeChildren(root: string): Promise<void> {
    for (const project of this.mergingInto(root)) {
      await this.mergeChildren(project.id);
      await this.mergeOnce(project);
    }
  }

  /**
   * After results were fetched again: merges all finished projects of a list again, in the order in which they were created. `id`: any
   * project of the list. No result of the root is lost. Never rejects.
   */
  async mergeAgain(id: string): Promise<void> {
    await this.mergeAllInto(this.lineage.rootOf(this.store.get(id)));
  }

  private async mergeAllInto(root: string): Promise<void> {
    for (const project of this.mergingInto(root)) {
      await this.mergeAllInto(project.id);
      await this.logged(project.id, () => this.merge(project, true));
    }
  }

  /** `collecting`: the ID of a project that is included although it is not done yet. */
  private mergingInto(id: string, collecting: string | null = null): ProjectRow[] {
    const isReady = ({ id: one, state }: ProjectRow) => state.at === 'done' || one === collecting;
    return this.lineage.childrenOf(id).filter((one) => isReady(one) && mergesIntoParent(one.lineage));
  }

  /**
   * Merges a project that is not merged yet. If its results were fetched again, merges all projects of the list in the order in which they
   * were created, so that the first result of a row never replaces the result of its correction.
   */
  private async mergeOnce(project: ProjectRow): Promise<void> {
    const { lineage, state, submission } = project;
    if (!mergesIntoParent(lineage)) return;
    // If the program ended after the merge, but before the project was done, the results were collected again and must be merged again.
    const isMerged = lineage.merged && state.at === 'done';
    if (isMerged || (!lineage.merged && submission.fetchedAgain === 0)) await this.merge(project);
    else for (const one of this.mergingInto(lineage.of, project.id)) await this.merge(one, true);
    // A parent that is itself merged now has new results.
    const parent = this.store.find(lineage.of);
    if (parent?.state.at === 'done' && mergesIntoParent(parent.lineage) && !parent.lineage.merged) await this.mergeOnce(parent);
  }

  /** `again`: merges even if the project was merged before. */
  private async merge(project: ProjectRow, again = false): Promise<void> {
    const { lineage } = project;
    if (!mergesIntoParent(lineage) || project.wrappedKey === null) return;
    // A fetch that began before somebody was erased from the list would bring them back.
    if (lineage.merged && (!again || this.store.hasErased(lineage.of))) return;
    for (let tries = 1; ; tries++) {
      // The merge overwrites refused rows of the root, so the records that were sent first are indexed before it.
      if (lineage.kind === 'retry') await this.index.add(lineage.of);
      if (await this.mergeNow(project.id, lineage.of, tries === MAX_TRIES)) return;
    }
  }

  /**
   * Merges while no other work on the two files is running. Returns false if the root must be indexed first, because its results were
   * fetched in between. `isLast`: merges even without an index, because a project that cannot be read never gets one.
   */
  private async mergeNow(id: string, root: string, isLast: boolean): Promise<boolean> {
    const { store, queue } = this;
    return await queue.run(root, () =>
      queue.run(id, async () => {
        const into = store.find(root);
        const from = store.find(id);
        if (into?.state.at !== 'done' || from === null || !mergesIntoParent(from.lineage)) return true;
        const isRetry = from.lineage.kind === 'retry';
        if (isRetry && into.index === null && !isLast) return false;
        const before = into.state.counts;
        // Stored before the merge: if the program ends in between, the next start merges the changed results.
        if (mergesIntoParent(into.lineage) && into.lineage.merged) store.update(root, { lineage: { ...into.lineage, merged: false } });
        // The new index will also have the people of the merged project, so that they are known after it is removed.
        store.update(root, { index: null });
        const counts = await queue.runTask(into.id, 'mergeResults', { source: store.fileRef(from), target: store.fileRef(into), isRetry });
        const isFirst = !from.lineage.merged && from.submission.fetchedAgain === 0;
        if (isFirst || !isDeepStrictEqual(counts, before)) store.transition(into.id, { type: 'joined', counts, from: from.name }, {});
        if (!from.lineage.merged) store.update(id, { lineage: { ...from.lineage, merged: true } });
        return true;
      }),
    );
  }

  private async logged(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CLOSING')) this.log.error('project.merge', error, { project: id });
    }
  }
}
