import { describe, expect, it } from 'vitest';
import { listedProjects, type Order } from '../../../../../renderer/screens/projects/project-order.ts';
import type { ProjectView } from '../../../../../shared/contract/index.ts';
import { project } from '../../../../fakes/project-fixtures.ts';

const NEWEST_FIRST: Order = { by: 'changed', descending: true };

const one = (id: string, at: number, lineage: ProjectView['lineage'] = null): ProjectView =>
  project({ id, name: `List ${id}`, file: `${id}.csv`, rows: at, at, more: { lineage } });

const idsOf = (projects: readonly ProjectView[], order = NEWEST_FIRST): string[] =>
  listedProjects(projects, order).map(({ project: { id }, isBelowParent }) => (isBelowParent ? `- ${id}` : id));

describe('the order of the project list', () => {
  it('is the chosen one, in both directions', () => {
    const projects = [one('b', 2), one('c', 1), one('a', 3)];
    expect(idsOf(projects)).toEqual(['a', 'b', 'c']);
    expect(idsOf(projects, { by: 'rows', descending: false })).toEqual(['c', 'b', 'a']);
    expect(idsOf(projects, { by: 'name', descending: true })).toEqual(['c', 'b', 'a']);
  });

  it('has a derived project below its parent, and a project with an earlier screening on its own', () => {
    const projects = [one('list', 1), one('other', 2), one('fixed', 3, { kind: 'retry', of: 'list' })];
    expect(idsOf(projects)).toEqual(['other', 'list', '- fixed']);
    expect(idsOf([one('list', 1), one('next', 3, { kind: 'baseline', of: 'list' })])).toEqual(['next', 'list']);
  });

  it('has the parts of refused rows that are sent in parts', () => {
    const projects = [
      one('list', 1),
      one('fixed', 2, { kind: 'retry', of: 'list' }),
      one('second', 3, { kind: 'part', of: 'fixed', part: 2, parts: 2 }),
    ];
    expect(idsOf(projects)).toEqual(['list', '- fixed', '- second']);
  });

  it('has a derived project on its own if its parent is not in the list', () => {
    expect(idsOf([one('fixed', 2, { kind: 'retry', of: 'list' })])).toEqual(['fixed']);
  });
});
