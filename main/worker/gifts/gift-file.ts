/** A file with one gift per row: which of its columns hold what, and its gifts. */
import { AppError } from '../../../shared/base/index.ts';
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import { centsOf, type GiftRole, GIFT_ROLES, giftColumnsByHeading } from '../../../shared/gifts/index.ts';
import {
  CHANGE,
  type ColumnPlan,
  type MappedRecord,
  type MappingPlan,
  PARSE_ERROR,
  STANDARD_CLEANING,
  normalizeHeader,
} from '../../../shared/mapping/index.ts';
import { profileColumn, shownAgainst } from '../../../shared/suggestion/index.ts';
import { countDate, currencyOf, type DateEvidence, type DateOrder, noDateEvidence, notationOf } from '../../../shared/transforms/index.ts';
import type { RowBlock, Workbook } from '../../spreadsheet/index.ts';
import type { GiftsInput } from '../../worker-protocol/index.ts';
import { openWithOptions, pickSheet } from '../import/open-file.ts';
import { detectLayout, EARLY_ROWS } from '../list/detect-layout.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { TaskContext } from '../threads/task-context.ts';

/** The fields that the three columns of a gift are read as. */
const READ_AS = { id: 'constituentId', date: 'rfmMostRecentGiftDate', amount: 'rfmMostRecentGiftValue' } as const satisfies Partial<
  Record<GiftRole, FieldKey>
>;
const [DATE, AMOUNT] = [FIELD_INDEX[READ_AS.date], FIELD_INDEX[READ_AS.amount]];
/** The share of values from which a column without a known heading is one of dates or amounts. */
const MOST = 0.8;

/** Values that are shown of each column, and their characters. */
const FIRST_VALUES = 3;
const LONGEST_VALUE = 40;

type Columns = Readonly<Record<GiftRole, number>>;

/** A row of the file. `problem`: why it cannot be used. */
export interface ReadGift {
  readonly record: MappedRecord;
  readonly sheetRow: number;
  readonly problem: 'noId' | 'unclearDate' | 'noDate' | 'noAmount' | 'future' | null;
  /** Packed. */
  readonly day: number;
  readonly cents: number;
  readonly type: string;
  readonly state: string;
  readonly currency: string;
}

/** Whether a text is the ID of somebody on the list. */
export type IsListed = (id: string) => boolean;

export class GiftFile {
  readonly columns: Columns;
  readonly headings: readonly string[];
  /** The columns with their first values. */
  readonly firstValues: FoundColumns['firstValues'];
  readonly certain: readonly GiftRole[];
  readonly sheetName: string;
  readonly sheetNames: readonly string[];
  readonly dateOrder: DateOrder | null;
  /** What `read` found about the order of dates that have none yet. */
  readonly dates: Readonly<Pick<DateEvidence, 'mdy' | 'dmy'>>;
  /** A date whose day and month could be swapped; null before `read` found one. */
  unclearDate: string | null = null;
  private readonly evidence = noDateEvidence();
  private readonly workbook: Workbook;
  private readonly sheet: number;
  private readonly headerRow: number;
  private readonly records: RecordReader;

  private constructor(workbook: Workbook, sheet: number, found: FoundColumns) {
    this.workbook = workbook;
    this.sheet = sheet;
    this.sheetName = workbook.sheets[sheet]?.name ?? '';
    this.sheetNames = workbook.sheets.map(({ name }) => name);
    this.headings = found.headings;
    this.firstValues = found.firstValues;
    this.certain = found.certain;
    this.headerRow = found.headerRow;
    this.columns = found.columns;
    this.dateOrder = found.plan.columns.find(({ column }) => column === found.columns.date)?.dateOrder ?? null;
    this.dates = this.evidence;
    this.records = new RecordReader(found.plan, new Edits(null));
  }

  /**
   * Opens the file and finds its columns. Call `close` at the end.
   * @throws what opening a spreadsheet throws; INPUT_INVALID for a chosen column that is not there.
   */
  static async open(input: GiftsInput, isListed: IsListed, signal: AbortSignal): Promise<GiftFile> {
    const workbook = await openWithOptions(input.gifts, signal);
    try {
      const sheet = await pickSheet(workbook, input.gifts.options.sheet, signal);
      const early: RowBlock[] = [];
      for await (const block of workbook.rows(sheet, { maxRows: EARLY_ROWS, signal })) early.push(block);
      return new GiftFile(workbook, sheet, findColumns(early, input, isListed));
    } catch (error) {
      await workbook.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.workbook.close();
  }

  /** Reads every gift; none without a column of IDs, dates or amounts. `visit` must not keep the record. `today`: packed. */
  async read(today: number, context: TaskContext, visit: (gift: ReadGift) => void): Promise<void> {
    const { columns, workbook } = this;
    if (columns.id < 0 || columns.date < 0 || columns.amount < 0) return;
    const isOpen = this.dateOrder !== 'mdy' && this.dateOrder !== 'dmy';
    const onProgress = (bytes: number) => {
      context.progress(bytes, workbook.fileBytes, 'bytes');
    };
    for await (const block of workbook.rows(this.sheet, { signal: context.signal, onProgress })) {
      const text = (row: number, column: number) => (column < 0 ? '' : block.text(row, column));
      for (let row = 0; row < block.rowCount; row++) {
        const sheetRow = block.rowNumber(row);
        if (sheetRow <= this.headerRow) continue;
        const record = this.records.of(block, row);
        const id = record.values[FIELD_INDEX.constituentId]!;
        const amount = text(row, columns.amount);
        const date = text(row, columns.date);
        if (id === '' && amount === '' && date === '') continue;
        const day = dayOfGift(record);
        const cents = centsOfGift(record);
        const problem = problemOf(record, day, cents, today);
        if (isOpen) countDate(date.trim(), this.evidence);
        if (problem === 'unclearDate') this.unclearDate ??= date.trim();
        visit({
          record,
          sheetRow,
          problem,
          day,
          cents: cents ?? 0,
          type: text(row, columns.type),
          state: text(row, columns.state),
          currency: currencyOf(text(row, columns.currency), amount),
        });
      }
    }
  }
}

/** 0 for a date that is missing or cannot be read. */
const dayOfGift = (record: MappedRecord): number =>
  record.values[DATE] === '' || record.parseErrors[DATE] !== PARSE_ERROR.none ? 0 : record.numbers[DATE]!;

function problemOf(record: MappedRecord, day: number, cents: number | null, today: number): ReadGift['problem'] {
  if (record.values[FIELD_INDEX.constituentId] === '') return 'noId';
  if (day === 0) return 'noDate';
  if ((record.changes[DATE]! & CHANGE.ambiguousDate) !== 0) return 'unclearDate';
  if (cents === null) return 'noAmount';
  return day > today ? 'future' : null;
}

/** Null for an amount that is missing or cannot be read. */
function centsOfGift(record: MappedRecord): number | null {
  const problem = record.parseErrors[AMOUNT];
  // No field of a person can be negative; a gift can.
  const isRead = problem === PARSE_ERROR.none || problem === PARSE_ERROR.amountNegative;
  return record.values[AMOUNT] === '' || !isRead ? null : centsOf(record.values[AMOUNT]!);
}

interface FoundColumns {
  readonly headings: readonly string[];
  readonly firstValues: readonly { readonly heading: string; readonly first: readonly string[] }[];
  /** The roles whose column the user chose, or whose heading is known. */
  readonly certain: readonly GiftRole[];
  readonly headerRow: number;
  readonly columns: Columns;
  readonly plan: MappingPlan;
}

/** The column that the user named for a role; -1 for none; null without a choice. */
function chosenColumn(role: GiftRole, headings: readonly string[], input: GiftsInput): number | null {
  const chosen = input.choices.columns[role];
  if (chosen === undefined) return null;
  if (chosen === '') return -1;
  const exact = headings.indexOf(chosen);
  const column = exact >= 0 ? exact : headings.findIndex((heading) => normalizeHeader(heading) === normalizeHeader(chosen));
  if (column >= 0) return column;
  throw new AppError(
    'INPUT_INVALID',
    `“${input.gifts.name}” has no column “${chosen}”. It has ${headings
      .slice(0, 12)
      .map((heading) => `“${heading}”`)
      .join(', ')}.`,
  );
}

function findColumns(early: readonly RowBlock[], input: GiftsInput, isListed: IsListed): FoundColumns {
  const { options } = input.gifts;
  const { headerRow, headers } = detectLayout(early, options.headerRow, options.system);
  const first = (headerRow ?? 0) + 1;
  const rows = early.flatMap((block) =>
    Array.from({ length: block.rowCount }, (_, row) => row).flatMap((row) => (block.rowNumber(row) < first ? [] : [block.rowTexts(row)])),
  );
  const valuesOf = (column: number) => rows.map((cells) => cells[column] ?? '');
  const profiles = headers.map((heading, column) => profileColumn(heading, valuesOf(column), column));
  const headed = giftColumnsByHeading(headers);
  const taken = new Set<number>();
  /** The best column by heading that fits, else by values. */
  const pick = (role: GiftRole, byHeading: (column: number) => boolean, byValues: () => readonly number[]): number => {
    const column =
      chosenColumn(role, headers, input) ??
      headed[role].find((one) => !taken.has(one) && byHeading(one)) ??
      byValues().find((one) => !taken.has(one)) ??
      headed[role].find((one) => !taken.has(one)) ??
      -1;
    taken.add(column);
    return column;
  };
  const share = (column: number, kind: 'date' | 'amount') => profiles[column]!.shares[kind];
  const columnsOf = (kind: 'date' | 'amount') => {
    const found = [...headers.keys()].filter((column) => !taken.has(column) && share(column, kind) >= MOST);
    return found.length === 1 ? found : [];
  };
  const listed = headers.map((_, column) => new Set(valuesOf(column).filter((text) => text !== '' && isListed(text))).size);
  const mostListed = headed.id.toSorted((a, b) => listed[b]! - listed[a]!);
  const byListed = () => [...headers.keys()].filter((column) => listed[column]! > 1).toSorted((a, b) => listed[b]! - listed[a]!);
  const chosenId = chosenColumn('id', headers, input);
  const id =
    chosenId ?? (mostListed[0] !== undefined && listed[mostListed[0]]! > 0 ? mostListed[0] : (byListed()[0] ?? headed.id[0] ?? -1));
  taken.add(id);
  const columns: Columns = {
    id,
    date: pick(
      'date',
      (column) => share(column, 'date') > 0.5,
      () => columnsOf('date'),
    ),
    amount: pick(
      'amount',
      (column) => share(column, 'amount') > 0.5,
      () => columnsOf('amount'),
    ),
    type: pick(
      'type',
      () => true,
      () => [],
    ),
    state: pick(
      'state',
      () => true,
      () => [],
    ),
    currency: pick(
      'currency',
      () => true,
      () => [],
    ),
  };
  const listOrder = input.plan.columns.find(({ dateOrder }) => dateOrder !== null)?.dateOrder ?? null;
  const planOf = (role: keyof typeof READ_AS): ColumnPlan => {
    const { dateOrder, dates, amounts, numbers } = profiles[columns[role]]!;
    const order = input.choices.dateOrder ?? dateOrder ?? (shownAgainst(dates, listOrder) > 0 ? null : listOrder);
    const { decimal, thousandths } = (role === 'amount' ? notationOf(amounts) : null) ?? { decimal: 'point', thousandths: false };
    return {
      column: columns[role],
      to: { kind: 'field', field: READ_AS[role] },
      settled: true,
      dateOrder: role === 'date' ? order : null,
      decimal,
      thousandths,
      ...(role === 'id' && numbers !== undefined ? { numbers } : {}),
    };
  };
  const plan = {
    columns: (['id', 'date', 'amount'] as const).filter((role) => columns[role] >= 0).map(planOf),
    combinations: [],
    constants: [],
    cleaning: STANDARD_CLEANING,
  };
  const certain = GIFT_ROLES.filter(
    (role) => columns[role] >= 0 && (role in input.choices.columns || headed[role].includes(columns[role])),
  );
  const firstValues = headers.map((heading, column) => {
    const filled = valuesOf(column).filter((text) => text !== '');
    return { heading, first: filled.slice(0, FIRST_VALUES).map((text) => text.slice(0, LONGEST_VALUE)) };
  });
  return { headings: headers, firstValues, certain, headerRow: headerRow ?? 0, columns, plan };
}

/** The heading of the column of each role that a file has. */
export const columnNames = ({ columns, headings }: Pick<GiftFile, 'columns' | 'headings'>): Partial<Record<GiftRole, string>> =>
  Object.fromEntries(GIFT_ROLES.flatMap((role) => (columns[role] < 0 ? [] : [[role, headings[columns[role]] ?? '']])));
