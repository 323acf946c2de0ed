/** What a newer list can receive from the list that it is compared with. */
import { countText } from '../base/text.ts';
import type { MadeBefore } from '../contract/index.ts';

/** "27 corrections and 2 merges"; empty for nothing. */
export const madeBeforeText = ({ corrections, merged }: Pick<MadeBefore, 'corrections' | 'merged'>): string =>
  [...(corrections === 0 ? [] : [countText(corrections, 'correction')]), ...(merged === 0 ? [] : [countText(merged, 'merge')])].join(
    ' and ',
  );
