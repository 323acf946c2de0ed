/** The rows of a list with their outcomes and scores, either with the sheet's columns or only with the constituent ID. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { CellKind } from '../../spreadsheet/index.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import type { ListExportInput } from '../../worker-protocol/index.ts';
import { type ChosenScores, chosenScores, scoreColumns, uniqueTitles, writeScores } from './export-columns.ts';
import { noteCells, type OfficeCell, officeCells } from './office-cells.ts';
import { type ExportList, type ListRow, outcomeText, type Table } from './export-list.ts';

export const OUTCOME_TITLE = 'Screening outcome';
export const WHY_TITLE = 'Why it was not sent';
export const DAY_TITLE = 'Scored on';

export type ScoreTableInput = Extract<ListExportInput, { readonly kind: 'list' | 'scoresById' }>;

export class ScoreTable implements Table {
  readonly columns: readonly WriteColumn[];
  private readonly list: ExportList;
  private readonly input: ScoreTableInput;
  private readonly scores: ChosenScores;
  private readonly office: readonly OfficeCell[];
  /** Indexes of the scores in the project's own score blocks; -1 for scores that only earlier screenings have. */
  private readonly ownPositions: readonly number[];

  constructor(list: ExportList, input: ScoreTableInput) {
    this.list = list;
    this.input = input;
    this.scores = chosenScores(list.scoreColumns, input);
    const ownColumns = list.screening.results.columns.length;
    this.ownPositions = this.scores.positions.map((position) => (position < ownColumns ? position : -1));
    const rowColumns: readonly WriteColumn[] =
      input.kind === 'list' ? list.headers.map((title) => ({ title })) : [{ title: this.idTitle(), style: 'text' }];
    const rowTitles = rowColumns.map(({ title }) => title);
    const outcomeTitles = this.outcomeTitles(rowTitles);
    this.office = [...officeCells(list), ...noteCells(input)];
    const officeTitles = uniqueTitles(
      this.office.map(({ title }) => title),
      [...rowTitles, ...outcomeTitles],
    );
    this.columns = [
      ...rowColumns,
      ...outcomeTitles.map((title) => ({ title })),
      ...officeTitles.map((title): WriteColumn => ({ title, style: 'text' })),
      ...scoreColumns(list.scoreColumns, this.scores, [...rowTitles, ...outcomeTitles, ...officeTitles], new Set(input.bars)),
    ];
  }

  /** The heading of the constituent ID column. */
  private idTitle(): string {
    const [column] = this.list.screening.records.mapper.columnsOf('constituentId');
    return (column === undefined ? undefined : this.list.headers[column]) ?? 'Constituent ID';
  }

  /** A segment has no rows that were not sent, so it needs no reason. The day is a column only if earlier scores are included. */
  private outcomeTitles(usedTitles: readonly string[]): string[] {
    const why = this.input.people.kind === 'everyone' ? [WHY_TITLE] : [];
    return uniqueTitles([OUTCOME_TITLE, ...why, ...(this.list.hasPriorScores ? [DAY_TITLE] : [])], usedTitles);
  }

  write(writer: RowWriter, row: ListRow): number | Promise<number> {
    const { list, input } = this;
    const { records, source } = list.screening;
    writer.beginRow();
    if (input.kind === 'list') writer.cells(row.block, row.row, 0, list.headers.length);
    else writer.text(records.sent(row.block, row.row, source).values[FIELD_INDEX.constituentId]!);
    this.writeOutcome(writer, row);
    for (const { text } of this.office) writer.text(text(row));
    this.writeScores(writer, row);
    return writer.endRow()?.then(() => 1) ?? 1;
  }

  private writeScores(writer: RowWriter, { profile, prior }: ListRow): void {
    const { results } = this.list.screening;
    if (prior === null) writeScores(writer, profile === 0 ? null : results.scores(profile), this.ownPositions);
    else
      writeScores(
        writer,
        prior,
        this.scores.positions.map((position) => prior.positions[position]!),
      );
  }

  private writeOutcome(writer: RowWriter, row: ListRow): void {
    const { outcome, why, prior } = row;
    const { people, day: scoredOn } = this.input;
    writer.text(outcomeText(row));
    if (people.kind === 'everyone') writer.text(why);
    if (!this.list.hasPriorScores) return;
    const day = prior?.day ?? (outcome === 'scored' ? scoredOn : '');
    if (day === '') writer.empty();
    else writer.cell(CellKind.Date, day);
  }
}
