/** Merges the results of parts and retries into the project that they came out of, which then holds the result of every row. */
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/base/errors.ts';
import type { Log } from '../platform/ports.ts';
import type { ProjectRow } from '../store/app-database/app-database.ts';
import { mergesIntoParent } from '../store/app-database/schema/project.ts';
import type { Lineage } from './lineage.ts';
import type { ProjectFileQueue } from './project-file-queue.ts';
import type { ProjectStore } from './project-store.ts';
import type { ScreeningIndex } from './screening-index.ts';

/** How often the root is indexed before a merge, should a fetch of its results come in between. */
const MOST_TRIES = 3;

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
   * Merges the results of a project that has just collected them. Never rejects: a merge that fails is logged and made when the
   * program starts, or when refused rows are next asked for.
   */
  async mergeIntoRoot(id: string): Promise<void> {
    await this.logged(id, async () => {
      const project = this.store.find(id);
      if (project !== null) await this.mergeOnce(project);
    });
  }

  /** Merges every finished project that came out of this one and is not merged yet. @throws what the task throws. */
  async mergeLinked(root: string): Promise<void> {
    for (const project of this.lineage.linkedTo(root)) if (project.state.at === 'done') await this.mergeOnce(project);
  }

  /**
   * Merges all finished projects of a list once more after results were fetched again, in the order in which they were made. `id`:
   * any project of the list. Results that are there stay. Never rejects.
   */
  async mergeAgain(id: string): Promise<void> {
    const root = this.lineage.rootOf(this.store.get(id));
    for (const project of this.lineage.linkedTo(root))
      if (project.state.at === 'done') await this.logged(project.id, () => this.merge(project, true));
  }

  /**
   * Merges a project that is not merged yet. After a later fetch, all of the list are merged in the order in which they were made: the
   * result of a corrected row is not replaced by that of its first sending.
   */
  private async mergeOnce(project: ProjectRow): Promise<void> {
    const { lineage, submission } = project;
    if (!mergesIntoParent(lineage) || lineage.merged || submission.fetchedAgain === 0) await this.merge(project);
    else for (const one of this.lineage.linkedTo(lineage.of)) if (one.state.at === 'done') await this.merge(one, true);
  }

  /** Merges once, or with `again` although it was merged before. */
  private async merge(project: ProjectRow, again = false): Promise<void> {
    const { lineage } = project;
    if (!mergesIntoParent(lineage) || (lineage.merged && !again) || project.wrappedKey === null) return;
    for (let tries = 1; ; tries++) {
      // The merge puts the fixed rows into the root: what was sent at first is indexed before.
      if (lineage.kind === 'retry') await this.index.add(lineage.of);
      if (await this.mergeNow(project.id, lineage.of, tries === MOST_TRIES)) return;
    }
  }

  /**
   * Merges while nothing else works on the two files. False when the root has to be indexed first, because its results were fetched
   * in between. With `isLast` it merges anyway: a project that cannot be read never gets an index.
   */
  private async mergeNow(id: string, root: string, isLast: boolean): Promise<boolean> {
    const { store, queue } = this;
    return await queue.run(root, () =>
      queue.run(id, async () => {
        const into = store.find(root);
        const from = store.find(id);
        if (into?.state.at !== 'done' || from === null || !mergesIntoParent(from.lineage)) return true;
        if (from.lineage.kind === 'retry' && into.index === null && !isLast) return false;
        const before = into.state.counts;
        const counts = await queue.task(into.id, 'mergeResults', { source: store.fileRef(from), target: store.fileRef(into) });
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
