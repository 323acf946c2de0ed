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
    const read = readRowErrors(element, mapRow === null ? null : String(mapRow));
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
    expect(readRowErrors(true, '4')).toEqual([{ row: 4, constituentId: null, field: null, code: null, message: 'true', value: null }]);
    expect(readRowErrors(null, '4')).toEqual([]);
    expect(readRowErrors([null], '4')).toEqual([]);
  });

  it('take their row from the map, and the row of a group for its entries', () => {
    expect(readRowErrors({ row: 9, message: 'm' }, '4')).toMatchObject([{ row: 4 }]);
    expect(readRowErrors({ row: 5, errors: [{ index: 0, message: 'm' }] })).toMatchObject([{ row: 5 }]);
  });

  it('are read from lists in lists, up to 20 deep; deeper ones are one error with their text', () => {
    const nested = (depth: number): Json => (depth === 0 ? 'm' : [nested(depth - 1)]);
    expect(readRowErrors(nested(21), '4')).toMatchObject([{ message: 'm' }]);
    expect(readRowErrors(nested(23), '4')).toMatchObject([{ row: 4, message: '[["m"]]' }]);
  });

  it.each(['row', 'Row', 'row_number', 'rowNum', 'rowNo', 'row_id', 'lineNo', 'recordNumber', 'record', 'RecordIndex'])(
    'name their row as %s',
    (key) => {
      expect(readRowErrors({ [key]: 4, message: 'm' })).toMatchObject([{ row: 4, message: 'm' }]);
    },
  );

  it.each<[Json, number | null]>([
    ['Row 4: no last name', 4],
    ['row #4 - no last name', 4],
    ['Line 4, column 2: bad', 4],
    ['Error in row 4: bad', 4],
    ['Record number 4 is empty', 4],
    [{ row: 'Row 4', message: 'm' }, 4],
    [{ line: 'Line 4', message: 'm' }, 4],
    [{ message: 'Row 4: bad' }, 4],
    // The row is another one, or no row.
    ['The same as row 4', null],
    ['Rows 4 and 5 are the same', null],
    ['Row 4.5 is bad', null],
    ['Narrow 4', null],
    // An ID that this program made.
    ['row-2K7M9QXA-17 has no last name', null],
    ['row-22222222-17 has no last name', null],
    [{ row: 'last', message: 'm' }, null],
    [{ row: 9, message: 'Row 4: bad' }, 9],
    [{ constituentId: 'C-1', message: 'Row 4: bad' }, null],
  ])('%j is about row %s', (element, row) => {
    expect(readRowErrors(element)).toMatchObject([{ row }]);
  });

  it.each<[Json, number | null, string | null]>([
    [{ source: { pointer: '/data/3/lastName' }, detail: 'm' }, 3, 'lastName'],
    [{ status: '422', source: { pointer: '/data/3/attributes/lastName' }, detail: 'm' }, 3, 'lastName'],
    [{ source: { pointer: '/donors/3/a~1b' }, detail: 'm' }, 3, 'a/b'],
    [{ pointer: '#/3/zip', message: 'm' }, 3, 'zip'],
    [{ pointer: '/3', message: 'm' }, 3, null],
    [{ instancePath: '/scoreProfiles/0/state', keyword: 'minLength', message: 'm' }, 0, 'state'],
    [{ dataPath: '.donors[3].zip', message: 'm' }, 3, 'zip'],
    [{ path: ['records', 3, 'zip'], message: 'm' }, 3, 'zip'],
    [{ loc: ['body', 'scoreProfiles', 3, 'address', 'zip'], msg: 'm' }, 3, 'address.zip'],
    [{ field: 'records[3].zip', message: 'm' }, 3, 'zip'],
    [{ property: "$.records[3]['zip']", message: 'm' }, 3, 'zip'],
    [{ name: 'records.3.zip', reason: 'm' }, 3, 'zip'],
    [{ path: '[3].zip', message: 'm' }, 3, 'zip'],
    [{ target: '/records/3/zip', message: 'm' }, 3, 'zip'],
    // A path without a row, and paths of something else.
    [{ source: { pointer: '/data/lastName' }, detail: 'm' }, null, 'data/lastName'],
    [{ path: '/integrations/20240515/project', message: 'm' }, null, '/integrations/20240515/project'],
    [{ field: 'emails[3]', message: 'm' }, null, 'emails[3]'],
    [{ name: 'Ada 3.', message: 'm' }, null, null],
    [{ field: '3.5', message: 'm' }, null, '3.5'],
    [{ field: '3', message: 'm' }, null, '3'],
    // The row is named in another way.
    [{ row: 9, field: 'records[3].zip', message: 'm' }, 9, 'records[3].zip'],
    [{ constituentId: 'C-1', path: ['records', 3, 'zip'], message: 'm' }, null, 'records.3.zip'],
  ])('%j are about row %s and field %s', (element, row, field) => {
    expect(readRowErrors(element)).toMatchObject([{ row, field, message: 'm' }]);
  });

  it('take their row and field from a path that is the key of a map', () => {
    expect(readRowErrors(['one', 'two'], 'records[3].zip')).toMatchObject([
      { row: 3, constituentId: null, field: 'zip', message: 'one' },
      { row: 3, constituentId: null, field: 'zip', message: 'two' },
    ]);
    expect(readRowErrors({ title: 'Invalid', errors: { '/3/zip': ['m'], 'records[4]': 'n' } })).toMatchObject([
      { row: 3, field: 'zip', message: 'm' },
      { row: 4, field: null, message: 'n' },
    ]);
  });

  it('are one for each row of an entry that lists several', () => {
    const read = readRowErrors({ message: 'no last name', field: 'primaryLast', rows: [4, '7'] });
    expect(read.map(({ row, field, message }) => [row, field, message])).toEqual([
      [4, 'primaryLast', 'no last name'],
      [7, 'primaryLast', 'no last name'],
    ]);
    expect(readRowErrors({ row: 3, message: 'the same as others', rows: [4, 7] })).toMatchObject([{ row: 3 }]);
    expect(readRowErrors({ message: 'm', rows: [{ row: 4 }] })).toMatchObject([{ row: null }]);
  });

  it.each(['validationErrors', 'field_errors', 'errorMessages', 'failures', 'reasons', 'details'])(
    'are grouped in a list under %s',
    (key) => {
      expect(readRowErrors({ row: 2, [key]: [{ field: 'state', message: 'bad' }] })).toMatchObject([
        { row: 2, field: 'state', message: 'bad' },
      ]);
    },
  );

  it('have details that are no errors', () => {
    expect(readRowErrors({ row: 2, message: 'bad', details: { help: 'page' } })).toMatchObject([{ row: 2, message: 'bad' }]);
  });

  it('are read from resources of JSON:API', () => {
    const attributes = { rowNumber: 4, constituentId: 'C-4', field: 'state', message: 'bad' };
    expect(readRowErrors({ type: 'row-errors', id: '91', attributes })).toMatchObject([
      { row: 4, constituentId: 'C-4', field: 'state', message: 'bad' },
    ]);
  });

  it('take their row or ID from the key of a map', () => {
    const read = (key: string, entry: Json) => readRowErrors(entry, key).map(({ row, constituentId }) => [row, constituentId]);
    expect(read('4', ['m'])).toEqual([[4, null]]);
    expect(read('Row 4', ['m'])).toEqual([[4, null]]);
    expect(read('row_4', ['m'])).toEqual([[4, null]]);
    expect(read('C-4', ['m', { message: 'm' }])).toEqual([[null, 'C-4'], [null, 'C-4']]); // prettier-ignore
    expect(read('123.AB', ['m'])).toEqual([[null, '123.AB']]);
    expect(read('A.7', ['m'])).toEqual([[null, 'A.7']]);
    expect(read('invalid', [{ row: 4, message: 'm' }, { constituentId: 'C-5', message: 'm' }])).toEqual([[4, null], [null, 'C-5']]); // prettier-ignore
  });
});

it('the key of an entry names its row, whatever other rows the entry mentions', () => {
  expect(readRowErrors({ rows: [1, 2], message: 'The same as those rows' }, '5')).toMatchObject([{ row: 5, constituentId: null }]);
});
