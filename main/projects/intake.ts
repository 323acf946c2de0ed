/** Bringing a file: read into a project, understood anew under another header row or from another sheet. */
import { randomInt, randomUUID } from 'node:crypto';
import { basename, extname, join } from 'node:path';
import { MAX_RECORDS } from '../../shared/constituent.ts';
import type { ImportView, Input, ProjectView } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { returnedMarker } from '../../shared/returned.ts';
import type { Clock, Log } from '../ports.ts';
import { type History, ProjectFacts, type ProjectRow } from '../store/history.ts';
import { removeUnfinished } from '../store/projectfile.ts';
import type { LoadAnswer } from '../worker/messages.ts';
import type { Bases } from './bases.ts';
import { type Connections, PRACTICE } from './connections.ts';
import { SealedFacts } from './facts.ts';
import type { Offered, OfferedFiles } from './files.ts';
import type { ProjectKeys } from './keys.ts';
import { readinessOf, type Shelf } from './shelf.ts';

/** Letters and digits that can not be taken for one another. */
const MARKER_SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const SAMPLES = { clean: 'sample-clean.xlsx', messy: 'sample-messy.xlsx' } as const;
const SAMPLE_NAMES = { clean: 'Sample, clean', messy: 'Sample, with the usual mess' } as const;

/** A random marker by which a project is found again on the service; eight signs. */
export function newMarker(): string {
  return Array.from({ length: 8 }, () => MARKER_SIGNS[randomInt(MARKER_SIGNS.length)]).join('');
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
}

export class Intake {
  private readonly world: IntakeWorld;
  /** Files of drafts that may be read again, because they have another sheet to choose. */
  private readonly sources = new Map<string, Offered>();

  constructor(world: IntakeWorld) {
    this.world = world;
  }

  /** A project out of a file that the host was handed; answers at once, the file is read in the background. */
  create(input: Input<'projects.create'>, connectionId: string): ProjectView {
    const file = this.world.files.take(input.file);
    return this.bring(file, input.name ?? basename(file.name, extname(file.name)), connectionId);
  }

  /** A project out of a workbook that ships with the product, for the practice connection. */
  async sample(which: keyof typeof SAMPLES): Promise<ProjectView> {
    const name = SAMPLES[which];
    const { token } = await this.world.files.offer(join(this.world.samplesDir, name), name, false);
    return this.bring(this.world.files.take(token), SAMPLE_NAMES[which], PRACTICE);
  }

  private bring(file: Offered, name: string, connectionId: string): ProjectView {
    const { history, keys, clock, shelf, log } = this.world;
    const id = randomUUID();
    history.addProject({
      id,
      name: name.trim().slice(0, 120) || 'Untitled',
      createdAt: clock.now(),
      connectionId: this.world.connections.row(connectionId).id,
      fileName: file.name,
      fileBytes: file.bytes,
      fileSha256: null,
      state: { at: 'reading' },
      facts: ProjectFacts.parse({ marker: newMarker() }),
      wrappedKey: keys.make(id),
      sealed: null,
    });
    shelf.tell(id);
    void shelf
      .alone(id, () => this.load(id, file))
      .catch((error: unknown) => {
        log.error('project.load', error, { project: id });
      });
    return shelf.view(id);
  }

  private async load(id: string, file: Offered): Promise<void> {
    const { history, shelf, log, files } = this.world;
    try {
      const { change, detail, sheets } = await this.read(id, file, null);
      shelf.advance(id, { type: 'read' }, detail, change);
      if (sheets > 1) this.sources.set(id, file);
      else await files.finish(file);
    } catch (error) {
      await files.finish(file);
      const failure = error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong while reading the file.');
      // Closing the program while a file is read leaves the project as it is; the next start says what became of it.
      if (failure.code === 'CLOSING' || history.project(id) === null) return;
      if (!(error instanceof AppError)) log.error('project.load', error, { project: id });
      shelf.advance(id, { type: 'unreadable', code: failure.code, message: failure.message }, { code: failure.code });
    }
  }

  /** Reads a sheet of the file (null: the one that looks most like a list) and answers what is to be kept of it. */
  private async read(id: string, file: Offered, sheet: number | null) {
    const { shelf } = this.world;
    const project = shelf.row(id);
    const today = shelf.today();
    const { basis, name } = await this.basisOf(project);
    const { path } = file;
    const answer = await shelf.task(id, 'load', 'reading', { path, name: file.name, file: shelf.fileOf(project), sheet, today, basis });
    const { reading, check, sha256 } = answer;
    assertRows(reading.rows);
    const facts = sealedFrom(answer, answer.import, { today, basis: name });
    return {
      sheets: answer.import.sheets.length,
      view: this.said(facts),
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
    await bases.prepare(project);
    return bases.of(project);
  }

  view(id: string): ImportView {
    const { shelf } = this.world;
    return this.said(shelf.sealed(shelf.row(id)));
  }

  /** What was read of the file, and where its rows come from when they are refused rows that come back. */
  private said({ import: view, reading }: SealedFacts): ImportView {
    const marker = returnedMarker(reading.headers);
    if (marker === null) return view;
    const from = this.world.history.projects().find(({ facts }) => facts.marker === marker);
    const where = from === undefined ? 'an earlier screening' : `“${from.name}”`;
    const note = `These are rows that the service refused in ${where}, brought again. The two columns that Screening Desk added stay here and are not sent.`;
    return { ...view, notes: [note, ...view.notes] };
  }

  /** Another header row: the stored rows are understood anew. Another sheet: the file is read again, while it is at hand. */
  async change(input: Input<'import.change'>): Promise<ImportView> {
    const { shelf } = this.world;
    return await shelf.alone(input.id, async () => {
      const project = shelf.draft(input.id);
      const facts = shelf.sealed(project);
      if (input.sheet !== undefined && input.sheet !== facts.reading.sheet) return await this.changeSheet(input.id, input.sheet);
      const headerRow = input.headerRow === undefined ? facts.reading.headerRow : input.headerRow;
      const today = shelf.today();
      const { basis, name } = await this.basisOf(project);
      const answer = await shelf.task(input.id, 'reread', 'checking', {
        file: shelf.fileOf(project),
        sheet: facts.reading.sheet,
        sheetName: facts.reading.sheetName,
        headerRow,
        today,
        basis,
      });
      const changed = sealedFrom(answer, facts.import, { today, basis: name });
      shelf.keep(project, changed, { rows: answer.reading.rows, readiness: readinessOf(answer.check) });
      return this.said(changed);
    });
  }

  private async changeSheet(id: string, sheet: number): Promise<ImportView> {
    const file = this.sources.get(id);
    if (file === undefined)
      throw new AppError(
        'NOT_NOW',
        'The file is no longer at hand to read another sheet from it. Bring it again and choose the sheet first.',
      );
    const { view, detail, change } = await this.read(id, file, sheet);
    const { history, clock, shelf } = this.world;
    history.changeProject(id, change, clock.now());
    history.note(id, clock.now(), 'read', detail);
    shelf.tell(id);
    return view;
  }

  /** The list goes on from here: the file itself is not needed any more. */
  async release(id: string): Promise<void> {
    const file = this.sources.get(id);
    this.sources.delete(id);
    if (file !== undefined) await this.world.files.finish(file);
  }

  /** A file that was being read when the program ended is gone: its project says so. */
  takeUp(): void {
    for (const project of this.world.history.projects()) {
      if (project.state.at !== 'reading') continue;
      removeUnfinished(this.world.shelf.fileOf(project).path);
      const message = 'Reading the file was interrupted when Screening Desk was closed. Bring the file once more.';
      this.world.shelf.advance(project.id, { type: 'unreadable', code: 'FILE_UNREADABLE', message }, { code: 'FILE_UNREADABLE' });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.sources.keys()].map((id) => this.release(id)));
  }
}

function assertRows(rows: number): void {
  if (rows === 0) throw new AppError('NO_ROWS', 'There is a heading but no row below it.');
  if (rows > MAX_RECORDS)
    throw new AppError(
      'FILE_TOO_MANY_ROWS',
      `The list has ${rows.toLocaleString('en-US')} rows; the service takes at most 1,000,000 in one project. Split the file and bring the parts.`,
    );
}

/** What a reading of the sheet leaves to be kept. */
function sealedFrom(
  answer: Omit<LoadAnswer, 'import' | 'sha256'>,
  view: ImportView | LoadAnswer['import'],
  by: Pick<SealedFacts, 'today' | 'basis'>,
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
