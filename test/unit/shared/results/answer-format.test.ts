import { expect, it } from 'vitest';
import { answerFormatOf } from '../../../../shared/results/answer-format.ts';

it.each([
  ['text/csv; charset=utf-8', 'csv'],
  ['application/x-ndjson', 'lines'],
  ['application/jsonl', 'lines'],
  ['application/json-seq', 'lines'],
  ['Application/X-JSON-Stream', 'lines'],
  ['application/json', 'json'],
  ['text/csvx', 'json'],
  ['', 'json'],
])('an answer with the content type %j is read as %s', (contentType, format) => {
  expect(answerFormatOf(contentType)).toBe(format);
});
