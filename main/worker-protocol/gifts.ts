/** The input and the result of reading a gift file. */
import type { GiftChoices, GiftsView } from '../../shared/gifts/index.ts';
import type { ReadableFile } from './import.ts';
import type { ListSource } from './list.ts';

export type GiftsInput = ListSource & {
  readonly gifts: ReadableFile;
  readonly choices: GiftChoices;
  /** Which ten of the people whose total changes most are shown, from 0. */
  readonly others?: number;
  /** The column where earlier gifts begin, which these replace; else that of the plan, or the first one behind the list. */
  readonly first?: number;
  /** Writes the gifts of each person into the rows of the list; otherwise the file is only read. */
  readonly write: boolean;
};

/** `first`: the column where written gifts begin, behind those of the sheet. */
export interface GiftsResult {
  readonly view: GiftsView;
  readonly first: number;
}
