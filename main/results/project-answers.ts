/** Answers the contract's queries about an open project: adds what the worker cannot know, and asks the project's session. */
import {
  type Addition,
  CONTRACT,
  type CallOptions,
  type Output,
  type Parsed,
  type ProjectQuery,
  type ProjectQueryName,
} from '../../shared/contract/index.ts';
import type { Baseline, ProjectCheck, ProjectQueries } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import { comparedPilot, mergesIntoParent } from '../../shared/project/index.ts';
import { type Lineage, type ProjectStore, creditsCharged, screenedAbout, sendOptionsOf } from '../projects/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { Additions, AskOf, KnownScreening, OfficeColumns } from '../worker-protocol/index.ts';
import { laterSends } from './later-sends.ts';
import type { ResultPreferences } from './result-preferences.ts';
import type { ScreeningResults } from './screening-results.ts';
import type { VerdictBooks } from './verdict-books.ts';

export interface ProjectAnswersDeps {
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly connections: Connections;
  readonly baseline: Baseline;
  readonly check: ProjectCheck;
  readonly queries: ProjectQueries;
  readonly preferences: ResultPreferences;
  readonly results: ScreeningResults;
  readonly verdicts: VerdictBooks;
  readonly office: (project: Pick<ProjectRow, 'id' | 'connectionId'>) => OfficeColumns;
}

/** The properties of inputs that need other screenings. */
interface NeedsOthers {
  readonly withId?: string;
  readonly sort?: { readonly bySince?: true | undefined } | null;
  readonly since?: string;
}

export class ProjectAnswers {
  private readonly deps: ProjectAnswersDeps;

  constructor(deps: ProjectAnswersDeps) {
    this.deps = deps;
  }

  /** @throws NOT_FOUND; NOT_NOW before the project has its results or its list is read; CANCELED; what the worker throws. */
  async answer<N extends ProjectQueryName>(name: N, { id, ...input }: Parsed<N>, call?: CallOptions): Promise<Output<N>> {
    const { check, queries, results, store } = this.deps;
    const { needs, adds = [] }: ProjectQuery = CONTRACT[name];
    if (needs === 'check') await check.current(id);
    else results.done(id);
    const project = store.get(id);
    const added = Object.fromEntries(adds.map((addition) => [addition, this.additions[addition](project, input)]));
    const ask = { ...input, options: sendOptionsOf(project), ...added };
    return (await queries.ask(id, name, ask as unknown as AskOf<'query', N>, call)) as Output<N>;
  }

  /** Frees the memory and the thread that were used to answer queries about a project. The next query reads the project again. */
  async release(id: string): Promise<void> {
    await this.deps.queries.release(id);
  }

  private readonly additions: { readonly [A in Addition]: (project: ProjectRow, input: NeedsOthers) => Additions[A] } = {
    baseline: ({ id, state }) => (state.at === 'draft' ? this.deps.baseline.newest(id) : null),
    baselines: (project) => this.deps.lineage.rootsOfBaselines(project).map((root) => this.known(root)),
    compared: (project) => {
      const other = this.deps.lineage
        .childrenOf(project.id)
        .find(({ lineage, state, wrappedKey }) => comparedPilot(lineage) !== null && state.at === 'done' && wrappedKey !== null);
      return other === undefined ? null : { source: this.deps.store.source(other), ways: [this.wayOf(project), this.wayOf(other)] };
    },
    earlier: (project, { sort, since }) => {
      if (since === undefined && sort?.bySince !== true) return [];
      const { connections, lineage, results, verdicts } = this.deps;
      const root = lineage.rootOf(project);
      return (
        results
          .finished(connections.accountOf(project.connectionId), project.id)
          // The results of parts are in their list, and the comparison of a pilot only scores the same people again.
          .filter((one) => one.id !== root && !mergesIntoParent(one.lineage) && comparedPilot(one.lineage) === null)
          .filter((one) => screenedAbout(one) < screenedAbout(project))
          .map((one) => ({ ...this.known(one), verdicts: verdicts.packed(one) }))
      );
    },
    finished: ({ id, connectionId }) =>
      this.deps.results.finished(this.deps.connections.accountOf(connectionId), id).map((other) => this.known(other)),
    format: (project) => {
      const { connectionId, options } = project;
      const { listFormat, csvHeadings = {} } = this.deps.connections.row(connectionId).settings;
      const neverSent = this.deps.connections.neverSentOf(project);
      return { listFormat: options.listFormat ?? listFormat, csvHeadings, neverSent };
    },
    office: (project) => this.deps.office(project),
    other: ({ id }, { withId = '' }) => this.known(this.deps.results.comparable(id, withId)),
    preferences: ({ connectionId }) => this.deps.preferences.of(connectionId),
    sent: ({ id }) => {
      const { state, submission, adopted, name } = this.deps.results.done(id);
      const sends = [...this.deps.lineage.mergedInto(id), ...this.deps.lineage.comparisonsOf(id)];
      const later = laterSends(sends).map(({ kind, credits }) => ({ kind, credits }));
      const { rowBase, processedAt } = submission;
      return { projectId: id, name, at: processedAt, own: state.body.rows, isAdopted: adopted !== null, rowBase, later };
    },
    verdicts: (project) => this.deps.verdicts.packed(project),
  };

  private wayOf(project: ProjectRow): NonNullable<Additions['compared']>['ways'][number] {
    const { id, name, kind } = this.deps.connections.row(project.connectionId);
    const { scoreConfiguration } = project.options;
    return {
      id: project.id,
      connection: { id, name },
      isPractice: kind === 'practice',
      scoreConfiguration,
      credits: creditsCharged(project),
    };
  }

  private known(project: ProjectRow): KnownScreening {
    const { id, name, submission } = project;
    return { projectId: id, name, at: submission.processedAt, source: this.deps.store.source(project) };
  }
}
