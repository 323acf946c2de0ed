/** A file with one gift per row: its gifts with all possible readings, and the evidence that decides between the readings. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import {
  type GiftChoices,
  type GiftRole,
  GIFT_ROLES,
  type Notation,
  REPEATED,
  recordTypeName,
  stateMarked,
} from '../../../shared/gifts/index.ts';
import { compileMapping, createMappedRecord } from '../../../shared/mapping/index.ts';
import { shownAgainst } from '../../../shared/suggestion/index.ts';
import { type AmountNotation, commonCurrency, currencyOf, notationOf, orderOf, provesDecimal } from '../../../shared/numbers/index.ts';
import type { RowBlock, Workbook } from '../../spreadsheet/index.ts';
import type { GiftsInput, Work } from '../../worker-protocol/index.ts';
import { openWithOptions, pickSheet } from '../import/open-file.ts';
import { EARLY_ROWS } from '../list/detect-layout.ts';
import { findColumns, type FoundColumns, type IsListed } from './find-columns.ts';
import { type AmountCell, type DateCell, GiftCells } from './gift-cells.ts';
import { IdHashes } from './id-hashes.ts';
import { ReadOnce } from './read-once.ts';
import { type GiftIds, RepeatedRows } from './repeated-rows.ts';

const ID = FIELD_INDEX.constituentId;

/** A row of the file, with every reading of its date and amount. `problem`: why the row cannot be used in any notation. */
export interface ReadGift {
  sheetRow: number;
  id: string;
  problem: 'noId' | 'noDate' | 'noAmount' | 'twoCurrencies' | null;
  date: DateCell;
  amount: AmountCell;
  /** The refunded amount; null if nothing was refunded. */
  refunded: AmountCell | null;
  type: string;
  state: string;
  currency: string;
  /** The same number for all rows of one gift, in a file whose rows have parts of gifts; otherwise 0. */
  number: number;
}

/** Values that mean that nothing was refunded. */
const NOTHING = /^(?:[-–—]+|n\/?a|none|no|null|nil|false)$/i;

const asWritten = (text: string): string => text;

export class GiftFile {
  readonly found: FoundColumns;
  readonly sheetName: string;
  readonly sheetNames: readonly string[];
  /** The cells and their evidence; empty before `read`. */
  readonly cells: GiftCells;
  private readonly repeated: RepeatedRows;
  private readonly workbook: Workbook;
  private readonly sheet: number;

  private constructor(workbook: Workbook, sheet: number, found: FoundColumns) {
    this.workbook = workbook;
    this.sheet = sheet;
    this.sheetName = workbook.sheets[sheet]?.name ?? '';
    this.sheetNames = workbook.sheets.map(({ name }) => name);
    this.found = found;
    this.cells = new GiftCells(found.plan, found.ownOrder === null);
    this.repeated = new RepeatedRows(found.giftIds, found.columns, found.marks.map(({ column }) => column)); // prettier-ignore
  }

  /**
   * Opens the file and finds its columns. `giftIds`: the result of an earlier reading of all rows. The caller must call `close`.
   * @throws what opening a spreadsheet throws; INPUT_INVALID for a chosen column that does not exist.
   */
  static async open(input: GiftsInput, isListed: IsListed, giftIds: GiftIds | null, signal: AbortSignal): Promise<GiftFile> {
    const workbook = await openWithOptions(input.gifts, signal);
    try {
      const sheet = await pickSheet(workbook, input.gifts.options.sheet, signal);
      const early: RowBlock[] = [];
      for await (const block of workbook.rows(sheet, { maxRows: EARLY_ROWS, signal })) early.push(block);
      const found = findColumns(early, input, isListed);
      return new GiftFile(workbook, sheet, { ...found, giftIds: giftIds ?? found.giftIds });
    } catch (error) {
      await workbook.close();
      throw error;
    }
  }

  /** Whether the rows of one gift have their own amounts. Reliable after `read`, when all rows are known. */
  get hasParts(): boolean {
    return this.repeated.hasParts;
  }

  async close(): Promise<void> {
    await this.workbook.close();
  }

  /**
   * Reads all gifts in batches. Reads none if there is no column of IDs, dates or amounts. `visit` must use only the first `count` gifts,
   * and must not keep them. `ids` has the IDs of their people.
   */
  async read(work: Work, visit: (gifts: readonly Readonly<ReadGift>[], count: number, ids: IdHashes) => void): Promise<void> {
    const { columns, giftIds, headerRow, marks, plan, recordTypes } = this.found;
    const { workbook, cells, repeated } = this;
    if (columns.id < 0 || columns.date < 0 || columns.amount < 0) return;
    const onProgress = (bytes: number) => work.progress(bytes, workbook.fileBytes, 'bytes');
    const mapper = compileMapping(plan, new Set([ID]));
    const record = createMappedRecord();
    const ids = new IdHashes();
    const gifts: ReadGift[] = [];
    const typesIn = (column: number) => new ReadOnce(recordTypes.has(column) ? recordTypeName : asWritten);
    const [types, states] = [typesIn(columns.type), typesIn(columns.state)];
    const currencies = new ReadOnce((text) => currencyOf(text, ''));
    const { hasParts } = giftIds;
    for await (const block of workbook.rows(this.sheet, { signal: work.signal, onProgress })) {
      let [row, count] = [0, 0];
      const cell = (column: number) => block.text(row, column);
      ids.clear();
      for (; row < block.rowCount; row++) {
        const sheetRow = block.rowNumber(row);
        if (sheetRow <= headerRow) continue;
        mapper.map(cell, record);
        const id = record.values[ID]!;
        const date = cells.date(block, row, columns.date);
        const amount = cells.amount(block, row, columns.amount);
        if (id === '' && amount.isEmpty && date.isEmpty) continue;
        const refunded = this.refundedIn(block, row);
        const stated = commonCurrency(currencies.of(block, row, columns.currency), amount.currency);
        const isOther = stated !== null && refunded !== null && commonCurrency(stated, refunded.currency) === null;
        const currency = isOther ? null : stated;
        const gift = (gifts[count++] ??= {
          sheetRow,
          id,
          problem: null,
          date,
          amount,
          refunded: null,
          type: '',
          state: '',
          currency: '',
          number: 0,
        });
        ids.add(record);
        gift.sheetRow = sheetRow;
        gift.id = id;
        gift.problem = id === '' ? 'noId' : date.readings.length === 0 ? 'noDate' : amount.readings.length === 0 || refunded?.readings.length === 0 ? 'noAmount' : currency === null ? 'twoCurrencies' : null; // prettier-ignore
        gift.date = date;
        gift.amount = amount;
        gift.refunded = refunded;
        gift.type = types.of(block, row, columns.type);
        gift.state = states.of(block, row, columns.state);
        gift.currency = currency ?? '';
        for (const { column, markOf } of marks) {
          const marked = column < block.columnCount ? markOf(cell(column)) : '';
          if (marked !== '') gift.state = stateMarked(gift.type, gift.state, marked);
        }
        if (hasParts) gift.number = repeated.numberOf(block, row);
        else if (repeated.has(block, row)) gift.state = stateMarked(gift.type, gift.state, REPEATED);
      }
      visit(gifts, count, ids);
    }
  }

  private refundedIn(block: RowBlock, row: number): AmountCell | null {
    const { refunded } = this.found.columns;
    if (refunded < 0) return null;
    const cell = this.cells.amount(block, row, refunded);
    if (cell.isEmpty || cell.only === 0) return null;
    return cell.readings.length === 0 && NOTHING.test(block.text(row, refunded).trim()) ? null : cell;
  }

  /** How dates and amounts are read, based on all of them. A value is null if they do not decide it. */
  notation({ choices, plan }: Pick<GiftsInput, 'choices' | 'plan'>): Notation {
    const ofList = plan.columns.find(({ dateOrder }) => dateOrder !== null)?.dateOrder ?? null;
    const shared = shownAgainst(this.cells.dates, ofList) > 0 ? null : ofList;
    return {
      order: choices.dateOrder ?? this.found.ownOrder ?? orderOf(this.cells.dates) ?? shared,
      amounts: this.amountNotation(choices, plan),
    };
  }

  /** Points before three digits prove nothing on their own, as in a list of people. */
  private amountNotation({ decimal }: GiftChoices, plan: GiftsInput['plan']): AmountNotation {
    if (decimal !== null) return { decimal, thousandths: true };
    const own = notationOf(this.cells.amounts) ?? { decimal: 'point', thousandths: false };
    const isProven = provesDecimal(this.cells.amounts) || plan.columns.some((column) => column.decimal === 'comma');
    return own.decimal === 'comma' && !isProven ? { ...own, decimal: null } : own;
  }
}

/** For each role that has a column, the heading of the column. */
export const columnNames = ({ columns, headings }: Pick<FoundColumns, 'columns' | 'headings'>): Partial<Record<GiftRole, string>> =>
  Object.fromEntries(GIFT_ROLES.flatMap((role) => (columns[role] < 0 ? [] : [[role, headings[columns[role]] ?? '']])));
