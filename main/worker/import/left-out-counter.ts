/** Counts the rows of a sheet that are not constituents: hidden rows, blank rows, repeated headings, and subtotals. */
import { NO_ROW } from '../../../shared/rows/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { LeaveOutRule, SubtotalRow } from '../../worker-protocol/index.ts';
import type { RowResults } from '../check/row-checker.ts';
import { labelOf, RowKinds } from '../list/row-kinds.ts';

/** Maximum number of subtotals that a notice names. */
const NAMED_SUBTOTALS = 5;

interface SheetRules {
  /** 0 without a header. */
  readonly headerRow: number;
  readonly leaveOut: LeaveOutRule;
  /** Sheet rows of the known totals at the end. */
  readonly totals: ReadonlySet<number>;
}

export class LeftOutCounter {
  readonly counts = { hidden: 0, blank: 0, headings: 0, subtotals: 0, subtotalRows: [] as SubtotalRow[] };
  private readonly keepsSubtotals: boolean;

  /** `keepsSubtotals`: the user wants to keep subtotals in the list. */
  constructor(keepsSubtotals: boolean) {
    this.keepsSubtotals = keepsSubtotals;
  }

  /** Adds the rows of consecutive blocks. `facts`: the facts of each row from the check. */
  add(blocks: readonly RowBlock[], facts: RowResults['facts'], { headerRow, leaveOut, totals }: SheetRules): void {
    const { counts } = this;
    const kinds = new RowKinds(leaveOut);
    let at = 0;
    for (const block of blocks)
      for (let row = 0; row < block.rowCount; row++) {
        const isListed = facts[at++] !== NO_ROW;
        if (block.rowHidden(row) && block.rowNumber(row) > headerRow) {
          counts.hidden += 1;
          if (leaveOut.hidden) continue;
        }
        if ((isListed && !this.keepsSubtotals) || block.rowNumber(row) <= headerRow) continue;
        if (totals.has(block.rowNumber(row))) this.addSubtotal(block, row);
        else {
          const kind = kinds.of(block, row);
          if (kind === 'blank') counts.blank += 1;
          else if (kind === 'headings') counts.headings += 1;
          else if (kind === 'subtotal') this.addSubtotal(block, row);
        }
      }
  }

  private addSubtotal(block: RowBlock, row: number): void {
    const { counts } = this;
    counts.subtotals += 1;
    if (counts.subtotalRows.length < NAMED_SUBTOTALS) counts.subtotalRows.push({ row: block.rowNumber(row), label: labelOf(block, row) });
  }
}
