/** What the columns of a layout do not accept: texts that are too long, and words that the other system does not know. */
import type { LayoutColumn } from '../../../shared/results/index.ts';
import type { LayoutLine } from './layout-lines.ts';

type Lines = readonly Pick<LayoutLine, 'cells'>[];

export class LayoutLimits {
  /** For each column with a limit. */
  private readonly lengths: readonly { readonly at: number; readonly title: string; readonly most: number }[];
  private readonly words: readonly { readonly at: number; readonly title: string; readonly known: ReadonlySet<string> }[];

  private readonly partsBy: string | undefined;

  /** `partsBy`: the separator between several values in one cell. */
  constructor(columns: readonly Pick<LayoutColumn, 'title' | 'most' | 'known'>[], partsBy?: string) {
    this.partsBy = partsBy;
    this.lengths = columns.flatMap(({ title, most }, at) => (most === undefined ? [] : [{ at, title, most }]));
    this.words = columns.flatMap(({ title, known }, at) => (known === undefined ? [] : [{ at, title, known: new Set(known) }]));
  }

  /** The texts that are longer than their columns allow. `most`: maximum number of characters. */
  tooLong(lines: Lines): { readonly title: string; readonly text: string; readonly most: number }[] {
    if (this.lengths.length === 0) return [];
    return lines.flatMap(({ cells }) =>
      this.lengths.flatMap(({ at, title, most }) => {
        const { text } = cells[at]!;
        return text.length > most ? [{ title, text, most }] : [];
      }),
    );
  }

  /** The words that the other system does not know, with the titles of their columns. */
  unknown(lines: Lines): { readonly title: string; readonly word: string }[] {
    if (this.words.length === 0) return [];
    return lines.flatMap(({ cells }) =>
      this.words.flatMap(({ at, title, known }) => {
        const { text } = cells[at]!;
        const words = this.partsBy === undefined ? [text] : text.split(this.partsBy);
        return words.map((word) => word.trim()).flatMap((word) => (word === '' || known.has(word) ? [] : [{ title, word }]));
      }),
    );
  }
}
