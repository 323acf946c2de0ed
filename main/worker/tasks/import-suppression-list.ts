/** Turns a spreadsheet of people who must not be screened into match-key codes. Stores no cell of it. */
import { type MappingPlan, columnsFor, sensitivityOf } from '../../../shared/mapping/index.ts';
import { type RowBlock, type Workbook, openSpreadsheet } from '../../spreadsheet/index.ts';
import { SuppressionListBuilder } from '../../matching/index.ts';
import { Edits } from '../list/edits.ts';
import { likeliestSheet, MOST_LOOKED } from '../import/open-file.ts';
import { RecordReader } from '../list/record-reader.ts';
import { detectLayout, VALUE_ROWS_SAMPLED } from '../list/detect-layout.ts';
import type { Task } from '../threads/task-context.ts';

/**
 * The plan in which the hospital's record number is the ID, if no other column is. A list needs the user's consent for that, because it is
 * sent. This file is never sent.
 */
function withRecordNumber(plan: MappingPlan, headers: readonly string[]): MappingPlan {
  if (columnsFor(plan, 'constituentId').length > 0) return plan;
  const number = plan.columns.find(({ column }) => sensitivityOf(headers[column] ?? '') === 'recordNumber');
  const to = { kind: 'field', field: 'constituentId' } as const;
  return number === undefined ? plan : { ...plan, columns: plan.columns.map((one) => (one === number ? { ...one, to } : one)) };
}

/** Adds the people of a sheet. Returns how many of its rows were added, and how many do not identify anyone. */
async function addSheet(workbook: Workbook, sheet: number, builder: SuppressionListBuilder, signal: AbortSignal) {
  const rows = { added: 0, withoutKey: 0 };
  const early: RowBlock[] = [];
  let earlyRows = 0;
  let reader: { readonly records: RecordReader; readonly after: number } | null = null;
  const addRows = (block: RowBlock) => {
    for (let row = 0; row < block.rowCount; row++)
      if (block.rowNumber(row) > reader!.after) rows[builder.add(reader!.records.of(block, row)) ? 'added' : 'withoutKey'] += 1;
  };
  const begin = () => {
    const { headerRow, headers, suggestion } = detectLayout(early, undefined, undefined);
    reader = { records: new RecordReader(withRecordNumber(suggestion.plan, headers), new Edits(null)), after: headerRow ?? 0 };
    for (const block of early) addRows(block);
    early.length = 0;
  };
  for await (const block of workbook.rows(sheet, { signal })) {
    if (reader !== null) addRows(block);
    else {
      early.push(block);
      earlyRows += block.rowCount;
      if (earlyRows >= VALUE_ROWS_SAMPLED) begin();
    }
  }
  if (reader === null && earlyRows > 0) begin();
  return rows;
}

export const importSuppressionList: Task<'importSuppressionList'> = async (input, context) => {
  const { signal } = context;
  const workbook = await openSpreadsheet(input.path, { name: input.name, signal });
  try {
    const builder = new SuppressionListBuilder(input.key, input.imports);
    const likeliest = await likeliestSheet(workbook, signal);
    let { withoutKey } = await addSheet(workbook, likeliest, builder, signal);
    // Reads the other visible sheets too: a file can have a sheet for each year or reason, and nobody would notice that people are missing.
    for (const [sheet, { hidden }] of workbook.sheets.slice(0, MOST_LOOKED).entries()) {
      if (sheet === likeliest || hidden) continue;
      const rows = await addSheet(workbook, sheet, builder, signal);
      // A sheet from which no row was added has only remarks.
      if (rows.added > 0) withoutKey += rows.withoutKey;
    }
    return builder.finish(withoutKey);
  } finally {
    await workbook.close();
  }
};
