/** What the stand-in of the application knows and how it changes; the pages are told of each change. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppEvent, ConnectionView, ImportView, MethodName, ProjectView, SegmentView } from '../../shared/contract/index.ts';
import type { Handlers } from '../../main/dispatch.ts';
import { AppError } from '../../shared/base/errors.ts';
import { type Scenario, type State, stateOf } from './fake-scenarios.ts';
import { asText, imported } from './list-fixtures.ts';
import { project as made, revised } from './project-fixtures.ts';
import { countOf } from './results-fixtures.ts';

/** The handlers of the methods whose names begin so: `projects` for `projects.list` and the others. */
export type HandlersOf<Part extends string> = Pick<Handlers, Extract<MethodName, `${Part}.${string}`>>;

/** A file that the page handed over. */
export interface FakeFile {
  readonly name: string;
  readonly bytes: number;
}

/** An identity that was not given before. */
export const newId = (): string => randomBytes(6).toString('hex');

/** The value, or NOT_FOUND as the application answers it. */
export const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new AppError('NOT_FOUND', 'This is no longer there. It may have been removed in another window.');
  return value;
};

/** One running stand-in: what it knows, and what becomes of it as a person works. */
export class FakeWorld {
  scenario: Scenario;
  state: State;
  readonly emit: (event: AppEvent) => void;
  private readonly files = new Map<string, FakeFile>();

  constructor(scenario: Scenario, emit: FakeWorld['emit']) {
    this.scenario = scenario;
    this.state = stateOf(scenario, Date.now());
    this.emit = emit;
  }

  /** Begins anew in another scenario. */
  enter(scenario: Scenario): void {
    this.scenario = scenario;
    this.state = stateOf(scenario, Date.now());
  }

  /** Takes a file; the answer is the token that stands for it. */
  takeFile(file: FakeFile): string {
    const token = randomBytes(12).toString('hex');
    this.files.set(token, file);
    return token;
  }

  file(token: string): FakeFile {
    return found(this.files.get(token));
  }

  project(id: string): ProjectView {
    return found(this.state.projects.find((one) => one.id === id));
  }

  connection(id: string | null): ConnectionView {
    return found(this.state.connections.find((one) => one.id === id));
  }

  addProject(project: ProjectView): ProjectView {
    this.state.projects = [project, ...this.state.projects.filter(({ id }) => id !== project.id)];
    this.emit({ name: 'project.changed', payload: project });
    return project;
  }

  changeProject(id: string, changes: Partial<ProjectView>): ProjectView {
    const before = this.project(id);
    const version = before.version + 1;
    const after = revised({ ...before, ...changes, version, changedAt: Date.now() });
    this.state.projects = this.state.projects.map((one) => (one.id === id ? after : one));
    this.emit({ name: 'project.changed', payload: after });
    return after;
  }

  changeConnection(id: string, changes: Partial<ConnectionView>): ConnectionView {
    const connection = { ...this.connection(id), ...changes };
    const { baseUrl, version, settings } = connection;
    const after = { ...connection, revisions: { terms: JSON.stringify([baseUrl, version, settings]) } };
    this.state.connections = this.state.connections.map((one) => (one.id === id ? after : one));
    this.emit({ name: 'connection.changed', payload: after });
    return after;
  }

  /** A new project whose file begins to be read. */
  create(name: string, file: FakeFile, practice: boolean): ProjectView {
    const id = newId();
    const reading = this.addProject({
      ...made({ id, name, file: file.name, rows: 1, at: Date.now(), practice, state: { at: 'reading' } }),
      file: { name: file.name, bytes: file.bytes, sha256: null },
      sheet: null,
      readiness: null,
    });
    void this.read(id, file.bytes);
    return reading;
  }

  /** Reads a file over a second or two, with its progress told. */
  private async read(id: string, bytes: number): Promise<void> {
    for (let step = 1; step <= 10; step++) {
      await delay(120);
      if (!this.state.projects.some((one) => one.id === id)) return;
      this.changeProject(id, {
        activity: {
          kind: 'reading',
          done: (bytes * step) / 10,
          total: bytes,
          unit: 'bytes',
          startedAt: Date.now(),
          note: null,
          nextAt: null,
        },
      });
    }
    this.changeProject(id, { state: { at: 'draft' }, sheet: { name: 'Query 14', rows: 10_240 }, activity: null });
  }

  segments(): SegmentView[] {
    return this.state.segments.map((one) => ({ ...one, rows: countOf(one) }));
  }

  /** What is known of the file of a list of so many rows. */
  imported(rows: number): ImportView {
    return this.scenario === 'file-text' ? asText(imported(rows)) : imported(rows);
  }
}
