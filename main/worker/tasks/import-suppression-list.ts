/** Turns a spreadsheet of people who must not be screened into match-key codes; stores no cell of it. */
import { type RowBlock, openSpreadsheet } from '../../spreadsheet/index.ts';
import { SuppressionListBuilder } from '../../matching/index.ts';
import { Edits } from '../list/edits.ts';
import { likeliestSheet } from '../import/open-file.ts';
import { RecordReader } from '../list/record-reader.ts';
import { detectLayout, VALUE_ROWS_SAMPLED } from '../list/detect-layout.ts';
import type { Task } from '../threads/task-context.ts';

export const importSuppressionList: Task<'importSuppressionList'> = async (input, context) => {
  const workbook = await openSpreadsheet(input.path, { name: input.name, signal: context.signal });
  try {
    const sheet = await likeliestSheet(workbook, context.signal);
    const builder = new SuppressionListBuilder(input.key, input.imports);
    const early: RowBlock[] = [];
    let earlyRows = 0;
    let reader: { readonly records: RecordReader; readonly after: number } | null = null;
    const addRows = (block: RowBlock) => {
      for (let row = 0; row < block.rowCount; row++) if (block.rowNumber(row) > reader!.after) builder.add(reader!.records.of(block, row));
    };
    const begin = () => {
      const { headerRow, suggestion } = detectLayout(early, undefined, undefined);
      reader = { records: new RecordReader(suggestion.plan, new Edits(null)), after: headerRow ?? 0 };
      for (const block of early) addRows(block);
      early.length = 0;
    };
    for await (const block of workbook.rows(sheet, { signal: context.signal })) {
      if (reader !== null) addRows(block);
      else {
        early.push(block);
        earlyRows += block.rowCount;
        if (earlyRows >= VALUE_ROWS_SAMPLED) begin();
      }
    }
    if (reader === null) begin();
    return builder.finish();
  } finally {
    await workbook.close();
  }
};
