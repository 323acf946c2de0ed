import { countText } from '../base/index.ts';
import type { ExportView } from '../contract/index.ts';
import { HELD_BACK, type HeldBack, type HeldBackCounts } from '../write-back/index.ts';

/** Sentences about scored people who are not in the file, by reason. */
const HELD_BACK_TEXTS: Readonly<Record<HeldBack, (people: number) => string>> = {
  notReviewed: (people) =>
    `${countText(people, 'scored row')} ${people === 1 ? 'is' : 'are'} not in the file: the match is below the number from which you accept, and nobody has reviewed it.`,
  wrong: (people) => `${countText(people, 'scored row')} judged wrong ${people === 1 ? 'is' : 'are'} not in the file.`,
  unsure: (people) => `${countText(people, 'scored row')} judged unsure ${people === 1 ? 'is' : 'are'} not in the file.`,
  noId: (people) =>
    `${countText(people, 'scored row')} without a constituent ID ${people === 1 ? 'is' : 'are'} not in the file: the other system could not tell whose scores they are.`,
  sameId: (people) =>
    `${countText(people, 'scored row')} with a constituent ID that another row has, too, ${people === 1 ? 'is' : 'are'} not in the file: the scores of one person would replace those of another.`,
  organization: (people) =>
    `${countText(people, 'organization')} ${people === 1 ? 'is' : 'are'} not in the file: the other system reads organizations from a file of their own.`,
  noScore: (people) => `${countText(people, 'scored row')} without any of these scores ${people === 1 ? 'is' : 'are'} not in the file.`,
  empty: (people) =>
    `${countText(people, 'scored row')} with an empty cell ${people === 1 ? 'is' : 'are'} not in the file: the other system would remove the value that it has there.`,
  tooLong: (people) =>
    `${countText(people, 'scored row')} with a text that is too long ${people === 1 ? 'is' : 'are'} not in the file: the other system would cut the text.`,
};

/** Short names of the reasons, for a table of counts. */
export const HELD_BACK_NAMES: Readonly<Record<HeldBack, string>> = {
  notReviewed: 'Not reviewed',
  wrong: 'Judged wrong',
  unsure: 'Judged unsure',
  noId: 'No ID',
  sameId: 'Same ID twice',
  organization: 'Organizations, which need a file of their own',
  noScore: 'None of these scores',
  empty: 'Empty value, which could overwrite',
  tooLong: 'Text too long',
};

/** The people who are held back, in sentences. */
const heldBackTexts = (heldBack: HeldBackCounts): string[] =>
  HELD_BACK.filter((reason) => heldBack[reason] > 0).map((reason) => HELD_BACK_TEXTS[reason](heldBack[reason]));

/** The warning before rows that were joined by order go to another system. */
export const byOrderInLayout = (rows: number): string =>
  `${countText(rows, 'row')} of these results ${rows === 1 ? 'was' : 'were'} joined by order, and a file for another system cannot mark ${rows === 1 ? 'it' : 'them'}.`;

/** What a file leaves out or does not mark, in sentences; '' for nothing. */
export function leftOutText({
  heldBack,
  emptyColumns,
  byOrder,
  formulas = 0,
  missing = 0,
}: Readonly<Pick<ExportView, 'heldBack' | 'byOrder'> & Partial<Pick<ExportView, 'formulas' | 'missing'>>> & {
  readonly emptyColumns: readonly string[];
}): string {
  const names = new Intl.ListFormat('en-US').format(emptyColumns.map((title) => `“${title}”`));
  const isOne = emptyColumns.length === 1;
  return [
    ...heldBackTexts(heldBack),
    emptyColumns.length === 0
      ? ''
      : `The ${isOne ? 'column' : 'columns'} ${names} ${isOne ? 'is' : 'are'} not in the file: most people have no value there, and the other system would remove the value that it has.`,
    byOrder === 0
      ? ''
      : `${countText(byOrder, 'row')} in the file ${byOrder === 1 ? 'has' : 'have'} scores that were joined by order; the file does not mark ${byOrder === 1 ? 'it' : 'them'}.`,
    formulas === 0
      ? ''
      : `${countText(formulas, 'row')} in the file ${formulas === 1 ? 'has' : 'have'} a text that begins like a formula. The text is as in your list, so that the other system gets it unchanged: import the file without opening it in Excel.`,
    missing === 0
      ? ''
      : `The service counts ${countText(missing, 'more profile')} than it returned; ${missing === 1 ? 'it is' : 'they are'} not in the file.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}
