/** The projects of this data folder: where each lies, what is known of it, and the one piece of work that may touch its file. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Activity, joinsAnother, type ProjectView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { unfetchedResults } from '../../shared/view-texts/removal-effects.ts';
import { isRunning, next, type ProjectEvent } from '../../shared/project/project.ts';
import { checkCounts } from '../../shared/rows/check-counts.ts';
import type { Clock, SpawnWorker, TaskProgress } from '../platform/ports.ts';
import type { History, ProjectChange, ProjectFacts, ProjectRow } from '../store/app-database/history.ts';
import { removeProjectFile } from '../store/project-file/project-file.ts';
import type { ProjectFileRef, ListRecipe } from '../worker-protocol/list.ts';
import type { CheckBasis, CheckRecipe, CheckSummary } from '../worker-protocol/check.ts';
import type { TaskMap } from '../worker-protocol/tasks.ts';
import type { QueryQuestion } from '../worker-protocol/queries.ts';
import type { Connections } from './connections.ts';
import { SealedFacts } from './facts.ts';
import { describe } from './journal.ts';
import type { ProjectKeys } from './keys.ts';
import type { Queries } from './queries.ts';
import { projectView } from './views.ts';

export interface ShelfWorld {
  readonly dataDir: string;
  readonly history: History;
  readonly keys: ProjectKeys;
  readonly clock: Clock;
  readonly spawnWorker: SpawnWorker;
  readonly connections: Connections;
  readonly queries: Queries;
  /** What beside its rows and its mapping a project is checked by. */
  basisOf(project: ProjectRow): CheckBasis;
  /** What the runner does for a project right now. */
  running(projectId: string): Activity | null;
  /** What of this computer keeps the runner from going on with a project, or null. */
  hindrance(projectId: string): ProjectView['notice'];
  changed(view: ProjectView): void;
  removed(projectId: string): void;
}

type OwnTask = 'load' | 'glance' | 'reread' | 'check' | 'remember' | 'derive' | 'join';

export class Shelf {
  private readonly world: ShelfWorld;
  /** Work of ours on a project's file, one at a time. */
  private readonly working = new Map<string, Promise<unknown>>();
  private readonly activities = new Map<string, Activity>();
  private readonly tasks = new Set<{ cancel(): void }>();
  private isClosing = false;

  constructor(world: ShelfWorld) {
    this.world = world;
    mkdirSync(join(world.dataDir, 'projects'), { recursive: true, mode: 0o700 });
  }

  /** The stored project. Ends in NOT_FOUND. */
  row(id: string): ProjectRow {
    const project = this.world.history.project(id);
    if (project === null) throw new AppError('NOT_FOUND', 'There is no such project.');
    return project;
  }

  view(id: string): ProjectView {
    return this.viewOf(this.row(id));
  }

  private viewOf(project: ProjectRow): ProjectView {
    const activity = this.activities.get(project.id) ?? this.world.running(project.id);
    const view = projectView(project, this.world.connections.row(project.connectionId), activity);
    return { ...view, notice: this.world.hindrance(project.id) ?? view.notice };
  }

  /** Every stored project. */
  rows(): ProjectRow[] {
    return this.world.history.projects();
  }

  list(): ProjectView[] {
    return this.world.history.projects().map((project) => this.viewOf(project));
  }

  /** The later sends of a list whose results were put beside those of its first one; removed ones included. */
  joinedTo(id: string): ProjectRow[] {
    return this.world.history.linkedTo(id).filter(({ facts }) => joinsAnother(facts.link) && facts.joined);
  }

  /** Tells that a project changed. */
  tell(id: string): void {
    const project = this.world.history.project(id);
    if (project !== null) this.world.changed(this.viewOf(project));
  }

  fileOf(project: ProjectRow): ProjectFileRef {
    return { path: join(this.world.dataDir, 'projects', `${project.id}.sqlite`), projectId: project.id, key: this.world.keys.of(project) };
  }

  /** What is sealed of a project. Ends in NOT_NOW while its file is being read. */
  sealed(project: ProjectRow): SealedFacts {
    if (project.sealed === null) throw new AppError('NOT_NOW', 'The file is still being read.');
    return SealedFacts.parse(this.world.keys.openJson(project.id, this.world.keys.of(project), project.sealed));
  }

  /** The sealed form of what may name people. */
  seal(project: ProjectRow, facts: SealedFacts): Buffer {
    return this.world.keys.sealJson(project.id, this.world.keys.of(project), facts);
  }

  /** How the stored rows of a project become records. Ends in NOT_NOW while its file is being read. */
  listOf(project: ProjectRow): ListRecipe {
    const { reading, plan, today } = this.sealed(project);
    return { file: this.fileOf(project), reading, plan, today, rowIdPrefix: project.facts.rowIdPrefix };
  }

  /** The same, and what they are checked by. */
  recipe(id: string): CheckRecipe {
    const project = this.row(id);
    return { ...this.listOf(project), basis: this.world.basisOf(project) };
  }

  /** Today where the person is, YYYY-MM-DD. */
  today(): string {
    const now = new Date(this.world.clock.now());
    const two = (n: number) => String(n).padStart(2, '0');
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  }

  /** Ends in NOT_NOW once the list has begun to leave: what was sent must stay what was checked. */
  draft(id: string): ProjectRow {
    const project = this.row(id);
    if (project.state.at !== 'draft')
      throw new AppError(
        'NOT_NOW',
        project.state.at === 'reading' ? 'The file is still being read.' : 'The list was sent already and cannot be changed any more.',
      );
    return project;
  }

  /** Runs one piece of work on a project's file after the other. */
  async alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.working.get(id) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.working.set(id, settled);
    try {
      return await mine;
    } finally {
      if (this.working.get(id) === settled) this.working.delete(id);
    }
  }

  /** Whether some work on a project's file is under way or waits its turn. */
  isAtWork(id: string): boolean {
    return this.working.has(id);
  }

  /** Runs a worker's task on a project's file and shows how far it is. Ends in what the task ends in. */
  async task<N extends OwnTask>(id: string, name: N, kind: Activity['kind'], input: TaskMap[N]['input']): Promise<TaskMap[N]['output']> {
    this.world.queries.drop(id);
    const show = this.progressOf(id, kind);
    show({ done: 0, total: null, unit: 'rows' });
    const task = this.world.spawnWorker(name, input, show);
    return await this.shown(id, task, task.result);
  }

  /**
   * Runs work on a project's file that is more than a task of a worker, and shows how far it is. `signal` is aborted when the program
   * closes. @throws CLOSING when it closes already; what the work throws.
   */
  async watched<T>(
    id: string,
    kind: Activity['kind'],
    work: (signal: AbortSignal, show: (progress: TaskProgress) => void) => Promise<T>,
  ): Promise<T> {
    if (this.isClosing) throw new AppError('CLOSING', 'Screening Desk is closing.');
    const abort = new AbortController();
    const show = this.progressOf(id, kind);
    show({ done: 0, total: null, unit: 'bytes' });
    const running = {
      cancel: () => {
        abort.abort();
      },
    };
    return await this.shown(id, running, work(abort.signal, show));
  }

  private progressOf(id: string, kind: Activity['kind']): (progress: TaskProgress) => void {
    const startedAt = this.world.clock.now();
    return ({ done, total, unit }) => {
      this.activities.set(id, { kind, done, total, unit, startedAt, note: null, nextAt: null });
      this.tell(id);
    };
  }

  /** The result of work that shows how far it is, and can be canceled until then. */
  private async shown<T>(id: string, running: { cancel(): void }, result: Promise<T>): Promise<T> {
    this.tasks.add(running);
    try {
      return await result;
    } finally {
      this.tasks.delete(running);
      this.activities.delete(id);
      this.tell(id);
    }
  }

  /** Puts a question about a project to its worker. */
  async ask<Q extends QueryQuestion>(id: string, question: Q) {
    this.row(id);
    return await this.world.queries.ask(id, () => this.recipe(id), question, this.world.history.changesElsewhere());
  }

  /** Whatever is open of a project is read anew when it is next asked about. */
  forget(id: string): void {
    this.world.queries.drop(id);
  }

  /** The same for every finished project: others may be compared with one whose results have changed. */
  forgetResults(): void {
    for (const { id, state } of this.world.history.projects()) if (state.at === 'done') this.world.queries.drop(id);
  }

  /** Enters an event that is not the runner's. */
  advance(id: string, event: ProjectEvent, detail: Record<string, unknown>, change: ProjectChange = {}): void {
    const state = next(this.row(id).state, event);
    this.world.history.advance(
      id,
      state,
      { at: this.world.clock.now(), event: event.type, detail: { ...describe(event), ...detail } },
      change,
    );
    this.tell(id);
  }

  /** Keeps changed facts of a draft; whatever was open of it is read anew. */
  keep(project: ProjectRow, facts: SealedFacts, open: Partial<ProjectFacts> = {}): void {
    this.world.queries.drop(project.id);
    this.note(project, facts, open);
  }

  /** Keeps that a change of the list is begun: should the program end within it, its file is asked what came of it. */
  beginChange(id: string): void {
    this.world.history.changeProject(id, { facts: { changing: true } }, this.world.clock.now());
  }

  /** Keeps changed facts of a draft that whoever has it open knows of. */
  note(project: ProjectRow, facts: SealedFacts, open: Partial<ProjectFacts>): void {
    this.world.history.changeProject(
      project.id,
      { sealed: this.seal(project, facts), facts: { notice: null, ...open } },
      this.world.clock.now(),
    );
    this.tell(project.id);
  }

  /** Keeps the people and the records of a finished project so that a later list finds them; `key`: of the digests. */
  async remember(id: string, key: Uint8Array): Promise<void> {
    await this.alone(id, async () => {
      const project = this.row(id);
      const withoutResult = rowsWithoutResult(project);
      if (isRemembered(project)) return;
      const facts = await this.task(id, 'remember', 'checking', { ...this.recipe(id), key });
      this.world.history.changeProject(id, { facts: { ...facts, withoutResult } }, this.world.clock.now());
    });
  }

  /**
   * Removes a project for good: its file, its key, and with them every person in it. `loseResults`: the person has said that results
   * which may be paid for are to be lost. @throws NOT_FOUND; NOT_NOW while it is at work, and when such results would be lost.
   */
  async remove(id: string, loseResults = false): Promise<void> {
    const { history, keys, queries, clock } = this.world;
    this.removable(id, loseResults);
    await this.alone(id, () => {
      // Meanwhile it may have been taken up again.
      const project = this.removable(id, loseResults);
      queries.dropAll();
      const { path } = this.fileOf(project);
      history.forgetProject(id, clock.now());
      keys.forget(id);
      removeProjectFile(path);
      return Promise.resolve();
    });
    this.world.removed(id);
  }

  private removable(id: string, loseResults: boolean): ProjectRow {
    const project = this.row(id);
    if (isRunning(project.state)) throw new AppError('NOT_NOW', 'The project is at work. Stop it first.');
    const lost = loseResults ? null : unfetchedResults(project.state);
    if (lost !== null) throw new AppError('NOT_NOW', `“${project.name}” was not removed. ${lost} Say so if that is meant.`);
    return project;
  }

  /** Resolves once no file is being worked on. */
  async idle(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working.values());
  }

  async close(): Promise<void> {
    this.isClosing = true;
    for (const task of this.tasks) task.cancel();
    await this.idle();
  }
}

/** Rows of a finished project that were neither scored nor refused: they may have been charged for. */
export const rowsWithoutResult = ({ state }: Pick<ProjectRow, 'state'>): number => (state.at === 'done' ? state.counts.unknown : 0);

/** Whether the people and records of a finished project are kept as its results stand now. */
export const isRemembered = (project: Pick<ProjectRow, 'state' | 'facts'>): boolean =>
  project.facts.sent !== null && project.facts.withoutResult === rowsWithoutResult(project);

export function readinessOf({ histogram }: CheckSummary): NonNullable<ProjectFacts['readiness']> {
  const { ready, thin, refused, leftOut } = checkCounts(histogram);
  return { ready, thin, refused, leftOut };
}
