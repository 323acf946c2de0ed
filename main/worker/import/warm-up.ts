/**
 * Warms up an idle thread: reads the first rows of a sample list in the same way as a dropped list, and discards them. Code is several
 * times slower when it runs for the first time, and no user should wait for that.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { READ_LIMITS, type RowBlock, detectDialect, openSpreadsheet } from '../../spreadsheet/index.ts';
import { Edits } from '../list/edits.ts';
import { RowChecker } from '../check/row-checker.ts';
import { DataRows } from '../list/stored-rows.ts';
import { NO_INPUTS } from '../../worker-protocol/index.ts';
import { detectLayout } from '../list/detect-layout.ts';

/** Number of rows of the sample: enough for each kind of value to occur several times. */
const ROWS = 512;
/** An arbitrary day: the results are discarded. */
const TODAY = '2000-01-01';

/** The rows as CSV text. */
function asText(blocks: readonly RowBlock[]): Buffer {
  const lines = blocks.flatMap((block) =>
    Array.from({ length: block.rowCount }, (_, row) => block.rowTexts(row).map((cell) => `"${cell}"`)),
  );
  return Buffer.from(lines.map((cells) => cells.join(',')).join('\n'));
}

/**
 * Reads the list at `path` until `signal` aborts. Keeps nothing.
 * @throws what the reader throws; the reason of the signal.
 */
export async function warmUp(path: string, signal: AbortSignal): Promise<void> {
  const workbook = await openSpreadsheet(path, { signal });
  try {
    const blocks: RowBlock[] = [];
    for await (const block of workbook.rows(0, { maxRows: ROWS, signal })) blocks.push(block);
    // Lets the thread receive its task between two steps.
    await turn(undefined, { signal });
    const { suggestion, headerRow, headers } = detectLayout(blocks.slice(0, 2), undefined, undefined);
    await turn(undefined, { signal });
    detectDialect(asText(blocks), true, null, READ_LIMITS);
    await turn(undefined, { signal });
    const checker = new RowChecker(
      { plan: suggestion.plan, sheetLayout: { headers }, today: TODAY, inputs: NO_INPUTS },
      new DataRows({ headerRow, totalsRows: [] }),
      new Edits(null),
    );
    for (const block of blocks) {
      checker.checkBlocks([block]);
      await turn(undefined, { signal });
    }
  } finally {
    await workbook.close();
  }
}
