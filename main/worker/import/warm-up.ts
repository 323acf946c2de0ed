/**
 * What a thread does while it waits: it reads the first rows of a sample list as it would read a list that is dropped, and forgets
 * them. What runs for the first time is several times slower; so it is not a person who waits for that.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { detectDialect } from '../../spreadsheet/csv/csv-dialect.ts';
import { openSpreadsheet } from '../../spreadsheet/open.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { READ_LIMITS } from '../../spreadsheet/core/workbook.ts';
import { Edits } from '../list/edits.ts';
import { RowChecker } from '../check/row-checker.ts';
import { ListRows } from '../list/stored-rows.ts';
import { NO_BASIS } from '../../worker-protocol/check.ts';
import { understandSheet } from '../list/detect-layout.ts';

/** Rows of the sample: so many that each kind of value comes several times, and no more. */
const ROWS = 512;
/** The sample is of no day. */
const TODAY = '2000-01-01';

/** The rows as a text file has them. */
function asText(blocks: readonly RowBlock[]): Buffer {
  const lines = blocks.flatMap((block) =>
    Array.from({ length: block.rowCount }, (_, row) => block.rowTexts(row).map((cell) => `"${cell}"`)),
  );
  return Buffer.from(lines.map((cells) => cells.join(',')).join('\n'));
}

/** Reads the list at `path` as far as `signal` lets it; keeps and answers nothing. Ends in what the reader ends in, or in the reason of the signal. */
export async function rehearse(path: string, signal: AbortSignal): Promise<void> {
  const workbook = await openSpreadsheet(path, { signal });
  try {
    const blocks: RowBlock[] = [];
    for await (const block of workbook.rows(0, { maxRows: ROWS, signal })) blocks.push(block);
    // Between any two steps the thread may be given its task.
    await turn(undefined, { signal });
    const { suggestion, headerRow } = understandSheet(blocks.slice(0, 2), undefined, undefined);
    await turn(undefined, { signal });
    detectDialect(asText(blocks), true, null, READ_LIMITS);
    await turn(undefined, { signal });
    const checker = new RowChecker(
      { plan: suggestion.plan, today: TODAY, basis: NO_BASIS },
      new ListRows({ headerRow, totalsRows: [] }),
      new Edits(null),
    );
    for (const block of blocks) {
      checker.blocks([block]);
      await turn(undefined, { signal });
    }
  } finally {
    await workbook.close();
  }
}
