/** Explanations of scores, based only on their names and the answers. Assumes no scale and no better end. */
import type { ScoreColumn } from '../../shared/contract/index.ts';
import { columnText } from './result-texts.ts';
import { count } from './text.ts';

const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/multiLensScores/i, 'The score for one cause, as if you raised money for it.'],
  [/overallscore$/i, 'One number for the whole person. The service makes it from capacity, propensity and affinity.'],
  [/propensityRating$/i, 'How likely the person is to give, according to the service.'],
  [/affinityRating$/i, 'How close the person is to causes like yours.'],
  [/capacityRating$/i, 'How much the person could give, in steps.'],
  [/capacity(Value|Amount)$|givingCapacity$/i, 'How much the person could give, in dollars. The answers do not say over how many years.'],
  [/capacityRange$/i, 'The range of the capacity, in the words of the service.'],
  [/capacitySource$/i, 'What the capacity was estimated from.'],
  [
    /confidenceOfMatch$/i,
    'How sure the service is that this is the person you sent. 90 and up is strong, 70 to 89 fair, below 70 weak: it may be somebody else.',
  ],
  [/rfmScore$/i, 'The giving pattern of the gifts you sent: how recent, how often, how much.'],
  [/recency\w*$/i, 'How recent the last gift you sent is.'],
  [/frequency\w*$/i, 'How often the person gave to you.'],
  [/monetary\w*$/i, 'How much the person gave to you.'],
  [/bequest$/i, 'Whether a gift in a will is likely.'],
  [/annuity$/i, 'Whether an annuity is likely.'],
  [/trust$/i, 'Whether a trust is likely.'],
  [/plannedGiving\w*\.(score|segment)$/i, 'How well the person fits planned giving.'],
  [/propert(y|ies)\w*count$/i, 'How many properties were found.'],
  [/propert(y|ies)\w*value$|realEstate\w*value$/i, 'The value of the properties that were found.'],
  [/donations?\w*count$|gifts?\w*count$/i, 'How many gifts to others were found.'],
  [/donations?\w*value$|giving\w*value$/i, 'How much the person is known to have given to others.'],
  [/netWorth$/i, 'An estimate of what the person owns.'],
  [/income$/i, 'An estimate of what the person earns in a year.'],
  [/dateScored$/i, 'When the service calculated these scores.'],
  [/^scorePending$/i, 'Whether the service is still working on these scores.'],
];

/** What a score is, in one sentence. */
export const meaningOf = (key: string): string =>
  MEANINGS.find(([pattern]) => pattern.test(key))?.[1] ?? 'The service sends this value without an explanation.';

/** The scale of a score in the answers, and how many answers this is based on. */
export function scaleOf(column: ScoreColumn): string {
  const { type, min, max, filled, best } = column;
  const from = `known from ${count(filled, 'answer')}`;
  if (filled === 0) return 'No answer has a value.';
  const text = (value: number) => columnText(String(value), column);
  const scale =
    type === 'number' && min !== null && max !== null
      ? min === max
        ? `Always ${text(min)}`
        : `From ${text(min)} to ${text(max)}`
      : { number: 'Numbers', date: 'A day', flag: 'Yes or no', text: 'Words' }[type];
  const better = best === null ? '' : ` You set the ${best === 'high' ? 'higher' : 'lower'} end as better.`;
  return `${scale}, ${from}.${better}`;
}

/** The meaning and the scale of a score, for a heading. */
export const explained = (column: ScoreColumn): string => `${meaningOf(column.key)} ${scaleOf(column)}`;
