/** What a choice of people says: on the page, in the terminal and in the workbook. */
import { countText, numberText } from '../base/index.ts';
import { DECILES, FACTORS, FACTOR_TEXTS, type BestOutcome } from './settings.ts';
import { strataOf } from './cut.ts';

/** The factors in words: "total given × 3, number of gifts × 1". */
function weightsText({ settings: { by }, heading, without }: Pick<BestOutcome, 'settings' | 'heading' | 'without'>): string {
  if (by.kind !== 'weights') return `the column “${heading ?? ''}”`;
  return FACTORS.filter((factor) => by.weights[factor] > 0 && !without.includes(factor))
    .map((factor) => `${FACTOR_TEXTS[factor].toLowerCase()} × ${by.weights[factor]}`)
    .join(', ');
}

/** "A to E" where the cut is at the end of a decile, else ''. */
function decilesAbove({ people, chosen, deciles }: Pick<BestOutcome, 'people' | 'chosen' | 'deciles'>): string {
  const last = deciles === null ? undefined : DECILES[strataOf(people).indexOf(chosen)];
  return last === undefined ? '' : last === 'A' ? 'A' : `A to ${last}`;
}

const percentText = (share: number): string => `${Math.floor(share * 100)}%`;

function pilotSentences(
  { people, chosen, notChosen, settings, heading, before }: BestOutcome,
  pilot: NonNullable<BestOutcome['pilot']>,
): string[] {
  const { known, drawn, named, notFound } = pilot;
  const by = heading === null ? '' : ` by “${heading}”`;
  return [
    ...(before === null
      ? []
      : [
          `The list has changed since you chose, so the pilot was drawn again: ${numberText(chosen)} instead of ${numberText(before)} are sent`,
        ]),
    `A pilot of ${numberText(chosen)} of ${countText(people, 'person', 'people')}: ${numberText(drawn)} drawn by readiness, giving and state with seed ${settings.seed}, ${numberText(known)} you know${by}`,
    ...(known === named
      ? []
      : [
          `${numberText(named)} of those who can be sent are people you know; the seed decides which ${numberText(known)} of them are in the pilot`,
        ]),
    ...(notFound === 0 ? [] : [`${numberText(notFound)} of the IDs name nobody in this list who can be sent`]),
    ...(notChosen === 0 ? [] : [`The other ${numberText(notChosen)} can be sent after the pilot; nobody is sent twice`]),
  ];
}

/** Plain sentences about who is sent, who is not, and why. */
export function bestSentences(best: BestOutcome): string[] {
  if (best.pilot !== null) return pilotSentences(best, best.pilot);
  const { people, chosen, sampled, notChosen, giving, givingChosen, settings, before } = best;
  const above = decilesAbove(best);
  const held = giving > 0 ? `; they hold ${percentText(givingChosen / giving)} of all giving` : '';
  return [
    ...(before === null
      ? []
      : [
          `The list has changed since you chose, so the order was made again: ${numberText(chosen + sampled)} instead of ${numberText(before)} are sent`,
        ]),
    `The first ${numberText(chosen)} of ${countText(people, 'person', 'people')}${above === '' ? '' : ` (${above})`}, ordered by ${weightsText(best)}${held}`,
    ...(sampled === 0
      ? []
      : [
          `${numberText(sampled)} of the ${numberText(people - chosen)} below them go along, drawn with seed ${settings.seed}: they show later whether the order was right`,
        ]),
    ...(notChosen === 0 ? [] : [`${numberText(notChosen)} are not chosen this time and are kept for later; nobody is sent twice`]),
  ];
}

/** The readiness of the people of a pilot. */
export const PILOT_READINESS = {
  asItCame: 'Ready as it came',
  corrected: 'Fixed by you',
  incomplete: 'Incomplete',
} as const;

/** What the page and the terminal say about a finished pilot. `others`: who were not in it. */
export const pilotTexts = {
  /** `expected`: how many of the others are refused at the rate of the pilot; null: too few were refused. */
  expected: (expected: number | null, others: number): string =>
    expected === null
      ? `Too few were refused to tell how many of the other ${numberText(others)} will be.`
      : `At this rate about ${numberText(expected)} more are not accepted among the other ${numberText(others)}.`,
  /** `credits`: what the others cost; null when it is not known, as `remaining`. */
  spends: (credits: number | null, remaining: number | null, chosen: number): string =>
    `${credits === null ? '' : `Spends about ${numberText(credits)}${remaining === null ? '' : ` of ${numberText(remaining)}`} credits. `}The pilot’s ${numberText(chosen)} are not sent again.`,
} as const;
