/** Looks for a person in the screenings of an account, finished or not, before that person is screened individually. */
import type { Input, Output } from '../../shared/contract/index.ts';
import { FIELD_INDEX, type FieldKey } from '../../shared/fields/index.ts';
import { typedRecord } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import type { RunningTask, SpawnWorker } from '../platform/index.ts';
import { type ProjectStore, isInProgress, submitOptionsOf } from '../projects/index.ts';
import type { ScreeningResults } from './screening-results.ts';

/** The fields that identify a person. */
const IDENTIFYING = ['constituentId', 'primaryFirst', 'primaryLast', 'postalCode'] as const satisfies readonly FieldKey[];

export class PersonSearch {
  private readonly store: ProjectStore;
  private readonly connections: Connections;
  private readonly results: ScreeningResults;
  private readonly spawnWorker: SpawnWorker;
  /** The running search of each connection. While the user types, each new search cancels the one before. */
  private readonly running = new Map<string, RunningTask<'findPerson'>>();

  constructor(store: ProjectStore, connections: Connections, results: ScreeningResults, spawnWorker: SpawnWorker) {
    this.store = store;
    this.connections = connections;
    this.results = results;
    this.spawnWorker = spawnWorker;
  }

  /** @throws CLOSING when a newer search of the connection begins. */
  async find({ connectionId, record }: Input<'results.screenedBefore'>): Promise<Output<'results.screenedBefore'>> {
    const { values } = typedRecord(
      Object.fromEntries(IDENTIFYING.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]]))),
    );
    const person = IDENTIFYING.map((field) => ({ field, value: values[FIELD_INDEX[field]]! })).filter(({ value }) => value !== '');
    const account = this.connections.accountOf(connectionId);
    const screenings = this.results.finished(account);
    const running = this.store
      .all()
      .filter((project) => account.has(project.connectionId) && project.encryptedList !== null && isInProgress(project));
    if (person.length === 0 || screenings.length + running.length === 0) return { found: null, unread: 0 };
    const sources = screenings.map((project) => this.store.source(project));
    const inProgress = running.map((project) => ({
      name: project.name,
      list: this.store.source(project),
      options: submitOptionsOf(project),
    }));
    this.running.get(connectionId)?.cancel();
    const search = this.spawnWorker('findPerson', { person, screenings: sources, inProgress });
    this.running.set(connectionId, search);
    const { found, unread } = await search.result.finally(() => {
      if (this.running.get(connectionId) === search) this.running.delete(connectionId);
    });
    if (found === null) return { found, unread };
    const { list, ...rest } = found;
    const { id, name, submission, state } = [...running, ...screenings][list]!;
    const about = { at: submission.processedAt, isInProgress: list < running.length, isGivenUp: state.at === 'ended' };
    return { found: { projectId: id, name, ...about, ...rest }, unread };
  }
}
