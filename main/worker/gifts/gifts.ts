/** Reads a gift file for a list: its contents, whose gifts they are, and what they change. Writes the result into the list. */
import { giftsProblem, giftTexts } from '../../../shared/gifts/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { GiftsInput, GiftsResult, Work } from '../../worker-protocol/index.ts';
import { rewriteGiftColumns } from '../check/gift-columns.ts';
import { markStale } from '../list/best-rows.ts';
import { Edits } from '../list/edits.ts';
import type { Task } from '../threads/task-context.ts';
import { examplesOf } from './examples.ts';
import type { ListedPeople } from './listed-people.ts';
import { ReadGifts } from './read-gifts.ts';

/** The first column after the list. Only written gifts must come after the widest row. */
function firstFreeColumn(file: ProjectFile, { width }: ListedPeople, { sheetLayout, write }: GiftsInput): number {
  const columns = sheetLayout.headers.length;
  if (width !== null || !write) return Math.max(columns, width ?? 0);
  let widest = columns;
  for (const { bytes } of file.passingChunks('rows')) widest = Math.max(widest, new RowBlock(bytes).columnCount);
  return widest;
}

/** Keeps the gifts of a list, so that other choices need no new reading. Call `forget` when the list's file has changed. */
export class GiftSession {
  private last: ReadGifts | null = null;

  /** Call this when the list has changed. */
  forget(): void {
    this.last = null;
  }

  /**
   * With `write`, writes the gifts into the list unless `giftsProblem` finds a problem. Otherwise the list is not changed.
   * @throws what opening a spreadsheet throws; INPUT_INVALID for a chosen column that does not exist; the reason of the signal.
   */
  async answer(input: GiftsInput, work: Work): Promise<GiftsResult> {
    using file = new ProjectFile(input.file, input.write ? 'write' : 'read');
    const edits = new Edits(file);
    const kept = this.last?.answers(input) === true ? this.last : null;
    this.last = null;
    const read = kept ?? (await ReadGifts.read(file, edits, input, work));
    const first = input.first ?? input.plan.gifts?.first ?? firstFreeColumn(file, read.people, input);
    const chosen = read.chosen(input);
    const view = read.view(input, examplesOf(file, edits, read.people, chosen, input, first));
    if (!input.write) {
      this.last = read;
      return { view, first };
    }
    if (giftsProblem(view) !== null) return { view, first };
    file.begin();
    try {
      let position = 0;
      const texts = () => {
        const giving = chosen.givingOf(position++);
        return giving === null ? null : giftTexts(giving);
      };
      rewriteGiftColumns(file, first, texts, (rows) => {
        work.signal.throwIfAborted();
        work.progress(rows, input.sheetLayout.rows, 'rows');
      });
      markStale(file);
      file.commit();
      return { view, first };
    } finally {
      file.rollback();
    }
  }
}

export const gifts: Task<'gifts'> = async (input, context) => await new GiftSession().answer(input, context);
