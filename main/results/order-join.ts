/**
 * Joins the profiles of a finished project to its rows by their order if the user decides so, and undoes that. Both only change the
 * project's file: nothing is sent or charged.
 */
import type { Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { mergesIntoParent } from '../../shared/project/index.ts';
import type { ProjectQueries } from '../checking/index.ts';
import type { ProjectPublisher } from '../projects/index.ts';
import type { RunnerOwnership } from '../runner/index.ts';
import { ADOPTED_REASON, type OrderJoinInput } from '../worker-protocol/index.ts';
import type { DoneProject, ScreeningResults } from './screening-results.ts';
import { UnfinishedChanges, type UnfinishedChangesDeps } from './unfinished-changes.ts';

export interface OrderJoinDeps extends UnfinishedChangesDeps {
  readonly publisher: ProjectPublisher;
  readonly queries: ProjectQueries;
  readonly ownership: RunnerOwnership;
  readonly results: ScreeningResults;
}

type ChosenChange = Exclude<OrderJoinInput['change'], { kind: 'none' }>;

export class OrderJoin {
  private readonly deps: OrderJoinDeps;
  private readonly unfinished: UnfinishedChanges;

  constructor(deps: OrderJoinDeps) {
    this.deps = deps;
    this.unfinished = new UnfinishedChanges(deps, 'orderJoinUnfinished/1:', 'order-join');
  }

  /**
   * Joins by order. `previewId`: from the view that the user saw.
   * @throws NOT_FOUND; NOT_NOW; RUNNER_ELSEWHERE; INPUT_INVALID when a join is not possible, or the results have changed since.
   */
  async join(id: string, previewId: string): Promise<Output<'results.joinByOrder'>> {
    if (this.deps.results.done(id).adopted !== null) throw new AppError('INPUT_INVALID', ADOPTED_REASON);
    return await this.change(id, { kind: 'join', previewId });
  }

  /**
   * Restores the results from before the join.
   * @throws NOT_FOUND; NOT_NOW; RUNNER_ELSEWHERE.
   */
  async undo(id: string): Promise<Output<'results.undoOrderJoin'>> {
    return await this.change(id, { kind: 'undo' });
  }

  private async change(id: string, change: ChosenChange): Promise<Output<'results.joinByOrder'>> {
    const { merge, ownership, publisher, queries, queue, results } = this.deps;
    ownership.assertOwned();
    results.done(id);
    this.deps.store.assertNobodyErased(id, 'changing the order of its results');
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
    const { store, queue } = this.deps;
    const { id, lineage, state } = project;
    // If the program ends before the merge below, the next start merges the two files.
    if (mergesIntoParent(lineage)) store.update(id, { lineage: { ...lineage, merged: false } });
    this.unfinished.begin(id);
    const { counts, rows } = await queue.runTask(id, 'orderJoin', { ...store.source(project), own: state.body.rows, change });
    if (rows > 0)
      store.transition(id, { type: change.kind === 'join' ? 'order-joined' : 'order-join-undone', counts }, { rows, by: 'person' });
    this.unfinished.finish(id);
    return { before: state.counts, rows };
  }

  /** At start-up: stores the counts of files that a join or its undo changed just before the last program ended. */
  async resumeAll(): Promise<void> {
    await this.unfinished.resumeAll(({ id, state }, { counts, isJoined }) => {
      const rows = Math.abs(counts.scored - state.counts.scored);
      this.deps.store.transition(id, { type: isJoined ? 'order-joined' : 'order-join-undone', counts }, { rows, by: 'person' });
    });
  }
}
