/** The answer about one person, which was paid for and is not stored, in any form that a service may give it. */
import { expect, it } from 'vitest';
import { answerView } from '../../../../main/single-calls/answer-view.ts';
import type { Json } from '../../../../shared/results/index.ts';

const ANN = { primaryLast: 'Lee', overallScore: 3 };

it.each<[string, Json, [title: string, value: string][]]>([
  [
    'a profile',
    ANN,
    [
      ['Primary last', 'Lee'],
      ['Overall score', '3'],
    ],
  ],
  [
    'a list of one profile',
    [ANN],
    [
      ['Primary last', 'Lee'],
      ['Overall score', '3'],
    ],
  ],
  [
    'a list of two profiles',
    [ANN, { overallScore: 4 }],
    [
      ['Primary last', 'Lee'],
      ['Answers 1, overall score', '3'],
      ['Answers 2, overall score', '4'],
    ],
  ],
  ['a number', 3.5, [['Value', '3.5']]],
  ['a list of one number', [7], [['Value', '7']]],
  ['an empty list', [], []],
  ['nothing', null, []],
])('%s', (_, answer, values) => {
  const view = answerView(answer);
  expect(view.values.map(({ title, value }) => [title, value])).toEqual(values);
  expect(JSON.parse(view.json)).toEqual(answer);
});
