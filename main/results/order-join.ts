/**
 * Joins the profiles of a finished project to its rows by their order, when the user says so, and takes it back. Both change only the
 * project's file: nothing is sent and nothing is charged.
 */
import type { OrderJoinView, Output } from '../../shared/contract/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/base/errors.ts';
import type { ProjectQueries } from '../checking/project-queries.ts';
import type { ProjectFileQueue } from '../projects/project-file-queue.ts';
import type { ProjectPublisher } from '../projects/project-publisher.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { ResultMerge } from '../projects/result-merge.ts';
import type { RunnerOwnership } from '../runner/ownership.ts';
import type { Log } from '../platform/ports.ts';
import type { AppDatabase } from '../store/app-database/app-database.ts';
import { mergesIntoParent } from '../store/app-database/schema/project.ts';
import type { OrderJoinInput } from '../worker-protocol/results.ts';
import type { DoneProject, ScreeningResults } from './screening-results.ts';

const ADOPTED = 'This project came from the service, so it is not known whether the rows here are in the order of the list that was sent.';

/** With the ID of a project whose file may have been changed without its stored counts. */
const UNFINISHED = 'orderJoinUnfinished/1:';

export interface OrderJoinDeps {
  readonly database: Pick<AppDatabase, 'setSetting' | 'removeSetting' | 'settingsWith'>;
  readonly log: Log;
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly publisher: ProjectPublisher;
  readonly merge: ResultMerge;
  readonly queries: ProjectQueries;
  readonly ownership: RunnerOwnership;
  readonly results: ScreeningResults;
}

type ChosenChange = Exclude<OrderJoinInput['change'], { kind: 'none' }>;

export class OrderJoin {
  private readonly deps: OrderJoinDeps;

  constructor(deps: OrderJoinDeps) {
    this.deps = deps;
  }

  /** @throws NOT_FOUND; NOT_NOW before the project has its results. */
  async view(id: string): Promise<OrderJoinView> {
    const { state, adopted } = this.deps.results.done(id);
    const view = await this.deps.queries.ask(id, 'orderJoin', { own: state.body.rows });
    return adopted !== null && view.state === 'possible' ? { ...view, state: 'refused', reason: ADOPTED, pairs: [] } : view;
  }

  /**
   * `seen`: from the view that the person saw.
   * @throws NOT_FOUND; NOT_NOW; RUNNER_ELSEWHERE; INPUT_INVALID when a join is not possible or the results have changed since.
   */
  async join(id: string, seen: string): Promise<Output<'results.joinByOrder'>> {
    if (this.deps.results.done(id).adopted !== null) throw new AppError('INPUT_INVALID', ADOPTED);
    return await this.change(id, { kind: 'join', seen });
  }

  /** Restores what was there before the join. @throws NOT_FOUND; NOT_NOW; RUNNER_ELSEWHERE */
  async undo(id: string): Promise<Output<'results.undoOrderJoin'>> {
    return await this.change(id, { kind: 'undo' });
  }

  private async change(id: string, change: ChosenChange): Promise<Output<'results.joinByOrder'>> {
    const { merge, ownership, publisher, queries, queue, results } = this.deps;
    ownership.assertOwned();
    results.done(id);
    try {
      const { before, rows } = await queue.run(id, () => this.changeNow(results.done(id), change));
      await merge.mergeAgain(id);
      return { project: publisher.view(id), before, after: results.done(id).state.counts, rows };
    } finally {
      queries.invalidateFinished();
    }
  }

  /** Call it from the queue. */
  private async changeNow(project: DoneProject, change: ChosenChange): Promise<{ before: DoneProject['state']['counts']; rows: number }> {
    const { database, store, queue } = this.deps;
    const { id, lineage, state } = project;
    // A program that ends between the two files merges them when it starts again.
    if (mergesIntoParent(lineage)) store.update(id, { lineage: { ...lineage, merged: false } });
    database.setSetting(UNFINISHED + id, '');
    const { counts, rows } = await queue.runTask(id, 'orderJoin', { ...store.source(project), own: state.body.rows, change });
    if (rows > 0)
      store.transition(id, { type: change.kind === 'join' ? 'order-joined' : 'order-join-undone', counts }, { rows, by: 'person' });
    database.removeSetting(UNFINISHED + id);
    return { before: state.counts, rows };
  }

  /** At start-up: takes over the counts of a file that a join or its undo changed just before the last program ended. */
  async resumeAll(): Promise<void> {
    const { database, log, queue } = this.deps;
    for (const name of database.settingsWith(UNFINISHED).keys()) {
      const id = name.slice(UNFINISHED.length);
      try {
        if (this.deps.store.find(id)?.state.at === 'done') {
          await queue.run(id, () => this.repair(id));
          await this.deps.merge.mergeAgain(id);
        }
        database.removeSetting(name);
      } catch (error) {
        // The counts stay old, and the next start tries again.
        log.error('order-join', error);
      }
    }
  }

  /** Call it from the queue. */
  private async repair(id: string): Promise<void> {
    const { store, queue } = this.deps;
    const project = store.find(id);
    if (project?.state.at !== 'done' || project.wrappedKey === null) return;
    const { state } = project;
    const change = { kind: 'none' } as const;
    const { counts, isJoined } = await queue.runTask(id, 'orderJoin', { ...store.source(project), own: state.body.rows, change });
    if (isDeepStrictEqual(counts, state.counts)) return;
    const rows = Math.abs(counts.scored - state.counts.scored);
    store.transition(id, { type: isJoined ? 'order-joined' : 'order-join-undone', counts }, { rows, by: 'person' });
  }
}
