import { expect, it } from 'vitest';
import { ProjectAnswers, type ProjectAnswersDeps } from '../../../../main/results/project-answers.ts';
import { CONTRACT, type Method, type MethodName, type ProjectQueryName } from '../../../../shared/contract/index.ts';

const NAMES = (Object.keys(CONTRACT) as MethodName[]).filter((name): name is ProjectQueryName => 'needs' in CONTRACT[name]);
const PROJECT = {
  id: 'p',
  name: 'Gala',
  connectionId: 'c',
  adopted: null,
  options: { sendErrors: true, resendRecent: false, listFormat: null },
  state: { at: 'done', body: { rows: 3 } },
  submission: { processedAt: 5, rowBase: null },
};

/** Answers from a session that records its queries. */
function setup(finished: readonly unknown[] = [PROJECT]) {
  const steps: unknown[] = [];
  const deps = {
    store: { get: () => PROJECT, source: () => 'a list' },
    lineage: {
      rootOf: () => 'root',
      rootsOfBaselines: () => [PROJECT],
      mergedInto: () => [],
      comparisonsOf: () => [],
      childrenOf: () => [],
    },
    connections: { accountOf: () => new Set(['c']), row: () => ({ settings: { listFormat: 'csv' } }), neverSentOf: () => [] },
    baseline: { newest: () => null },
    check: { current: () => Promise.resolve(steps.push('check')) },
    preferences: { of: () => ({ shown: null, columns: [], segments: [], acceptAt: null }) },
    office: () => 'office',
    verdicts: { packed: () => 'verdicts' },
    results: { done: () => (steps.push('results'), PROJECT), finished: () => finished, comparable: () => PROJECT },
    queries: { ask: (...asked: unknown[]) => Promise.resolve(steps.push(asked)) },
  } as unknown as ProjectAnswersDeps;
  return { steps, answers: new ProjectAnswers(deps) };
}

it.each(NAMES)('%s is queried with what it adds, can be canceled, and reports progress', async (name) => {
  const { steps, answers } = setup();
  const method: Method = CONTRACT[name];
  if (method.kind !== 'query') throw new Error('a command');
  const call = { signal: new AbortController().signal, onProgress: () => undefined };
  await answers.answer(name, { id: 'p', withId: 'q' }, call);
  const [id, asked, ask, options] = steps.at(-1) as [string, string, Record<string, unknown>, unknown];
  expect([steps[0], id, asked, options]).toEqual([method.needs, 'p', name, call]);
  expect(Object.keys(ask)).toEqual(expect.arrayContaining(['options', ...(method.adds ?? [])]));
  expect(ask).not.toHaveProperty('id');
});

it('asks for changes since the screenings before this one, but not since parts of the list, comparisons of pilots and later lists', async () => {
  const other = (id: string, processedAt: number, lineage: unknown = null) => ({
    ...PROJECT,
    id,
    lineage,
    submission: { ...PROJECT.submission, processedAt },
  });
  const finished = [
    other('later', 9),
    other('root', 5),
    other('newest', 4),
    other('retry', 4, { kind: 'retry', of: 'newest' }),
    other('scored twice', 4, { kind: 'comparison', of: 'newest' }),
    other('oldest', 1),
  ];
  const { steps, answers } = setup(finished);
  const page = { id: 'p', selection: { outcome: 'scored' as const, filters: [], find: '' }, columns: [], offset: 0, limit: 1 };
  await answers.answer('results.page', { ...page, sort: null });
  await answers.answer('results.page', { ...page, sort: null, since: 'a' });
  await answers.answer('results.page', { ...page, sort: { column: 'a', descending: true, bySince: true } });
  await answers.answer('results.since', { id: 'p', since: 'a' });
  const asks = steps.flatMap((step) =>
    Array.isArray(step) ? [(step as [string, string, { earlier: { projectId: string }[] }])[2].earlier] : [],
  );
  const ids = asks.map((earlier) => earlier.map(({ projectId }) => projectId));
  expect(ids).toEqual([[], ['newest', 'oldest'], ['newest', 'oldest'], ['newest', 'oldest']]);
});
