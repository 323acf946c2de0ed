/** Writes tables of people by range of capacity and by officer on the Summary sheet, with charts of them. */
import { countText, numberText } from '../../../shared/base/index.ts';
import { ORDER_HEADINGS, type OrderResults, orderLines } from '../../../shared/order/index.ts';
import type { BarChart, SheetWriter } from '../../spreadsheet/write/index.ts';
import type { PeopleScan } from './people-scan.ts';
import { SHEETS } from './sheet-names.ts';

type Counted = Pick<PeopleScan, 'ranges' | 'topBands'>;

const titleOf = ({ topBands }: Counted): string => (topBands === null ? 'Capacity by range' : 'Capacity by rating');
/** Maximum number of officers with their own line. */
const MAX_OFFICERS = 8;
/** Rows of a chart in addition to one per bar. */
const CHART_ROWS = 3;

/** The number of people in the top bands by officer, first those without an officer; empty if there are no officers or ratings. */
function officerLines({ topBands }: Counted): [officer: string, people: number][] {
  const counts = [...(topBands?.officers ?? [])];
  const named = counts.filter(([officer]) => officer !== '').toSorted(([, one], [, other]) => other - one);
  const rest = named.slice(MAX_OFFICERS);
  return [
    ...counts.filter(([officer]) => officer === '').map(([, people]): [string, number] => ['No officer', people]),
    ...named.slice(0, MAX_OFFICERS),
    ...(rest.length === 0
      ? []
      : [[countText(rest.length, 'other officer'), rest.reduce((sum, [, people]) => sum + people, 0)] satisfies [string, number]]),
  ];
}
/** Number format for charts: amounts in millions or thousands, with as few digits as possible. */
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

/** Writes the tables below the sentences. An empty row precedes each of them. */
export async function writeRanges(sheet: SheetWriter, counted: Counted): Promise<void> {
  const { ranges } = counted;
  if (ranges.length === 0) return;
  await writeTable(
    sheet,
    [titleOf(counted), 'People', 'Capacity'],
    ranges.map(({ label, people, sum }) => [label, people, sum]),
  );
  const officers = officerLines(counted);
  if (officers.length > 0) await writeTable(sheet, [officersTitle(counted), 'People'], officers);
}

const officersTitle = ({ topBands }: Counted): string => `People in ${topBands!.words} by officer`;

/** Writes the value of the order by which the people were chosen, after an empty row. Writes nothing if there is none. */
export async function writeOrder(sheet: SheetWriter, order: OrderResults): Promise<void> {
  if (order === null) return;
  await writeTable(
    sheet,
    [ORDER_TITLE, ...ORDER_HEADINGS],
    orderLines(order).map(({ label, people, sent, scored, sum, median, top }) => [label, people, sent, scored, sum, median, top]),
  );
}

/** The charts, placed from this column and row on, both from 0. `sentences`: number of sentences above the tables. */
export function summaryCharts(counted: Counted, sentences: number, column: number, row: number): BarChart[] {
  const { ranges } = counted;
  if (ranges.length === 0) return [];
  // The table follows the title, the sentences, an empty row and the headings.
  const first = sentences + 4;
  const last = first + ranges.length - 1;
  const texts = ranges.map(
    ({ label, people, sum }) => `${label}: ${countText(people, 'person', 'people')}, $${numberText(Math.round(sum))}`,
  );
  const rows = CHART_ROWS + 2 * ranges.length;
  const byRange: BarChart = {
    title: titleOf(counted),
    description: `Bars of the capacity of everybody scored, ${counted.topBands === null ? 'by range' : 'by rating'}. ${texts.join('; ')}.`,
    sheet: SHEETS.summary,
    categories: { range: `$A$${first}:$A$${last}`, texts: ranges.map(({ label }) => label) },
    numbers: { range: `$C$${first}:$C$${last}`, values: ranges.map(({ sum }) => sum) },
    format: SHORT_MONEY,
    place: { column, row, columns: CHART_COLUMNS, rows },
  };
  const officers = officerLines(counted);
  if (officers.length === 0) return [byRange];
  // The second table follows an empty row and its headings.
  const from = last + 3;
  const to = from + officers.length - 1;
  return [
    byRange,
    {
      title: officersTitle(counted),
      description: `Bars: ${officers.map(([officer, people]) => `${officer}, ${numberText(people)}`).join('; ')}.`,
      sheet: SHEETS.summary,
      categories: { range: `$A$${from}:$A$${to}`, texts: officers.map(([officer]) => officer) },
      numbers: { range: `$B$${from}:$B$${to}`, values: officers.map(([, people]) => people) },
      format: '#,##0',
      place: { column, row: row + rows + 1, columns: CHART_COLUMNS, rows: CHART_ROWS + 2 * officers.length },
    },
  ];
}
