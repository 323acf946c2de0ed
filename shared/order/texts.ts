/** Texts about the choice of people, for the page, the terminal and the workbook. */
import { countText, numberText } from '../base/index.ts';
import { DECILES, FACTORS, FACTOR_TEXTS, type BestOutcome, type ColumnReading } from './settings.ts';
import { strataOf } from './cut.ts';

/** For each kind of column: its order in words, the reversed order, and the kind of values that it should have. */
const READINGS: Readonly<Record<ColumnReading['as'], readonly [order: string, smallestFirst: string, what: string]>> = {
  numbers: ['largest number first', 'smallest number first', 'numbers'],
  days: ['newest day first', 'oldest day first', 'days'],
  ranges: ['largest number first, of a range its lower end', 'smallest number first, of a range its lower end', 'numbers'],
  texts: ['from A to Z', 'from Z to A', 'texts'],
};

/** The two directions of a column as options, the usual one first. `as` null: the kind of column is not known yet. */
export const directionTexts = (as: ColumnReading['as'] | null): readonly [usual: string, smallestFirst: string] => {
  if (as === null) return ['Largest, newest or A first', 'Smallest, oldest or Z first'];
  if (as === 'days') return ['Newest first', 'Oldest first'];
  return as === 'texts' ? ['A to Z', 'Z to A'] : ['Largest first', 'Smallest first'];
};

/** The order in words: "total given × 3, number of gifts × 1", or a column with how it is read. */
function orderText({ settings: { by }, heading, column, without }: BestOutcome): string {
  if (by.kind !== 'weights') {
    const direction = by.kind === 'column' && by.smallestFirst ? 1 : 0;
    return `the column “${heading ?? ''}”${column === null ? '' : `, ${READINGS[column.as][direction]}`}`;
  }
  return FACTORS.filter((factor) => by.weights[factor] > 0 && !without.includes(factor))
    .map((factor) => `${FACTOR_TEXTS[factor].toLowerCase()} × ${by.weights[factor]}`)
    .join(', ');
}

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');

/** Says how many people come last because their cell is empty or cannot be read. */
function lastInColumn({ heading, column }: Pick<BestOutcome, 'heading' | 'column'>): string[] {
  if (column === null || column.empty + column.unread === 0) return [];
  const { as, empty, unread } = column;
  const what = [
    ...(empty === 0 ? [] : [`${countText(empty, 'person has', 'people have')} nothing`]),
    ...(unread === 0 ? [] : [`${countText(unread, 'person has', 'people have')} something other than ${READINGS[as][2]}`]),
  ];
  return [`${what.join(' and ')} in “${heading ?? ''}” and ${empty + unread === 1 ? 'comes' : 'come'} last`];
}

/** "A to E" if the cut is at the end of a decile, otherwise ''. */
function decilesAbove({ people, chosen, deciles }: Pick<BestOutcome, 'people' | 'chosen' | 'deciles'>): string {
  const last = deciles === null ? undefined : DECILES[strataOf(people).indexOf(chosen)];
  return last === undefined ? '' : last === 'A' ? 'A' : `A to ${last}`;
}

const percentText = (share: number): string => (share > 0 && share < 0.01 ? 'less than 1%' : `${Math.floor(share * 100)}%`);

/** "2.5%". `share`: from 0 to 1. */
export const sampleText = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** Says how many IDs and rows name nobody who can be sent. Rows can only be ticked in the window. */
function notFoundText({ by }: BestOutcome['settings'], notFound: number): string {
  const rows = by.kind === 'pilot' ? by.rows.length : 0;
  const ids = by.kind === 'pilot' ? by.ids.length : 0;
  const what = rows === 0 ? 'IDs' : ids === 0 ? 'ticked people' : 'IDs and ticked people';
  if (ids === 0) return `${numberText(notFound)} of the ${what} cannot be sent`;
  return `${numberText(notFound)} of the ${what} ${notFound === 1 ? 'names' : 'name'} nobody in this list who can be sent`;
}

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
          `The list has changed since you chose, so the pilot was drawn again: ${numberText(chosen)} instead of ${numberText(before)} ${isOrAre(chosen)} sent`,
        ]),
    `A pilot of ${numberText(chosen)} of ${countText(people, 'person', 'people')}: ${numberText(drawn)} drawn by readiness, giving and state with seed ${settings.seed}, ${numberText(known)} you know${by}`,
    ...(known === named
      ? []
      : [
          `${numberText(named)} of those who can be sent are people you know; the seed decides which ${numberText(known)} of them ${isOrAre(known)} in the pilot`,
        ]),
    ...(notFound === 0 ? [] : [notFoundText(settings, notFound)]),
    notChosen === 0
      ? 'Nobody is left to send after the pilot'
      : `The other ${notChosen === 1 ? 'one' : numberText(notChosen)} can be sent after the pilot; nobody is sent twice`,
  ];
}

function firstText(chosen: number, people: number): string {
  if (people === 1) return 'The only person who can be sent';
  if (chosen === people) return `All ${numberText(people)} people`;
  return `The first${chosen === 1 ? '' : ` ${numberText(chosen)}`} of ${numberText(people)} people`;
}

/** Plain sentences about who is sent, who is not, and why. */
export function bestSentences(best: BestOutcome): string[] {
  if (best.people === 0) return ['Nobody in this list can be sent'];
  if (best.pilot !== null) return pilotSentences(best, best.pilot);
  const { people, chosen, sampled, notChosen, tied, giving, givingChosen, settings, before } = best;
  const above = decilesAbove(best);
  const held =
    giving > 0 ? `; ${chosen === 1 ? 'this person holds' : 'they hold'} ${percentText(givingChosen / giving)} of all giving` : '';
  return [
    ...(before === null
      ? []
      : [
          `The list has changed since you chose, so the order was made again: ${numberText(chosen + sampled)} instead of ${numberText(before)} ${isOrAre(chosen + sampled)} sent`,
        ]),
    `${firstText(chosen, people)}${above === '' ? '' : ` (${above})`}, ordered by ${orderText(best)}${held}`,
    ...(tied === 0
      ? []
      : [
          `${numberText(tied)} below the cut ${tied === 1 ? 'ties' : 'tie'} with the last one above it; when people tie, the first ones in the list are sent`,
        ]),
    ...lastInColumn(best),
    ...(sampled === 0
      ? []
      : [
          `${numberText(sampled)} of the ${numberText(people - chosen)} below ${chosen === 1 ? 'the first' : 'them'} ${sampled === 1 ? 'is' : 'are'} also sent, drawn with seed ${settings.seed}: ${sampled === 1 ? 'this person shows' : 'they show'} later whether the order was right`,
        ]),
    notChosen === 0
      ? 'Everyone who can be sent is sent'
      : `${numberText(notChosen)} ${isOrAre(notChosen)} not chosen this time and ${isOrAre(notChosen)} kept for later; nobody is sent twice`,
  ];
}

/** The readiness of the people of a pilot. */
export const PILOT_READINESS = {
  asItCame: 'Ready without fixes',
  corrected: 'Fixed by you',
  incomplete: 'Incomplete',
} as const;

/** Texts of the page and the terminal about a finished pilot. `others`: the number of people who were not in it. */
export const pilotTexts = {
  /** "the other 12 are". */
  othersAre: (others: number): string => (others === 1 ? 'the other one is' : `the other ${numberText(others)} are`),
  /** "the other 12". */
  others: (others: number): string => (others === 1 ? 'the other one' : `the other ${numberText(others)}`),
  /** Why they cannot be sent from this computer. `isHeld`: true if another computer may send them, false if it already has. */
  othersElsewhere: (others: number, isHeld: boolean): string =>
    isHeld
      ? `Only another computer can send ${pilotTexts.others(others)}.`
      : `${others === 1 ? 'The other one was' : `The other ${numberText(others)} were`} sent on another computer.`,
  /** Says how many refused people have other reasons than those listed; null for none. */
  furtherReasons: (refused: number, listed: readonly { readonly rows: number }[]): string | null => {
    const more = refused - listed.reduce((sum, { rows }) => sum + rows, 0);
    return more > 0 ? `${numberText(more)} more for other reasons` : null;
  },
  /** `expected`: how many of the others would be refused at the rate of the pilot; null if too few were refused to tell. */
  expected: (expected: number | null, others: number): string =>
    expected === null
      ? `The pilot has too few rows that were not accepted to predict ${others === 1 ? 'whether the other one' : `how many of the other ${numberText(others)}`} will not be accepted.`
      : expected === 0
        ? `At this rate ${others === 1 ? 'the other one is' : `all of the other ${numberText(others)} are`} accepted.`
        : others === 1
          ? 'At this rate the other one is not accepted.'
          : `At this rate about ${numberText(expected)} more ${isOrAre(expected)} not accepted among the other ${numberText(others)}.`,
  /** `credits`: the cost of the others. `remaining`: the balance. Null: not known. */
  spends: (credits: number | null, remaining: number | null, chosen: number): string =>
    `${credits === null ? '' : `Spends about ${remaining === null ? countText(credits, 'credit') : `${numberText(credits)} of ${countText(remaining, 'credit')}`}. `}${chosen === 1 ? 'The person of the pilot is' : `The pilot’s ${numberText(chosen)} are`} not sent again.`,
} as const;
