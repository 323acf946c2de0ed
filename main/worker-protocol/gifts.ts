/** The input and the result of reading a gift file. */
import type { GiftChoices, GiftsView } from '../../shared/gifts/index.ts';
import type { ReadableFile } from './import.ts';
import type { ListSource } from './list.ts';

export type GiftsInput = ListSource & {
  readonly gifts: ReadableFile;
  readonly choices: GiftChoices;
  /** Which group of ten people to show, from 0. The people are sorted by how much their total changes. */
  readonly others?: number;
  /** The column where earlier gifts begin, which the new ones replace. Default: as in the plan, or the first column after the list. */
  readonly first?: number;
  /** True to write the gifts of each person into the rows of the list. False to only read the file. */
  readonly write: boolean;
};

/** `first`: the column where the written gifts begin, after the columns of the sheet. */
export interface GiftsResult {
  readonly view: GiftsView;
  readonly first: number;
}
