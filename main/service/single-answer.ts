/** Answers about one person. */
import { canBeScore, eachValue, type Json, saysFailed, valueText } from '../../shared/results/index.ts';
import type { CallOutcome } from './service-requests.ts';

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

/** The outcome of a call that screens one person. Unknown after any redirect: nothing on the service can tell later whether it acted. */
export async function unknownIfRedirected(call: Promise<CallOutcome<Json>>): Promise<CallOutcome<Json>> {
  const outcome = await call;
  const isRedirected = outcome.outcome === 'refused' && outcome.failure.code === 'SERVICE_REDIRECTED';
  return isRedirected ? { outcome: 'unknown', why: outcome.failure.message } : outcome;
}
