/** File → project file: rows as they are, the mapping that the headings suggest, and a first check of every row, in one pass. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { fitTemplate, type Template } from '../../shared/templates.ts';
import { RowBlock } from '../spreadsheet/rowblock.ts';
import { openSpreadsheet } from '../spreadsheet/open.ts';
import type { Workbook } from '../spreadsheet/workbook.ts';
import { ProjectFile } from '../store/projectfile.ts';
import { CheckPass } from './checkpass.ts';
import { Edits } from './edits.ts';
import { ListRows } from './list.ts';
import type { LoadAnswer, Reading, TaskMap } from './messages.ts';
import { LOOKED_AT, pickSheet, sampleRow } from './preview.ts';
import type { Task, TaskContext } from './task.ts';
import { understandColumns, understandHeader, understandTotals, WEIGHED } from './understand.ts';

/** Bytes of blocks that are written in one transaction. */
const COMMIT_EVERY = 32 * 1024 * 1024;
/** Rows at the end that may be totals. */
const TAIL = 50;
/** First rows that are shown as they are. */
const SHOWN = 30;

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

/** What the first rows say, before the rest is read. */
interface Understood {
  readonly reading: Omit<Reading, 'totalsRows' | 'rows'>;
  readonly suggestion: ReturnType<typeof understandColumns>['suggestion'];
}

/** Understands the sheet out of its first blocks. */
function understand(blocks: readonly RowBlock[], sheet: number, sheetName: string, asked: number | null | undefined): Understood {
  const first = [];
  for (const block of blocks) for (let row = 0; row < block.rowCount && first.length < LOOKED_AT; row++) first.push(sampleRow(block, row));
  const { headerRow, headerReason, cells } = understandHeader(first, asked);
  const below: string[][] = [];
  for (const block of blocks)
    for (let row = 0; row < block.rowCount && below.length < WEIGHED; row++)
      if (block.rowNumber(row) > (headerRow ?? 0)) below.push(block.rowTexts(row));
  const { headers, suggestion } = understandColumns(cells, below);
  return { reading: { sheet, sheetName, headerRow, headerReason, headers }, suggestion };
}

/** The proposed mapping gives way to a template that was asked for. */
function withTemplate(understood: Understood, template: Template | undefined): Understood {
  if (template === undefined) return understood;
  const { reading, suggestion } = understood;
  const { plan } = fitTemplate(template, reading.headers, suggestion.suggestions);
  return { reading, suggestion: { ...suggestion, plan } };
}

/** Sheet rows of totals among the last rows of the list. */
function totalsIn(blocks: readonly RowBlock[], headerRow: number | null): readonly number[] {
  const last = [];
  for (const block of blocks)
    for (let row = 0; row < block.rowCount; row++) if (block.rowNumber(row) > (headerRow ?? 0)) last.push(sampleRow(block, row));
  // The header alone above a single row is no evidence of what a total would be.
  return last.length < 3 ? [] : understandTotals(last.slice(-TAIL));
}

/** Takes blocks in order; the last of them are held back until the end tells which of their rows are totals. */
class Intake {
  private readonly file: ProjectFile;
  private readonly input: Pick<TaskMap['load']['input'], 'today' | 'template'>;
  private readonly writeRows: boolean;
  private readonly ask: { readonly sheet: number; readonly sheetName: string; readonly headerRow: number | null | undefined };
  private readonly early: RowBlock[] = [];
  private earlyRows = 0;
  private held: RowBlock[] = [];
  private understood: Understood | null = null;
  private pass: CheckPass | null = null;
  private list: ListRows | null = null;
  private seq = 0;
  private position = 0;
  private uncommitted = 0;
  private rows = 0;
  readonly firstRows: { row: number; cells: string[] }[] = [];

  constructor(file: ProjectFile, input: Intake['input'], ask: Intake['ask'], writeRows: boolean) {
    this.file = file;
    this.input = input;
    this.ask = ask;
    this.writeRows = writeRows;
  }

  get stored(): number {
    return this.position;
  }

  add(block: RowBlock): void {
    for (let row = 0; row < block.rowCount && this.firstRows.length < SHOWN; row++) {
      const { rowNumber, cells } = sampleRow(block, row);
      this.firstRows.push({ row: rowNumber, cells: [...cells] });
    }
    if (this.understood === null) {
      this.early.push(block);
      this.earlyRows += block.rowCount;
      if (this.earlyRows >= WEIGHED + LOOKED_AT) this.begin();
      return;
    }
    this.hold(block);
  }

  private begin(): void {
    const understood = understand(this.early, this.ask.sheet, this.ask.sheetName, this.ask.headerRow);
    this.understood = withTemplate(understood, this.input.template);
    for (const block of this.early) this.hold(block);
    this.early.length = 0;
  }

  private hold(block: RowBlock): void {
    this.held.push(block);
    let rows = this.held.reduce((sum, { rowCount }) => sum + rowCount, 0);
    while (this.held.length > 1 && rows - this.held[0]!.rowCount >= TAIL) {
      const first = this.held.shift()!;
      rows -= first.rowCount;
      this.settle(first, []);
    }
  }

  private settle(block: RowBlock, totals: readonly number[]): void {
    const { reading, suggestion } = this.understood!;
    if (this.pass === null || totals.length > 0) {
      this.list = new ListRows({ headerRow: reading.headerRow, totalsRows: totals });
      this.pass ??= new CheckPass(
        { plan: suggestion.plan, today: this.input.today },
        { has: (row) => this.list!.has(row) },
        new Edits(this.file),
      );
    }
    const place = {
      seq: this.seq,
      first: this.position,
      count: block.rowCount,
      low: block.rowNumber(0),
      high: block.rowNumber(block.rowCount - 1),
    };
    const findings = this.pass.block(block);
    if (this.writeRows) this.file.write('rows', place, block.bytes);
    this.file.write('findings', place, findings);
    this.seq += 1;
    this.position += block.rowCount;
    this.uncommitted += block.bytes.length;
    if (this.uncommitted >= COMMIT_EVERY) {
      this.file.commit();
      this.file.begin();
      this.uncommitted = 0;
    }
  }

  /** Ends the pass. Ends in SHEET_EMPTY or HEADER_NOT_FOUND when there is nothing to make a list of. */
  finish(): Omit<LoadAnswer, 'import' | 'sha256'> {
    if (this.understood === null) this.begin();
    const { reading, suggestion } = this.understood!;
    const totals = totalsIn(this.held, reading.headerRow);
    for (const block of this.held) this.settle(block, totals);
    this.held = [];
    if (this.pass === null)
      throw new AppError('SHEET_EMPTY', `The sheet “${reading.sheetName}” holds no row. Choose another sheet or file.`);
    const check = this.pass.summary();
    this.rows = check.rows;
    return {
      reading: { ...reading, totalsRows: totals, rows: this.rows },
      plan: suggestion.plan,
      suggestions: suggestion.suggestions,
      system: suggestion.system,
      check,
    };
  }
}

/** The sheet's name, or the file's where sheets have none. */
const nameOf = (workbook: Workbook, sheet: number) => workbook.sheets[sheet]?.name ?? '';

export const load: Task<'load'> = async (input, context) => {
  const workbook = await openSpreadsheet(input.path, { name: input.name, signal: context.signal });
  const file = new ProjectFile(input.file, 'write');
  try {
    const digest = digestOf(input.path);
    // It is waited for after the rows; a failure before that is the reader's to tell.
    digest.catch(() => undefined);
    const sheet = await pickSheet(workbook, input.sheet, context.signal);
    if (sheet < 0 || sheet >= workbook.sheets.length) throw new AppError('SHEET_EMPTY', 'No sheet of this workbook holds a row.');
    file.begin();
    file.clear('rows', 'findings', 'edits', 'list', 'profiles', 'scores', 'matches', 'rowErrors');
    const intake = new Intake(file, input, { sheet, sheetName: nameOf(workbook, sheet), headerRow: input.headerRow }, true);
    const answer = await readAll(workbook, sheet, intake, context);
    file.commit();
    const { reading } = answer;
    return {
      ...answer,
      import: {
        format: workbook.facts.kind,
        sheets: workbook.sheets.map(({ name, hidden, rowsHint }, index) => ({
          name,
          hidden,
          rows: index === sheet ? intake.stored : rowsHint,
        })),
        sheet,
        headerRow: reading.headerRow,
        headerReason: reading.headerReason,
        rows: reading.rows,
        totalsRows: [...reading.totalsRows],
        firstRows: intake.firstRows,
        notes: [...workbook.notes],
      },
      sha256: await digest,
    };
  } finally {
    file.rollback();
    file.close();
    await workbook.close();
  }
};

async function readAll(
  workbook: Workbook,
  sheet: number,
  intake: Intake,
  context: TaskContext,
): Promise<Omit<LoadAnswer, 'import' | 'sha256'>> {
  const { fileBytes } = workbook;
  const onProgress = (bytes: number) => {
    context.progress(bytes, fileBytes, 'bytes');
  };
  for await (const block of workbook.rows(sheet, { signal: context.signal, onProgress })) intake.add(block);
  return intake.finish();
}

/** The stored rows under another header row: headings, proposed mapping and check anew. Corrections are forgotten with the old fields. */
export const reread: Task<'reread'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'write');
  try {
    file.begin();
    file.clear('findings', 'edits', 'list');
    file.keep('edits', { applied: 0, kept: 0 });
    const intake = new Intake(file, input, input, false);
    const places = file.places('rows');
    for (const { seq } of places) {
      intake.add(new RowBlock(file.read('rows', seq)!));
      context.progress(seq, places.length, 'rows');
    }
    const answer = intake.finish();
    file.commit();
    return await Promise.resolve(answer);
  } finally {
    file.rollback();
    file.close();
  }
};
