/**
 * Fetching the results of a finished project again: profiles, row errors and how its rows are numbered. It costs nothing, and what
 * was fetched before stays whatever comes of it.
 */
import { joinsAnother, type Output } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { bears } from '../../shared/project/marker.ts';
import type { Clock, Host, SpawnWorker } from '../ports.ts';
import type { ServiceClient } from '../service/client.ts';
import type { History, ProjectRow } from '../store/history.ts';
import type { Connections } from './connections.ts';
import type { Linked } from './linked.ts';
import type { DoneProject, Outcomes } from './outcomes.ts';
import { fetchResults, type FetchedResults } from './results.ts';
import type { Runner } from './runner.ts';
import { nameOnService } from './sending.ts';
import type { Shelf } from './shelf.ts';
import { Overtaken } from './step.ts';

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
/** Failures of the service and of the way to it; the others speak of this computer. */
const OF_SERVICE = /^(SERVICE_|ANSWER_|TOKEN_REFUSED|BASE_URL)/;
/** The service does not know the project, or not any more. */
const GONE: ReadonlySet<unknown> = new Set([404, 410]);

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
        await this.assertOurs(client, project, signal);
        this.noteChange(project);
        return await this.read(client, project, signal, (done, total) => {
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
   * lists look again who was scored, and a linked project is joined again. Where refused rows were joined, their records are no longer
   * those that were sent at first, and the people kept before stay.
   */
  private noteChange({ id, facts }: ProjectRow): void {
    const { history, clock } = this.world;
    const hasMended = history.linkedTo(id).some((other) => other.facts.link?.kind === 'refused' && other.state.at === 'done');
    const people = hasMended ? {} : { people: null, sent: null };
    const joined = joinsAnother(facts.link) ? { joined: false } : {};
    history.changeProject(id, { facts: { fetchedAgain: facts.fetchedAgain + 1, ...people, ...joined } }, clock.now());
  }

  /**
   * Sees to it that the service shows our project under the number that it was sent as: the scores of another one would go to the
   * wrong people. A service that tells no name proves nothing.
   */
  private async assertOurs(client: ServiceClient, project: DoneProject, signal: AbortSignal): Promise<void> {
    const { remoteId } = project.state;
    const name = (await client.project(remoteId, signal)).name ?? (await nameInList(client, remoteId, signal));
    if (name === null || this.namesOf(project).some((ours) => bears(name, ours))) return;
    throw new AppError(
      'SERVICE_NONSENSE',
      `The service shows another project under the number of this one: “${name.slice(0, 120)}”. Nothing was read. Look at the address and the token of the connection.`,
    );
  }

  /** Every name under which the project was made on the service: one that was spoiled was left behind for another. */
  private namesOf({ id, name, facts }: ProjectRow): string[] {
    const asked = this.world.history.journal(id).flatMap(({ event, detail }) => {
      const { what, marker } = detail;
      return event === 'intend' && what === 'create' && typeof marker === 'string' ? [marker] : [];
    });
    return [nameOnService(name, facts.marker), ...asked];
  }
}

/** The name that the list of all projects tells; null where it does not. */
async function nameInList(client: ServiceClient, remoteId: string, signal: AbortSignal): Promise<string | null> {
  const all = await client.projects(signal).catch(() => []);
  return all.find((project) => project.remoteId === remoteId)?.name ?? null;
}

/** Why nothing was fetched, with what became of the results that are there. */
function inWords(error: unknown): unknown {
  if (error instanceof Overtaken) return new AppError('CLOSING', `Screening Desk is closing. ${KEPT}`);
  if (!(error instanceof AppError) || !OF_SERVICE.test(error.code)) return error;
  const { code, details } = error;
  const said = (message: string) => new AppError(code, `${message} ${KEPT}`, details, { cause: error });
  if (GONE.has(details['status'])) return said(`The service has no results of this screening (${String(details['status'])}).`);
  if (code === 'ANSWER_TRUNCATED') return said('The answer of the service was cut off before its end. Fetch again later.');
  return said(error.message);
}
