import { expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { saysFailed } from '../../../../shared/results/refusal.ts';

it.each<[Json, boolean]>([
  [{ success: false }, true],
  [{ Success: 'False', message: 'There are not enough credits.' }, true],
  [{ isSuccess: false, errors: ['no'] }, true],
  [{ ok: false, id: 'p' }, true],
  [{ error: 'The list is empty.' }, true],
  [{ error: { code: 17, message: 'The list is empty.' } }, true],
  [{ status: 'error', message: 'Try again later.' }, true],
  [{ status: 'fail', error: null, title: 'no' }, true],
  [{ success: true, error: 'none' }, false],
  [{ success: 1 }, false],
  [{ error: null }, false],
  [{ error: '' }, false],
  [{ error: {}, message: 'Started.' }, false],
  // The errors of rows, and the state of a project.
  [{ errors: [{ row: 4, message: 'bad' }] }, false],
  [{ id: 'p', status: 'error', message: 'An earlier start failed.' }, false],
  [{ status: 'processing', message: 'Started.' }, false],
  [{ message: 'ok' }, false],
  [{}, false],
  [[{ success: false }], false],
  ['error', false],
  [null, false],
])('%j says that the call failed: %s', (answer, failed) => {
  expect(saysFailed(answer)).toBe(failed);
});
