import { FIELD_KEYS } from '../../shared/fields/index.ts';
import type { AnswerView } from '../../shared/contract/index.ts';
import { type Json, eachValue, isObject, readText, titlesOf, valueText } from '../../shared/results/index.ts';

/** An answer of the service as a list of its values, the fields of a record first, and as JSON. */
export function answerView(answer: Json): AnswerView {
  const leaves: { key: string; value: string }[] = [];
  if (isObject(answer)) {
    for (const key of FIELD_KEYS) {
      const value = readText(answer[key]);
      if (value !== null) leaves.push({ key, value });
    }
    eachValue(answer, (key, value) => leaves.push({ key, value: valueText(value) }));
  }
  const titles = titlesOf(leaves.map(({ key }) => key));
  return { values: leaves.map(({ key, value }) => ({ key, title: titles.get(key) ?? key, value })), json: JSON.stringify(answer, null, 2) };
}
