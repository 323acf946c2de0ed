/** The next steps that the report suggests, and whether their numbers have changed since the user wrote own steps. */
import { countText, numberText } from '../base/index.ts';
import { notThere } from '../view-texts/index.ts';
import { shortMoney } from './numbers.ts';
import type { ReportFacts, ReportSettings } from './facts.ts';

const people = (count: number) => countText(count, 'person', 'people');

/** Suggests steps for the work that is still open. */
export function suggestedSteps({
  officers,
  results,
  review,
  proof,
}: Pick<ReportFacts, 'officers' | 'results' | 'review' | 'proof'>): string[] {
  const nobody = results.officer === null ? 0 : (officers?.officers.find(({ name }) => name === '')?.top ?? 0);
  const steps: string[] = [];
  if (nobody > 0) steps.push(`Assign officers to the ${people(nobody)} ${topWords(officers)} who ${nobody === 1 ? 'has' : 'have'} none.`);
  if (review.left > 0) {
    const { next, doubtful, value } = review;
    const settles =
      next === null
        ? ''
        : `; the first ${numberText(next.people)} ${next.people === 1 ? 'settles' : 'settle'} ${next.percent}% of ${value?.isMoney === true ? shortMoney(doubtful) : 'the doubt'}`;
    steps.push(`Review ${countText(review.left, 'match', 'matches')}${settles}.`);
  }
  if (proof === null) steps.push('Write the scores back, and prove that they arrived.');
  else if (notThere(proof) > 0)
    steps.push(`Bring the ${countText(notThere(proof), 'value')} that did not arrive into ${proof.layout.name}.`);
  return steps;
}

/** How texts refer to the people with the most capacity. */
export const topWords = (officers: ReportFacts['officers']): string =>
  officers?.topText == null ? 'in the top group' : `rated ${officers.topText.replaceAll(' and ', ' or ')}`;

const numbersIn = (texts: readonly string[]): string[] => texts.join(' ').match(/\d[\d,.]*\d|\d/g) ?? [];

/** How many numbers in the current suggestions were not in the suggestions at the time when the user wrote own steps. */
export function newerNumbers(steps: ReportSettings['steps'], suggested: readonly string[]): number {
  if (steps === null) return 0;
  const known = numbersIn(steps.basis);
  return numbersIn(suggested).filter((number) => {
    const at = known.indexOf(number);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  }).length;
}
