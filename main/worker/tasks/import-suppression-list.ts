/** Turns a spreadsheet of people who must not be screened into match-key codes. Stores no cell of it. */
import { type MappingPlan, OBJECTION_ROLES, columnsFor, roleColumns, sensitivityOf } from '../../../shared/mapping/index.ts';
import { saysDoNotScreen, saysMayScreen, saysNoConsent } from '../../../shared/transforms/index.ts';
import { type RowBlock, type Workbook, openSpreadsheet } from '../../spreadsheet/index.ts';
import { SuppressionListBuilder } from '../../matching/index.ts';
import { Edits } from '../list/edits.ts';
import { likeliestSheet, MAX_LOOKED } from '../import/open-file.ts';
import { RecordReader } from '../list/record-reader.ts';
import { detectLayout, VALUE_ROWS_SAMPLED } from '../list/detect-layout.ts';
import type { Task } from '../threads/task-context.ts';

/**
 * The plan in which the number of a hospital is the ID if no other column is. A list needs the consent of the user for that, because it is
 * sent; of this file nothing is.
 */
function withRecordNumber(plan: MappingPlan, headers: readonly string[]): MappingPlan {
  if (columnsFor(plan, 'constituentId').length > 0) return plan;
  const number = plan.columns.find(({ column }) => sensitivityOf(headers[column] ?? '') === 'recordNumber');
  const to = { kind: 'field', field: 'constituentId' } as const;
  return number === undefined ? plan : { ...plan, columns: plan.columns.map((one) => (one === number ? { ...one, to } : one)) };
}

/**
 * Finds the rows whose own columns say that the person may be screened, because the file can be an export of everyone with such a column. An
 * empty cell decides nothing: its row is in a file of people who must not be screened.
 */
function rowsThatAllow(plan: MappingPlan): (block: RowBlock, row: number) => boolean {
  const columns = roleColumns(OBJECTION_ROLES, plan).by.filter(({ role, codes }) => !codes && role !== 'child');
  if (columns.length === 0) return () => false;
  return (block, row) => {
    let allows = false;
    for (const { column, role } of columns) {
      const text = block.text(row, column);
      if (role === 'screeningConsent' ? saysNoConsent(text) : saysDoNotScreen(text)) return false;
      if (role === 'screeningConsent' ? /\w/.test(text) : saysMayScreen(text)) allows = true;
    }
    return allows;
  };
}

/** Adds the people of a sheet. Returns how many of its rows were added, how many do not identify anyone, and how many allow a screening. */
async function addSheet(workbook: Workbook, sheet: number, builder: SuppressionListBuilder, signal: AbortSignal) {
  const rows = { added: 0, withoutKey: 0, allowed: 0 };
  const early: RowBlock[] = [];
  let earlyRows = 0;
  let reader: { readonly records: RecordReader; readonly allows: ReturnType<typeof rowsThatAllow>; readonly after: number } | null = null;
  const addRows = (block: RowBlock) => {
    for (let row = 0; row < block.rowCount; row++)
      if (block.rowNumber(row) > reader!.after)
        rows[reader!.allows(block, row) ? 'allowed' : builder.add(reader!.records.of(block, row)) ? 'added' : 'withoutKey'] += 1;
  };
  const begin = () => {
    const { headerRow, headers, suggestion } = detectLayout(early, undefined, undefined);
    const plan = withRecordNumber(suggestion.plan, headers);
    reader = { records: new RecordReader(plan, new Edits(null)), allows: rowsThatAllow(plan), after: headerRow ?? 0 };
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
    let { withoutKey, allowed } = await addSheet(workbook, likeliest, builder, signal);
    // Reads the other visible sheets too: a file can have a sheet for each year or reason, and nobody would notice that people are missing.
    for (const [sheet, { hidden }] of workbook.sheets.slice(0, MAX_LOOKED).entries()) {
      if (sheet === likeliest || hidden) continue;
      const rows = await addSheet(workbook, sheet, builder, signal);
      // A sheet with nobody at all has remarks.
      if (rows.added > 0) withoutKey += rows.withoutKey;
      allowed += rows.allowed;
    }
    return { ...builder.finish(withoutKey), allowed };
  } finally {
    await workbook.close();
  }
};
