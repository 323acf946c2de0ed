/** Shows the effect of another mapping on a list, without storing it. */
import { type ColumnOffer, columnOffers } from '../../../shared/suggestion/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import type { ColumnTrial } from '../../../shared/contract/index.ts';
import { compileMapping, createMappedRecord, type MappingPlan } from '../../../shared/mapping/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { checkCounts } from '../../../shared/rows/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { CheckRequest } from '../../worker-protocol/index.ts';
import { type CheckDeps, CheckTarget } from '../check/check-target.ts';
import { runCheck } from '../check/engine.ts';
import { VALUE_ROWS_SAMPLED } from '../list/detect-layout.ts';
import { Edits } from '../list/edits.ts';
import { DataRows, type RowBlocks } from '../list/stored-rows.ts';

/** The free columns that could feed a field, best first, based on the first rows of the list. */
export function offersFor(field: FieldKey, { plan, sheetLayout }: CheckRequest, blocks: RowBlocks): ColumnOffer[] {
  const list = new DataRows(sheetLayout);
  const rows: string[][] = [];
  for (let at = 0; at < blocks.places.length && rows.length < VALUE_ROWS_SAMPLED; at++) {
    const block = blocks.block(at);
    for (let row = 0; row < block.rowCount; row++) if (list.has(block, row)) rows.push(block.rowTexts(row));
  }
  const combined = new Set(plan.combinations.flatMap(({ columns }) => columns));
  const free = plan.columns.filter(({ column, to }) => to.kind === 'none' && to.tells === undefined && !combined.has(column));
  return columnOffers(field, { headers: sheetLayout.headers, free: free.map(({ column }) => column), rows });
}

/** The number of rows in which a column contains one person's name, and in which it contains two. */
function peopleIn(column: number, plan: MappingPlan, blocks: RowBlocks, list: DataRows): Pick<ColumnTrial, 'one' | 'two'> {
  const mapper = compileMapping({ ...plan, columns: plan.columns.filter((one) => one.column === column), combinations: [], constants: [] });
  const record = createMappedRecord();
  let [one, two] = [0, 0];
  for (let at = 0; at < blocks.places.length; at++) {
    const block = blocks.block(at);
    for (let row = 0; row < block.rowCount; row++) {
      if (!list.has(block, row)) continue;
      mapper.map((cell) => block.text(row, cell), record);
      if (record.values[FIELD_INDEX.spouseFirst] !== '') two += 1;
      else if (record.values.some((value) => value !== '')) one += 1;
    }
  }
  return { one, two };
}

/**
 * Checks the list under another mapping in a transaction that is rolled back. `column`: the column whose people are counted.
 * @throws the reason of the signal
 */
export async function tryColumns(
  { plan, column }: { readonly plan: MappingPlan; readonly column: number },
  request: CheckRequest,
  blocks: RowBlocks,
  deps: CheckDeps,
): Promise<ColumnTrial> {
  const people = peopleIn(column, plan, blocks, new DataRows(request.sheetLayout));
  const file = new ProjectFile(request.file, 'write');
  try {
    file.begin();
    const target = new CheckTarget(file, { ...request, plan }, new Edits(file));
    const { ready } = checkCounts((await runCheck(target, { kind: 'all' }, deps)).histogram());
    return { ready, ...people };
  } finally {
    file.rollback();
    file.close();
  }
}
