/** Snapshots tell by the revisions of their parts which queries have changed. */
import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { acceptAnswer, applyEvent } from '../../../../renderer/api/query-cache.ts';
import type { ProjectView } from '../../../../shared/contract/index.ts';
import {
  a,
  BASELINES,
  both,
  CHECK,
  COMPARISONS,
  connection,
  COST,
  invalidatedIn,
  LIST,
  RESULTS,
  SCREENINGS,
  seededCache,
  snapshot,
  TIMELINE,
} from '../../../kit/seeded-cache.ts';

let cache: QueryClient;
beforeEach(() => {
  cache = seededCache();
});
const invalidated = () => invalidatedIn(cache);

describe('a snapshot with another revision', () => {
  const changed = (revisions: Partial<ProjectView['revisions']>, version = 2) =>
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', version, revisions) });

  test.each<[keyof ProjectView['revisions'], readonly string[]]>([
    ['list', a(LIST, CHECK, COST, BASELINES)],
    ['options', a(CHECK, COST, BASELINES)],
    ['timeline', a(TIMELINE)],
    [
      'results',
      [
        ...a(
          RESULTS.filter((name) => !COMPARISONS.includes(name)),
          ['segments.list'],
        ),
        ...both(COMPARISONS),
      ],
    ],
    ['screening', both(CHECK, COST, BASELINES, SCREENINGS)],
  ])('a new revision of %s invalidates its queries', (subject, invalidates) => {
    changed({ [subject]: '2' });
    expect(invalidated()).toEqual([...invalidates].toSorted());
  });

  test('a new revision of a connection invalidates every check and cost', () => {
    applyEvent(cache, { name: 'connection.changed', payload: connection('a', 'other') });
    expect(invalidated()).toEqual(both(CHECK, COST).toSorted());
  });

  test('a connection with another balance invalidates the balance history', () => {
    applyEvent(cache, { name: 'connection.changed', payload: connection('a', '', 'other') });
    expect(invalidated()).toEqual(both(['credits.history', 'plan.get']));
  });

  test('a snapshot with only progress invalidates nothing', () => {
    const activity = { kind: 'sending', done: 1, total: 3, unit: 'rows', startedAt: 0, note: null, nextAt: null } as const;
    applyEvent(cache, { name: 'project.changed', payload: { ...snapshot('a'), activity } });
    expect(cache.getQueryData<ProjectView>(['projects.get', { id: 'a' }])?.activity).toEqual(activity);
    expect(invalidated()).toEqual([]);
  });

  test('invalidates what a lost event would have invalidated', () => {
    // The event of version 2, which reported the changed list, was lost.
    changed({ list: '2', timeline: '2' }, 3);
    expect(invalidated()).toEqual(a(LIST, CHECK, COST, BASELINES, TIMELINE).toSorted());
  });

  test('also invalidates queries when it is in the answer of a query', () => {
    acceptAnswer(cache, 'projects.list', [snapshot('a', 2, { timeline: '2' }), snapshot('b')]);
    expect(invalidated()).toEqual(a(TIMELINE));
  });
});
