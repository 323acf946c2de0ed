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

  it.each(['field', 'fieldName', 'property', 'path', 'column', 'attribute'])('name their field as %s', (key) => {
    expect(readRowErrors({ row: 1, [key]: 'state', message: 'm' })).toMatchObject([{ field: 'state' }]);
  });

  it.each(['code', 'error_code', 'type', 'rule'])('name their code as %s', (key) => {
    expect(readRowErrors({ row: 1, [key]: 17, message: 'm' })).toMatchObject([{ code: '17', message: 'm' }]);
  });

  it.each(['value', 'rejectedValue', 'input', 'received'])('name the refused value as %s', (key) => {
    expect(readRowErrors({ row: 1, [key]: false, message: 'm' })).toMatchObject([{ value: 'false' }]);
    expect(readRowErrors({ row: 1, [key]: { state: 'Mass' }, message: 'm' })).toMatchObject([{ value: '{"state":"Mass"}' }]);
    expect(readRowErrors({ row: 1, [key]: null, message: 'm' })).toMatchObject([{ value: null }]);
  });

  it.each(['errors', 'messages', 'violations', 'problems', 'issues'])('are grouped under %s', (key) => {
    expect(readRowErrors({ row: 2, [key]: ['one', 'two'] })).toMatchObject([
      { row: 2, message: 'one' },
      { row: 2, message: 'two' },
    ]);
    expect(readRowErrors({ row: 2, [key]: { state: { detail: 'bad' } } })).toMatchObject([{ row: 2, field: 'state', message: 'bad' }]);
  });

  it('are not lost when a group has nothing that can be read', () => {
    expect(readRowErrors({ row: 3, errors: [null] })).toMatchObject([{ row: 3, message: '{"row":3,"errors":[null]}' }]);
    expect(readRowErrors({ row: 3, errors: [null, 12, ['a', 'b']] }).map(({ message }) => message)).toEqual(['12', '["a","b"]']);
    expect(readRowErrors({ row: 3, errors: { state: 5 } })).toMatchObject([{ row: 3, field: 'state', message: '5' }]);
  });

  it('are none for a row that is listed without any', () => {
    expect(readRowErrors({ row: 3, constituentId: 'c', errors: [] })).toEqual([]);
    expect(
      readRowErrors([
        { row: 3, errors: [] },
        { row: 4, errors: ['m'] },
      ]),
    ).toMatchObject([{ row: 4, message: 'm' }]);
    expect(readRowErrors({ row: 3, messages: null })).toEqual([]);
    expect(readRowErrors({ row: 3, errors: null, message: 'm' })).toMatchObject([{ row: 3, message: 'm' }]);
    expect(readRowErrors({ row: 3, errors: [], message: 'm' })).toMatchObject([{ row: 3, message: 'm' }]);
    expect(readRowErrors({ row: 3, errors: [], code: 'E17' })).toMatchObject([{ row: 3, message: 'E17' }]);
  });

  it('can be any value but null in a map of rows', () => {
    expect(readRowErrors(true, 4)).toEqual([{ row: 4, constituentId: null, field: null, code: null, message: 'true', value: null }]);
    expect(readRowErrors(null, 4)).toEqual([]);
    expect(readRowErrors([null], 4)).toEqual([]);
  });

  it('take their row from the map, and the row of a group for its entries', () => {
    expect(readRowErrors({ row: 9, message: 'm' }, 4)).toMatchObject([{ row: 4 }]);
    expect(readRowErrors({ row: 5, errors: [{ index: 0, message: 'm' }] })).toMatchObject([{ row: 5 }]);
  });

  it('are read from lists in lists, up to 20 deep; deeper ones are one error with their text', () => {
    const nested = (depth: number): Json => (depth === 0 ? 'm' : [nested(depth - 1)]);
    expect(readRowErrors(nested(21), 4)).toMatchObject([{ message: 'm' }]);
    expect(readRowErrors(nested(23), 4)).toMatchObject([{ row: 4, message: '[["m"]]' }]);
  });
});
