import { describe, expect, it } from 'vitest';
import { parseRoute, toProject, toScreen } from '../../../../renderer/navigation/router.ts';

describe('routes', () => {
  it('are parsed from their own addresses', () => {
    expect(parseRoute(toScreen('connections', { token: 'a b&c' }))).toEqual({ at: 'connections', rest: [], search: { token: 'a b&c' } });
    expect(parseRoute(toProject('x/1', 'results', { outcome: 'refused' }, 'person', '17'))).toEqual({
      at: 'project',
      id: 'x/1',
      step: 'results',
      rest: ['person', '17'],
      search: { outcome: 'refused' },
    });
  });

  it('unknown addresses open the projects, and a project without a step opens its current step', () => {
    expect(parseRoute('')).toMatchObject({ at: 'projects' });
    expect(parseRoute('#/nowhere/else')).toMatchObject({ at: 'projects' });
    expect(parseRoute('#/project/abc/elsewhere')).toMatchObject({ at: 'project', id: 'abc', step: null });
    expect(parseRoute('#/project/%E0%A4%A')).toMatchObject({ at: 'project', id: '%E0%A4%A' });
  });
});
