/**
 * Results joined to the sheet: every row of the list in its order with every original column, then its outcome and every score
 * column; the refused rows with their reasons; profiles that match no row; and a summary whose counts balance.
 */
import { FIELDS, isFieldKey } from '../../shared/constituent.ts';
import { titlesOf } from '../../shared/scores.ts';
import type { Json } from '../../shared/answers.ts';
import { CsvWriter } from '../spreadsheet/csv-writer.ts';
import { JsonLinesWriter } from '../spreadsheet/jsonl-writer.ts';
import { RowBlock } from '../spreadsheet/rowblock.ts';
import type { RowWriter, WriteColumn } from '../spreadsheet/row-writer.ts';
import { WorkbookWriter } from '../spreadsheet/xlsx-writer.ts';
import { ProjectFile } from '../store/projectfile.ts';
import { NO_PERSON, Findings } from './findings.ts';
import { RowBlocks } from './list.ts';
import type { TaskMap } from './messages.ts';
import { Edits } from './edits.ts';
import { Records } from './records.ts';
import { type KeptError, ResultFile } from './resultfile.ts';
import type { Task, TaskContext } from './task.ts';

const OUTCOME_TITLE = 'Screening outcome';
const OUTCOMES = { scored: 'Scored', refused: 'Refused', unknown: 'Unknown', leftOut: 'Not sent' } as const;

type Input = TaskMap['export']['input'];

/** The file being exported, and what is needed to walk its list. */
class Exporting {
  readonly results: ResultFile;
  readonly blocks: RowBlocks;
  private readonly input: Input;
  private readonly file: ProjectFile;
  /** Positions of the score columns that are written. */
  private readonly chosen: readonly number[];
  private readonly scoreTitles: readonly string[];

  constructor(file: ProjectFile, input: Input) {
    this.file = file;
    this.input = input;
    this.results = new ResultFile(file);
    this.blocks = new RowBlocks(file);
    const { columns } = this.results;
    const titles = titlesOf(columns.map(({ key }) => key));
    const wanted = input.columns === null ? null : new Set(input.columns);
    this.chosen = columns.map((_, index) => index).filter((index) => wanted === null || wanted.has(columns[index]!.key));
    this.scoreTitles = this.chosen.map((index) => titles.get(columns[index]!.key) ?? columns[index]!.key);
  }

  private get original(): readonly string[] {
    return this.input.reading.headers;
  }

  columns(): WriteColumn[] {
    const taken = new Set(this.original);
    const free = (title: string) => (taken.has(title) ? `${title} (screening)` : title);
    return [
      ...this.original.map((title) => ({ title })),
      { title: free(OUTCOME_TITLE) },
      ...this.scoreTitles.map((title, at) => ({
        title: free(title),
        ...(this.results.columns[this.chosen[at]!]!.type === 'text' ? { style: 'text' as const } : {}),
      })),
    ];
  }

  /** Writes every row of the list with its scores. */
  async list(writer: RowWriter, context: TaskContext): Promise<number> {
    const { results } = this;
    let place = 0;
    let written = 0;
    for (const { place: chunk, bytes } of this.file.chunks('rows')) {
      context.signal.throwIfAborted();
      const found = this.file.read('findings', chunk.seq);
      const findings = found === null ? null : new Findings(found);
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) {
        if (findings === null || findings.readiness(row) === NO_PERSON) continue;
        const sent = results.rows[place] === block.rowNumber(row);
        const outcome = sent ? results.outcome(place) : 'leftOut';
        const profile = sent ? results.matches[place]! : 0;
        if (sent) place += 1;
        writer.beginRow();
        writer.cells(block, row, 0, this.original.length);
        writer.text(OUTCOMES[outcome]);
        this.scores(writer, profile);
        const wait = writer.endRow();
        if (wait !== undefined) await wait;
        written += 1;
      }
      context.progress(written, this.input.reading.rows, 'rows');
    }
    return written;
  }

  private scores(writer: RowWriter, profile: number): void {
    const at = profile === 0 ? null : this.results.scores(profile);
    for (const index of this.chosen) {
      if (at === null) writer.empty();
      else writer.cell(at.block.kind(at.row, index), at.block.text(at.row, index));
    }
  }

  errorColumns(): WriteColumn[] {
    return [
      { title: 'Row in your file', style: 'integer' },
      { title: 'Field' },
      { title: 'Reason', style: 'wrap', width: 48 },
      { title: 'Value sent' },
      ...this.original.map((title) => ({ title })),
    ];
  }

  /** Writes each row error with the original row; the cell that it is about is marked. */
  async errors(writer: RowWriter & { highlight?(note?: string): void }): Promise<void> {
    const { results } = this;
    const records = new Records(this.input.plan, new Edits(this.file));
    const places = [...results.errors().keys()].sort((a, b) => a - b);
    for (const place of places)
      for (const error of results.errors().get(place)!) {
        const number = place < 0 ? 0 : results.rows[place]!;
        const at = number === 0 ? null : this.blocks.find(number);
        writer.beginRow();
        if (number === 0) writer.text('not known');
        else writer.number(number);
        writer.text(labelOf(error));
        writer.text(error.message);
        writer.text(error.value ?? '');
        const marked = error.field !== null && isFieldKey(error.field) ? new Set(records.mapper.columnsOf(error.field)) : new Set<number>();
        for (let column = 0; at !== null && column < this.original.length; column++) {
          if (marked.has(column)) writer.highlight?.(error.message);
          writer.cell(at.block.kind(at.row, column), at.block.text(at.row, column));
        }
        const wait = writer.endRow();
        if (wait !== undefined) await wait;
      }
  }

  /** Writes the profiles that match no row, each leaf and the echoed record. */
  async strangers(writer: RowWriter, strangers: readonly number[], echoed: readonly string[]): Promise<void> {
    for (const profile of strangers) {
      writer.beginRow();
      const json = JSON.parse(this.results.profileJson(profile) ?? '{}') as Record<string, Json>;
      for (const key of echoed) {
        const value = json[key];
        writer.text(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
      }
      this.scores(writer, profile);
      const wait = writer.endRow();
      if (wait !== undefined) await wait;
    }
  }

  strangerColumns(strangers: readonly number[]): { readonly columns: WriteColumn[]; readonly echoed: string[] } {
    const seen = new Set<string>();
    for (const profile of strangers.slice(0, 200))
      for (const key of Object.keys(JSON.parse(this.results.profileJson(profile) ?? '{}') as object)) seen.add(key);
    const echoed = FIELDS.filter(({ key }) => seen.has(key));
    return {
      columns: [...echoed.map(({ label }) => ({ title: label })), ...this.scoreTitles.map((title) => ({ title }))],
      echoed: echoed.map(({ key }) => key),
    };
  }
}

function labelOf({ field }: KeptError): string {
  if (field === null) return '';
  return FIELDS.find(({ key }) => key === field)?.label ?? field;
}

async function writeWorkbook(file: ProjectFile, input: Input, context: TaskContext): Promise<number> {
  const book = await WorkbookWriter.create(input.target, { program: 'Screening Desk' });
  try {
    const exporting = new Exporting(file, input);
    const rows = await exporting.list(book.addSheet('Scores', { columns: exporting.columns() }), context);
    await exporting.errors(book.addSheet('Errors', { columns: exporting.errorColumns() }));
    const strangers = exporting.results.strangers();
    if (strangers.length > 0) {
      const { columns, echoed } = exporting.strangerColumns(strangers);
      await exporting.strangers(book.addSheet('Unmatched', { columns }), strangers, echoed);
    }
    const summary = book.addSheet('Summary', {
      columns: [
        { title: 'Fact', width: 34 },
        { title: 'Value', width: 60 },
      ],
    });
    for (const { label, value } of input.summary.lines) {
      summary.beginRow();
      summary.text(label);
      if (typeof value === 'number') summary.number(value);
      else summary.text(value);
      const wait = summary.endRow();
      if (wait !== undefined) await wait;
    }
    await book.finish();
    return rows;
  } catch (error) {
    await book.abort();
    throw error;
  }
}

async function writeText(file: ProjectFile, input: Input, context: TaskContext): Promise<number> {
  const exporting = new Exporting(file, input);
  const columns = exporting.columns();
  const writer =
    input.format === 'csv' ? await CsvWriter.create(input.target, { columns }) : await JsonLinesWriter.create(input.target, { columns });
  try {
    const rows = await exporting.list(writer, context);
    await writer.finish();
    return rows;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

export const exportResults: Task<'export'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'read');
  try {
    const rows = input.format === 'xlsx' ? await writeWorkbook(file, input, context) : await writeText(file, input, context);
    return { rows };
  } finally {
    file.close();
  }
};
