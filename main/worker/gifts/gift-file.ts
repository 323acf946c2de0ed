/** A file with one gift per row: its gifts, with all their readings, and what decides between these. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import {
  type AmountKind,
  centsOf,
  type GiftChoices,
  type GiftRole,
  GIFT_ROLES,
  type Needs,
  NO_NEEDS,
  type Notation,
} from '../../../shared/gifts/index.ts';
import { CHANGE, type MappedRecord, PARSE_ERROR } from '../../../shared/mapping/index.ts';
import { shownAgainst } from '../../../shared/suggestion/index.ts';
import {
  type AmountNotation,
  amountReadings,
  countAmount,
  countDate,
  currencyOf,
  noAmountEvidence,
  noDateEvidence,
  notationOf,
  orderOf,
  packedDay,
  provesDecimal,
  toIsoDate,
} from '../../../shared/numbers/index.ts';
import { CellKind, type RowBlock, type Workbook } from '../../spreadsheet/index.ts';
import type { GiftsInput } from '../../worker-protocol/index.ts';
import { openWithOptions, pickSheet } from '../import/open-file.ts';
import { EARLY_ROWS } from '../list/detect-layout.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { Work } from '../../worker-protocol/index.ts';
import { findColumns, type FoundColumns, type IsListed, READ_AS } from './find-columns.ts';

const [DATE, AMOUNT] = [FIELD_INDEX[READ_AS.date], FIELD_INDEX[READ_AS.amount]];

/** A reading of a gift. `day`: packed; null when no order is known. `cents`: null when the amount has no reading in the notation. */
interface GiftReading {
  readonly needs: Needs;
  readonly day: number | null;
  readonly cents: number | null;
}

/** A row of the file. `problem`: why it cannot be used, whatever the notation is. */
export interface ReadGift {
  readonly record: MappedRecord;
  readonly sheetRow: number;
  readonly problem: 'noId' | 'noDate' | 'noAmount' | null;
  readonly readings: readonly GiftReading[];
  readonly type: string;
  readonly state: string;
  readonly currency: string;
}

const NONE: readonly GiftReading[] = [];

const DATE_NEEDS = {
  mdy: { date: 'mdy', amount: 'any' },
  dmy: { date: 'dmy', amount: 'any' },
  none: { date: 'none', amount: 'any' },
} as const satisfies Record<string, Needs>;

const needsOf = <K extends AmountKind>(kind: K) => ({
  whole: { date: 'any', amount: `${kind}:whole` },
  decimals: { date: 'any', amount: `${kind}:decimals` },
  unclear: { date: 'any', amount: `${kind}:unclear` },
} as const satisfies Record<string, Needs>); // prettier-ignore
const AMOUNT_NEEDS = {
  point: needsOf('point'),
  comma: needsOf('comma'),
  groupedByPoint: needsOf('groupedByPoint'),
  groupedByComma: needsOf('groupedByComma'),
};

/** Each reading of the date with each of the amount; a date without an order is one reading. */
function readingsOf(
  days: readonly Pick<GiftReading, 'needs' | 'day'>[],
  cents: readonly Pick<GiftReading, 'needs' | 'cents'>[],
): GiftReading[] {
  return days.flatMap(({ needs, day }): GiftReading[] =>
    day === null
      ? [{ needs, day, cents: null }]
      : cents.map((one) => ({
          needs: needs === NO_NEEDS ? one.needs : { date: needs.date, amount: one.needs.amount },
          day,
          cents: one.cents,
        })),
  );
}

export class GiftFile {
  readonly found: FoundColumns;
  readonly sheetName: string;
  readonly sheetNames: readonly string[];
  /** What `read` found about the order of dates. */
  readonly dates = noDateEvidence();
  /** What `read` found about the decimal sign of amounts. */
  readonly amounts = noAmountEvidence();
  /** A date whose day and month could be swapped; null before `read` found one. */
  unclearDate: string | null = null;
  private grouped: string | null = null;
  private signed: string | null = null;
  private readonly workbook: Workbook;
  private readonly sheet: number;
  private readonly records: RecordReader;

  private constructor(workbook: Workbook, sheet: number, found: FoundColumns) {
    this.workbook = workbook;
    this.sheet = sheet;
    this.sheetName = workbook.sheets[sheet]?.name ?? '';
    this.sheetNames = workbook.sheets.map(({ name }) => name);
    this.found = found;
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

  /** Reads every gift; none without a column of IDs, dates or amounts. `visit` must not keep the record. */
  async read(work: Work, visit: (gift: ReadGift) => void): Promise<void> {
    const { columns, headerRow } = this.found;
    const { workbook } = this;
    if (columns.id < 0 || columns.date < 0 || columns.amount < 0) return;
    const onProgress = (bytes: number) => {
      work.progress(bytes, workbook.fileBytes, 'bytes');
    };
    for await (const block of workbook.rows(this.sheet, { signal: work.signal, onProgress })) {
      const text = (row: number, column: number) => (column < 0 ? '' : block.text(row, column));
      for (let row = 0; row < block.rowCount; row++) {
        const sheetRow = block.rowNumber(row);
        if (sheetRow <= headerRow) continue;
        const record = this.records.of(block, row);
        const id = record.values[FIELD_INDEX.constituentId]!;
        const amount = text(row, columns.amount);
        const date = text(row, columns.date);
        if (id === '' && amount === '' && date === '') continue;
        // A number of a spreadsheet has one reading, however it is shown.
        const readings = block.kind(row, columns.amount) === CellKind.Number ? null : amountReadings(amount.trim());
        const days = this.daysOf(record, date);
        const cents = this.centsOf(record, amount, readings);
        const problem = id === '' ? 'noId' : days.length === 0 ? 'noDate' : cents.length === 0 ? 'noAmount' : null;
        visit({
          record,
          sheetRow,
          problem,
          readings: problem === null ? readingsOf(days, cents) : NONE,
          type: text(row, columns.type),
          state: text(row, columns.state),
          currency: currencyOf(text(row, columns.currency), amount),
        });
      }
    }
  }

  /** Empty for a date that is missing or cannot be read. */
  private daysOf(record: MappedRecord, date: string): readonly Pick<GiftReading, 'needs' | 'day'>[] {
    const isOpen = this.found.ownOrder === null;
    if (isOpen) countDate(date.trim(), this.dates);
    if (record.values[DATE] === '' || record.parseErrors[DATE] !== PARSE_ERROR.none) return [];
    const day = record.numbers[DATE]!;
    if (!isOpen || (record.changes[DATE]! & CHANGE.ambiguousDate) === 0) return [{ needs: NO_NEEDS, day }];
    this.unclearDate ??= date.trim();
    const as = (order: 'mdy' | 'dmy') => {
      const iso = toIsoDate(date.trim(), order);
      return { needs: DATE_NEEDS[order], day: iso === null ? day : packedDay(iso) };
    };
    return [as('mdy'), as('dmy'), { needs: DATE_NEEDS.none, day: null }];
  }

  /** Empty for an amount that is missing or cannot be read. */
  private centsOf(
    record: MappedRecord,
    amount: string,
    read: ReturnType<typeof amountReadings>,
  ): readonly Pick<GiftReading, 'needs' | 'cents'>[] {
    if (/[.,]/.test(amount)) countAmount(amount.trim(), this.amounts);
    if (read === null || read.kind === 'point') {
      const problem = record.parseErrors[AMOUNT];
      // No field of a person can be negative; a gift can.
      const isRead = problem === PARSE_ERROR.none || problem === PARSE_ERROR.amountNegative;
      const cents = record.values[AMOUNT] === '' || !isRead ? null : centsOf(record.values[AMOUNT]!);
      if (cents === null) return [];
      if (read === null) return [{ needs: NO_NEEDS, cents }];
      this.signed ??= amount.trim();
      return [
        { needs: AMOUNT_NEEDS.point.decimals, cents },
        { needs: AMOUNT_NEEDS.point.unclear, cents: null },
      ];
    }
    this.grouped ??= amount.trim();
    const [whole, decimals] = [centsOf(read.asWhole), centsOf(read.asDecimals)];
    const needs = AMOUNT_NEEDS[read.kind];
    return [
      ...(read.kind.startsWith('grouped') && whole !== null ? [{ needs: needs.whole, cents: whole }] : []),
      ...(decimals === null ? [] : [{ needs: needs.decimals, cents: decimals }]),
      { needs: needs.unclear, cents: null },
    ];
  }

  /** An amount with two readings, if there is one of which both are likely; '' without any. */
  get unclearAmount(): string {
    return this.grouped ?? this.signed ?? '';
  }

  /** How dates and amounts are read, decided by all of them together. Null where they do not decide. */
  notation({ choices, plan }: Pick<GiftsInput, 'choices' | 'plan'>): Notation {
    const ofList = plan.columns.find(({ dateOrder }) => dateOrder !== null)?.dateOrder ?? null;
    const shared = shownAgainst(this.dates, ofList) > 0 ? null : ofList;
    return {
      order: choices.dateOrder ?? this.found.ownOrder ?? orderOf(this.dates) ?? shared,
      amounts: this.amountNotation(choices, plan),
    };
  }

  /** Points before three digits prove nothing alone, as in a list of people. */
  private amountNotation({ decimal }: GiftChoices, plan: GiftsInput['plan']): AmountNotation {
    if (decimal !== null) return { decimal, thousandths: true };
    const own = notationOf(this.amounts) ?? { decimal: 'point', thousandths: false };
    const isProven = provesDecimal(this.amounts) || plan.columns.some((column) => column.decimal === 'comma');
    return own.decimal === 'comma' && !isProven ? { ...own, decimal: null } : own;
  }
}

/** The heading of the column of each role that a file has. */
export const columnNames = ({ columns, headings }: Pick<FoundColumns, 'columns' | 'headings'>): Partial<Record<GiftRole, string>> =>
  Object.fromEntries(GIFT_ROLES.flatMap((role) => (columns[role] < 0 ? [] : [[role, headings[columns[role]] ?? '']])));
