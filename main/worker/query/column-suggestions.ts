/** Suggests what the columns of an open project contain, for source systems that the user may choose. */
import type { Suggestion } from '../../../shared/suggestion/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { AskOf, SheetLayout } from '../../worker-protocol/index.ts';
import { detectLayout, EARLY_ROWS } from '../list/detect-layout.ts';
import { DataRows, type RowBlocks } from '../list/stored-rows.ts';

export function suggestionsFor(systems: AskOf<'query', 'suggestions'>, blocks: RowBlocks, sheetLayout: SheetLayout): Suggestion[] {
  const firstBlocks: RowBlock[] = [];
  for (let at = 0, rows = 0; at < blocks.places.length && rows < EARLY_ROWS; at++) {
    const block = blocks.block(at);
    firstBlocks.push(block);
    rows += block.rowCount;
  }
  const list = new DataRows(sheetLayout);
  return systems.map((system) => detectLayout(firstBlocks, sheetLayout.headerRow, system, list).suggestion);
}
