/** Bringing a file: read into a project, understood anew under another header row or from another sheet. */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { basename, extname, join } from 'node:path';
import { MAX_RECORDS } from '../../shared/fields/table.ts';
import type { ImportView, Input, ProjectView } from '../../shared/contract/index.ts';
import { AppError, mayReadAgain } from '../../shared/base/errors.ts';
import { returnedMarker } from '../../shared/mapping/returned-sheet.ts';
import type { ReadingChoice } from '../../shared/mapping/import-options.ts';
import type { Clock, Log } from '../platform/ports.ts';
import { type History, ProjectFacts, type ProjectRow } from '../store/app-database/history.ts';
import { removeUnfinished } from '../store/project-file/project-file.ts';
import type { LoadAnswer } from '../worker-protocol/import.ts';
import type { Bases } from '../checking/check-inputs.ts';
import { type Connections, PRACTICE } from '../connections/connections.ts';
import { SealedFacts } from '../projects/list-state.ts';
import type { Offered, OfferedFiles } from '../projects/file-tokens.ts';
import type { ProjectKeys } from '../projects/project-keys.ts';
import { readinessOf, type Shelf } from '../projects/project-store.ts';
import type { Since } from '../checking/baseline.ts';

/** Letters and digits that cannot be taken for one another. */
const MARKER_SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A list that is longer than the service takes at once goes out in parts; this is more than any file of constituents has. */
const MOST_ROWS = 10 * MAX_RECORDS;
const SAMPLES = { clean: 'sample-clean.xlsx', messy: 'sample-messy.xlsx' } as const;
const SAMPLE_NAMES = { clean: 'Sample, clean', messy: 'Sample, with the usual mess' } as const;

/** A random marker by which a project is found again on the service; eight signs. */
export function newMarker(): string {
  return Array.from({ length: 8 }, () => MARKER_SIGNS[randomInt(MARKER_SIGNS.length)]).join('');
}

/** What the IDs of rows without one begin with. The random marker keeps them apart from every ID in the sheet. */
const rowIdPrefix = (marker: string): string => `row-${marker}-`;
/**
 * The marker of a later part of a list: the same in every copy of the data folder, so that a copy finds the parts that another one
 * has sent. `part` counts from 1.
 */
export function partMarker(marker: string, part: number): string {
  const digest = createHash('sha256').update(`${marker} part ${part}`).digest();
  return Array.from({ length: 8 }, (_, at) => MARKER_SIGNS[digest.readUInt16BE(at * 2) % MARKER_SIGNS.length]).join('');
}

/** What can be seen of a file that no list could be made of, and how it was to be read. */
interface Glance {
  readonly view: SealedFacts['import'];
  readonly asked: ReadingChoice;
}

export interface IntakeWorld {
  readonly samplesDir: string;
  readonly history: History;
  readonly keys: ProjectKeys;
  readonly clock: Clock;
  readonly log: Log;
  readonly connections: Connections;
  readonly files: OfferedFiles;
  readonly shelf: Shelf;
  readonly bases: Bases;
  readonly since: Since;
}

export class Intake {
  private readonly world: IntakeWorld;
  /** Files of drafts that may be read again, because they have another sheet to choose. */
  private readonly sources = new Map<string, Offered>();
  /** Files that were not read and may be once another sheet or header row is chosen. */
  private readonly glances = new Map<string, Glance>();

  constructor(world: IntakeWorld) {
    this.world = world;
  }

  /** A project out of a file that the host was handed; answers at once, the file is read in the background. */
  create(input: Input<'projects.create'>, connectionId: string): ProjectView {
    const { files, since } = this.world;
    // What the list cannot be compared with is said before the file is taken.
    const earlier = input.since === undefined ? null : since.earlier(input.since, connectionId);
    const file = files.take(input.file);
    const view = this.bring(file, input.name ?? basename(file.name, extname(file.name)), connectionId, input.reading);
    if (earlier === null) return view;
    since.compare(view.id, earlier.id);
    return this.world.shelf.view(view.id);
  }

  /** A project out of a workbook that ships with the product, for the practice connection. */
  async sample(which: keyof typeof SAMPLES): Promise<ProjectView> {
    const name = SAMPLES[which];
    const { token } = await this.world.files.offer(join(this.world.samplesDir, name), name, false);
    return this.bring(this.world.files.take(token), SAMPLE_NAMES[which], PRACTICE);
  }

  private bring(file: Offered, name: string, connectionId: string, reading: ReadingChoice = {}): ProjectView {
    const { history, keys, clock, shelf, log } = this.world;
    const id = randomUUID();
    const marker = newMarker();
    history.addProject({
      id,
      name: name.trim().slice(0, 120) || 'Untitled',
      createdAt: clock.now(),
      connectionId: this.world.connections.row(connectionId).id,
      fileName: file.name,
      fileBytes: file.bytes,
      fileSha256: null,
      state: { at: 'reading' },
      facts: ProjectFacts.parse({ marker, rowIdPrefix: rowIdPrefix(marker) }),
      wrappedKey: keys.make(id),
      sealed: null,
    });
    shelf.tell(id);
    void shelf
      .alone(id, () => this.load(id, file, reading))
      .catch((error: unknown) => {
        log.error('project.load', error, { project: id });
      });
    return shelf.view(id);
  }

  private async load(id: string, file: Offered, reading: ReadingChoice): Promise<void> {
    const { history, shelf, log, files } = this.world;
    try {
      const { change, detail, sheets } = await this.read(id, file, reading);
      shelf.advance(id, { type: 'read' }, detail, change);
      this.glances.delete(id);
      await this.keepAtHand(id, file, sheets);
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong while reading the file.');
      if (!(await this.glanceAt(id, file, reading, failure))) await files.finish(file);
      // Closing the program while a file is read leaves the project as it is; the next start says what became of it.
      if (failure.code === 'CLOSING' || history.project(id) === null) return;
      if (!(error instanceof AppError)) log.error('project.load', error, { project: id });
      shelf.advance(id, { type: 'unreadable', code: failure.code, message: failure.message }, {});
    }
  }

  /** Keeps the file at hand, and what can be seen of it, where another choice may mend the failure. False where none can. */
  private async glanceAt(id: string, file: Offered, asked: ReadingChoice, { recovery }: AppError): Promise<boolean> {
    this.sources.delete(id);
    this.glances.delete(id);
    if (!mayReadAgain(recovery) || this.world.history.project(id) === null) return false;
    try {
      const seen = await this.world.shelf.task(id, 'glance', 'reading', { path: file.path, name: file.name, reading: asked });
      this.glances.set(id, { view: { ...seen, totalsRows: [] }, asked });
      this.sources.set(id, file);
      return true;
    } catch {
      // The failure that led here is the one to tell.
      return false;
    }
  }

  /** Reads a file of which no list could be made from another sheet or under another row of headings. */
  private async readOtherwise({ id, file: token, ...asked }: Input<'import.change'>): Promise<ImportView> {
    const glance = this.glances.get(id);
    const file = this.sources.get(id);
    if (glance === undefined || file === undefined || token !== undefined)
      throw new AppError('NOT_NOW', 'The file is no longer at hand to be read another way. Bring it as a new screening.');
    const { sheet: _, headerRow: __, ...lasting } = glance.asked;
    this.world.shelf.advance(id, { type: 'read-again' }, {});
    await this.load(id, file, { ...lasting, sheet: glance.view.sheet, ...asked });
    const { state } = this.world.shelf.row(id);
    if (state.at === 'unreadable' && !this.glances.has(id)) throw new AppError('FILE_UNREADABLE', state.message);
    return this.view(id);
  }

  /** A person's own file costs nothing to remember. A spooled copy is people's data: it stays only while there is a sheet to choose. */
  private async keepAtHand(id: string, file: Offered, sheets: number): Promise<void> {
    const before = this.sources.get(id);
    if (before !== undefined && before.path !== file.path) await this.world.files.finish(before);
    if (sheets > 1 || !file.spooled) this.sources.set(id, file);
    else {
      this.sources.delete(id);
      await this.world.files.finish(file);
    }
  }

  /** Reads the file as it is asked for, and answers what is to be kept of it. `expected`: the SHA-256 that it must have. */
  private async read(id: string, file: Offered, asked: ReadingChoice, expected: string | null = null) {
    const { shelf } = this.world;
    const project = shelf.row(id);
    const today = shelf.today();
    const { basis, name } = await this.basisOf(project);
    const answer = await shelf.task(id, 'load', 'reading', {
      path: file.path,
      name: file.name,
      reading: asked,
      file: shelf.fileOf(project),
      today,
      basis,
      ...(expected === null ? {} : { expected }),
    });
    const { reading, check, sha256 } = answer;
    assertRows(reading.rows);
    const { sheet: _, headerRow: __, ...lasting } = asked;
    const facts = sealedFrom(answer, answer.import, { today, basis: name, asked: lasting });
    return {
      sheets: answer.import.sheets.length,
      view: () => this.said(id, facts),
      detail: { rows: reading.rows, sheet: reading.sheetName, format: answer.import.format },
      change: {
        fileSha256: sha256,
        sealed: shelf.seal(project, facts),
        facts: { sheetName: reading.sheetName, rows: reading.rows, readiness: readinessOf(check) },
      },
    };
  }

  private async basisOf(project: ProjectRow) {
    const { bases } = this.world;
    await bases.prepareReading(project);
    return bases.whileReading(project);
  }

  view(id: string): ImportView {
    const { shelf } = this.world;
    const glance = this.glances.get(id);
    if (glance !== undefined) return { ...glance.view, atHand: this.sources.has(id) };
    return this.said(id, shelf.sealed(shelf.row(id)));
  }

  /** What was read of the file, and where its rows come from when they are refused rows that come back. */
  private said(id: string, { import: kept, reading }: SealedFacts): ImportView {
    const view = { ...kept, atHand: this.sources.has(id) };
    const marker = returnedMarker(reading.headers);
    if (marker === null) return view;
    const from = this.world.history.projects().find(({ facts }) => facts.marker === marker);
    const where = from === undefined ? 'an earlier screening' : `“${from.name}”`;
    const note = `These are rows that the service refused in ${where}, brought again. The two columns that Screening Desk added stay here and are not sent.`;
    return { ...view, notes: [note, ...view.notes] };
  }

  /**
   * Another header row or other totals: the stored rows are understood anew. Another sheet, encoding or delimiter: the file is
   * read again, while it is at hand or when it is handed over once more.
   */
  async change(input: Input<'import.change'>): Promise<ImportView> {
    const { shelf } = this.world;
    return await shelf.alone(input.id, async () => {
      if (shelf.row(input.id).state.at === 'unreadable') return await this.readOtherwise(input);
      const project = shelf.draft(input.id);
      const facts = shelf.sealed(project);
      const { id, file, ...asked } = input;
      const isOther = asked.sheet !== undefined && asked.sheet !== facts.reading.sheet && asked.sheet !== facts.reading.sheetName;
      if (isOther || asked.encoding !== undefined || asked.delimiter !== undefined)
        return await this.readAgain(project, file, isOther ? asked : { ...facts.asked, totalsRows: undefined, ...asked });
      const headerRow = asked.headerRow === undefined ? facts.reading.headerRow : asked.headerRow;
      const kept = { ...facts.asked, ...(asked.totalsRows !== undefined && { totalsRows: asked.totalsRows }) };
      const today = shelf.today();
      const { basis, name } = await this.basisOf(project);
      const answer = await shelf.task(id, 'reread', 'checking', {
        file: shelf.fileOf(project),
        sheet: facts.reading.sheet,
        sheetName: facts.reading.sheetName,
        headerRow,
        ...(kept.totalsRows !== undefined && { totalsRows: kept.totalsRows }),
        ...(kept.system !== undefined && { system: kept.system }),
        today,
        basis,
      });
      const changed = sealedFrom(answer, facts.import, { today, basis: name, asked: kept });
      shelf.keep(project, changed, { rows: answer.reading.rows, readiness: readinessOf(answer.check) });
      return this.said(id, changed);
    });
  }

  private async readAgain(project: ProjectRow, token: string | undefined, asked: ReadingChoice): Promise<ImportView> {
    const { history, clock, shelf, files } = this.world;
    const { id } = project;
    const file = token === undefined ? this.sources.get(id) : files.take(token);
    if (file === undefined)
      throw new AppError('NOT_NOW', 'The file is no longer at hand to be read another way. Choose the same file once more.');
    try {
      const { view, detail, change, sheets } = await this.read(id, file, asked, token === undefined ? null : project.fileSha256);
      await this.keepAtHand(id, file, sheets);
      history.changeProject(id, change, clock.now());
      history.appendJournal(id, clock.now(), { type: 'read', ...detail });
      shelf.tell(id);
      return view();
    } catch (error) {
      if (token !== undefined) await files.finish(file);
      // A file that was moved is no longer at hand: the page asks for it from then on.
      else if (error instanceof AppError && error.code === 'FILE_NOT_FOUND') this.sources.delete(id);
      throw error;
    }
  }

  /** The list goes on from here: a spooled copy of the file is not needed any more. */
  async release(id: string): Promise<void> {
    this.glances.delete(id);
    const file = this.sources.get(id);
    if (file === undefined || !file.spooled) return;
    this.sources.delete(id);
    await this.world.files.finish(file);
  }

  /** A file that was being read when the program ended is gone: its project says so. */
  takeUp(): void {
    for (const project of this.world.history.projects()) {
      // A program that takes over from another one may itself be reading a file.
      if (project.state.at !== 'reading' || this.world.shelf.isAtWork(project.id)) continue;
      removeUnfinished(this.world.shelf.fileOf(project).path);
      const message = 'Reading the file was interrupted when Screening Desk was closed. Bring the file once more.';
      this.world.shelf.advance(project.id, { type: 'unreadable', code: 'FILE_UNREADABLE', message }, {});
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.sources.keys()].map((id) => this.release(id)));
  }
}

function assertRows(rows: number): void {
  if (rows === 0) throw new AppError('NO_ROWS', 'There is a heading but no row below it.');
  if (rows > MOST_ROWS)
    throw new AppError(
      'FILE_TOO_MANY_ROWS',
      `The list has ${rows.toLocaleString('en-US')} rows; at most ${MOST_ROWS.toLocaleString('en-US')} fit into one. Split the file and bring the parts.`,
    );
}

/** What a reading of the sheet leaves to be kept. */
function sealedFrom(
  answer: Omit<LoadAnswer, 'import' | 'sha256'>,
  view: SealedFacts['import'] | LoadAnswer['import'],
  by: Pick<SealedFacts, 'today' | 'basis'> & { readonly asked: SealedFacts['asked'] },
): SealedFacts {
  const { reading, plan, suggestions, system, check } = answer;
  const { headerRow, headerReason, rows, totalsRows } = reading;
  return SealedFacts.parse({
    import: { ...view, headerRow, headerReason, rows, totalsRows },
    reading,
    plan,
    suggestions,
    system,
    check,
    ...by,
  });
}
