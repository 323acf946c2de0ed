/**
 * Finds rows that repeat a gift of an earlier row. An export with a row for each fund, payment or credit of a gift has either the whole
 * amount in each row, or a part of it. Only a 64-bit hash of each row is kept.
 */
import type { GiftRole } from '../../../shared/gifts/index.ts';
import { normalizeHeader } from '../../../shared/mapping/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';

const GIFT_IDS =
  'Gift ID|Gf Gift ID|Gf System ID|Gf Import ID|Gift System Record ID|Gift System ID|Gift Import ID|Gift Record ID|LGL Gift ID|Gift Number|Donation ID|Contribution ID|Opportunity ID|Transaction ID|Transaction Number'
    .split('|')
    .map(normalizeHeader);
/** The amount under such a heading belongs to its row alone. */
const PART = /split|instal|payment|alloc|designat|\bfund\b/i;

/** Rows have parts of gifts if at least one in this many repeating rows has another amount than the first row of its gift. */
const SHOWS_PARTS = 20;

/**
 * `column`: the column of gift IDs; -1 if there is none. `hasParts`: whether the rows of one gift have their own amounts. `isCertain`:
 * false if only reading the whole file can tell.
 */
export interface GiftIds {
  readonly column: number;
  readonly hasParts: boolean;
  readonly isCertain: boolean;
}

/** `rows`: the first rows of the file. */
export function giftIdsIn(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  taken: ReadonlySet<number>,
  { id, date, amount }: Readonly<Record<'id' | 'date' | 'amount', number>>,
): GiftIds {
  const column = GIFT_IDS.map((known) => headings.findIndex((heading, at) => !taken.has(at) && normalizeHeader(heading) === known)).find(
    (at) => at >= 0,
  );
  if (column === undefined || id < 0 || date < 0 || amount < 0) return { column: -1, hasParts: false, isCertain: true };
  if (PART.test(headings[amount]!.replaceAll('_', ' '))) return { column, hasParts: true, isCertain: true };
  const amounts = new Map<string, string>();
  const hasParts = rows.some((cells) => {
    const [gift, ...rest] = [column, id, date].map((at) => cells[at] ?? '');
    if (gift === '') return false;
    const key = [gift, ...rest].join('\n');
    const [known, own] = [amounts.get(key), cells[amount] ?? ''];
    amounts.set(key, own);
    return known !== undefined && known !== own;
  });
  return { column, hasParts, isCertain: false };
}

export class RepeatedRows {
  private readonly ids: GiftIds;
  /** The columns of the gift ID, the person and the day. */
  private readonly giftOf: readonly number[];
  private readonly amount: readonly number[];
  /** The other columns that are equal in all rows of one gift, if each row has the whole amount. */
  private readonly others: readonly number[];
  private readonly table = new HashTable64();
  /** For each gift, the hash of the amount in its first row. */
  private readonly amounts = new HashTable64();
  private count = 0;
  private further = 0;
  private furtherApart = 0;
  private a = 0;
  private b = 0;

  constructor(ids: GiftIds, columns: Readonly<Record<GiftRole, number>>, marks: readonly number[]) {
    const { id, date, amount, ...others } = columns;
    this.ids = ids;
    this.giftOf = [ids.column, id, date];
    this.amount = [amount];
    this.others = [...Object.values(others), ...marks].filter((column) => column >= 0);
  }

  /** Whether the rows of one gift have their own amounts, judging by the rows so far. */
  get hasParts(): boolean {
    const { ids, further, furtherApart } = this;
    return ids.isCertain || further === 0 ? ids.hasParts : furtherApart * SHOWS_PARTS >= further;
  }

  /**
   * If rows have parts of gifts, returns the same number for all rows of one gift; otherwise, for all rows with the same values. A row
   * without a gift ID gets its own number.
   */
  numberOf(block: RowBlock, row: number): number {
    const { column, hasParts } = this.ids;
    if (column < 0 || column >= block.columnCount || block.cellEnd(row, column) === block.cellStart(row, column)) return this.count++;
    this.a = 0x811c_9dc5 | 0;
    this.b = 0x9e37_79b9 | 0;
    this.addCells(block, row, this.giftOf);
    const [giftA, giftB] = [this.mixed(), this.b];
    this.addCells(block, row, this.amount);
    const amount = this.b >>> 2;
    const first = this.amounts.add(giftA, giftB, amount);
    if (first >= 0) this.further += 1;
    if (first >= 0 && first !== amount) this.furtherApart += 1;
    if (!hasParts) this.addCells(block, row, this.others);
    const known = hasParts ? this.table.add(giftA, giftB, this.count) : this.table.add(this.mixed(), this.b, this.count);
    return known >= 0 ? known : this.count++;
  }

  /** Whether an earlier row has the same gift and the same values. */
  has(block: RowBlock, row: number): boolean {
    const before = this.count;
    return this.numberOf(block, row) < before;
  }

  private addCells(block: RowBlock, row: number, columns: readonly number[]): void {
    const { bytes } = block;
    let { a, b } = this;
    for (const column of columns) {
      const end = column < block.columnCount ? block.cellEnd(row, column) : 0;
      for (let at = column < block.columnCount ? block.cellStart(row, column) : 0; at < end; at++) {
        a = Math.imul(a ^ bytes[at]!, 0x0100_0193);
        b = Math.imul(b ^ bytes[at]!, 0x85eb_ca6b);
        b ^= b >>> 15;
      }
      a = Math.imul(a ^ 256, 0x0100_0193);
      b = Math.imul(b ^ 256, 0x85eb_ca6b);
    }
    this.a = a;
    this.b = b;
  }

  /** The first half of the hash, mixed, because the table derives the place of an entry from this half. */
  private mixed(): number {
    const mixed = Math.imul(this.a ^ (this.a >>> 16), 0x7feb_352d);
    return mixed ^ (mixed >>> 15);
  }
}
