import { describe, expect, it } from 'vitest';
import type { ProjectLink, ProjectView } from '../../../shared/contract.ts';
import { lostWith } from '../../../shared/project/leaning.ts';
import { project } from '../../fakes/project-fixtures.ts';

const one = (id: string, link: ProjectLink | null, state?: ProjectView['state']) =>
  project({ id, name: `List ${id}`, file: `${id}.xlsx`, rows: 300, at: 0, more: { link, ...(state !== undefined && { state }) } });
const since = (of: string): ProjectLink => ({ kind: 'since', of });

describe('what is lost when a project is removed', () => {
  it('is nothing of others where none leans on it', () => {
    const all = [one('October', null), one('November', since('October')), one('Fix', { kind: 'refused', of: 'November' })];
    expect(lostWith('November', all)).toEqual([]);
    expect(lostWith('Fix', all)).toEqual([]);
  });

  it('is the earlier scores of every later list that looks back through it', () => {
    const all = [
      one('January', since('December')),
      one('December', since('November')),
      one('November', since('October')),
      one('October', null),
    ];
    const [said, ...more] = lostWith('October', all);
    expect(said).toMatch(
      /^“List November”, “List December” and “List January” left out people who had not changed.*charged for them again\.$/,
    );
    expect(more).toEqual([]);
    expect(lostWith('December', all)).toEqual([expect.stringMatching(/^“List January” left out/) as string]);
  });

  it('is the comparison of a list that was not sent', () => {
    const [said, ...more] = lostWith('October', [one('October', null), one('November', since('October'), { at: 'draft' })]);
    expect(said).toMatch(/^“List November” would be compared with this screening no more: .*charged again\.$/);
    expect(more).toEqual([]);
  });

  it('is the place of results that are still to come, not of those that came or never will', () => {
    const unreadable = { at: 'unreadable', code: 'FILE_DAMAGED', message: '' } as const;
    const all = [
      one('October', null),
      one('Part', { kind: 'part', of: 'October', part: 2, parts: 2 }, { at: 'draft' }),
      one('Joined', { kind: 'refused', of: 'October' }),
      one('Unread', { kind: 'refused', of: 'October' }, unreadable),
    ];
    expect(lostWith('October', all)).toEqual([expect.stringMatching(/^The results of “List Part” are still to come/) as string]);
  });

  it('names three of many', () => {
    const all = [one('October', null), ...[1, 2, 3, 4, 5].map((n) => one(`${n}`, since('October')))];
    expect(lostWith('October', all)[0]).toMatch(/^“List 1”, “List 2”, “List 3” and 2 more left out/);
  });
});
