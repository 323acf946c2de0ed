import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { readProject, readProjectId } from '../../../../shared/results/project-answer.ts';

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
    // As IDs, they would lead to another address of the service, or to none.
    [{ id: '.' }, null],
    [{ id: '..' }, null],
    [{ id: '\uD800' }, null],
    [{ id: '..', projectId: 'p-1' }, 'p-1'],
    [{ id: 'a..b' }, 'a..b'],
    [{ data: 'text' }, null],
    [{ project: 'p-2' }, 'p-2'],
    [{ result: 17 }, '17'],
    [{ project: '', result: 'r' }, 'r'],
    [{ project: {}, result: { id: 'r' } }, 'r'],
    [{ project: null, data: { id: 'd' } }, 'd'],
    [{ response: { id: 'r' } }, 'r'],
    [{ response: 'accepted' }, null],
    [[{ id: 'one' }], 'one'],
    [{ data: [{ id: 'one' }] }, 'one'],
    [[{ id: 'one' }, { id: 'two' }], null],
    [['text'], null],
    [{ id: true }, null],
    [true, null],
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
    [
      { id: 'a', name: 'Spring appeal · M4QX' },
      { name: 'Spring appeal · M4QX', createdAt: null },
    ],
    // A project with its own status or count is not an envelope around another object.
    [
      { id: 'a', status: 'created', data: { id: 'b' } },
      { remoteId: 'a', status: 'created' },
    ],
    [
      { id: 'a', totalRows: 5, data: { id: 'b' } },
      { remoteId: 'a', totalRows: 5 },
    ],
    [
      { name: 'n', status: 'created', result: { status: 'ok' } },
      { name: 'n', status: 'created' },
    ],
    [
      { status: 'created', project: { id: 'a', name: 'n' } },
      { remoteId: 'a', status: 'created' },
    ],
    [
      { status: 'created', validRows: 4, data: { status: 'ok' } },
      { status: 'created', validRows: 4 },
    ],
    [
      { id: 'a', name: 'n', data: [{ id: 'b', status: 'ok' }] },
      { remoteId: 'a', name: 'n', status: null },
    ],
    // The status of a successful call is not the status of the project.
    [
      { status: 'success', data: { id: 'a', name: 'n', status: 'created', totalRows: 5 } },
      { remoteId: 'a', name: 'n', status: 'created', totalRows: 5 },
    ],
    [
      { status: 200, message: 'OK', result: { id: 'a', status: 'processed' } },
      { remoteId: 'a', status: 'processed' },
    ],
    [
      { status: 'success', data: { project: { id: 'a', status: 'processed', validRows: 4 } } },
      { remoteId: 'a', status: 'processed', validRows: 4 },
    ],
    [{ response: { id: 'a', status: 'created' } }, { remoteId: 'a', status: 'created' }],
    [[{ id: 'a', status: 'created', totalRows: 5 }], { remoteId: 'a', status: 'created', totalRows: 5 }],
    [{ data: [{ id: 'a', status: 'created' }] }, { remoteId: 'a', status: 'created' }],
  ])('%j', (answer, project) => {
    expect(readProject(answer)).toMatchObject(project);
  });

  it.each([
    'created', 'createdAt', 'created_on', 'CreatedDate', 'created time', 'dateCreated', 'timeCreated', 'creationDate', 'creationTime', 'createTime',
  ])('was created at the time under %s', (key) => {
    expect(readProject({ id: 'a', [key]: '2026-11-20T10:00:00Z' })).toMatchObject({ createdAt: Date.UTC(2026, 10, 20, 10) });
    expect(readProject({ id: 'a', [key]: 'soon', 'Created-At': '2026-11-20T10:00:00Z' })).toMatchObject({ createdAt: Date.UTC(2026, 10, 20, 10) });
  }); // prettier-ignore

  it.each([{}, { error: 'backend timeout' }, { success: false, error: { id: 'e', status: 'failed' } }, { payload: { id: 'a', status: 'processed' } }, { data: { error: 'x' } }])(
    'is not %j', (answer) => { expect(readProject(answer)).toBeNull(); }); // prettier-ignore

  it('is null when the answer is not an object', () => {
    expect(readProject('text')).toBeNull();
    expect(readProject([])).toBeNull();
    expect(readProject([{ id: 'a' }, { id: 'b' }])).toBeNull();
    expect(readProject(null)).toBeNull();
  });
});
