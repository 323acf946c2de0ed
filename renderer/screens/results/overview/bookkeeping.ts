import type { ResultsView } from '../../../../shared/contract/index.ts';
import { count, number } from '../../../format/index.ts';

interface BookkeepingTexts {
  /** True when every row of the file has an outcome and the numbers agree. */
  readonly isComplete: boolean;
  readonly title: string;
  /** The numbers as a sum. */
  readonly sum: string;
}

/** Tells whether every row of the file is accounted for, or which number does not agree. */
export function bookkeepingOf({
  counts,
  leftOut,
  notChosen,
  notPart,
}: Pick<ResultsView, 'counts' | 'leftOut' | 'notChosen' | 'notPart'>): BookkeepingTexts {
  const { scored, refused } = counts;
  const [submitted, unknown] = [counts.submitted - notPart, counts.unknown - notPart];
  const settled = scored + refused;
  const parts = `${number(scored)} scored + ${number(refused)} not accepted`;
  const notSent = [
    ...(leftOut === notChosen ? [] : [`${number(leftOut - notChosen)} left out`]),
    ...(notChosen === 0 ? [] : [`${number(notChosen)} not chosen this time`]),
    ...(notPart === 0 ? [] : [`${number(notPart)} not part of this project`]),
  ];
  const sent =
    notSent.length === 0
      ? `${number(submitted)} sent`
      : `${[`${number(submitted + leftOut + notPart)} in your file`, ...notSent].join(' − ')} = ${number(submitted)} sent`;
  if (settled + unknown !== submitted)
    return {
      isComplete: false,
      title: 'The numbers do not agree',
      sum: `${parts} + ${number(unknown)} without a result = ${number(settled + unknown)}, but ${number(submitted)} ${submitted === 1 ? 'was' : 'were'} sent`,
    };
  if (unknown > 0)
    return {
      isComplete: false,
      title: `${count(unknown, 'row')} without a result`,
      sum: `${parts} = ${number(settled)} of ${number(submitted)} sent`,
    };
  return { isComplete: true, title: 'Every row accounted for', sum: `${sent} = ${parts}` };
}
