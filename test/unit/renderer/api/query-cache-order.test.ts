/** Answers and events that arrive late, or in another order than they were sent. */
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { acceptAnswer, applyAnswer, applyEvent, applyFailure, beginCommand, expectAnswer } from '../../../../renderer/api/query-cache.ts';
import type { CommandName, Output, ProjectView } from '../../../../shared/contract/index.ts';
import { EXPORT } from '../../../fakes/results-fixtures.ts';
import {
  a,
  BASELINES,
  both,
  CHECK,
  COST,
  invalidatedIn,
  LIST,
  RECORD,
  runIn,
  seededCache,
  snapshot,
  without,
} from '../../../kit/seeded-cache.ts';

let cache: QueryClient;
beforeEach(() => {
  cache = seededCache();
});
const invalidated = () => invalidatedIn(cache);
const run = (name: CommandName, input: unknown, value: unknown) => runIn(cache, name, input, value);

describe('newer data', () => {
  const versionOf = (id: string) => cache.getQueryData<ProjectView>(['projects.get', { id }])?.version;
  const KEY = ['check.get', { id: 'a' }];

  /** A query whose answers the test gives, in request order. */
  function watched(queryKey: readonly unknown[], isShown = true) {
    const answers: ((value: unknown) => void)[] = [];
    const queryFn = () => new Promise((resolve) => answers.push(resolve));
    const observer = new QueryObserver(cache, { queryKey: [...queryKey], queryFn });
    const unsubscribe = observer.subscribe(() => undefined);
    void observer.refetch();
    if (!isShown) unsubscribe();
    const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
    const answer = async (at: number, value: unknown) => {
      answers[at]!(value);
      await settled();
    };
    return { answers, answer, data: () => cache.getQueryData(queryKey) };
  }

  test('is not replaced by an event with an older version', () => {
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 5) });
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 4, { list: '9' }) });
    expect(versionOf('a')).toBe(5);
    expect(invalidated()).toEqual([]);
  });

  test('is not replaced by the answer of a command that started an export, after the event of its end', () => {
    const started: Output<'results.export'> & {} = { ...EXPORT, projectId: 'a', state: 'writing', version: 0 };
    const sent = beginCommand(cache, 'results.export', { kind: 'refusedRows', id: 'a', format: 'csv' });
    applyEvent(cache, { name: 'export.changed', payload: { ...started, state: 'done', version: 2 } });
    applyAnswer(cache, sent, started);
    expect(cache.getQueryData(['exports.get', { id: started.id }])).toMatchObject({ state: 'done' });
  });

  test('is not replaced by the answer of a command with an older version', () => {
    const first = beginCommand(cache, 'projects.change', { id: 'a', purpose: 'one' });
    const second = beginCommand(cache, 'projects.change', { id: 'a', purpose: 'two' });
    applyAnswer(cache, second, snapshot('a', 3));
    applyAnswer(cache, first, snapshot('a', 2));
    expect(versionOf('a')).toBe(3);
  });

  test('is not replaced by the answer of a query with an older version', () => {
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 5) });
    const accepted = acceptAnswer(cache, 'projects.list', [snapshot('a', 4), snapshot('b')]) as ProjectView[];
    expect(accepted.map(({ version }) => version)).toEqual([5, 1]);
    expect(acceptAnswer(cache, 'projects.get', snapshot('a', 4))).toMatchObject({ version: 5 });
  });

  test('is not replaced by a query sent before a command was answered', async () => {
    const { answer, data } = watched(KEY);
    run('check.fix', { id: 'a' }, { after: 'the fix' });
    await answer(0, { before: 'the fix' });
    expect(data()).toEqual({ after: 'the fix' });
  });

  test('is not replaced by a query sent before an event', async () => {
    const { answers, answer, data } = watched(KEY);
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 2, { list: '2' }) });
    expect(answers).toHaveLength(2);
    await answer(0, { before: 'the event' });
    await answer(1, { after: 'the event' });
    expect(data()).toEqual({ after: 'the event' });
    expect(invalidated()).not.toContain('check.get a');
  });

  test('is not replaced by a first query sent before an event', async () => {
    cache.removeQueries({ queryKey: KEY });
    const { answers, answer, data } = watched(KEY);
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 2, { list: '2' }) });
    await answer(0, { before: 'the event' });
    expect(data()).toBeUndefined();
    await answer(answers.length - 1, { after: 'the event' });
    expect(data()).toEqual({ after: 'the event' });
  });

  test('becomes stale if a query sent before an event is no longer active', async () => {
    const { answer } = watched(KEY, false);
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 2, { list: '2' }) });
    await answer(0, { before: 'the event' });
    expect(invalidated()).toContain('check.get a');
  });

  test('is not replaced by a project list requested before a project was removed', async () => {
    const { answers, answer, data } = watched(['projects.list', {}]);
    applyEvent(cache, { name: 'project.removed', payload: { id: 'a' } });
    await answer(0, [snapshot('a'), snapshot('b')]);
    await answer(answers.length - 1, [snapshot('b')]);
    expect(data()).toEqual([snapshot('b')]);
  });

  test('is not replaced by the answer of a command while a later one is in progress', () => {
    const first = beginCommand(cache, 'check.fix', { id: 'a', code: 'x', field: null });
    const second = beginCommand(cache, 'check.undo', { id: 'a' });
    applyAnswer(cache, first, { answered: 1 } as never);
    expect(cache.getQueryData(KEY)).toEqual({ seeded: 'check.get' });
    applyAnswer(cache, second, { answered: 2 } as never);
    expect(cache.getQueryData(KEY)).toEqual({ answered: 2 });
    expect(invalidated()).not.toContain('check.get a');
  });

  test('is refetched if answers come in another order than their commands', () => {
    const first = beginCommand(cache, 'check.fix', { id: 'a', code: 'x', field: null });
    const second = beginCommand(cache, 'check.undo', { id: 'a' });
    applyAnswer(cache, second, { answered: 2 } as never);
    applyAnswer(cache, first, { answered: 1 } as never);
    expect(cache.getQueryData(KEY)).toEqual({ answered: 2 });
    expect(invalidated()).toContain('check.get a');
  });

  test('is not replaced by an event from before the answer of a command in progress', () => {
    const sent = beginCommand(cache, 'organizationRules.set', { required: ['city'] } as never);
    expectAnswer(cache, sent, { required: ['city'] } as never);
    applyEvent(cache, { name: 'organizationRules.changed', payload: { required: [] } as never });
    expect(cache.getQueryData(['organizationRules.get', {}])).toEqual({ required: ['city'] });
    applyAnswer(cache, sent, { required: ['city'] } as never);
    expect(cache.getQueryData(['organizationRules.get', {}])).toEqual({ required: ['city'] });
  });
});

describe('during a command', () => {
  const listChanged = (version: number) =>
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', version, { list: String(version) }) });

  test('changes of its event are refetched after the answer, except for what the answer contains', () => {
    const sent = beginCommand(cache, 'check.fix', { id: 'a', code: 'x', field: null });
    listChanged(2);
    expect(invalidated()).toEqual([]);
    applyAnswer(cache, sent, { answered: 1 } as never);
    expect(invalidated()).toEqual(without(a(LIST, CHECK, COST, BASELINES), 'check.get a').toSorted());
  });

  test('an event before, about the history alone, does not make the answer uncertain', () => {
    const sent = beginCommand(cache, 'check.fix', { id: 'a', code: 'x', field: null });
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 2, { timeline: '2' }) });
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 3, { timeline: '3', list: '3' }) });
    applyAnswer(cache, sent, { answered: 1 } as never);
    expect(invalidated()).not.toContain('check.get a');
    expect(invalidated()).toContain('project.timeline a');
  });

  test('a second change from elsewhere is refetched completely', () => {
    const sent = beginCommand(cache, 'check.fix', { id: 'a', code: 'x', field: null });
    listChanged(2);
    listChanged(3);
    applyAnswer(cache, sent, { answered: 1 } as never);
    expect(invalidated()).toContain('check.get a');
  });

  test('other projects do not wait', () => {
    beginCommand(cache, 'check.fix', { id: 'b', code: 'x', field: null });
    listChanged(2);
    expect(invalidated()).toContain('check.get a');
  });

  test('a failure invalidates everything that the command would change', () => {
    applyFailure(cache, beginCommand(cache, 'check.fix', { id: 'a', code: 'x', field: null }));
    expect(invalidated()).toEqual(a(CHECK, COST).toSorted());
  });

  test('a failure invalidates its expected answer', () => {
    const sent = beginCommand(cache, 'organizationRules.set', { required: ['city'] } as never);
    expectAnswer(cache, sent, { required: ['city'] } as never);
    applyFailure(cache, sent);
    expect(invalidated()).toEqual(['organizationRules.get', ...both(CHECK, COST, RECORD)].toSorted());
  });
});
