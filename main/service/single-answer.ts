/** Answers about one person. */
import { canBeScore, eachValue, type Json, saysFailed, valueText } from '../../shared/results/index.ts';

/** The names of scores (section 2.4). */
const SCORE_NAME = /score|rating|capacity/i;

/** True for an answer without any value, such as that of a status 204. */
export const isEmpty = (answer: Json): boolean =>
  answer === null || (typeof answer === 'object' && Object.values(answer).every((value: Json) => isEmpty(value)));

function hasScore(answer: Json): boolean {
  let isFound = false;
  eachValue(answer, (path, value) => {
    isFound ||= SCORE_NAME.test(path) && canBeScore(path) && valueText(value).trim() !== '';
  });
  return isFound;
}

/** True if the answer says that the call failed. With a score, its message is about that score. */
export const saysFailedWithoutScore = (answer: Json): boolean => saysFailed(answer) && !hasScore(answer);
