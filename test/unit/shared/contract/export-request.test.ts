import { expect, test } from 'vitest';
import { ExportRequest } from '../../../../shared/contract/index.ts';

const EVERYONE = { kind: 'everyone', priorScores: true };
const SEGMENT = { kind: 'segment', name: null, filters: [], find: '' };
const LIST = { kind: 'list', id: 'p', format: { kind: 'xlsx', bars: ['score'] }, people: EVERYONE, columns: null };
const REFUSED = { kind: 'refusedRows', id: 'p', format: 'csv' };
const LAYOUT = { kind: 'layout', id: 'p', format: 'csv', layoutId: 'salesforce', segment: null, columns: null };
const CLEANED = { kind: 'cleanedList', id: 'p', format: 'csv' };
const COMPARISON = { kind: 'comparison', id: 'p', format: 'xlsx', withId: 'q', column: 'score' };

const isAccepted = (request: unknown) => ExportRequest.safeParse(request).success;

test.each([LIST, { ...LIST, kind: 'scoresById', people: SEGMENT }, REFUSED, LAYOUT, COMPARISON, CLEANED])(
  'accepts a request for $kind',
  (request) => {
    expect(isAccepted(request)).toBe(true);
  },
);

test.each([
  ['bars in a text file', { ...LIST, format: { kind: 'csv', bars: ['score'] } }],
  ['earlier scores for a segment', { ...LIST, people: { ...SEGMENT, priorScores: true } }],
  ['a segment of the refused rows', { ...REFUSED, people: SEGMENT }],
  ['score columns of the refused rows', { ...REFUSED, columns: ['score'] }],
  ['earlier scores in a layout', { ...LAYOUT, people: EVERYONE }],
  ['a layout of a comparison', { ...COMPARISON, layoutId: 'salesforce' }],
  ['score columns of the cleaned list', { ...CLEANED, columns: ['score'] }],
  ['an unknown kind', { ...LIST, kind: 'everything' }],
])('rejects %s', (_what, request) => {
  expect(isAccepted(request)).toBe(false);
});
