/** What a person does with projects before and after the runner: bring a file, map, check, price, send, look, export, remove. */
import { randomInt, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type {
  Activity,
  CheckView,
  ColumnsView,
  CostView,
  ImportView,
  Input,
  Output,
  ProjectView,
  ResultsView,
} from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_RECORDS } from '../../shared/constituent.ts';
import { planProblems, plannedFields } from '../../shared/mapping.ts';
import { cancelMeaning, isRunning, next, NotNow, type ProjectEvent, type ProjectState } from '../../shared/project.ts';
import type { Clock, Log, SpawnWorker, TaskProgress } from '../ports.ts';
import type { History, ProjectRow } from '../store/history.ts';
import { ProjectFacts } from '../store/history.ts';
import { removeProjectFile, type ProjectFileRef } from '../store/projectfile.ts';
import type { CheckSummary, ListRecipe, QueryQuestion, TaskMap } from '../worker/messages.ts';
import { type Connections, PRACTICE } from './connections.ts';
import { SealedFacts } from './facts.ts';
import type { OfferedFiles } from './files.ts';
import type { ProjectKeys } from './keys.ts';
import type { Queries } from './queries.ts';
import type { Runner } from './runner.ts';
import { timeline } from './timeline.ts';
import { projectView } from './views.ts';

export interface ProjectsWorld {
  readonly dataDir: string;
  readonly samplesDir: string;
  readonly history: History;
  readonly keys: ProjectKeys;
  readonly clock: Clock;
  readonly log: Log;
  readonly spawnWorker: SpawnWorker;
  readonly connections: Connections;
  readonly files: OfferedFiles;
  readonly queries: Queries;
  /** The runner of this process. Ends in RUNNER_ELSEWHERE when another process has the lock. */
  runner(): Runner;
  /** Null while another process runs the projects. */
  runnerOrNull(): Runner | null;
  changed(view: ProjectView): void;
  removed(projectId: string): void;
}

/** Letters and digits that can not be taken for one another. */
const MARKER_SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const SAMPLES = { clean: 'sample-clean.xlsx', messy: 'sample-messy.xlsx' } as const;

export function newMarker(): string {
  return Array.from({ length: 8 }, () => MARKER_SIGNS[randomInt(MARKER_SIGNS.length)]).join('');
}

/** The name under which the project stands on the service: found again by its marker, whatever else is called the same. */
export function nameOnService(name: string, marker: string): string {
  return `${name} · ${marker}`;
}

export class Projects {
  private readonly world: ProjectsWorld;
  /** Work of ours on a project's file, one at a time. */
  private readonly working = new Map<string, Promise<unknown>>();
  private readonly activities = new Map<string, Activity>();
  private readonly loading = new Set<{ cancel(): void }>();

  constructor(world: ProjectsWorld) {
    this.world = world;
    mkdirSync(join(world.dataDir, 'projects'), { recursive: true, mode: 0o700 });
  }

  // ── what is there ────────────────────────────────────────────────────────────────────────────────────────────────

  row(id: string): ProjectRow {
    const project = this.world.history.project(id);
    if (project === null) throw new AppError('NOT_FOUND', 'There is no such project.');
    return project;
  }

  view(id: string): ProjectView {
    return this.viewOf(this.row(id));
  }

  private viewOf(project: ProjectRow): ProjectView {
    const activity = this.activities.get(project.id) ?? this.world.runnerOrNull()?.activity(project.id) ?? null;
    return projectView(project, this.world.connections.row(project.connectionId), activity);
  }

  list(): ProjectView[] {
    return this.world.history.projects().map((project) => this.viewOf(project));
  }

  /** Tells that a project changed. */
  tell(id: string): void {
    const project = this.world.history.project(id);
    if (project !== null) this.world.changed(this.viewOf(project));
  }

  fileOf(project: ProjectRow): ProjectFileRef {
    return { path: join(this.world.dataDir, 'projects', `${project.id}.sqlite`), projectId: project.id, key: this.world.keys.of(project) };
  }

  private sealed(project: ProjectRow): SealedFacts {
    if (project.sealed === null) throw new AppError('NOT_NOW', 'The file is still being read.');
    return SealedFacts.parse(this.world.keys.openJson(project.id, this.world.keys.of(project), project.sealed));
  }

  private seal(project: ProjectRow, facts: SealedFacts): Buffer {
    return this.world.keys.sealJson(project.id, this.world.keys.of(project), facts);
  }

  /** How the stored rows of a project become records. */
  recipe(id: string): ListRecipe {
    const project = this.row(id);
    const { reading, plan, today } = this.sealed(project);
    return { file: this.fileOf(project), reading, plan, today };
  }

  private today(): string {
    const now = new Date(this.world.clock.now());
    const two = (n: number) => String(n).padStart(2, '0');
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  }

  /** Ends in NOT_NOW once the list has begun to leave: what was sent must stay what was checked. */
  private draft(id: string): ProjectRow {
    const project = this.row(id);
    if (project.state.at !== 'draft')
      throw new AppError(
        'NOT_NOW',
        project.state.at === 'reading' ? 'The file is still being read.' : 'The list was sent already and can not be changed any more.',
      );
    return project;
  }

  // ── the file ─────────────────────────────────────────────────────────────────────────────────────────────────────

  async create(input: Input<'projects.create'>, connectionId: string): Promise<ProjectView> {
    const file = this.world.files.take(input.file);
    return await this.bring(file, input.name ?? basename(file.name, extname(file.name)), connectionId, () => this.world.files.finish(file));
  }

  /** A project out of a workbook that ships with the product. */
  async sample(which: keyof typeof SAMPLES): Promise<ProjectView> {
    const name = SAMPLES[which];
    const { token } = await this.world.files.offer(join(this.world.samplesDir, name), name, false);
    const file = this.world.files.take(token);
    return await this.bring(file, which === 'clean' ? 'Sample, clean' : 'Sample, with the usual mess', PRACTICE, async () => undefined);
  }

  private async bring(
    file: { readonly path: string; readonly name: string; readonly bytes: number },
    name: string,
    connectionId: string,
    finished: () => Promise<void>,
  ): Promise<ProjectView> {
    const { history, keys, clock } = this.world;
    const id = randomUUID();
    const now = clock.now();
    history.addProject({
      id,
      name: name.trim().slice(0, 120) || 'Untitled',
      createdAt: now,
      connectionId: this.world.connections.row(connectionId).id,
      fileName: file.name,
      fileBytes: file.bytes,
      fileSha256: null,
      state: { at: 'reading' },
      facts: ProjectFacts.parse({ marker: newMarker() }),
      wrappedKey: keys.make(id),
      sealed: null,
    });
    this.tell(id);
    void this.alone(id, async () => {
      await this.load(id, file.path, file.name);
      await finished();
    }).catch((error: unknown) => {
      this.world.log.error('project.load', error, { project: id });
    });
    return this.view(id);
  }

  /** Runs one piece of work on a project's file after the other. */
  private async alone<T>(id: string, work: () => Promise<T>): Promise<T> {
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

  private showing(id: string, kind: Activity['kind']): (progress: TaskProgress) => void {
    const startedAt = this.world.clock.now();
    return ({ done, total, unit }) => {
      this.activities.set(id, { kind, done, total, unit, startedAt, note: null, nextAt: null });
      this.tell(id);
    };
  }

  private async task<N extends 'load' | 'reread' | 'check'>(
    id: string,
    name: N,
    kind: Activity['kind'],
    input: TaskMap[N]['input'],
  ): Promise<TaskMap[N]['output']> {
    this.world.queries.drop(id);
    const show = this.showing(id, kind);
    show({ done: 0, total: null, unit: 'rows' });
    const task = this.world.spawnWorker(name, input, show);
    this.loading.add(task);
    try {
      return await task.result;
    } finally {
      this.loading.delete(task);
      this.activities.delete(id);
    }
  }

  private async load(id: string, path: string, name: string): Promise<void> {
    const { history, clock } = this.world;
    const project = this.row(id);
    const today = this.today();
    try {
      const answer = await this.task(id, 'load', 'reading', { path, name, file: this.fileOf(project), sheet: null, today });
      if (answer.reading.rows === 0) throw new AppError('NO_ROWS', 'There is a heading but no row below it.');
      if (answer.reading.rows > MAX_RECORDS)
        throw new AppError(
          'FILE_TOO_MANY_ROWS',
          `The list has ${answer.reading.rows.toLocaleString('en-US')} rows; the service takes at most 1,000,000 in one project. Split the file and bring the parts.`,
        );
      const { reading, plan, suggestions, system, check } = answer;
      const facts: SealedFacts = SealedFacts.parse({ import: answer.import, reading, plan, suggestions, system, check, today });
      this.advance(
        id,
        { type: 'read' },
        { rows: reading.rows, sheet: reading.sheetName, format: answer.import.format },
        {
          fileSha256: answer.sha256,
          sealed: this.seal(project, facts),
          facts: { sheetName: reading.sheetName, rows: reading.rows, readiness: readinessOf(check) },
        },
      );
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong while reading the file.');
      if (failure.code === 'CLOSING') return;
      if (!(error instanceof AppError)) this.world.log.error('project.load', error, { project: id });
      if (history.project(id) === null) return;
      this.advance(id, { type: 'unreadable', code: failure.code, message: failure.message }, {});
      history.note(id, clock.now(), 'unreadable', { code: failure.code });
    }
    this.tell(id);
  }

  private advance(id: string, event: ProjectEvent, detail: Record<string, unknown>, change: Parameters<History['advance']>[3] = {}): void {
    const state = next(this.row(id).state, event);
    this.world.history.advance(id, state, { at: this.world.clock.now(), event: event.type, detail }, change);
    this.tell(id);
  }

  /** A file that was being read when the program ended is gone: its project says so. */
  takeUp(): void {
    for (const project of this.world.history.projects()) {
      if (project.state.at !== 'reading') continue;
      const message = 'Reading the file was interrupted when Screening Desk was closed. Bring the file once more.';
      this.advance(project.id, { type: 'unreadable', code: 'FILE_UNREADABLE', message }, { code: 'FILE_UNREADABLE' });
    }
  }

  importView(id: string): ImportView {
    return this.sealed(this.row(id)).import;
  }

  /** Another header row: the stored rows are understood anew. Another sheet has to be read from the file again. */
  async importChange(input: Input<'import.change'>): Promise<ImportView> {
    return await this.alone(input.id, async () => {
      const project = this.draft(input.id);
      const facts = this.sealed(project);
      if (input.sheet !== undefined && input.sheet !== facts.reading.sheet)
        throw new AppError('NOT_NOW', 'Another sheet is read from the file itself: bring the file again and choose the sheet.');
      const headerRow = input.headerRow === undefined ? facts.reading.headerRow : input.headerRow;
      const today = this.today();
      const answer = await this.task(input.id, 'reread', 'checking', {
        file: this.fileOf(project),
        sheet: facts.reading.sheet,
        sheetName: facts.reading.sheetName,
        headerRow,
        today,
      });
      const { reading, plan, suggestions, system, check } = answer;
      const changed: SealedFacts = SealedFacts.parse({
        import: {
          ...facts.import,
          headerRow: reading.headerRow,
          headerReason: reading.headerReason,
          rows: reading.rows,
          totalsRows: reading.totalsRows,
        },
        reading,
        plan,
        suggestions,
        system,
        check,
        today,
      });
      this.keep(project, changed, { rows: reading.rows, readiness: readinessOf(check) });
      return changed.import;
    });
  }

  private keep(project: ProjectRow, facts: SealedFacts, open: Partial<ProjectFacts> = {}): void {
    this.world.history.changeProject(
      project.id,
      { sealed: this.seal(project, facts), facts: { notice: null, ...open } },
      this.world.clock.now(),
    );
    this.world.queries.drop(project.id);
    this.tell(project.id);
  }

  // ── columns and check ────────────────────────────────────────────────────────────────────────────────────────────

  columnsView(id: string): ColumnsView {
    const { reading, plan, suggestions, system } = this.sealed(this.row(id));
    return {
      headers: [...reading.headers],
      plan,
      suggestions,
      system,
      problems: planProblems(plan, reading.headers).map((problem) => ({ ...problem, columns: [...problem.columns] })),
    };
  }

  /** Keeps a changed mapping; the rows are checked anew when the check is next asked for. */
  async columnsChange(input: Input<'columns.change'>): Promise<ColumnsView> {
    return await this.alone(input.id, async () => {
      const project = this.draft(input.id);
      const facts = this.sealed(project);
      this.keep(project, { ...facts, plan: input.plan, today: '' });
      await Promise.resolve();
      return this.columnsView(input.id);
    });
  }

  /** The check of the list as it is mapped now: made anew when the mapping or the day has changed. */
  private async checked(id: string, edit?: TaskMap['check']['input']['edit']): Promise<CheckSummary> {
    return await this.alone(id, async () => {
      const project = this.row(id);
      const facts = this.sealed(project);
      if (edit === undefined && (facts.today === this.today() || project.state.at !== 'draft')) return facts.check;
      this.draft(id);
      const today = this.today();
      const check = await this.task(id, 'check', 'checking', {
        file: this.fileOf(project),
        reading: facts.reading,
        plan: facts.plan,
        today,
        ...(edit === undefined ? {} : { edit }),
      });
      this.keep(this.row(id), { ...facts, check, today }, { readiness: readinessOf(check) });
      return check;
    });
  }

  async checkView(id: string, edit?: TaskMap['check']['input']['edit']): Promise<CheckView> {
    const { withErrors: _, byHand: __, ...view } = await this.checked(id, edit);
    return view;
  }

  async checkPage(input: Input<'check.page'>): Promise<Output<'check.page'>> {
    await this.checked(input.id);
    const { filter, find, offset, limit } = input;
    return await this.ask(input.id, { ask: 'checkPage', filter, find, offset, limit });
  }

  private async ask<Q extends QueryQuestion>(id: string, question: Q) {
    this.row(id);
    return await this.world.queries.ask(id, () => this.recipe(id), question);
  }

  // ── cost and sending ─────────────────────────────────────────────────────────────────────────────────────────────

  async change(input: Input<'projects.change'>): Promise<ProjectView> {
    const { id, name, purpose, connectionId, sendErrors, scoreConfiguration } = input;
    const settled = name === undefined && connectionId === undefined && sendErrors === undefined && scoreConfiguration === undefined;
    if (!settled) this.draft(id);
    if (connectionId !== undefined) this.world.connections.row(connectionId);
    this.world.history.changeProject(
      id,
      {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(connectionId === undefined ? {} : { connectionId }),
        facts: {
          ...(purpose === undefined ? {} : { purpose }),
          ...(sendErrors === undefined ? {} : { sendErrors }),
          ...(scoreConfiguration === undefined ? {} : { scoreConfiguration }),
        },
      },
      this.world.clock.now(),
    );
    this.tell(id);
    return await Promise.resolve(this.view(id));
  }

  async cost(id: string): Promise<CostView> {
    const check = await this.checked(id);
    const project = this.row(id);
    const { plan, reading } = this.sealed(project);
    const connection = this.world.connections.row(project.connectionId);
    const fields = [...plannedFields(plan)];
    const errorsOut = project.facts.sendErrors ? 0 : check.withErrors;
    const leftOut = [
      { reason: 'errors' as const, rows: errorsOut },
      { reason: 'byHand' as const, rows: check.byHand },
    ].filter(({ rows }) => rows > 0);
    const rowsToSend = check.rows - errorsOut - check.byHand;
    const creditsPerRecord = connection.creditsPerRecord ?? 1;
    const body = bodyOf(project.state);
    return {
      rowsInFile: check.rows,
      leftOut,
      rowsToSend,
      sendErrors: project.facts.sendErrors,
      fieldsSent: fields,
      columnsKept: reading.headers.length - usedColumns(plan).size,
      host: connection.kind === 'practice' ? 'this computer' : new URL(connection.baseUrl).host,
      creditsPerRecord,
      learned: connection.creditsPerRecord !== null,
      estimate: Math.ceil(rowsToSend * creditsPerRecord),
      saved: Math.floor((check.rows - rowsToSend) * creditsPerRecord),
      balance: connection.credits,
      running: this.runningBeside(project).map((other) => ({
        id: other.id,
        name: other.name,
        credits: Math.ceil((bodyOf(other.state)?.rows ?? 0) * creditsPerRecord),
      })),
      nameOnService: nameOnService(project.name, project.facts.marker),
      scoreConfiguration: project.facts.scoreConfiguration,
      sentBefore: body === null ? null : this.world.history.sentBefore(project.connectionId, body.sha256, id),
    };
  }

  private runningBeside(project: ProjectRow): ProjectRow[] {
    return this.world.history
      .projects()
      .filter((other) => other.id !== project.id && other.connectionId === project.connectionId && isRunning(other.state));
  }

  async sampleRecords(input: Input<'cost.sample'>): Promise<string[]> {
    await this.checked(input.id);
    const { sendErrors } = this.row(input.id).facts;
    return await this.ask(input.id, { ask: 'sample', choice: { sendErrors }, limit: input.limit });
  }

  /**
   * Hands the list to the runner. Ends in what speaks against it: NOT_NOW, FIELD_TAKEN_TWICE, MAPPING_INCOMPLETE,
   * NOTHING_TO_SEND, INPUT_INVALID when the person saw other numbers, CREDITS_SHORT, and every failure of the connection test.
   */
  async send(input: Input<'project.send'>): Promise<ProjectView> {
    const runner = this.world.runner();
    this.draft(input.id);
    const cost = await this.cost(input.id);
    const project = this.draft(input.id);
    if (project.connectionId !== input.connectionId)
      throw new AppError('INPUT_INVALID', 'The project was moved to another connection. Look at the cost again.');
    const problem = this.columnsView(input.id).problems.find(({ severity }) => severity === 'error');
    if (problem !== undefined) throw new AppError(problem.columns.length > 1 ? 'FIELD_TAKEN_TWICE' : 'MAPPING_INCOMPLETE', problem.message);
    if (cost.rowsToSend === 0) throw new AppError('NOTHING_TO_SEND', 'No row is left to send: all of them have errors or were left out.');
    if (cost.rowsToSend !== input.rows)
      throw new AppError(
        'INPUT_INVALID',
        `The list has changed: ${cost.rowsToSend.toLocaleString('en-US')} rows would be sent now. Look at the cost again.`,
      );
    // The call that costs nothing shows that address and token are right before anything else is asked of them.
    const { credits } = await this.world.connections.test(project.connectionId);
    const promised = cost.running.reduce((sum, other) => sum + other.credits, 0);
    const remaining = credits?.remaining ?? null;
    if (remaining !== null && remaining - promised < cost.estimate) {
      if (!input.short)
        throw new AppError(
          'CREDITS_SHORT',
          `${cost.estimate.toLocaleString('en-US')} credits are needed and ${(remaining - promised).toLocaleString('en-US')} are left. Leave rows out, or buy credits first.`,
          { needed: cost.estimate, remaining: remaining - promised },
        );
      this.world.history.note(input.id, this.world.clock.now(), 'credits-short', { balance: remaining, needed: cost.estimate });
    }
    this.world.history.changeProject(input.id, { facts: { repeat: input.repeat === true } }, this.world.clock.now());
    this.world.queries.drop(input.id);
    await this.command(runner, input.id, { type: 'send' });
    return this.view(input.id);
  }

  private async command(runner: Runner, id: string, event: ProjectEvent): Promise<void> {
    try {
      await runner.command(id, event);
    } catch (error) {
      if (error instanceof NotNow) throw new AppError('NOT_NOW', 'That does not apply to the project as it stands now. Look at it again.');
      throw error;
    }
  }

  /** Pauses, resumes or cancels; a state that does not take it ends in NOT_NOW. */
  async steer(id: string, type: 'pause' | 'resume' | 'cancel'): Promise<ProjectView> {
    const { state } = this.row(id);
    if (type === 'cancel' && cancelMeaning(state) === 'nothing') throw new AppError('NOT_NOW', 'There is nothing to stop.');
    await this.command(this.world.runner(), id, { type });
    return this.view(id);
  }

  async decide(input: Input<'project.decide'>): Promise<ProjectView> {
    const project = this.row(input.id);
    const marker = nameOnService(project.name, newMarker());
    await this.command(this.world.runner(), input.id, { type: 'choose', choice: input.choice, marker, now: this.world.clock.now() });
    return this.view(input.id);
  }

  /** Projects that wait for a token of this connection go on. */
  async tokenGiven(connectionId: string): Promise<void> {
    const runner = this.world.runnerOrNull();
    if (runner === null) return;
    for (const project of this.world.history.projects())
      if (project.connectionId === connectionId && project.state.at === 'needs-token')
        await runner.command(project.id, { type: 'token-given' });
  }

  timeline(id: string): Output<'project.timeline'> {
    this.row(id);
    return timeline(this.world.history.journal(id));
  }

  // ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private done(id: string): ProjectRow & { readonly state: Extract<ProjectState, { at: 'done' }> } {
    const project = this.row(id);
    const { state } = project;
    if (state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not there yet.');
    return { ...project, state };
  }

  async results(id: string): Promise<ResultsView> {
    const project = this.done(id);
    return { ...(await this.ask(id, { ask: 'results' })), rowBase: project.facts.rowBase };
  }

  async resultsPage(input: Input<'results.page'>): Promise<Output<'results.page'>> {
    this.done(input.id);
    const { selection, columns, sort, offset, limit } = input;
    return await this.ask(input.id, { ask: 'resultsPage', selection, columns, sort, offset, limit });
  }

  async distribution(input: Input<'results.distribution'>): Promise<Output<'results.distribution'>> {
    this.done(input.id);
    return await this.ask(input.id, { ask: 'distribution', selection: input.selection, column: input.column });
  }

  async person(input: Input<'results.person'>): Promise<Output<'results.person'>> {
    this.done(input.id);
    return await this.ask(input.id, { ask: 'person', row: input.row });
  }

  /** What the summary sheet says: facts of the run, none of a person. */
  summary(id: string): TaskMap['export']['input']['summary'] {
    const { facts, state, ...project } = this.done(id);
    const connection = this.world.connections.row(project.connectionId);
    const check = this.sealed(this.row(id)).check;
    const { counts } = state;
    const time = (at: number | null) => (at === null ? 'not known' : new Date(at).toISOString());
    const spent = facts.creditsBefore !== null && facts.creditsAfter !== null ? facts.creditsBefore - facts.creditsAfter : null;
    return {
      lines: [
        { label: 'Project', value: project.name },
        { label: 'Purpose note', value: facts.purpose },
        { label: 'Rows in the file', value: check.rows },
        { label: 'Left out before sending', value: check.rows - counts.submitted },
        { label: 'Rows submitted', value: counts.submitted },
        { label: 'Scored', value: counts.scored },
        { label: 'Refused by the service', value: counts.refused },
        { label: 'Unknown', value: counts.unknown },
        { label: 'Scored + refused + unknown', value: counts.scored + counts.refused + counts.unknown },
        { label: 'Profiles that match no row', value: counts.unmatched },
        { label: 'Credits before', value: facts.creditsBefore ?? 'not known' },
        { label: 'Credits after', value: facts.creditsAfter ?? 'not known' },
        { label: 'Credits charged', value: spent ?? 'not known' },
        { label: 'File', value: project.fileName },
        { label: 'File SHA-256', value: project.fileSha256 ?? 'not known' },
        { label: 'Sheet', value: facts.sheetName ?? '' },
        { label: 'List SHA-256', value: state.body.sha256 },
        { label: 'List format', value: state.body.format },
        { label: 'Connection', value: connection.name },
        { label: 'Service', value: connection.kind === 'practice' ? 'Practice service on this computer' : connection.baseUrl },
        { label: 'Interface version', value: connection.version },
        { label: 'Project on the service', value: state.remoteId },
        { label: 'Brought at', value: time(project.createdAt) },
        { label: 'Screening started at', value: time(facts.startedAt) },
        { label: 'Processed at', value: time(facts.processedAt) },
        {
          label: 'Score settings',
          value: facts.scoreConfiguration === null ? "The service's own" : JSON.stringify(facts.scoreConfiguration),
        },
        { label: 'Rows with errors', value: facts.sendErrors ? 'Sent all the same' : 'Left out' },
        ...(facts.rowBase === null ? [] : [{ label: 'Row numbers in the error report', value: facts.rowBase }]),
      ],
    };
  }

  /** Removes a project for good: its file, its key, and with them every person in it. */
  async remove(id: string): Promise<void> {
    const project = this.row(id);
    if (isRunning(project.state)) throw new AppError('NOT_NOW', 'The project is at work. Stop it first.');
    await this.alone(id, async () => {
      this.world.queries.drop(id);
      const { path } = this.fileOf(project);
      this.world.history.forgetProject(id, this.world.clock.now());
      this.world.keys.forget(id);
      removeProjectFile(path);
      await Promise.resolve();
    });
    this.world.removed(id);
  }

  async idle(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working.values());
  }

  async close(): Promise<void> {
    for (const task of this.loading) task.cancel();
    await this.idle();
  }
}

function readinessOf(check: CheckSummary): NonNullable<ProjectFacts['readiness']> {
  return { ready: check.ready, thin: check.thin, refused: check.refused, leftOut: check.leftOut };
}

function bodyOf(state: ProjectState): { readonly rows: number; readonly sha256: string } | null {
  if ('body' in state) return state.body;
  return 'resume' in state && state.resume !== null && 'body' in state.resume ? state.resume.body : null;
}

function usedColumns(plan: SealedFacts['plan']): Set<number> {
  const used = new Set<number>();
  for (const { column, to } of plan.columns) if (to.kind !== 'none') used.add(column);
  for (const { columns } of plan.combinations) for (const column of columns) used.add(column);
  return used;
}
