/** Queries about the list and the results of a project. The project's session answers them, with the inputs of its check. */
import type { CallOptions } from '../../shared/contract/index.ts';
import type { ProjectStore, QuerySessions } from '../projects/index.ts';
import type { AppDatabase } from '../store/app-database/index.ts';
import type { AnswerOf, AskOf, CheckRequest, QueryName } from '../worker-protocol/index.ts';
import type { CheckInputSource } from './check-inputs.ts';

export class ProjectQueries {
  private readonly database: AppDatabase;
  private readonly store: ProjectStore;
  private readonly inputs: CheckInputSource;
  private readonly sessions: QuerySessions;

  constructor(database: AppDatabase, store: ProjectStore, inputs: CheckInputSource, sessions: QuerySessions) {
    this.database = database;
    this.store = store;
    this.inputs = inputs;
    this.sessions = sessions;
  }

  /** @throws NOT_FOUND; NOT_NOW while the file is being read; CANCELED; what the worker throws. */
  async ask<K extends QueryName<'query'>>(
    id: string,
    query: K,
    input: AskOf<'query', K>,
    options?: CallOptions,
  ): Promise<AnswerOf<'query', K>> {
    this.store.get(id);
    const project = { id, request: () => this.request(id), changes: this.database.changesElsewhere() };
    return await this.sessions.ask(project, query, input, options);
  }

  private request(id: string): CheckRequest {
    const project = this.store.get(id);
    return { ...this.store.source(project), inputs: this.inputs.inputsOf(project).inputs };
  }

  /** Call it when the list or the options of a project change. */
  invalidate(id: string): void {
    void this.sessions.invalidate(id);
  }

  /** Frees the memory and the thread that were used to answer queries about a project. The next query reads the project again. */
  async release(id: string): Promise<void> {
    await this.sessions.invalidate(id);
  }

  /** Call it when the results of a finished project change, because any other project may be compared with it. */
  invalidateFinished(): void {
    for (const { id, state } of this.store.all()) if (state.at === 'done') void this.sessions.invalidate(id);
  }
}
