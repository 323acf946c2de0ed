/** Counts the IDs that a list has in common with earlier screenings, from a sample of its IDs and the screenings' ID indexes. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { ListSource, ProjectFileRef } from '../../worker-protocol/index.ts';
import { type RowBlocks, DataRows } from '../list/stored-rows.ts';
import { markPresent } from '../result-file/id-index.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';

/** Number of blocks in the sample, which are spread evenly over the list. */
const SAMPLED_BLOCKS = 16;

/** The distinct IDs in the sampled blocks of a list. */
function sampledIds(file: ProjectFile, blocks: RowBlocks, { plan, sheetLayout }: Pick<ListSource, 'plan' | 'sheetLayout'>): string[] {
  const records = new RecordReader(plan, new Edits(file));
  if (!records.mapper.fields.includes('constituentId')) return [];
  const list = new DataRows(sheetLayout);
  const ids = new Set<string>();
  const all = blocks.places.length;
  const step = Math.max(1, all / SAMPLED_BLOCKS);
  for (let at = 0; at < all; at += step) {
    const block = blocks.block(Math.floor(at));
    for (let row = 0; row < block.rowCount; row++) {
      if (!list.has(block, row)) continue;
      const id = records.of(block, row).values[FIELD_INDEX.constituentId]!.trim();
      if (id !== '') ids.add(id);
    }
  }
  return [...ids];
}

/** `shared`: for each screening, the number of sampled IDs in the files of its projects. */
export function baselineOverlap(
  file: ProjectFile,
  blocks: RowBlocks,
  source: Pick<ListSource, 'plan' | 'sheetLayout'>,
  screenings: readonly (readonly ProjectFileRef[])[],
): { sampled: number; shared: number[] } {
  const ids = sampledIds(file, blocks, source);
  const shared = screenings.map((refs) => {
    const present = new Uint8Array(ids.length);
    for (const ref of refs) {
      const other = new ProjectFile(ref, 'read');
      try {
        markPresent(other, ids, present);
      } finally {
        other.close();
      }
    }
    return present.reduce((sum, one) => sum + one, 0);
  });
  return { sampled: ids.length, shared };
}
