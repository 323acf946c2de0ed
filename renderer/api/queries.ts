/** What the window knows of the application: asked once, kept current by events, never older than what is shown. */
import { notifyManager, QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectionView, Input, MethodName, Output, ProjectView } from '../../shared/contract/index.ts';
import type { HouseRules } from '../../shared/rules/row-checks.ts';
import { wasSent } from '../../shared/project/project.ts';
import { asAppError, type Client, useClient } from './client.ts';
import type { TransportEvent } from './transport.ts';

// A box that was ticked must show it before anybody looks again: a task later the browser has shown it unticked for a moment.
notifyManager.setScheduler(queueMicrotask);

/** The cache of the window. The application tells of every change, so nothing grows old by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && asAppError(error).retry === 'safe',
      },
      // A command is never repeated by itself: it may cost money.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The key and the question of one query of the contract. */
export const deskQuery = <N extends MethodName>(client: Client, name: N, input: Input<N>) =>
  queryOptions<Output<N>>({ queryKey: [name, input], queryFn: () => client.call(name, input) });

/** Asks a query of the contract and keeps its answer. */
export function useDesk<N extends MethodName>(name: N, input: Input<N>, options: { readonly enabled?: boolean } = {}) {
  return useQuery({ ...deskQuery(useClient(), name, input), enabled: options.enabled ?? true });
}

/**
 * A command of the contract. Its answer is put where the query of the same thing is kept. `inOrder`: one is told to the application
 * when the one before it was answered, so that of two choices the later one stands.
 */
export function useCommand<N extends MethodName>(
  name: N,
  onDone?: (value: Output<N>, input: Input<N>) => void,
  { inOrder = false }: { readonly inOrder?: boolean } = {},
) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation<Output<N>, Error, Input<N>>({
    mutationKey: [name],
    ...(inOrder && { scope: { id: name } }),
    mutationFn: (input) => client.call(name, input),
    onSuccess: (value, input) => {
      keepAnswer(queries, name, input, value);
      onDone?.(value, input);
    },
    onError: () => {
      // It may be another list by now, or another price.
      if (name === 'project.send') forgetChecks(queries);
    },
  });
}

/**
 * The house rules and their change as a whole. What a person chose is shown at once, so that their next choice builds on it, and
 * is taken back when it could not be kept. Choices are told to the application one after the other.
 */
export function useHouseRules() {
  const client = useClient();
  const queries = useQueryClient();
  const rules = useDesk('houseRules.get', {});
  const set = useMutation<HouseRules, Error, HouseRules>({
    mutationKey: ['houseRules.set'],
    scope: { id: 'houseRules.set' },
    mutationFn: (chosen) => client.call('houseRules.set', chosen),
    onMutate: async (chosen) => {
      // An answer from before the choice would be drawn over it.
      await queries.cancelQueries({ queryKey: ['houseRules.get'] });
      queries.setQueryData(['houseRules.get', {}], chosen);
    },
    onSuccess: (kept) => keepHouseRules(queries, kept, 1),
    onError: () => void queries.invalidateQueries({ queryKey: ['houseRules.get'] }),
  });
  return { rules, set };
}

/** Of two snapshots of a project the one with the higher version is the newer. */
const newer = (kept: ProjectView | undefined, come: ProjectView): ProjectView =>
  kept !== undefined && kept.version > come.version ? kept : come;

function putInList<T extends { readonly id: string }>(list: readonly T[] | undefined, come: T): T[] | undefined {
  if (list === undefined) return undefined;
  return list.some((one) => one.id === come.id) ? list.map((one) => (one.id === come.id ? come : one)) : [...list, come];
}

/** What is derived from a project's list and has to be asked again when the project changed in more than its progress. */
const DERIVED: readonly MethodName[] = [
  'import.get',
  'columns.get',
  'templates.offers',
  'templates.fit',
  'check.get',
  'check.page',
  'check.madeBefore',
  'cost.get',
  'cost.since',
  'cost.elsewhere',
  'cost.sample',
  'project.timeline',
  'results.get',
  'results.page',
  'results.distribution',
  'results.person',
  'results.earlier',
  'results.history',
  'results.compare',
  'results.comparePage',
  'segments.list',
];

/** What is asked again when rows of a list were changed. */
const CHANGED_WITH_ROWS: readonly MethodName[] = ['check.page', 'check.replacing', 'check.madeBefore', 'cost.get', 'cost.elsewhere'];

/** A project without what changes while bytes move. */
const settledPart = (project: ProjectView): string =>
  JSON.stringify({ ...project, version: 0, changedAt: 0, activity: project.activity?.kind ?? null });

/** What the other lists of a connection have to know of a project: whether its people are on their way, or were screened. */
const standingOf = ({ state }: ProjectView): 'unsent' | 'onItsWay' | 'done' =>
  state.at === 'done' ? 'done' : wasSent(state) ? 'onItsWay' : 'unsent';

function keepProject(queries: QueryClient, come: ProjectView): void {
  const kept = queries.getQueryData<ProjectView>(['projects.get', { id: come.id }]);
  const known = kept ?? queries.getQueryData<ProjectView[]>(['projects.list', {}])?.find(({ id }) => id === come.id);
  if (known !== undefined && newer(known, come) === come && standingOf(known) !== standingOf(come)) forgetChecks(queries);
  const now = newer(kept, come);
  queries.setQueryData(['projects.get', { id: come.id }], now);
  queries.setQueryData<ProjectView[]>(['projects.list', {}], (list) =>
    putInList(
      list,
      newer(
        list?.find((one) => one.id === come.id),
        now,
      ),
    ),
  );
  if (kept === undefined || now === kept || settledPart(kept) === settledPart(now)) return;
  // Columns that are being changed come with the answer to the last change: what is asked for now may lack it.
  const areColumnsOpen = queries.isMutating({ mutationKey: ['columns.change', come.id] }) > 0;
  void queries.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) =>
      DERIVED.includes(name as MethodName) &&
      (input as { readonly id?: string } | undefined)?.id === come.id &&
      !(areColumnsOpen && name === 'columns.get'),
  });
}

/** What of a connection decides where a list goes, what it costs, and whose people count as screened. */
const priceOf = ({ baseUrl, version, settings, creditsPerRecord, account }: ConnectionView): string =>
  JSON.stringify([baseUrl, version, settings, creditsPerRecord, account]);

function keepConnection(queries: QueryClient, come: ConnectionView): void {
  const known = queries.getQueryData<ConnectionView[]>(['connections.list', {}])?.find(({ id }) => id === come.id);
  if (known !== undefined && priceOf(known) !== priceOf(come)) forgetChecks(queries);
  queries.setQueryData<ConnectionView[]>(['connections.list', {}], (list) => putInList(list, come));
}

const PROJECT_COMMANDS: readonly MethodName[] = [
  'projects.create',
  'projects.sample',
  'projects.change',
  'projects.fixRefused',
  'project.send',
  'project.pause',
  'project.resume',
  'project.cancel',
  'project.decide',
  'parts.sendNext',
];
const CONNECTION_COMMANDS: readonly MethodName[] = ['connections.add', 'connections.change', 'connections.setToken', 'connections.test'];

/** What is kept with a connection has changed for its other projects as well. */
function forgetElsewhere(queries: QueryClient, asked: MethodName, id: string | undefined): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) => name === asked && (input as { readonly id?: string }).id !== id,
  });
}

function keepAnswer(queries: QueryClient, name: MethodName, input: unknown, value: unknown): void {
  const id = (input as { readonly id?: string }).id;
  if (PROJECT_COMMANDS.includes(name)) {
    keepProject(queries, value as ProjectView);
    // Who is sent, and by what people are found, is no part of the project's own view.
    if (name === 'projects.change') forgetChecks(queries);
    return;
  }
  if (CONNECTION_COMMANDS.includes(name)) return keepConnection(queries, value as ConnectionView);
  if (name === 'import.change') {
    queries.setQueryData(['import.get', { id }], value);
    void queries.invalidateQueries({ queryKey: ['columns.get', { id }] });
  } else if (name === 'templates.apply' || name === 'templates.undo') {
    queries.setQueryData(['columns.get', { id }], value);
    void queries.invalidateQueries({ queryKey: ['templates.offers', { id }] });
  } else if (name.startsWith('templates.')) {
    void queries.invalidateQueries({ predicate: (query) => String(query.queryKey[0]).startsWith('templates.') });
  } else if (name.startsWith('check.')) {
    queries.setQueryData(['check.get', { id }], value);
    void queries.invalidateQueries({
      predicate: ({ queryKey: [method] }) => CHANGED_WITH_ROWS.includes(method as MethodName),
    });
  } else if (name === 'results.fetchAgain') {
    keepProject(queries, (value as Output<'results.fetchAgain'>).project);
    // Other projects are compared with this one, or hold its rows.
    void queries.invalidateQueries({ predicate: ({ queryKey: [asked] }) => /^(?:results|segments)\./.test(String(asked)) });
  } else if (name === 'results.arrange') {
    queries.setQueryData(['results.get', { id }], value);
    forgetElsewhere(queries, 'results.get', id);
    void queries.invalidateQueries({ predicate: ({ queryKey: [asked] }) => asked === 'results.history' || asked === 'results.compare' });
  } else if (name === 'segments.save' || name === 'segments.remove') {
    queries.setQueryData(['segments.list', { id }], value);
    forgetElsewhere(queries, 'segments.list', id);
  } else if (name === 'layouts.save' || name === 'layouts.remove') {
    queries.setQueryData(['layouts.list', { id }], value);
    forgetElsewhere(queries, 'layouts.list', id);
  } else if (name.startsWith('doNotScreen.')) {
    const view = value as Output<'doNotScreen.get'> | { readonly list: Output<'doNotScreen.get'> };
    queries.setQueryData(['doNotScreen.get', {}], 'list' in view ? view.list : view);
    forgetChecks(queries);
  } else if (name === 'connections.use' || name === 'app.dismissNotice') {
    queries.setQueryData(['app.get', {}], value);
  } else if (name === 'connections.remove') {
    queries.setQueryData<ConnectionView[]>(['connections.list', {}], (list) => list?.filter((one) => one.id !== id));
  } else if (name === 'projects.remove') {
    queries.setQueryData<ProjectView[]>(['projects.list', {}], (list) => list?.filter((one) => one.id !== id));
    void queries.invalidateQueries({ queryKey: ['cost.since'] });
  }
}

/** What lists are checked by has changed: every check and every cost that is shown is asked for anew. */
export function forgetChecks(queries: QueryClient): void {
  for (const method of ['check.get', 'check.page', 'check.madeBefore', 'cost.get', 'cost.elsewhere', 'cost.sample'] as const)
    void queries.invalidateQueries({ queryKey: [method] });
}

/** The house rules as the application keeps them. A later choice of this window, which is on its way to it, is not drawn over. */
function keepHouseRules(queries: QueryClient, rules: HouseRules, answered: 0 | 1 = 0): void {
  if (queries.isMutating({ mutationKey: ['houseRules.set'] }) <= answered) queries.setQueryData(['houseRules.get', {}], rules);
  forgetChecks(queries);
}

/** Takes an event of the application into the cache. */
export function keepEvent(queries: QueryClient, event: TransportEvent): void {
  switch (event.name) {
    case 'app.changed':
      queries.setQueryData(['app.get', {}], event.payload);
      return;
    case 'connection.changed':
      return keepConnection(queries, event.payload);
    case 'connection.removed':
      return keepAnswer(queries, 'connections.remove', event.payload, {});
    case 'project.changed':
      return keepProject(queries, event.payload);
    case 'project.removed':
      return keepAnswer(queries, 'projects.remove', event.payload, {});
    case 'export.changed':
      queries.setQueryData(['exports.get', { id: event.payload.id }], event.payload);
      return;
    case 'houseRules.changed':
      return keepHouseRules(queries, event.payload);
    case 'doNotScreen.changed':
      queries.setQueryData(['doNotScreen.get', {}], event.payload);
      return forgetChecks(queries);
    case 'transport.restored':
      void queries.invalidateQueries();
      return;
    case 'transport.lost':
    case 'menu':
      return;
  }
}
