/**
 * Fetches the results of a finished project again: profiles, row errors and the row numbering. This costs nothing. The earlier results are
 * kept, even if it fails.
 */
import type { Output } from '../../shared/contract/index.ts';
import { AppError, type Recovery } from '../../shared/base/index.ts';
import { isOtherProject, mergesIntoParent } from '../../shared/project/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import type { Host, SpawnWorker } from '../platform/index.ts';
import type { ServiceClient } from '../service/index.ts';
import type { ProjectQueries } from '../checking/index.ts';
import type { ConnectedServices, Connections } from '../connections/index.ts';
import { type ProjectPublisher, nameOnServiceOf } from '../projects/index.ts';
import { type FetchedResults, type RunnerOwnership, StepCanceled, fetchResults, lookUpProject } from '../runner/index.ts';
import type { AppDatabase, ProjectRow } from '../store/app-database/index.ts';
import type { DoneProject, ScreeningResults } from './screening-results.ts';
import { UnfinishedChanges, type UnfinishedChangesDeps } from './unfinished-changes.ts';

export interface FetchAgainDeps extends UnfinishedChangesDeps {
  readonly database: Pick<AppDatabase, 'journal'>;
  readonly host: Pick<Host, 'keepAwake'>;
  readonly spawnWorker: SpawnWorker;
  readonly connections: Pick<Connections, 'row'>;
  readonly services: Pick<ConnectedServices, 'client'>;
  readonly publisher: ProjectPublisher;
  readonly queries: ProjectQueries;
  readonly ownership: RunnerOwnership;
  readonly results: ScreeningResults;
}

const KEPT = 'The results fetched before are unchanged.';
/** Recoveries of failures of the service and the connection to it. All others are failures of this computer. */
const OF_SERVICE: readonly Recovery[] = ['wait', 'observeAgain', 'needsToken', 'addCredits'];
/** Status codes of a service that does not have the project, or no longer has it. */
const GONE: readonly unknown[] = [404, 410];

export class FetchAgain {
  private readonly deps: FetchAgainDeps;
  private readonly fetching = new Set<string>();
  private readonly unfinished: UnfinishedChanges;

  constructor(deps: FetchAgainDeps) {
    this.deps = deps;
    this.unfinished = new UnfinishedChanges(deps, 'fetchAgainUnfinished/1:', 'fetch-again');
  }

  /**
   * Fetches the results and merges them.
   * @throws NOT_FOUND; NOT_NOW before the project is done, and during another fetch; RUNNER_ELSEWHERE; SERVICE_NONSENSE when the service
   * shows another project under its ID; as the connection and the service.
   */
  async fetch(id: string): Promise<Output<'results.fetchAgain'>> {
    const { results, publisher, queries, ownership } = this.deps;
    ownership.assertOwned();
    results.done(id);
    this.deps.store.assertNobodyErased(id, 'fetching its results again');
    if (this.fetching.has(id)) throw new AppError('NOT_NOW', 'The results are already being fetched.');
    this.fetching.add(id);
    try {
      const { before, report, kept } = await this.fetchAndMerge(id);
      this.unfinished.finish(id);
      return { project: publisher.view(id), before, after: results.done(id).state.counts, report, kept };
    } finally {
      this.fetching.delete(id);
      queries.invalidateFinished();
    }
  }

  /** At start-up: stores the counts of files into which results were fetched just before the last program ended. */
  async resumeAll(): Promise<void> {
    const { store } = this.deps;
    await this.unfinished.resumeAll(({ id, state }, { counts }) => {
      store.transition(id, { type: 'fetched-again', counts }, { before: state.counts, by: 'person' }, {});
    });
  }

  private async fetchAndMerge(id: string): ReturnType<FetchAgain['fetchNow']> {
    try {
      return await this.deps.queue.run(id, () => this.fetchNow(id));
    } finally {
      await this.deps.merge.mergeAgain(id);
    }
  }

  /** Call it from the queue. */
  private async fetchNow(id: string): Promise<Pick<Output<'results.fetchAgain'>, 'before' | 'report' | 'kept'>> {
    const { services, store, queue, results } = this.deps;
    const project = results.done(id);
    const { state } = project;
    const client = await services.client(project.connectionId);
    let fetched: FetchedResults;
    try {
      fetched = await queue.runAbortable(id, 'collecting', async (signal, show) => {
        const remote = await this.ownProject(client, project, signal);
        this.recordFollowUp(project);
        return await this.read(client, project, remote, signal, (done, total) => {
          show({ done, total, unit: 'bytes' });
        });
      });
    } catch (error) {
      throw withResultsKept(error);
    }
    const { counts, rowBase, validRows, report, kept } = fetched;
    store.transition(
      id,
      { type: 'fetched-again', counts },
      { before: state.counts, validRows, report, by: 'person' },
      { submission: { rowBase: rowBase ?? project.submission.rowBase } },
    );
    return { before: state.counts, report, kept };
  }

  private async read(
    client: ServiceClient,
    project: DoneProject,
    remote: RemoteProject,
    signal: AbortSignal,
    progress: (done: number, total: number | null) => void,
  ): Promise<FetchedResults> {
    const { connections, host, store, spawnWorker } = this.deps;
    const { body, remoteId } = project.state;
    const { rowBase } = connections.row(project.connectionId).settings;
    const { adopted } = project;
    return await fetchResults({
      client,
      remoteId,
      remote,
      rows: body.rows,
      spawn: () =>
        spawnWorker('collect', {
          ...store.source(store.get(project.id)),
          rowBase,
          body,
          ...(adopted !== null && { rowNumbers: adopted.rowNumbers }),
        }),
      host,
      signal,
      progress,
    });
  }

  /**
   * Records, before anything is read, what must follow even if the program ends in between: the project's counts are updated, it is indexed
   * again, and a part or a retry is merged again.
   */
  private recordFollowUp({ id, lineage, submission }: ProjectRow): void {
    this.unfinished.begin(id);
    this.deps.store.update(id, {
      submission: { fetchedAgain: submission.fetchedAgain + 1 },
      index: null,
      ...(mergesIntoParent(lineage) && { lineage: { ...lineage, merged: false } }),
    });
  }

  /**
   * The service's record of our project. If the ID now belonged to another project, our people would get wrong scores. A missing name
   * proves nothing.
   * @throws SERVICE_NONSENSE when the project is not ours.
   */
  private async ownProject(client: ServiceClient, project: DoneProject, signal: AbortSignal): Promise<RemoteProject> {
    const { state } = project;
    const remote = await client.project(state.remoteId, signal);
    const lookup = remote.name === null ? await lookUpProject(client, state, signal) : null;
    const name = remote.name ?? lookup?.name ?? null;
    const markers = state.marker === undefined && state.knownAs === undefined ? this.namesOf(project) : [state.marker];
    const isOurs = markers.some((marker) => !isOtherProject({ ...state, marker }, name, lookup?.listed ?? null));
    if (isOurs) return remote;
    const shown =
      name === null ? 'no longer lists this project' : `shows another project under the ID of this one: “${name.slice(0, 120)}”`;
    throw new AppError('SERVICE_NONSENSE', `The service ${shown}. Nothing was read. Check the address and the token of the connection.`);
  }

  /** Every name under which the project was created on the service: each attempt has a different name. */
  private namesOf(project: ProjectRow): string[] {
    const requestedNames = this.deps.database.journal
      .entries(project.id)
      .flatMap(({ event }) => (event.type === 'intend' && event.what === 'create' && event.marker !== null ? [event.marker] : []));
    return [nameOnServiceOf(project), ...requestedNames];
  }
}

/** For a failure of the service, adds to the message that the previous results are kept. Any other error is unchanged. */
function withResultsKept(error: unknown): unknown {
  if (error instanceof StepCanceled) return new AppError('CLOSING', `Screening Desk is closing. ${KEPT}`);
  if (!(error instanceof AppError) || !OF_SERVICE.includes(error.recovery)) return error;
  const { code, details } = error;
  const extended = (message: string) => new AppError(code, `${message} ${KEPT}`, details, { cause: error });
  if (GONE.includes(details.status)) return extended(`The service has no results of this screening (${details.status}).`);
  if (code === 'ANSWER_TRUNCATED') return extended('The answer of the service was cut off. Fetch again later.');
  return extended(error.message);
}
