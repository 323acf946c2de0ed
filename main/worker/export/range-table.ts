/** The table of people by range of capacity on the sheet Summary, and the chart on it. */
import { countText, numberText } from '../../../shared/base/index.ts';
import { ORDER_HEADINGS, type OrderResults, orderLines } from '../../../shared/order/index.ts';
import type { BarChart, SheetWriter } from '../../spreadsheet/write/index.ts';
import type { CapacityRange } from './capacity-ranges.ts';

const TITLE = 'Capacity by range';
/** Amounts in millions or thousands, as short as a chart needs them. */
export const SHORT_MONEY = '[>=1000000]"$"0.0,,"M";[>=1000]"$"0,"K";"$"0';
const CHART_COLUMNS = 5;

const ORDER_TITLE = 'Capacity by decile';

async function writeTable(
  sheet: SheetWriter,
  headings: readonly string[],
  lines: readonly (readonly [string, ...(number | null)[]])[],
): Promise<void> {
  const row = async (cells: readonly (string | number | null)[], style?: 'header') => {
    sheet.beginRow();
    for (const cell of cells) {
      if (cell === null) sheet.empty();
      else if (typeof cell === 'number') sheet.number(cell);
      else sheet.text(cell, style);
    }
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  };
  await row([]);
  await row(headings, 'header');
  for (const line of lines) await row(line);
}

/** Writes the table below the sentences, after an empty row. */
export async function writeRanges(sheet: SheetWriter, ranges: readonly CapacityRange[]): Promise<void> {
  if (ranges.length === 0) return;
  await writeTable(
    sheet,
    [TITLE, 'People', 'Capacity'],
    ranges.map(({ label, people, sum }) => [label, people, sum]),
  );
}

/** Writes what the order that chose the people was worth, after an empty row; nothing without one. */
export async function writeOrder(sheet: SheetWriter, order: OrderResults): Promise<void> {
  if (order === null) return;
  await writeTable(
    sheet,
    [ORDER_TITLE, ...ORDER_HEADINGS],
    orderLines(order).map(({ label, people, sent, scored, sum, median, top }) => [label, people, sent, scored, sum, median, top]),
  );
}

/** The chart at this column and row, from 0. `sentences`: number of sentences above the table. Null without ranges. */
export function rangesChart(ranges: readonly CapacityRange[], sentences: number, column: number, row: number): BarChart | null {
  if (ranges.length === 0) return null;
  // After the title, the sentences, an empty row and the headings.
  const first = sentences + 4;
  const last = first + ranges.length - 1;
  const texts = ranges.map(
    ({ label, people, sum }) => `${label}: ${countText(people, 'person', 'people')}, $${numberText(Math.round(sum))}`,
  );
  return {
    title: TITLE,
    description: `Bars of the capacity of everybody scored, by range. ${texts.join('; ')}.`,
    sheet: 'Summary',
    categories: { range: `$A$${first}:$A$${last}`, texts: ranges.map(({ label }) => label) },
    numbers: { range: `$C$${first}:$C$${last}`, values: ranges.map(({ sum }) => sum) },
    format: SHORT_MONEY,
    place: { column, row, columns: CHART_COLUMNS, rows: 3 + 2 * ranges.length },
  };
}
