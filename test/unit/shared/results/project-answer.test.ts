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
