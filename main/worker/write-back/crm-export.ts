/** An export of another system: its rows, and the columns with the ID and the values of a layout. */
import { AppError, countText } from '../../../shared/base/index.ts';
import type { MappingPlan } from '../../../shared/mapping/index.ts';
import { type RowBlock, openSpreadsheet } from '../../spreadsheet/index.ts';
import type { ExportColumnsInput, ProveInput } from '../../worker-protocol/index.ts';
import type { ExportPlaces } from '../../../shared/write-back/index.ts';
import type { LayoutTable } from '../export/layout-table.ts';
import { likeliestSheet } from '../import/open-file.ts';
import { detectLayout, EARLY_ROWS } from '../list/detect-layout.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { codeOf, type ExpectedValues, hasFirstZeros } from './expected-values.ts';

export interface LineColumns {
  readonly title: number;
  readonly text: number;
  readonly day: number;
}

/** The columns of an export in which the values of a layout are; -1 for none. */
export interface ExportColumns {
  readonly id: number;
  /** By value, if each value has its own column. */
  readonly values: readonly number[];
  /** The columns with a value's title, text and day, if titles are in cells. A row can have several values. Otherwise null. */
  readonly lines: readonly LineColumns[] | null;
  /** True when the export has the day of the screening. */
  readonly hasDay: boolean;
}

/** A row of the export. */
export interface ExportRow {
  readonly block: RowBlock;
  readonly row: number;
}

/** The letters and digits of a heading, without the suffix of Salesforce's custom fields. */
const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/__c$/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
/** What queries append to the name of an attribute, in columns that do not have its value: "Overall score Date". */
const BESIDE_VALUE = /date|comment|categor|source|type|import|changed|added/;
/** Shorter headings are contained in too many other headings. */
const SHORTEST_PART = 4;

interface EarlyExport {
  readonly sheet: number;
  readonly firstRow: number;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly plan: MappingPlan;
}

/** @throws what opening a spreadsheet throws. */
async function readEarly(input: ExportColumnsInput, { signal }: TaskContext): Promise<EarlyExport> {
  const workbook = await openSpreadsheet(input.path, { name: input.name, signal, password: input.password });
  try {
    const sheet = await likeliestSheet(workbook, signal);
    const early: RowBlock[] = [];
    for await (const block of workbook.rows(sheet, { maxRows: EARLY_ROWS, signal })) early.push(block);
    const { headerRow, headers, suggestion } = detectLayout(early, undefined, undefined);
    const firstRow = (headerRow ?? 0) + 1;
    const rows = early.flatMap((block) =>
      Array.from({ length: block.rowCount }, (_, row) => (block.rowNumber(row) < firstRow ? [] : [block.rowTexts(row)])).flat(),
    );
    return { sheet, firstRow, headers, rows, plan: suggestion.plan };
  } finally {
    await workbook.close();
  }
}

/** Number of values per column to show when the user chooses columns. */
const SHOWN_VALUES = 3;

export const exportColumns: Task<'exportColumns'> = async (input, context) => {
  const { headers, rows } = await readEarly(input, context);
  return headers.map((heading, column) => ({
    heading,
    values: rows.flatMap((row) => ((row[column] ?? '') === '' ? [] : [row[column]!])).slice(0, SHOWN_VALUES),
  }));
};

/** The columns that the user chose; null if the file does not have all of them. */
function chosenColumns({ id, line, values }: ExportPlaces, { valueTitles, dayHeading }: LayoutTable, width: number): ExportColumns | null {
  const places = [id, ...(line === null ? [] : [line.title, line.text]), ...values.map(({ column }) => column)];
  if (places.some((column) => column >= width)) return null;
  const columns = valueTitles.map((title) => values.find((one) => one.title === title)?.column ?? -1);
  const hasDay = line === null && dayHeading !== null && (columns[valueTitles.indexOf(dayHeading)] ?? -1) >= 0;
  return { id, values: columns, lines: line === null ? null : [{ ...line, day: -1 }], hasDay };
}

export class CrmExport {
  readonly columns: ExportColumns;
  readonly records: RecordReader;
  private readonly input: ProveInput;
  private readonly context: TaskContext;
  private readonly sheet: number;
  private readonly firstRow: number;

  private constructor(
    input: ProveInput,
    context: TaskContext,
    found: { columns: ExportColumns; plan: MappingPlan; sheet: number; firstRow: number },
  ) {
    this.input = input;
    this.context = context;
    this.columns = found.columns;
    this.records = new RecordReader(found.plan, new Edits(null));
    this.sheet = found.sheet;
    this.firstRow = found.firstRow;
  }

  /**
   * Reads the first rows and finds the columns.
   * @throws what opening a spreadsheet throws; INPUT_INVALID if the export does not have the columns of the layout.
   */
  static async open(input: ProveInput, table: LayoutTable, expected: ExpectedValues, context: TaskContext): Promise<CrmExport> {
    const { headers, rows, plan, sheet, firstRow } = await readEarly(input, context);
    const chosen = input.places === undefined ? null : chosenColumns(input.places, table, headers.length);
    const columns = chosen ?? new ColumnFinder(headers, rows, table, expected, plan).find(input.name);
    return new CrmExport(input, context, { columns, plan, sheet, firstRow });
  }

  /** Whether any ID begins with a zero. */
  async hasZeros(): Promise<boolean> {
    let isFound = false;
    await this.forEachRow((id) => {
      isFound ||= hasFirstZeros(id);
    });
    return isFound;
  }

  /** Reads every row below the headings. */
  async forEachRow(visit: (id: string, at: ExportRow) => void): Promise<void> {
    const { input, context, columns } = this;
    const workbook = await openSpreadsheet(input.path, { name: input.name, signal: context.signal, password: input.password });
    try {
      let rows = 0;
      for await (const block of workbook.rows(this.sheet, { signal: context.signal })) {
        for (let row = 0; row < block.rowCount; row++) {
          if (block.rowNumber(row) < this.firstRow) continue;
          const id = block.text(row, columns.id).trim();
          if (id !== '') visit(id, { block, row });
        }
        rows += block.rowCount;
        context.progress(rows, null, 'rows');
      }
    } finally {
      await workbook.close();
    }
  }
}

/** Finds the columns by the headings of the layout, otherwise by their content. */
class ColumnFinder {
  private readonly headers: readonly string[];
  private readonly rows: readonly (readonly string[])[];
  private readonly table: LayoutTable;
  private readonly expected: ExpectedValues;
  private readonly plan: MappingPlan;

  constructor(
    headers: readonly string[],
    rows: readonly (readonly string[])[],
    table: LayoutTable,
    expected: ExpectedValues,
    plan: MappingPlan,
  ) {
    this.headers = headers.map(plain);
    this.rows = rows;
    this.table = table;
    this.expected = expected;
    this.plan = plan;
  }

  find(name: string): ExportColumns {
    const { valueTitles, dayHeading } = this.table;
    const id = this.idColumn();
    const lines = this.lineColumns(id);
    const taken = new Set([id]);
    const values = lines === null ? valueTitles.map((title) => this.headed(title, taken)) : valueTitles.map(() => -1);
    if (id < 0 || (lines === null && values.every((at) => at < 0)))
      throw new AppError(
        'INPUT_INVALID',
        `“${name}” has ${id < 0 ? 'no column with the IDs of these people' : 'none of the columns of this layout'}. Export ${[...this.table.idHeadings.slice(0, 1), ...valueTitles.slice(0, 3)].map((title) => `“${title}”`).join(', ')}${valueTitles.length > 3 ? ` and ${countText(valueTitles.length - 3, 'more column')}` : ''}.`,
      );
    const hasDay =
      lines === null ? dayHeading !== null && values[valueTitles.indexOf(dayHeading)]! >= 0 : lines.every(({ day }) => day >= 0);
    return { id, values, lines, hasDay };
  }

  /** The column in which most rows meet a condition; -1 if no row does. */
  private fullest(meets: (text: string) => boolean, except: ReadonlySet<number>): number {
    let best = -1;
    let most = 0;
    for (const column of this.headers.keys()) {
      if (except.has(column)) continue;
      const count = this.rows.filter((row) => meets(row[column] ?? '')).length;
      if (count > most) [best, most] = [column, count];
    }
    return best;
  }

  private idColumn(): number {
    const isOurs = (text: string) => text.trim() !== '' && this.expected.find(text) >= 0;
    const counts = this.headers.map((_, column) => new Set(this.rows.map((row) => (row[column] ?? '').trim()).filter(isOurs)).size);
    const headings = this.table.idHeadings.map(plain);
    const headed = this.headers.flatMap((heading, column) => (headings.includes(heading) ? [column] : []));
    const mapped = this.plan.columns.filter(({ to }) => to.kind === 'field' && to.field === 'constituentId').map(({ column }) => column);
    const most = Math.max(0, ...counts);
    return (
      [...headed, ...mapped].find((column) => counts[column]! > 0) ?? (most > 0 ? counts.indexOf(most) : ([...headed, ...mapped][0] ?? -1))
    );
  }

  /**
   * The column with a heading, or the only column whose heading contains it; -1 if there is none. A heading that contains a longer title
   * belongs to that one: "Custom: Capacity value" is not "Capacity". Marks the column as taken.
   */
  private headed(title: string, taken: Set<number>): number {
    const wanted = plain(title);
    const exact = this.headers.findIndex((heading, column) => heading === wanted && !taken.has(column));
    const longer = this.table.valueTitles.map(plain).filter((other) => other !== wanted && other.includes(wanted));
    const free = this.headers.flatMap((heading, column) =>
      wanted.length >= SHORTEST_PART && heading.includes(wanted) && !taken.has(column) && !longer.some((other) => heading.includes(other))
        ? [column]
        : [],
    );
    const ofValue = free.filter((column) => !BESIDE_VALUE.test(this.headers[column]!.replace(wanted, ' ')));
    const found = exact >= 0 ? exact : free.length === 1 ? free[0]! : ofValue.length === 1 ? ofValue[0]! : -1;
    if (found >= 0) taken.add(found);
    return found;
  }

  /** The columns of Raiser's Edge's export: `CnAttrCat_1_01_Category`, `CnAttrCat_1_01_Description`, `CnAttrCat_1_01_Date`, and so on. */
  private numberedLines(isTitle: (text: string) => boolean): LineColumns[] {
    const { headers, rows } = this;
    return headers.flatMap((heading, title): LineColumns[] => {
      const [, stem] = /^(.*\d)category$/.exec(heading) ?? [];
      if (stem === undefined || !rows.some((row) => isTitle(row[title] ?? ''))) return [];
      const text = headers.indexOf(`${stem}description`);
      return text < 0 ? [] : [{ title, text, day: headers.indexOf(`${stem}date`) }];
    });
  }

  private lineColumns(id: number): ExportColumns['lines'] {
    const { table, expected } = this;
    const { title: titleHeading, value: valueHeading } = table.lineHeadings;
    if (titleHeading === '' || id < 0) return null;
    const titles = new Map(table.valueTitles.map((title, at) => [codeOf(title), at]));
    const taken = new Set([id]);
    const isTitle = (text: string) => titles.has(codeOf(text));
    const numbered = this.numberedLines(isTitle);
    if (numbered.length > 0) return numbered;
    const byHeading = this.headed(titleHeading, new Set(taken));
    const holdsTitles = byHeading >= 0 && this.rows.some((row) => isTitle(row[byHeading] ?? ''));
    const title = holdsTitles ? byHeading : this.fullest(isTitle, taken);
    if (title < 0) return null;
    taken.add(title);
    const isWritten = (row: readonly string[], column: number): boolean => {
      const position = expected.find(row[id] ?? '');
      const value = titles.get(codeOf(row[title] ?? ''));
      return position >= 0 && value !== undefined && expected.has(position * expected.width + value, codeOf(row[column] ?? ''));
    };
    let text = this.headed(valueHeading, new Set(taken));
    if (text < 0) {
      const counts = this.headers.map((_, column) => (taken.has(column) ? 0 : this.rows.filter((row) => isWritten(row, column)).length));
      const most = Math.max(0, ...counts);
      text = most > 0 ? counts.indexOf(most) : this.headers.findIndex((heading) => /desc|value|rating/.test(heading));
    }
    if (text < 0) return null;
    taken.add(text);
    const day = codeOf(table.day);
    const dayByHeading = table.dayHeading === null ? -1 : this.headed(table.dayHeading, new Set(taken));
    return [{ title, text, day: dayByHeading >= 0 || day === 0 ? dayByHeading : this.fullest((cell) => codeOf(cell) === day, taken) }];
  }
}
