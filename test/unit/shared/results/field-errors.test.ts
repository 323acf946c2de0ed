/** The fields that an error answer names, in the shapes that services use. */
import { expect, it } from 'vitest';
import { readFieldErrors } from '../../../../shared/results/field-errors.ts';

const ZIP = [{ field: 'postalCode', message: 'must be five digits' }];

it.each<[string, unknown]>([
  ['a list of details', { message: 'Invalid.', details: [{ field: 'postalCode', message: 'must be five digits' }] }],
  ['a list of errors', { errors: [{ property: 'postalCode', detail: 'must be five digits' }] }],
  ['a map of problem+json', { title: 'Invalid', errors: { postalCode: ['must be five digits'] } }],
  ['inside an error', { error: { code: 'x', details: [{ path: 'postalCode', reason: 'must be five digits' }] } }],
  ['a list of detail with paths', { detail: [{ loc: ['postalCode'], msg: 'must be five digits', type: 'value_error' }] }],
  ['invalid params', { type: 'about:blank', 'invalid-params': [{ field: 'postalCode', reason: 'must be five digits' }] }],
])('%s', (_, body) => {
  expect(readFieldErrors(JSON.stringify(body), '')).toEqual(ZIP);
});

it('a path into the body is one field', () => {
  const body = { detail: [{ loc: ['body', 'scoreProfiles', 3, 'state'], msg: 'is required' }] };
  expect(readFieldErrors(JSON.stringify(body), '')).toEqual([{ field: 'body.scoreProfiles.3.state', message: 'is required' }]);
});

it.each<[string, string]>([
  ['a sentence', 'Service unavailable'],
  ['a message alone', '{"message":"Invalid."}'],
  ['errors without fields', '{"errors":["one","two"]}'],
  ['a page', '<html><title>502</title></html>'],
  ['nothing', ''],
  ['a number', '7'],
])('%s names none', (_, body) => {
  expect(readFieldErrors(body, '')).toEqual([]);
});

it('holds neither the token nor more than twenty fields', () => {
  const details = Array.from({ length: 50 }, (_, n) => ({ field: `f${n}`, message: 'token sekret-token was used' }));
  const fields = readFieldErrors(JSON.stringify({ details }), 'sekret-token');
  expect(fields).toHaveLength(20);
  expect(JSON.stringify(fields)).not.toContain('sekret-token');
});
