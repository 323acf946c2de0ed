/** Texts about entries of an answer that give no row a score, for the window and the terminal. */
import { countText } from '../base/index.ts';
import type { ResultsView } from '../contract/index.ts';

export type Flaws = Pick<ResultsView, 'unreadable' | 'withoutScores' | 'notRead'>;

/** Null when all entries can be read. */
function unreadableSentence({ unreadable }: Pick<Flaws, 'unreadable'>): string | null {
  if (unreadable === 0) return null;
  return unreadable === 1
    ? 'One entry of the answer cannot be read. Its text is kept with the profiles that match no row.'
    : `${countText(unreadable, 'entry', 'entries')} of the answer cannot be read. Their texts are kept with the profiles that match no row.`;
}

/** Null when all profiles have a score. */
function withoutScoresSentence({ withoutScores }: Pick<Flaws, 'withoutScores'>): string | null {
  if (withoutScores === 0) return null;
  return withoutScores === 1
    ? 'The service returned one profile without any score. Its row is listed as one without a result.'
    : `The service returned ${countText(withoutScores, 'profile')} without any score. Their rows are listed as rows without a result.`;
}

/** Null when the answer has only the lists of profiles and row errors. */
export function notReadSentence({ notRead }: Pick<Flaws, 'notRead'>): string | null {
  if (notRead === 0) return null;
  return `The answer has another list than the profiles and the row errors: ${countText(notRead, 'entry was', 'entries were')} not read.`;
}

/** Sentences about everything in the answer that no row shows. */
export const flawSentences = (flaws: Flaws): readonly string[] =>
  [unreadableSentence(flaws), withoutScoresSentence(flaws), notReadSentence(flaws)].filter((one) => one !== null);
