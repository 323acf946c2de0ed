/** What a layout takes from the sheet of the list: headings, and the order of dates. */
import { normalizeHeader } from '../../../shared/mapping/index.ts';
import type { DateOrder } from '../../../shared/numbers/index.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';
import type { Column } from './layout-lines.ts';

type Screening = Pick<ScreeningReader, 'records' | 'source'>;

/** The title of a column. For a field, this is the sheet's own heading if the layout accepts it. */
export function titleIn({ records, source }: Screening, { from, title }: Column): string {
  if (from.kind !== 'field') return title;
  const { field, headings = [], keepsOther } = from;
  const [column] = records.mapper.columnsOf(field);
  const own = column === undefined ? '' : (source.sheetLayout.headers[column] ?? '').trim();
  const form = normalizeHeader(own);
  return headings.find((heading) => normalizeHeader(heading) === form) ?? (keepsOther === true && own !== '' ? own : title);
}

/** The order of the dates in a column of the sheet; null for other contents, and for a column that was not read as dates. */
export function dateOrderIn({ source: { plan, sheetLayout } }: Screening, { from }: Column): DateOrder | null {
  if (from.kind !== 'sheet') return null;
  return plan.columns.find(({ column }) => column === sheetLayout.headers.indexOf(from.header))?.dateOrder ?? null;
}
