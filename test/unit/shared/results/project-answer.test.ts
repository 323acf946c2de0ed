import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { readProject, readProjectId } from '../../../../shared/results/project-answer.ts';

describe('the ID of a created project', () => {
  it.each<[Json, string | null]>([
    [{ id: 'abc' }, 'abc'],
    [{ id: 4711 }, '4711'],
    [{ ID: 'of the call', id: 'abc' }, 'abc'],
    [{ id: 'abc', attributes: { id: 'of something else' } }, 'abc'],
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
    [{ Id: 5 }, '5'],
    [{ project_id: 'p-3' }, 'p-3'],
    [{ Data: { ProjectID: 7 } }, '7'],
    [{ payload: { id: 'p-4' } }, 'p-4'],
    [{ data: { type: 'projects', id: '9', attributes: { name: 'n' } } }, '9'],
    [{ data: { type: 'projects', attributes: { projectId: 'p-5' } } }, 'p-5'],
    // Numbers that some services give to the objects of an answer.
    [{ $id: '1', '@id': '/project/7', name: 'n' }, null],
    [{ $id: '1', Id: 7 }, '7'],
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
    [
      { Id: 'a', Name: 'n', Status: 'created', TotalRows: 5, ValidRows: 4, CreatedAt: '2026-11-20' },
      { remoteId: 'a', name: 'n', status: 'created', totalRows: 5, validRows: 4, createdAt: Date.UTC(2026, 10, 20) },
    ],
    [
      { project_id: 'a', name: 'n', total_rows: 5, valid_rows: '4' },
      { remoteId: 'a', name: 'n', totalRows: 5, validRows: 4 },
    ],
    // JSON:API.
    [
      { data: { type: 'projects', id: 'a', attributes: { name: 'n', status: 'created', totalRows: 5, createdAt: '2026-11-20' } } },
      { remoteId: 'a', name: 'n', status: 'created', totalRows: 5, createdAt: Date.UTC(2026, 10, 20) },
    ],
    // A state that is an object, and counts that are not in the project itself.
    [{ id: 'a', status: { state: 'processed', percent: 100 } }, { status: 'processed' }],
    [{ id: 'a', status: { code: 3, name: 'Processing' } }, { status: 'Processing' }],
    [{ id: 'a', status: { percent: 40 } }, { status: null }],
    [
      { id: 'a', status: 'created', counts: { totalRows: 5, validRows: 4 } },
      { totalRows: 5, validRows: 4 },
    ],
    [
      { data: { id: 'a', status: 'created' }, meta: { totalRows: '1,005', validRows: '1,004' } },
      { totalRows: 1005, validRows: 1004 },
    ],
    [{ id: 'a', status: 'created', totalRows: 5, summary: { totalRows: 9 } }, { totalRows: 5 }],
    [{ id: 'a', limits: { totalRows: 1_000_000 } }, { totalRows: null }],
    [
      { id: 'a', totalRows: '12.0', validRows: 4.5 },
      { totalRows: 12, validRows: null },
    ],
    [
      { project: { id: 'a', name: 'n' }, status: 'created', totalRows: 5 },
      { remoteId: 'a', name: 'n', status: 'created', totalRows: 5 },
    ],
    [{ status: 'error' }, { status: 'error' }],
    [{ status: 'processing', message: '40 %' }, { status: 'processing' }],
    [{ id: 'a', status: 'error', message: 'The list is empty.' }, { status: 'error' }],
  ])('%j', (answer, project) => {
    expect(readProject(answer)).toMatchObject(project);
  });

  it.each([
    'created', 'createdAt', 'created_on', 'CreatedDate', 'created time', 'dateCreated', 'timeCreated', 'creationDate', 'creationTime', 'createTime',
  ])('was created at the time under %s', (key) => {
    expect(readProject({ id: 'a', [key]: '2026-11-20T10:00:00Z' })).toMatchObject({ createdAt: Date.UTC(2026, 10, 20, 10) });
    expect(readProject({ id: 'a', [key]: 'soon', 'Created-At': '2026-11-20T10:00:00Z' })).toMatchObject({ createdAt: Date.UTC(2026, 10, 20, 10) });
  }); // prettier-ignore

  it.each([{}, { error: 'backend timeout' }, { success: false, error: { id: 'e', status: 'failed' } }, { organization: { id: 'a', status: 'processed' } }, { data: { error: 'x' } }, { status: 'error', message: 'Try again later.' }, { status: 503, error: 'Unavailable' }])(
    'is not %j', (answer) => { expect(readProject(answer)).toBeNull(); }); // prettier-ignore

  it('is null when the answer is not an object', () => {
    expect(readProject('text')).toBeNull();
    expect(readProject([])).toBeNull();
    expect(readProject([{ id: 'a' }, { id: 'b' }])).toBeNull();
    expect(readProject(null)).toBeNull();
  });
});
