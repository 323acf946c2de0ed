/** The Report sheet: the numbers of the report as cells, with charts that the office can restyle. */
import { localDay } from '../../../shared/base/index.ts';
import { namesNote, type ReportLine, type ReportView, shortMoney, amountText, tintOf } from '../../../shared/report/index.ts';
import type { BarChart, CellStyle, WorkbookWriter } from '../../spreadsheet/write/index.ts';
import { SHORT_MONEY } from './range-table.ts';
import { SHEETS } from './sheet-names.ts';

const LABEL_WIDTH = 30;
const NUMBER_WIDTH = 14;
/** Minimum number of columns to the left of the charts, and number of columns that a chart covers. */
const LEAST_COLUMNS = 4;
const CHART_COLUMNS = 5;
const LEAST_CHART_ROWS = 8;

/** A cell: a text, a number or a day (YYYY-MM-DD). */
type Cell =
  | { readonly text: string; readonly style?: CellStyle }
  | { readonly number: number; readonly style: CellStyle }
  | { readonly day: string };

const heading = (text: string): Cell => ({ text, style: 'header' });
const plain = (text: string): Cell => ({ text });
const second = (text: string): Cell => ({ text, style: 'subtitle' });
const count = (number: number): Cell => ({ number, style: Number.isInteger(number) ? 'integer' : 'decimal' });
const money = (number: number): Cell => ({ number, style: 'money' });

/** Collects rows, and the charts of their numbers. */
class Layout {
  readonly rows: Cell[][] = [];
  readonly charts: BarChart[] = [];
  /** The first column of the charts. */
  private readonly side: number;
  /** The row after the last chart. */
  private chartEnd = 0;

  constructor(side: number) {
    this.side = side;
  }

  add(...cells: Cell[]): void {
    this.rows.push(cells);
  }

  /** Adds a table after an empty row, and below the previous chart. `chart`: null for a table without one. */
  table(title: string, head: readonly string[], lines: readonly Cell[][], notes: readonly string[], chart: ChartOf | null): void {
    this.add();
    while (chart !== null && this.rows.length < this.chartEnd) this.add();
    const first = this.rows.length + 2;
    const last = first + lines.length - 1;
    this.add(heading(title), ...head.map(heading));
    this.rows.push(...lines.map((line) => [...line]));
    for (const note of notes) this.add(second(note));
    if (chart === null || chart.labels.length === 0) return;
    const rows = Math.max(LEAST_CHART_ROWS, 3 + 2 * chart.labels.length);
    const lastOfChart = first + chart.labels.length - 1;
    this.charts.push({
      title,
      description: `Bars: ${chart.labels.map((label, at) => `${label}, ${chart.format === SHORT_MONEY ? shortMoney(chart.values[at]!) : amountText(chart.values[at]!)}`).join('; ')}.`,
      sheet: SHEETS.report,
      categories: { range: `$A$${first}:$A$${Math.min(last, lastOfChart)}`, texts: chart.labels },
      numbers: { range: `$${chart.column}$${first}:$${chart.column}$${Math.min(last, lastOfChart)}`, values: chart.values },
      format: chart.format,
      place: { column: this.side, row: first - 2, columns: CHART_COLUMNS, rows },
    });
    this.chartEnd = first - 1 + rows;
  }

  /** Adds empty rows until the last chart is covered, because only used rows are printed. */
  finish(): void {
    while (this.rows.length < this.chartEnd) this.add();
  }
}

interface ChartOf {
  readonly column: string;
  readonly labels: readonly string[];
  readonly values: readonly number[];
  readonly format: string;
}

const peopleChart = (lines: readonly ReportLine[]): ChartOf => ({
  column: 'B',
  labels: lines.map(({ label }) => label),
  values: lines.map(({ value }) => value),
  format: '#,##0',
});
const lineCells = (lines: readonly ReportLine[]): Cell[][] => lines.map(({ label, value }) => [plain(label), count(value)]);

function addCapacity(layout: Layout, { title, notes, bands, all }: NonNullable<ReportView['capacity']>): void {
  const amounts = bands.filter(({ sum }) => sum > 0);
  const row = (label: string, detail: string, people: number, sum: number): Cell[] => [
    plain(label === '' ? detail : label),
    count(people),
    sum === 0 ? plain('') : money(sum),
    second(label === '' ? '' : detail),
  ];
  const ordered = [...amounts, ...bands.filter(({ sum }) => sum <= 0)];
  const lines = [
    ...ordered.map(({ label, detail, people, sum }) => row(label, detail, people, sum)),
    [{ text: 'All', style: 'name' as const }, count(all.people), money(all.sum)],
  ];
  const chart = { column: 'C', labels: amounts.map(({ label }) => label), values: amounts.map(({ sum }) => sum), format: SHORT_MONEY };
  layout.table(title, ['People', 'Capacity'], lines, notes, chart);
}

function addMatrix(layout: Layout, { title, notes, rows, columns, cells, hasSums }: NonNullable<ReportView['matrix']>): void {
  const amountOf = ({ people, sum }: { readonly people: number; readonly sum: number }) => (hasSums ? sum : people);
  const most = Math.max(0, ...cells.flat().map(amountOf));
  const lines = rows.map((text, row): Cell[] => [
    plain(text),
    ...cells[row]!.map((cell): Cell => ({
      number: cell.people,
      style: cell.people === 0 ? 'integer' : `tint${tintOf(amountOf(cell), most)}`,
    })),
  ]);
  layout.table(title, columns, lines, notes, null);
}

function layoutOf(report: ReportView): { readonly layout: Layout; readonly side: number } {
  const { capacity, matrix, distribution, sent, match, since, credits, steps, names } = report;
  const side = Math.max(LEAST_COLUMNS, 1 + (matrix?.columns.length ?? 0));
  const layout = new Layout(side);
  layout.add({ text: report.name, style: 'title' });
  if (report.subtitle !== '') layout.add(second(report.subtitle));
  for (const sentence of report.intro) layout.add(second(sentence));
  if (report.screenedAt !== null) layout.add(second('Screened'), { day: localDay(report.screenedAt) });
  layout.add();
  for (const { label, value, isMoney } of report.figures) layout.add(plain(label), isMoney ? money(value) : count(value));
  if (capacity !== null) addCapacity(layout, capacity);
  if (matrix !== null) addMatrix(layout, matrix);
  if (distribution !== null)
    layout.table(distribution.title, ['People'], lineCells(distribution.lines), distribution.notes, peopleChart(distribution.lines));
  if (sent !== null) layout.table(sent.title, ['People'], lineCells([...sent.lines, sent.all]), sent.notes, null);
  if (match !== null) layout.table(match.title, ['People'], lineCells(match.lines), match.notes, peopleChart(match.lines));
  if (since !== null) layout.table(since.title, ['People'], lineCells(since.lines), since.notes, null);
  if (credits !== null) layout.table(credits.title, ['Credits'], lineCells(credits.lines), credits.notes, null);
  if (steps.length > 0)
    layout.table(
      'Next steps',
      [],
      steps.map((step, at) => [plain(`${at + 1}. ${step}`)]),
      [],
      null,
    );
  if (names !== null)
    layout.table(
      'People with the most capacity',
      ['Capacity', 'Rating', 'Officer', 'Place'],
      names.map(({ name, place, capacity: amount, rating, officer }) => [
        plain(name),
        amount === null ? plain('') : money(amount),
        plain(rating),
        plain(officer),
        plain(place),
      ]),
      [],
      null,
    );
  layout.add();
  // The whole text is too long for one line of a sheet.
  for (const sentence of [...report.foot.split(/(?<=\.) /), `${namesNote(report)}.`]) layout.add(second(sentence));
  layout.finish();
  return { layout, side };
}

/** Writes the Report sheet. `report` must not include the parts that the user left out. */
export async function writeReport(book: WorkbookWriter, report: ReportView): Promise<void> {
  const { layout, side } = layoutOf(report);
  const columns = Array.from({ length: side }, (_, at) => ({ title: '', width: at === 0 ? LABEL_WIDTH : NUMBER_WIDTH }));
  const sheet = book.addSheet(SHEETS.report, {
    columns,
    header: false,
    printedColumns: side + (layout.charts.length > 0 ? CHART_COLUMNS : 0),
    charts: layout.charts,
    isOnePage: true,
  });
  for (const cells of layout.rows) {
    sheet.beginRow();
    for (const cell of cells) {
      if ('day' in cell) sheet.date(cell.day);
      else if ('number' in cell) sheet.number(cell.number, cell.style);
      else sheet.text(cell.text, cell.style);
    }
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  }
}
