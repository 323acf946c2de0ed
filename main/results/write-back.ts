/**
 * Writes scores back to another system in a layout, and proves with an export from that system that they arrived. Everything is local:
 * nothing is sent or charged.
 */
import type { CallOptions, ExportView, Output, Parsed } from '../../shared/contract/index.ts';
import type { Proof } from '../../shared/write-back/index.ts';
import { localDay, paperOf, usTime } from '../../shared/base/index.ts';
import { isBuiltInLayout, isScoreKey, type Layout } from '../../shared/results/index.ts';
import { proofSentences } from '../../shared/view-texts/index.ts';
import { abortableResult, type Clock, fileNameOf, type Host, type SpawnWorker } from '../platform/index.ts';
import { type FileTokens, type ProjectFileQueue, type ProjectStore, sendOptionsOf } from '../projects/index.ts';
import type { ProofFileInput, WriteBackSource } from '../worker-protocol/index.ts';
import type { ExportRuns } from './export-runs.ts';
import { titlesIn } from './export-summary.ts';
import type { Exports } from './exports.ts';
import type { ProjectAnswersDeps } from './project-answers.ts';
import type { ResultPreferences } from './result-preferences.ts';
import type { VerdictBooks } from './verdict-books.ts';
import type { DoneProject, ScreeningResults } from './screening-results.ts';

interface WriteBackDeps {
  readonly host: Host;
  readonly spawnWorker: SpawnWorker;
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly files: FileTokens;
  readonly clock: Clock;
  readonly results: ScreeningResults;
  readonly preferences: ResultPreferences;
  readonly exports: Pick<Exports, 'start'>;
  readonly runs: ExportRuns;
  readonly verdicts: VerdictBooks;
  readonly office: ProjectAnswersDeps['office'];
}

/** The layout for the system that a list comes from, by the ID of the system. */
const LAYOUT_OF_SYSTEM: Readonly<Record<string, string>> = {
  raisersEdge: 'raisers-edge',
  npsp: 'salesforce',
  salesforce: 'salesforce',
  donorPerfect: 'donorperfect',
  bloomerang: 'bloomerang',
  civicrm: 'civicrm',
  neon: 'neon',
  littleGreenLight: 'little-green-light',
  everyAction: 'van',
  slate: 'slate',
};

/** A file about the last proof: its `kind`, and the properties of this kind. */
type ProofFile =
  | Pick<Extract<ProofFileInput, { kind: 'repair' }>, 'kind' | 'states'>
  | Pick<Extract<ProofFileInput, { kind: 'record' }>, 'kind' | 'summary'>;

export class WriteBack {
  private readonly deps: WriteBackDeps;

  constructor(deps: WriteBackDeps) {
    this.deps = deps;
  }

  /** The score columns that a layout with one row per score writes; null for the default ones. */
  private shownIn({ connectionId }: DoneProject): string[] | null {
    const shown = this.deps.preferences.of(connectionId).shown?.filter(isScoreKey) ?? [];
    return shown.length === 0 ? null : shown;
  }

  private baseOf(project: DoneProject) {
    const { processedAt } = project.submission;
    const day = processedAt === null ? '' : localDay(processedAt);
    const { store, verdicts, office } = this.deps;
    return {
      ...store.source(project),
      options: sendOptionsOf(project),
      day,
      office: office(project),
      notes: null,
      verdicts: verdicts.packed(project),
    };
  }

  /**
   * Without an ID: the layout in which the list was last written, else the last one of the connection if it fits the system that the list is
   * from, else the one for that system.
   * @throws NOT_FOUND for a layout that does not exist.
   */
  private layoutOf(project: DoneProject, layoutId: string | null): Layout {
    const { preferences, store } = this.deps;
    const { connectionId } = project;
    if (layoutId !== null) return preferences.layout(connectionId, layoutId);
    const layouts = preferences.layouts(connectionId);
    const written = store.layoutOf(project.id);
    const last = layouts.find(({ id }) => id === preferences.of(connectionId).layoutId);
    const own = LAYOUT_OF_SYSTEM[store.listState(project).system?.id ?? ''];
    // The built-in layouts of a system begin with the same ID.
    const fits = last !== undefined && (own === undefined || !isBuiltInLayout(last.id) || last.id.startsWith(own));
    return layouts.find(({ name }) => name === written) ?? (fits ? last : layouts.find(({ id }) => id === own)) ?? layouts[0]!;
  }

  private sourceOf(project: DoneProject, layout: Layout): WriteBackSource {
    const titles = titlesIn(this.deps.preferences.of(project.connectionId));
    return { ...this.baseOf(project), layout, columns: this.shownIn(project), titles };
  }

  /** @throws NOT_FOUND; NOT_NOW before the project has its results; CANCELED; what the worker throws. */
  async plan(
    { id, layoutId, draft = null, held }: Parsed<'writeBack.plan'>,
    { signal }: CallOptions = {},
  ): Promise<Output<'writeBack.plan'>> {
    const project = this.deps.results.done(id);
    const source = this.sourceOf(project, draft ?? this.layoutOf(project, layoutId));
    const task = this.deps.spawnWorker('writeBack', { ...source, held });
    const plan = await abortableResult(task, signal);
    return { layout: source.layout, ...plan };
  }

  /** @throws as `Exports.start`. */
  async save({ id, layoutId, format, byOrder }: Parsed<'writeBack.save'>): Promise<ExportView | null> {
    const project = this.deps.results.done(id);
    const layout = this.layoutOf(project, layoutId);
    this.deps.preferences.useLayout(project.connectionId, layout.id);
    const columns = this.shownIn(project);
    const known = byOrder === undefined ? {} : { byOrder };
    return await this.deps.exports.start({
      kind: 'layout',
      id,
      layoutId: layout.id,
      segment: null,
      columns,
      format: format ?? layout.format,
      ...known,
    });
  }

  /** @throws NOT_FOUND; NOT_NOW; INPUT_INVALID when the export contains nobody who is written back; what reading a spreadsheet throws. */
  async prove({ id, layoutId, file: token, password, madeAt = null, places }: Parsed<'proof.run'>): Promise<Proof> {
    const { files, queue, clock, store, results } = this.deps;
    const project = results.done(id);
    const source = this.sourceOf(project, this.layoutOf(project, layoutId));
    const { path, name, ...file } = files.take(token);
    try {
      const times = { at: clock.now(), madeAt, writtenAt: store.writtenBackAt(id) };
      const input = { ...source, path, name, password: password ?? file.password, ...times, places };
      const proof = await queue.run(id, () => queue.runTask(id, 'prove', input));
      store.appendJournal(id, { type: 'proved', layout: proof.layout.name, values: proof.values, there: proof.counts.there.values });
      return proof;
    } finally {
      await files.deleteSpooledCopy({ path, name, ...file });
    }
  }

  /** @throws NOT_FOUND; NOT_NOW; what reading a spreadsheet throws. */
  async columns({ id, file: token, password }: Parsed<'proof.columns'>): Promise<Output<'proof.columns'>> {
    const { files, results, spawnWorker } = this.deps;
    results.done(id);
    const file = files.take(token);
    try {
      return await spawnWorker('exportColumns', { ...file, password: password ?? file.password }).result;
    } finally {
      await files.deleteSpooledCopy(file);
    }
  }

  /** @throws NOT_FOUND; NOT_NOW before the first proof. */
  async choose({ id, ...choice }: Parsed<'proof.choose'>): Promise<Proof> {
    const { queue, store, results } = this.deps;
    const file = store.fileRef(results.done(id));
    return await queue.run(id, () => queue.runTask(id, 'proofChoice', { file, ...choice }));
  }

  async proof(id: string): Promise<Proof | null> {
    return await this.deps.spawnWorker('proof', this.deps.store.fileRef(this.deps.results.done(id))).result;
  }

  async page({ id, ...page }: Parsed<'proof.page'>): Promise<Output<'proof.page'>> {
    const file = this.deps.store.fileRef(this.deps.results.done(id));
    return await this.deps.spawnWorker('proofPage', { file, ...page }).result;
  }

  async repair({ id, states, format }: Parsed<'proof.repair'>): Promise<ExportView | null> {
    const proof = await this.proof(id);
    return await this.writeFile(id, 'repair', format ?? proof?.layout.format ?? 'csv', { kind: 'repair', states }, proof?.layout.name);
  }

  async saveProof({ id, format }: Parsed<'proof.save'>): Promise<ExportView | null> {
    const proof = await this.proof(id);
    const summary = proof === null ? [] : [...proofSentences(proof), `Compared on ${usTime(proof.at)}.`];
    return await this.writeFile(id, 'proof', format, { kind: 'record', summary });
  }

  /** `layout`: the layout's name, for a file for another system. */
  private async writeFile(
    id: string,
    suffix: string,
    format: ProofFileInput['format'],
    contents: ProofFile,
    layout?: string,
  ): Promise<ExportView | null> {
    const { host, runs, results, spawnWorker, store } = this.deps;
    const project = results.done(id);
    const target = await host.saveTarget(`${fileNameOf(project.name, 'Results')} - ${suffix}.${format}`);
    if (target === null) return null;
    return await runs.start(target, { projectId: id, state: 'writing' }, async ({ path, signal, show }) => {
      const paper = paperOf(Intl.DateTimeFormat().resolvedOptions().locale);
      const input = { ...this.baseOf(project), ...contents, target: path, format, paper };
      const { rows } = await abortableResult(
        spawnWorker('proofFile', input, ({ done, total }) => show({ done, total })),
        signal,
      );
      store.appendJournal(id, { type: 'exported', rows, what: 'forSystem', ...(layout !== undefined && { layout }) });
      return { done: rows };
    });
  }
}
