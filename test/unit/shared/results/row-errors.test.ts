import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { readRowErrors } from '../../../../shared/results/row-errors.ts';

describe('row errors', () => {
  it.each<[string, Json, number | null, object[]]>([
    [
      'flat',
      { row: 3, field: 'state', message: 'two letters', value: 'Mass' },
      null,
      [{ row: 3, field: 'state', message: 'two letters', value: 'Mass' }],
    ],
    ['flat, other names', { lineNumber: '4', errorMessage: 'bad' }, null, [{ row: 4, message: 'bad' }]],
    ['grouped', { row: 5, constituentId: 'c', errors: [{ field: 'a', message: 'm1' }, { field: 'b', detail: 'm2' }] }, null, [{ row: 5, constituentId: 'c', field: 'a', message: 'm1' }, { row: 5, field: 'b', message: 'm2' }]], // prettier-ignore
    [
      'grouped texts',
      { index: 0, messages: ['one', 'two'] },
      null,
      [
        { row: 0, message: 'one' },
        { row: 0, message: 'two' },
      ],
    ],
    ['grouped by field', { row: 6, errors: { state: ['bad state'], city: 'missing' } }, null, [{ row: 6, field: 'state', message: 'bad state' }, { row: 6, field: 'city', message: 'missing' }]], // prettier-ignore
    ['map of texts', 'missing name', 7, [{ row: 7, message: 'missing name' }]],
    [
      'map of lists',
      ['one', { message: 'two' }],
      8,
      [
        { row: 8, message: 'one' },
        { row: 8, message: 'two' },
      ],
    ],
    ['only a code', { row: 9, code: 'E17' }, null, [{ row: 9, code: 'E17', message: 'E17' }]],
    ['not understood', { row: 10, strange: true }, null, [{ row: 10, message: '{"row":10,"strange":true}' }]],
    ['no row', { message: 'somewhere' }, null, [{ row: null, message: 'somewhere' }]],
  ])('%s', (_name, element, mapRow, errors) => {
    const read = readRowErrors(element, mapRow);
    expect(read).toHaveLength(errors.length);
    for (const [index, error] of errors.entries()) expect(read[index]).toMatchObject(error);
  });
});
