/** The readers accept every answer shape that the interface leaves open. A missing number is unknown, never 0. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { readCredits, readOrganization } from '../../../../shared/results/credits-answer.ts';
import { readErrorBody } from '../../../../shared/results/error-answer.ts';
import { readInteger } from '../../../../shared/results/json-values.ts';
import { readList, readMore } from '../../../../shared/results/list-answer.ts';
import { readProfileKeys } from '../../../../shared/results/profile-keys.ts';
import { readProject, readProjectId } from '../../../../shared/results/project-answer.ts';
import { readRowErrors } from '../../../../shared/results/row-errors.ts';

describe('the ID of a created project', () => {
  it.each<[Json, string | null]>([
    [{ id: 'abc' }, 'abc'],
    [{ id: 4711 }, '4711'],
    [{ projectId: 'p-1' }, 'p-1'],
    [{ _id: '65f' }, '65f'],
    [{ project: { id: 'in' } }, 'in'],
    [{ data: { projectId: 9 } }, '9'],
    [{ result: { _id: 'r' } }, 'r'],
    ['bare', 'bare'],
    [12, '12'],
    [{ name: 'no id' }, null],
    [{ id: '' }, null],
    [{ data: 'text' }, null],
    [[], null],
    [null, null],
  ])('%j → %s', (answer, id) => {
    expect(readProjectId(answer)).toBe(id);
  });
});

describe('a project', () => {
  it.each<[Json, object]>([
    [
      { id: 'a', name: 'n', status: 'created', totalRows: 5, validRows: 4 },
      { status: 'created', totalRows: 5, validRows: 4 },
    ],
    [
      { id: 'a', status: 'PROCESSED', totalRows: '5', validRows: ' 4 ' },
      { status: 'PROCESSED', totalRows: 5, validRows: 4 },
    ],
    [
      { id: 'a', status: null, totalRows: null },
      { status: null, totalRows: null, validRows: null },
    ],
    [{ id: 'a' }, { status: null, totalRows: null, validRows: null }],
    [{ data: { id: 'a', status: 3 } }, { remoteId: 'a', status: '3' }],
    [{ id: 'a', totalRows: 'many' }, { totalRows: null }],
  ])('%j', (answer, project) => {
    expect(readProject(answer)).toMatchObject(project);
  });

  it('is null when the answer is not an object', () => {
    expect(readProject('text')).toBeNull();
    expect(readProject(null)).toBeNull();
  });
});

describe('lists', () => {
  it.each<[Json, Json[] | null]>([
    [
      [1, 2],
      [1, 2],
    ],
    [{ items: [1] }, [1]],
    [{ data: [2] }, [2]],
    [{ data: { profiles: [3] } }, [3]],
    [{ _embedded: { whatever: [4] } }, [4]],
    [{ strange: [5], count: 1 }, [5]],
    [{ links: ['x'], items: [6] }, [6]],
    [{ nothing: 1 }, null],
    ['text', null],
  ])('%j → %j', (answer, list) => {
    expect(readList(answer)).toEqual(list);
  });

  it.each<[Json, boolean | null]>([
    [{ items: [], total: 60 }, true],
    [{ items: [], total: 50 }, false],
    [{ items: [], last: true }, false],
    [{ items: [], next: '/page/3' }, true],
    [{ items: [], next: null }, false],
    [{ content: [], page: { totalElements: 51 } }, true],
    [{ data: [], meta: { total: 50 } }, false],
    [{ items: [], page: 2 }, null],
    [{ items: [] }, null],
    [[], null],
  ])('more after page 2 of 25: %j → %s', (answer, more) => {
    expect(readMore(answer, 2, 25, 1)).toBe(more);
  });
});

describe('credits', () => {
  it.each<[Json, number | null]>([
    [100, 100],
    ['2,500', 2500],
    [{ remaining: 7 }, 7],
    [{ credits: '8' }, 8],
    [{ account: { balance: 9.5 } }, 9.5],
    [{ organization: 'x', remaining: 0 }, 0],
    [{ organization: 'x' }, null],
    ['plenty', null],
    [null, null],
  ])('%j → %s', (answer, credits) => {
    expect(readCredits(answer)).toBe(credits);
  });
});

describe('the organization of a balance', () => {
  it.each<[Json, string | null]>([
    [{ remaining: 7, organization: ' Fernhollow ' }, 'Fernhollow'],
    [{ remaining: 7, organisation: 'Fernhollow' }, 'Fernhollow'],
    [{ remaining: 7, organization: { id: 12, name: 'Fernhollow' } }, 'Fernhollow'],
    [{ remaining: 7, org: { id: 12 } }, '12'],
    [{ remaining: 7, accountName: 'Fernhollow' }, 'Fernhollow'],
    [{ remaining: 7, account_name: 'Fernhollow' }, 'Fernhollow'],
    [{ tenant: 'fern', remaining: 7 }, 'fern'],
    [{ instance: 'one', organization: 'Fernhollow' }, 'Fernhollow'],
    [{ data: { organization: 'Fernhollow', remaining: 7 } }, 'Fernhollow'],
    // A balance is not a name.
    [{ account: { balance: 9.5 } }, null],
    [{ account: 500 }, null],
    [{ organization: '' }, null],
    [{ organization: null }, null],
    [{ remaining: 7 }, null],
    [100, null],
    [null, null],
  ])('%j → %s', (answer, organization) => {
    expect(readOrganization(answer)).toBe(organization);
  });
});

describe('error bodies', () => {
  it.each([
    ['{"type":"about:blank","title":"Bad","detail":"too many"}', 'application/problem+json', 'too many'],
    ['{"message":"no"}', 'application/json', 'no'],
    ['{"error":"nope"}', 'application/json', 'nope'],
    ['{"error":{"message":"deep","code":"X"}}', 'application/json', 'deep'],
    ['{"errors":[{"message":"a"},{"message":"b"}]}', 'application/json', 'a; b'],
    ['just words\n here', 'text/plain', 'just words here'],
    ['<html><head><title>502 Bad Gateway</title></head><body>long</body></html>', 'text/html', '502 Bad Gateway'],
    ['<!doctype html><body>no title</body>', 'text/html', null],
    ['', 'application/json', null],
    ['{"x":1}', 'application/json', null],
  ])('%s', (body, type, words) => {
    expect(readErrorBody(body, type)).toBe(words);
  });

  it('keeps only the first 300 characters', () => {
    expect(readErrorBody('x'.repeat(5000), 'text/plain')).toHaveLength(300);
  });
});

describe('the row of a profile', () => {
  it.each<[Json, object]>([
    [
      { id: 'p', constituentId: '001' },
      { constituentId: '001', row: null, profileId: 'p' },
    ],
    [
      { profileId: 5, constituentId: 42 },
      { constituentId: '42', profileId: '5' },
    ],
    [{ record: { constituentID: 'x' } }, { constituentId: 'x' }],
    [{ rowNumber: '17' }, { constituentId: null, row: 17 }],
    [{ profile: { id: 'deep' } }, { profileId: 'deep' }],
    [{ mostRecentScore: { constituentId: 'not an echo' } }, { constituentId: null }],
    ['text', { constituentId: null, row: null, profileId: null }],
  ])('%j', (profile, keys) => {
    expect(readProfileKeys(profile)).toMatchObject(keys);
  });
});

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

it('reads integers from numbers and texts, and nothing else', () => {
  expect(['5', 5, '5.0', 5.5, '', null, true, ' 12 ', '1e3'].map((value) => readInteger(value as Json))).toEqual([
    5,
    5,
    null,
    null,
    null,
    null,
    null,
    12,
    null,
  ]);
});
