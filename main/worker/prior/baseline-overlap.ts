/** How many of a list's people earlier lists have: a sample of its ids, looked up in the indexes that lie with results. */
import { ProjectFile } from '../../store/project-file/project-file.ts';
import type { ProjectFileRef, ListSource } from '../../worker-protocol/list.ts';
import { type RowBlocks, DataRows } from '../list/stored-rows.ts';
import { markHeld } from '../results/id-index.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';

/** Blocks of the sample, spread evenly over the list. */
const SAMPLED_BLOCKS = 16;

/** Different ids of a list, of at most so many rows as some blocks hold. */
function someIds(file: ProjectFile, blocks: RowBlocks, { plan, sheetLayout }: Pick<ListSource, 'plan' | 'sheetLayout'>): string[] {
  const records = new RecordReader(plan, new Edits(file));
  if (!records.mapper.fields.includes('constituentId')) return [];
  const list = new DataRows(sheetLayout);
  const ids = new Set<string>();
  const all = blocks.places.length;
  const step = Math.max(1, all / SAMPLED_BLOCKS);
  for (let at = 0; at < all; at += step) {
    const block = blocks.block(Math.floor(at));
    for (let row = 0; row < block.rowCount; row++) {
      if (!list.has(block.rowNumber(row))) continue;
      const id = records.of(block, row).values[0]!.trim();
      if (id !== '') ids.add(id);
    }
  }
  return [...ids];
}

/** How many ids of the sample are in each of some screenings, each with the files of its projects. */
export function baselineOverlap(
  file: ProjectFile,
  blocks: RowBlocks,
  source: Pick<ListSource, 'plan' | 'sheetLayout'>,
  screenings: readonly (readonly ProjectFileRef[])[],
): { sampled: number; shared: number[] } {
  const ids = someIds(file, blocks, source);
  const shared = screenings.map((refs) => {
    const held = new Uint8Array(ids.length);
    for (const ref of refs) {
      const other = new ProjectFile(ref, 'read');
      try {
        markHeld(other, ids, held);
      } finally {
        other.close();
      }
    }
    return held.reduce((sum, is) => sum + is, 0);
  });
  return { sampled: ids.length, shared };
}
