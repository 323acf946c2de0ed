import { FIELD_KEYS } from '../../shared/fields/index.ts';
import type { AnswerView } from '../../shared/contract/index.ts';
import { type Json, eachValue, isObject, readText, titlesOf, valueText } from '../../shared/results/index.ts';

/** The name for an answer that is a single plain value, or a list. */
const PLAIN_KEY = 'value';
const SEVERAL_KEY = 'answers';

/**
 * What is shown of an answer: for a list of one, the profile in it (as for CSV); for several, each with its number; for a plain value, the
 * value under a name.
 */
function shownOf(answer: Json): Json {
  if (Array.isArray(answer)) return answer.length <= 1 ? shownOf(answer[0] ?? null) : { [SEVERAL_KEY]: answer };
  return answer === null || isObject(answer) ? answer : { [PLAIN_KEY]: answer };
}

/** An answer of the service, as a list of its values with the fields of a record first, and as JSON. */
export function answerView(answer: Json): AnswerView {
  const leaves: { key: string; value: string }[] = [];
  const shown = shownOf(answer);
  if (isObject(shown)) {
    for (const key of FIELD_KEYS) {
      const value = readText(shown[key]);
      if (value !== null) leaves.push({ key, value });
    }
    eachValue(shown, (key, value) => leaves.push({ key, value: valueText(value) }));
  }
  const titles = titlesOf(leaves.map(({ key }) => key));
  return { values: leaves.map(({ key, value }) => ({ key, title: titles.get(key) ?? key, value })), json: JSON.stringify(answer, null, 2) };
}
