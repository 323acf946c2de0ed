/**
 * Fetching the results of a finished project again: profiles, row errors and how its rows are numbered. It costs nothing, and what
 * was fetched before stays whatever comes of it.
 */
import { joinsAnother, type Output } from '../../shared/contract/index.ts';
import { AppError, type Recovery } from '../../shared/base/errors.ts';
import { isStranger } from '../../shared/project/project.ts';
import type { RemoteProject } from '../../shared/results/answers.ts';
import type { Clock, Host, SpawnWorker } from '../platform/ports.ts';
import type { ServiceClient } from '../service/client.ts';
import type { History, ProjectRow } from '../store/app-database/history.ts';
import type { Connections } from '../connections/connections.ts';
import type { Linked } from '../submission/derived-projects.ts';
import type { DoneProject, Outcomes } from './screening-results.ts';
import { lookUp } from '../runner/lookup.ts';
import { fetchResults, type FetchedResults } from '../runner/collect-results.ts';
import type { Runner } from '../runner/runner.ts';
import { nameOnService } from '../submission/submission.ts';
import type { Shelf } from '../projects/project-store.ts';
import { Overtaken } from '../runner/step-context.ts';

export interface FetchAgainWorld {
  readonly history: History;
  readonly clock: Clock;
  readonly host: Pick<Host, 'keepAwake'>;
  readonly spawnWorker: SpawnWorker;
  readonly connections: Connections;
  readonly shelf: Shelf;
  readonly linked: Linked;
  readonly outcomes: Outcomes;
  /** The runner of this process. @throws RUNNER_ELSEWHERE when another process has the lock. */
  runner(): Runner;
}

/** Progress is told at most this often, in milliseconds. */
const TELL_EVERY = 100;
const KEPT = 'What was fetched before is kept as it was.';
/** How failures of the service and of the way to it end; the others are failures of this computer. */
const OF_SERVICE: readonly Recovery[] = ['wait', 'observeAgain', 'needsToken', 'addCredits'];
/** The service does not know the project, or not any more. */
const GONE: readonly unknown[] = [404, 410];

export class FetchAgain {
  private readonly world: FetchAgainWorld;
  private readonly fetching = new Set<string>();

  constructor(world: FetchAgainWorld) {
    this.world = world;
  }

  /**
   * Fetches the results of a finished project again and answers the counts before and after. @throws NOT_FOUND; NOT_NOW before it is
   * done and while it is being fetched; RUNNER_ELSEWHERE; SERVICE_NONSENSE when the service shows another project under its number;
   * whatever the connection and the service end in.
   */
  async fetch(id: string): Promise<Output<'results.fetchAgain'>> {
    const { outcomes, shelf } = this.world;
    this.world.runner();
    outcomes.done(id);
    if (this.fetching.has(id)) throw new AppError('NOT_NOW', 'The results are being fetched already.');
    this.fetching.add(id);
    try {
      const { before, report } = await this.fetchAndJoin(id);
      return { project: shelf.view(id), before, after: outcomes.done(id).state.counts, report };
    } finally {
      this.fetching.delete(id);
      shelf.forgetResults();
    }
  }

  private async fetchAndJoin(id: string): ReturnType<FetchAgain['fetchNow']> {
    try {
      return await this.world.shelf.alone(id, () => this.fetchNow(id));
    } finally {
      await this.world.linked.joinAgain(id);
    }
  }

  /** Fetches while nothing else works on the project's file. */
  private async fetchNow(id: string): Promise<Pick<Output<'results.fetchAgain'>, 'before' | 'report'>> {
    const { connections, shelf } = this.world;
    const project = this.world.outcomes.done(id);
    const { state, facts } = project;
    const client = await connections.client(project.connectionId);
    let fetched: FetchedResults;
    try {
      fetched = await shelf.watched(id, 'collecting', async (signal, show) => {
        const remote = await this.ours(client, project, signal);
        this.noteChange(project);
        return await this.read(client, project, remote, signal, (done, total) => {
          show({ done, total, unit: 'bytes' });
        });
      });
    } catch (error) {
      throw inWords(error);
    }
    const { counts, rowBase, validRows, report } = fetched;
    shelf.advance(
      id,
      { type: 'fetched-again', counts },
      { before: state.counts, validRows, report, by: 'person' },
      { facts: { rowBase: rowBase ?? facts.rowBase } },
    );
    return { before: state.counts, report };
  }

  private async read(
    client: ServiceClient,
    project: DoneProject,
    remote: RemoteProject,
    signal: AbortSignal,
    progress: (done: number, total: number | null) => void,
  ): Promise<FetchedResults> {
    const { clock, connections, host, shelf, spawnWorker } = this.world;
    const { body, remoteId } = project.state;
    const { rowBase } = connections.row(project.connectionId).settings;
    let told = Number.NEGATIVE_INFINITY;
    return await fetchResults({
      client,
      remoteId,
      remote,
      rows: body.rows,
      spawn: () => spawnWorker('collect', { ...shelf.recipe(project.id), rowBase, body }),
      host,
      signal,
      progress: (done, total) => {
        const now = clock.elapsed();
        if (now - told < TELL_EVERY) return;
        told = now;
        progress(done, total);
      },
    });
  }

  /**
   * Notes before anything is read what has to be done again after it, so that it is done even if the program ends in between: later
   * lists look again who was scored, and a linked project is joined again.
   */
  private noteChange({ id, facts }: ProjectRow): void {
    const joined = joinsAnother(facts.link) ? { joined: false } : {};
    const change = { fetchedAgain: facts.fetchedAgain + 1, people: null, sent: null, ...joined };
    this.world.history.changeProject(id, { facts: change }, this.world.clock.now());
  }

  /**
   * What the service says of our project. Another one under its number would give its scores to the wrong people; a service that
   * tells no name proves nothing. @throws SERVICE_NONSENSE when it is not ours.
   */
  private async ours(client: ServiceClient, project: DoneProject, signal: AbortSignal): Promise<RemoteProject> {
    const { state } = project;
    const remote = await client.project(state.remoteId, signal);
    const inList = remote.name === null ? await lookUp(client, state, signal) : null;
    const name = remote.name ?? inList?.name ?? null;
    const markers = state.marker === undefined ? this.namesOf(project) : [state.marker];
    const isOurs = markers.some((marker) => !isStranger({ ...state, marker }, name, inList?.listed ?? null));
    if (isOurs) return remote;
    const shown =
      name === null ? 'no longer lists this project' : `shows another project under the number of this one: “${name.slice(0, 120)}”`;
    throw new AppError('SERVICE_NONSENSE', `The service ${shown}. Nothing was read. Look at the address and the token of the connection.`);
  }

  /** Every name under which the project was made on the service: one that was spoiled was left behind for another. */
  private namesOf({ id, name, facts }: ProjectRow): string[] {
    const asked = this.world.history
      .journal(id)
      .flatMap(({ event }) => (event.type === 'intend' && event.what === 'create' && event.marker !== null ? [event.marker] : []));
    return [nameOnService(name, facts.marker), ...asked];
  }
}

/** Why nothing was fetched, with what became of the results that are there. */
function inWords(error: unknown): unknown {
  if (error instanceof Overtaken) return new AppError('CLOSING', `Screening Desk is closing. ${KEPT}`);
  if (!(error instanceof AppError) || !OF_SERVICE.includes(error.recovery)) return error;
  const { code, details } = error;
  const said = (message: string) => new AppError(code, `${message} ${KEPT}`, details, { cause: error });
  if (GONE.includes(details.status)) return said(`The service has no results of this screening (${details.status}).`);
  if (code === 'ANSWER_TRUNCATED') return said('The answer of the service was cut off before its end. Fetch again later.');
  return said(error.message);
}
