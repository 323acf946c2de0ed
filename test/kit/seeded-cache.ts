/** A cache of the page with every query, and what changes in it. */
import { type Query, QueryClient } from '@tanstack/react-query';
import { applyAnswer, beginCommand } from '../../renderer/api/query-cache.ts';
import { type CommandName, CONTRACT, type MethodName, type ProjectView, type QueryName } from '../../shared/contract/index.ts';
import { connections } from '../fakes/connection-fixtures.ts';
import { project as madeProject } from '../fakes/project-fixtures.ts';

export const LIST = ['import.get', 'gifts.get', 'columns.get', 'templates.offers', 'templates.fit', 'recipe.get'];
export const CHECK = [
  'check.get',
  'check.page',
  'check.nextIssue',
  'check.safeFixes',
  'check.emptyFields',
  'check.causes',
  'check.values',
  'check.columnOffers',
  'check.tryColumns',
  'check.settling',
  'check.duplicates',
  'check.replacing',
  'check.carriedCorrections',
  'recipe.preview',
  'plan.get',
];
export const COST = ['retention.get', 'cost.get', 'cost.elsewhere', 'cost.fields', 'cost.issues', 'cost.sample'];
export const BASELINES = ['cost.baselines'];
export const SCREENINGS = ['retention.get', 'project.pace', 'plan.reminders'];
export const RECORD = ['record.get', 'records.chain'];
export const TIMELINE = ['project.timeline', ...RECORD, 'retention.get'];
export const TEMPLATES = ['templates.list', 'templates.get', 'templates.offers', 'templates.fit'];
export const COMPARISONS = [
  'results.pilotComparison',
  'results.earlier',
  'results.history',
  'results.since',
  'results.compare',
  'results.comparePage',
  'results.screenedBefore',
  'report.get',
];
export const RESULTS = [
  'results.get',
  'results.page',
  'results.distribution',
  'results.capacity',
  'results.pilot',
  'results.order',
  'results.matrix',
  'results.officers',
  'ratings.basis',
  'ratings.count',
  'results.sum',
  'results.person',
  'results.orderJoin',
  'writeBack.plan',
  'review.get',
  'review.queue',
  'review.person',
  'review.household',
  'review.accepting',
  'review.history',
  ...COMPARISONS,
];
/** The queries that a verdict changes. */
export const JUDGED = [
  ...RESULTS.filter((name) => !['results.person', 'results.pilot', 'results.orderJoin', 'review.household', ...COMPARISONS].includes(name)),
  'results.since',
  'report.get',
];

/** Queries about one project, and about both cached projects. */
export const a = (...groups: string[][]) => [...new Set(groups.flat().map((name) => (NO_INPUT.has(name) ? name : `${name} a`)))];
export const both = (...groups: string[][]) => [
  ...new Set(groups.flat().flatMap((name) => (NO_INPUT.has(name) ? [name] : [`${name} a`, `${name} b`]))),
];

const isQuery = (name: MethodName): name is QueryName => CONTRACT[name].kind === 'query';
const METHODS = Object.keys(CONTRACT) as MethodName[];
const QUERIES = METHODS.filter(isQuery);
const NO_INPUT = new Set<string>(QUERIES.filter((name) => CONTRACT[name].input.safeParse({}).success));

export const snapshot = (id: string, version = 1, revisions: Partial<ProjectView['revisions']> = {}): ProjectView => {
  const made = madeProject({ id, name: id, file: 'list.csv', rows: 3, at: 0 });
  const same = { list: '1', options: '1', timeline: '1', results: '1', screening: '1' };
  return { ...made, version, revisions: { ...same, ...revisions } };
};
export const connection = (id: string, terms = '', balance = '') => ({ ...connections(0)[0]!, id, revisions: { terms, balance } });

const SEEDED: Readonly<Record<string, unknown>> = {
  'projects.list': [snapshot('a'), snapshot('b')],
  'connections.list': [connection('a'), connection('b')],
};
const seedOf = (name: QueryName, id: string): unknown => (name === 'projects.get' ? snapshot(id) : (SEEDED[name] ?? { seeded: name }));

/** A cache with an answer to every query; queries with an input have answers about the projects `a` and `b`. */
export function seededCache(): QueryClient {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  for (const name of QUERIES)
    if (NO_INPUT.has(name)) cache.setQueryData([name, {}], seedOf(name, ''));
    else for (const id of ['a', 'b']) cache.setQueryData([name, { id }], seedOf(name, id));
  return cache;
}

const nameOf = ([name, input]: readonly unknown[]) => `${String(name)} ${(input as { readonly id?: string }).id ?? ''}`.trim();

const namesOf = (cache: QueryClient, predicate: (query: Query) => boolean) =>
  cache
    .getQueryCache()
    .findAll({ predicate })
    .map(({ queryKey }) => nameOf(queryKey))
    .toSorted();

/** The invalidated queries, sorted. */
export const invalidatedIn = (cache: QueryClient) => namesOf(cache, ({ state }) => state.isInvalidated);

/** The queries with new data, sorted. */
export const filledIn = (cache: QueryClient) => namesOf(cache, ({ state }) => state.dataUpdateCount > 1);

/** Runs a command that is answered immediately. */
export const runIn = (cache: QueryClient, name: CommandName, input: unknown, value: unknown) =>
  applyAnswer(cache, beginCommand(cache, name, input as never), value as never);

export const without = (names: readonly string[], name: string) => names.filter((other) => other !== name);
