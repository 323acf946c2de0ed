/**
 * Joins the profiles of a finished project to its rows by their order, when a person says so, and takes it back. Both change only the
 * project's file: nothing is sent and nothing is charged.
 */
import type { OrderJoinView, Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { ProjectQueries } from '../checking/project-queries.ts';
import type { ProjectFileQueue } from '../projects/project-file-queue.ts';
import type { ProjectPublisher } from '../projects/project-publisher.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { ResultMerge } from '../projects/result-merge.ts';
import type { RunnerOwnership } from '../runner/ownership.ts';
import { mergesIntoParent } from '../store/app-database/schema/project.ts';
import type { OrderJoinInput } from '../worker-protocol/results.ts';
import type { DoneProject, ScreeningResults } from './screening-results.ts';

const ADOPTED = 'This project came from the service, so it is not known whether the rows here are in the order of the list that was sent.';

export interface OrderJoinDeps {
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly publisher: ProjectPublisher;
  readonly merge: ResultMerge;
  readonly queries: ProjectQueries;
  readonly ownership: RunnerOwnership;
  readonly results: ScreeningResults;
}

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

  private async change(id: string, change: OrderJoinInput['change']): Promise<Output<'results.joinByOrder'>> {
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
  private async changeNow(
    project: DoneProject,
    change: OrderJoinInput['change'],
  ): Promise<{ before: DoneProject['state']['counts']; rows: number }> {
    const { store, queue } = this.deps;
    const { id, lineage, state } = project;
    // A program that ends between the two files merges them when it starts again.
    if (mergesIntoParent(lineage)) store.update(id, { lineage: { ...lineage, merged: false } });
    const { counts, rows } = await queue.task(id, 'orderJoin', { ...store.source(project), own: state.body.rows, change });
    if (rows > 0)
      store.transition(id, { type: change.kind === 'join' ? 'order-joined' : 'order-join-undone', counts }, { rows, by: 'person' });
    return { before: state.counts, rows };
  }
}
