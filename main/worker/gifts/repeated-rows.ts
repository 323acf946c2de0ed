/**
 * Rows of a gift that is in the file already. An export with a row for each fund, payment or credit of a gift has the whole amount in each of
 * them, or the part of each. Of a row only a hash of 64 bits is kept.
 */
import { normalizeHeader } from '../../../shared/mapping/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';

const GIFT_IDS =
  'Gift ID|Gf Gift ID|Gf System ID|Gf Import ID|Gift System Record ID|Gift System ID|Gift Import ID|Gift Record ID|LGL Gift ID|Gift Number|Donation ID|Contribution ID|Opportunity ID|Transaction ID|Transaction Number'
    .split('|')
    .map(normalizeHeader);
/** Such an amount is that of its row alone. */
const PART = /split|instal|payment|alloc|designat|\bfund\b/i;

/** `column`: that of gift IDs; -1 for none. `hasParts`: whether the rows of one gift have their own amounts. */
interface GiftIds {
  readonly column: number;
  readonly hasParts: boolean;
}

/** `rows`: the first ones. */
export function giftIdsIn(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  taken: ReadonlySet<number>,
  { id, date, amount }: Readonly<Record<'id' | 'date' | 'amount', number>>,
): GiftIds {
  const column = GIFT_IDS.map((known) => headings.findIndex((heading, at) => !taken.has(at) && normalizeHeader(heading) === known)).find(
    (at) => at >= 0,
  );
  if (column === undefined || id < 0 || date < 0 || amount < 0) return { column: -1, hasParts: false };
  if (PART.test(headings[amount]!.replaceAll('_', ' '))) return { column, hasParts: true };
  const amounts = new Map<string, string>();
  const hasParts = rows.some((cells) => {
    const [gift, ...rest] = [column, id, date].map((at) => cells[at] ?? '');
    if (gift === '') return false;
    const key = [gift, ...rest].join('\n');
    const [known, own] = [amounts.get(key), cells[amount] ?? ''];
    amounts.set(key, own);
    return known !== undefined && known !== own;
  });
  return { column, hasParts };
}

export class RepeatedRows {
  private readonly table = new HashTable64();
  private readonly gift: number;
  private readonly columns: readonly number[];
  private count = 0;

  /** `gift`: the column of gift IDs. `columns`: those that rows of one gift have in common. */
  constructor(gift: number, columns: readonly number[]) {
    this.gift = gift;
    this.columns = [gift, ...columns.filter((column) => column >= 0)];
  }

  /** The number of the gift of a row, which all rows with the same values have; each row without a gift ID has its own. */
  numberOf(block: RowBlock, row: number): number {
    if (this.gift < 0 || this.gift >= block.columnCount || block.cellEnd(row, this.gift) === block.cellStart(row, this.gift))
      return this.count++;
    let [a, b] = [0x811c_9dc5 | 0, 0x9e37_79b9 | 0];
    const { bytes } = block;
    for (const column of this.columns) {
      const end = column < block.columnCount ? block.cellEnd(row, column) : 0;
      for (let at = column < block.columnCount ? block.cellStart(row, column) : 0; at < end; at++) {
        a = Math.imul(a ^ bytes[at]!, 0x0100_0193);
        b = Math.imul(b ^ bytes[at]!, 0x85eb_ca6b);
        b ^= b >>> 15;
      }
      a = Math.imul(a ^ 256, 0x0100_0193);
      b = Math.imul(b ^ 256, 0x85eb_ca6b);
    }
    // The table is filled by the size of the first half.
    a = Math.imul(a ^ (a >>> 16), 0x7feb_352d);
    const known = this.table.add(a ^ (a >>> 15), b, this.count);
    return known >= 0 ? known : this.count++;
  }

  /** Whether a row before this one is of the same gift, with the same values. */
  has(block: RowBlock, row: number): boolean {
    const before = this.count;
    return this.numberOf(block, row) < before;
  }
}
