/** The rows of an export: the list in its order with its scores, scores by id, or the rows of a layout for another system. */
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import { dayText, findScore, type Layout } from '../../../shared/results/layouts.ts';
import { columnsShownFirst } from '../../../shared/results/scores.ts';
import { whyNotSent } from '../../../shared/rows/disposition-text.ts';
import { CellKind, RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/row-writer.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { Edits } from '../list/edits.ts';
import { EarlierScores, type EarlierScore } from '../prior/prior-scores.ts';
import { chosenScores, scoreChoice, type ScoreChoice, scoreColumns, uniqueTitles } from './export-columns.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { RowBlocks } from '../list/stored-rows.ts';
import type { TaskMap } from '../../worker-protocol/tasks.ts';
import { Records } from '../list/record-reader.ts';
import type { ResultFile } from '../results/result-file.ts';
import { ResultPages } from '../results/result-pages.ts';
import type { TaskContext } from '../threads/task-context.ts';

const OUTCOME_TITLE = 'Screening outcome';
const WHY_TITLE = 'Why it was not sent';
const DAY_TITLE = 'Scored on';
const OUTCOMES = { scored: 'Scored', refused: 'Refused', unknown: 'Unknown', leftOut: 'Not sent', earlier: 'Scored before' } as const;
const ID = FIELD_INDEX.constituentId;

export type ExportInput = TaskMap['export']['input'];

/** A row of the list, with what became of it. */
interface ListRow {
  readonly block: RowBlock;
  readonly row: number;
  readonly outcome: keyof typeof OUTCOMES;
  /** Why it was not sent; empty for a row that was. */
  readonly why: string;
  /** 0 without one. */
  readonly profile: number;
  /** What an earlier screening says of somebody who was not sent, since nothing has changed. */
  readonly earlier: EarlierScore | null;
}

/** A table of the export: its columns, and how a row of the list is written into it. */
export interface Table {
  readonly columns: readonly WriteColumn[];
  /** Writes the rows that a row of the list makes; answers how many. */
  write(writer: RowWriter, row: ListRow): Promise<number>;
}

/** The list being exported. */
export class ExportList {
  readonly results: ResultFile;
  readonly blocks: RowBlocks;
  readonly records: Records;
  readonly original: readonly string[];
  readonly choice: ScoreChoice;
  private readonly input: ExportInput;
  private readonly file: ProjectFile;
  private readonly pages: ResultPages;
  private readonly earlier: EarlierScores | null;
  private withEarlier = 0;
  /** Columns of the project's own results, then those that only earlier screenings have. */
  private readonly scored: Pick<ResultFile, 'columns'>;

  constructor(file: ProjectFile, input: ExportInput) {
    this.file = file;
    this.input = input;
    this.blocks = new RowBlocks(file);
    this.records = new Records(input.plan, new Edits(file));
    this.pages = new ResultPages(file, this.blocks, this.records, input.reading);
    this.results = this.pages.results;
    this.original = input.reading.headers;
    const { columns } = this.results;
    this.earlier = input.earlier.length === 0 ? null : new EarlierScores(input.earlier, columns);
    this.scored = { columns: this.earlier === null ? columns : [...columns, ...this.earlier.more] };
    this.choice = scoreChoice(this.scored, input);
  }

  close(): void {
    this.earlier?.close();
  }

  /** Rows that were written with the scores of an earlier screening. */
  get scoredBefore(): number {
    return this.withEarlier;
  }

  /** The table that is asked for. */
  table(): Table {
    if (this.input.layout !== null) return this.layoutTable(this.input.layout);
    return this.input.contents === 'keyed' ? this.keyedTable() : this.sheetTable();
  }

  private scores(writer: RowWriter, { profile, earlier }: ListRow): void {
    const own = profile === 0 ? null : this.results.scores(profile);
    const at = earlier ?? own;
    const most = this.results.columns.length;
    for (const position of this.choice.positions) {
      const index = earlier === null ? (position < most ? position : -1) : earlier.positions[position]!;
      if (at === null || index < 0) writer.empty();
      else writer.cell(at.block.kind(at.row, index), at.block.text(at.row, index));
    }
  }

  /** The titles of what became of a row: a segment has nobody who was not sent, and the day is told where not all were scored now. */
  private outcomeTitles(taken: readonly string[]): string[] {
    const why = this.input.segment === null ? [WHY_TITLE] : [];
    return uniqueTitles([OUTCOME_TITLE, ...why, ...(this.earlier === null ? [] : [DAY_TITLE])], taken);
  }

  private outcome(writer: RowWriter, { outcome, why, earlier }: ListRow): void {
    writer.text(OUTCOMES[outcome]);
    if (this.input.segment === null) {
      if (why === '') writer.empty();
      else writer.text(why);
    }
    if (this.earlier === null) return;
    const day = earlier?.day ?? (outcome === 'scored' ? this.input.day : '');
    if (day === '') writer.empty();
    else writer.cell(CellKind.Date, day);
  }

  private sheetTable(): Table {
    const { original } = this;
    const bars = new Set(this.input.bars);
    const outcome = this.outcomeTitles(original);
    return {
      columns: [
        ...original.map((title) => ({ title })),
        ...outcome.map((title) => ({ title })),
        ...scoreColumns(this.scored, this.choice, [...original, ...outcome], bars),
      ],
      write: async (writer, row) => {
        writer.beginRow();
        writer.cells(row.block, row.row, 0, original.length);
        this.outcome(writer, row);
        this.scores(writer, row);
        const wait = writer.endRow();
        if (wait !== undefined) await wait;
        return 1;
      },
    };
  }

  /** The heading of the column that the ids came from. */
  private get idTitle(): string {
    const [column] = this.records.mapper.columnsOf('constituentId');
    return (column === undefined ? undefined : this.original[column]) ?? 'Constituent ID';
  }

  private keyedTable(): Table {
    const { idTitle } = this;
    const outcome = this.outcomeTitles([idTitle]);
    return {
      columns: [
        { title: idTitle, style: 'text' },
        ...outcome.map((title) => ({ title })),
        ...scoreColumns(this.scored, this.choice, [idTitle, ...outcome], new Set(this.input.bars)),
      ],
      write: async (writer, row) => {
        writer.beginRow();
        writer.text(this.records.sent(row.block, row.row, this.input.rowIdPrefix).values[ID]!);
        this.outcome(writer, row);
        this.scores(writer, row);
        const wait = writer.endRow();
        if (wait !== undefined) await wait;
        return 1;
      },
    };
  }

  /** A layout takes scored people only: another system would take an empty cell for "remove what is there". */
  private layoutTable(layout: Layout): Table {
    const { results } = this;
    const paths = results.columns.map(({ key }) => key);
    const columns = layout.columns.map(({ title, from }) => ({
      title,
      from,
      score: from.kind === 'score' ? findScore(from.key, paths) : -1,
      sheet: from.kind === 'sheet' ? this.original.indexOf(from.header) : -1,
    }));
    const shown = this.input.columns === null ? chosenScores(results.columns, columnsShownFirst(paths)) : null;
    const each: ScoreChoice =
      shown === null ? this.choice : scoreChoice(results, { columns: shown.map((index) => paths[index]!), titles: this.input.titles });
    const cell = (writer: RowWriter, kind: CellKind, text: string) => {
      const isDay = kind === CellKind.Date || kind === CellKind.DateTime;
      if (isDay && layout.dates === 'monthFirst') writer.text(dayText(text, layout.dates));
      else writer.cell(kind, text);
    };
    const writeRow = async (writer: RowWriter, row: ListRow, one: { readonly title: string; readonly index: number } | null) => {
      const at = results.scores(row.profile);
      const score = (index: number) => {
        if (at === null || index < 0) writer.empty();
        else cell(writer, at.block.kind(at.row, index), at.block.text(at.row, index));
      };
      const { values } = this.records.of(row.block, row.row);
      writer.beginRow();
      for (const { from, score: index, sheet } of columns) {
        if (from.kind === 'score') score(index);
        else if (from.kind === 'sheet') {
          if (sheet < 0) writer.empty();
          else cell(writer, row.block.kind(row.row, sheet), row.block.text(row.row, sheet));
        } else if (from.kind === 'field') writer.text(values[FIELD_INDEX[from.field]]!);
        else if (from.kind === 'text') writer.text(from.text);
        else if (from.kind === 'day') writer.text(dayText(this.input.day, layout.dates));
        else if (from.kind === 'scoreTitle') writer.text(one?.title ?? '');
        else if (one === null) writer.empty();
        else score(one.index);
      }
      const wait = writer.endRow();
      if (wait !== undefined) await wait;
    };
    return {
      columns: columns.map(({ title, score: index }) => ({
        title,
        ...(index >= 0 && results.columns[index]!.type !== 'text' ? {} : { style: 'text' as const }),
      })),
      write: async (writer, row) => {
        if (row.outcome !== 'scored') return 0;
        if (layout.rows === 'person') {
          await writeRow(writer, row, null);
          return 1;
        }
        const at = results.scores(row.profile);
        let written = 0;
        for (const [order, index] of each.positions.entries()) {
          if (at === null || at.block.text(at.row, index) === '') continue;
          await writeRow(writer, row, { title: each.titles[order]!, index });
          written += 1;
        }
        return written;
      },
    };
  }

  private earlierOf(block: RowBlock, row: number): EarlierScore | null {
    return this.earlier === null ? null : this.earlier.find(this.records.of(block, row).values[ID]!);
  }

  /** Writes every row of the list that is asked for; answers how many rows the table has. */
  async write(table: Table, writer: RowWriter, context: TaskContext): Promise<number> {
    const { results, input } = this;
    const only = input.segment === null ? null : this.pages.marked(input.segment);
    let place = 0;
    let seen = 0;
    let written = 0;
    const checked = new CheckGroupReader(this.file);
    for (const { place: chunk, bytes } of this.file.chunks('rows')) {
      context.signal.throwIfAborted();
      const found = checked.block(chunk.seq);
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) {
        if (found?.isRow(row) !== true) continue;
        const sent = results.rows[place] === block.rowNumber(row);
        const at = place;
        if (sent) place += 1;
        seen += 1;
        if (only !== null && (!sent || only[at] === 0)) continue;
        const earlier = sent || !found.hasBaselineScores(row) ? null : this.earlierOf(block, row);
        if (earlier !== null) this.withEarlier += 1;
        const outcome = sent ? results.outcome(at) : earlier === null ? 'leftOut' : 'earlier';
        const why = sent ? '' : whyNotSent(found.notSentAs(row, input.choice));
        written += await table.write(writer, { block, row, outcome, why, profile: sent ? results.matches[at]! : 0, earlier });
      }
      context.progress(seen, input.reading.rows, 'rows');
    }
    return written;
  }
}
