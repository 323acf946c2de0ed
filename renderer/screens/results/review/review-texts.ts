/** Texts of the review. */
import type { Output } from '../../../../shared/contract/index.ts';
import { precisionOf } from '../../../../shared/review/index.ts';
import { matchStep } from '../../../../shared/results/index.ts';
import { compactMoney, count, decimal, number, scoreText } from '../../../format/index.ts';

export type ReviewRow = Output<'review.queue'>['rows'][number];
export type ReviewView = Output<'review.get'>;
export type ReviewedPerson = Output<'review.person'>;

/** A value of the column that determines the order. */
export const valueText = (value: number | null, column: ReviewView['value']): string =>
  value === null ? 'no value' : column?.isMoney === true ? scoreText(String(value), 'money', 0) : decimal(value);

/** A sum of values × doubt. */
const sumText = (sum: number, column: ReviewView['value']): string =>
  column?.isMoney === true ? compactMoney(sum) : decimal(Math.round(sum));

export const matchText = (match: number | null): string => (match === null ? 'no match number' : `match ${decimal(match)}`);
export const matchWord = (match: number | null): string => (match === null ? '' : (matchStep(String(match))?.word ?? ''));

/** A sentence about the order of the queue. */
export function orderText({ doubtBy, value }: ReviewView): string {
  const name = value?.title.toLowerCase() ?? null;
  if (doubtBy === 'none')
    return name === null
      ? 'The profiles have no match number, no name and no value, so they are in the order of the file.'
      : `The profiles have no match number and show no name or address: ordered by ${name} only.`;
  const doubt = doubtBy === 'match' ? 'the match number' : 'the differences in name and address';
  return name === null
    ? `The most doubtful match first, judged by ${doubt}.`
    : `First those with a high ${name} and a doubtful match. Doubt is judged by ${doubt}.`;
}

/** How much reviewing the next people settles; null when nothing is doubtful. */
export function settlingText({ next, doubtful, value }: ReviewView): { readonly strong: string; readonly rest: string } | null {
  if (next === null) return null;
  const of = value === null ? 'doubt' : `doubtful ${value.isMoney ? 'capacity' : value.title.toLowerCase()}`;
  return {
    strong: `The next ${next.people === 1 ? 'one settles' : `${number(next.people)} settle`} ${next.percent}%`,
    rest: ` of the ${of}: ${sumText(next.sum, value)} of ${sumText(doubtful, value)}.`,
  };
}

/** What a profile does not show; null when it shows name and address. */
export function echoText({ shows, match }: Pick<ReviewedPerson, 'shows' | 'match'>): string | null {
  if (shows === 'both') return null;
  const what = {
    name: 'The profile shows no address',
    address: 'The profile shows no name',
    nothing: 'The profile shows no name or address',
  }[shows];
  return `${what}.${shows === 'nothing' && match !== null ? ' It is doubtful because of the match number.' : ''}`;
}

type HouseholdRow = Output<'review.household'>['rows'][number];

const SHARED_TEXTS: Readonly<Record<HouseholdRow['shares'][number], string>> = {
  name: 'same name',
  spouse: 'spouse',
  address: 'same address',
  profileAddress: 'lives at the address of the profile',
  email: 'same email',
};
const OUTCOME_TEXTS: Readonly<Record<HouseholdRow['outcome'], string>> = {
  scored: '',
  refused: 'not accepted',
  unknown: 'without a result',
  leftOut: 'not sent',
  unmatched: '',
};

/** What a row of the household has in common with the person, and the outcome of the row. */
export const sharedText = ({ shares, outcome }: HouseholdRow): string =>
  [...shares.map((one) => SHARED_TEXTS[one]), OUTCOME_TEXTS[outcome]].filter((text) => text !== '').join(', ');

/** "48 of 60 right", and the share with its likely range if there are enough verdicts. */
export function bandText({ right, verdicts }: ReviewView['bands'][number]) {
  const precision = precisionOf(right, verdicts);
  return {
    counted: verdicts === 0 ? 'no verdicts' : `${number(right)} of ${number(verdicts)} right`,
    precision,
    range: precision === null ? null : `${precision.low} to ${precision.high}%`,
  };
}

/** The announcement of the next person. */
export const nextText = ({ name, row, match }: ReviewRow, differ: number | null): string =>
  `Next: ${name === '' ? `row ${row}` : name}, ${matchText(match)}${differ === null ? '' : `, ${count(differ, 'difference')}`}`;

/** Where two texts differ: the common beginning, the differing middle of the second one, the common end. */
export function differingPart(ours: string, theirs: string): readonly [string, string, string] {
  let start = 0;
  while (start < ours.length && start < theirs.length && ours[start]!.toLowerCase() === theirs[start]!.toLowerCase()) start++;
  let end = 0;
  while (
    end < ours.length - start &&
    end < theirs.length - start &&
    ours[ours.length - 1 - end]!.toLowerCase() === theirs[theirs.length - 1 - end]!.toLowerCase()
  )
    end++;
  return [theirs.slice(0, start), theirs.slice(start, theirs.length - end), theirs.slice(theirs.length - end)];
}
