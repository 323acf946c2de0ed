/**
 * Applies answers of commands and events of the application to the page's query cache. The contract defines which query an answer fills,
 * and which tags invalidate other queries.
 */
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import {
  type Answers,
  type AppEvent,
  CONTRACT,
  type CommandName,
  EVENTS,
  type Effect,
  type EventPayload,
  type Input,
  type MethodName,
  type Output,
  type TagChange,
  VIEWS,
  type ViewName,
  isQuery,
} from '../../shared/contract/index.ts';
import type { TransportEvent } from './transport.ts';

/** A command in progress. */
export interface SentCommand<N extends CommandName = CommandName> {
  readonly method: N;
  /** The ID in its input; empty when there is none. */
  readonly about: string;
  /** Hash of the query key that its answer fills; null when there is none. */
  readonly target: string | null;
}

/** A snapshot in the cache. */
interface Snapshot {
  readonly id: string;
  readonly version?: number;
  readonly revisions: Readonly<Record<string, string>>;
}

/** The commands about one ID until all are answered. Changes are collected until then, so that queries are invalidated only once. */
interface PendingCommands {
  /** All commands, also answered ones, in the order in which they were sent. */
  readonly sent: SentCommand[];
  open: number;
  /** Number of events since the first command that change what a command answers. */
  events: number;
  readonly changes: TagChange[];
  /** Hashes of keys that answers have filled. */
  readonly filled: Set<string>;
  /** Hashes of keys to invalidate even if an answer filled them. */
  readonly unsure: Set<string>;
  /** Commands of this page whose event has arrived. */
  readonly announced: Set<SentCommand>;
}

const pendingByCache = new WeakMap<QueryClient, Map<string, PendingCommands>>();

function pendingIn(cache: QueryClient): Map<string, PendingCommands> {
  const pending = pendingByCache.get(cache) ?? new Map<string, PendingCommands>();
  pendingByCache.set(cache, pending);
  return pending;
}

/** The ID in an input or a payload; empty when there is none. */
const idOf = (value: unknown): string => (value as { readonly id?: string } | null | undefined)?.id ?? '';

const partOf = (value: unknown, part: string | null): unknown =>
  part === null || value === null ? value : (value as Readonly<Record<string, unknown>>)[part];

/** The key that an answer fills; null when there is none. Uses the answer's ID, else `about`. */
function keyOf(answers: Answers, value: unknown, about: string): QueryKey | null {
  if (!('query' in answers)) return null;
  const takesNone = CONTRACT[answers.query as MethodName].input.safeParse({}).success;
  return [answers.query, takesNone ? {} : { id: idOf(value) || about }];
}

/** Refetches matching queries: active ones at once, others on their next use. Discards requests from before the change. */
function invalidate(cache: QueryClient, matches: (query: Query) => boolean): void {
  const matched = new Set(cache.getQueryCache().findAll({ predicate: matches }));
  for (const query of matched) {
    const isFetching = query.state.fetchStatus !== 'idle';
    if (isFetching && query.isActive()) void query.cancel({ revert: true, silent: true });
    // Nothing restarts an inactive query, so wait for its answer and then mark it stale.
    if (isFetching && !query.isActive())
      void query.fetch().then(
        () => query.invalidate(),
        () => undefined,
      );
    query.invalidate();
  }
  void cache.refetchQueries({ type: 'active', predicate: (query) => matched.has(query) });
}

/** A query without an ID covers every project, so a change of any project affects it. */
const isAffected = (query: Query, { tag, of }: TagChange, about: string): boolean => {
  const [name, input] = query.queryKey;
  const method = Object.hasOwn(CONTRACT, String(name)) ? CONTRACT[name as MethodName] : null;
  if (method?.kind !== 'query' || !(method.reads as readonly string[]).includes(tag)) return false;
  return of === 'all' || ['', about].includes(idOf(input));
};

/** Writes an answer into the cache. Requests from before it can no longer replace it. */
function fill(cache: QueryClient, key: QueryKey, value: unknown): void {
  const query = cache.getQueryCache().find({ queryKey: key, exact: true });
  if (query !== undefined && query.state.fetchStatus !== 'idle') void query.cancel({ revert: true, silent: true });
  cache.setQueryData(key, value);
}

/** Changes the list of a view. `changesMembers`: entries are added or removed, so a list request in progress is restarted. */
function changeList(
  cache: QueryClient,
  name: ViewName,
  changesMembers: boolean,
  change: (list: readonly Snapshot[]) => readonly Snapshot[],
): void {
  const key: QueryKey = [VIEWS[name].list, {}];
  cache.setQueryData<readonly Snapshot[]>(key, (cached) => cached && change(cached));
  if (changesMembers && cache.isFetching({ queryKey: key, exact: true }) > 0)
    invalidate(cache, (query) => query.queryHash === hashKey(key));
}

function snapshotOf(cache: QueryClient, name: ViewName, id: string): Snapshot | undefined {
  const { one, list } = VIEWS[name];
  const cached = one === null ? undefined : cache.getQueryData<Snapshot>([one, { id }]);
  return cached ?? cache.getQueryData<readonly Snapshot[]>([list, {}])?.find((other) => other.id === id);
}

/** The version of a content, which increases with every change; null where it has none. */
function versionOf(content: unknown): number | null {
  const { version } = (content ?? {}) as { readonly version?: unknown };
  return typeof version === 'number' ? version : null;
}

/** True unless the cache has something newer. */
const isCurrent = (cached: unknown, received: unknown): boolean => (versionOf(cached) ?? 0) <= (versionOf(received) ?? Infinity);

/** The changes between two snapshots; none for an unknown one, because no query depends on it. */
function changesBetween(name: ViewName, cached: Snapshot | undefined, received: Snapshot): TagChange[] {
  if (cached === undefined || !isCurrent(cached, received)) return [];
  return Object.entries(VIEWS[name].revisions).flatMap(([part, changes]) =>
    cached.revisions[part] === received.revisions[part] ? [] : changes,
  );
}

/** Stores a snapshot unless the cache has a newer one; returns its changes. */
function storeSnapshot(cache: QueryClient, name: ViewName, received: Snapshot): TagChange[] {
  const cached = snapshotOf(cache, name, received.id);
  if (!isCurrent(cached, received)) return [];
  const { one } = VIEWS[name];
  if (one !== null) fill(cache, [one, { id: received.id }], received);
  changeList(cache, name, cached === undefined, (list) =>
    list.some(({ id }) => id === received.id) ? list.map((other) => (other.id === received.id ? received : other)) : [...list, received],
  );
  return changesBetween(name, cached, received);
}

/**
 * Applies the answer or snapshot of a command or event and returns the changes. `canFill` decides for the hash of its
 * key, if there is one.
 */
function applyContent(
  cache: QueryClient,
  { answers, changes }: Effect,
  value: unknown,
  about: string,
  canFill: (hash: string) => boolean,
): readonly TagChange[] {
  if ('view' in answers) return [...changes, ...storeSnapshot(cache, answers.view, partOf(value, answers.part) as Snapshot)];
  if ('removed' in answers) changeList(cache, answers.removed, true, (list) => list.filter(({ id }) => id !== about));
  const content = 'query' in answers ? partOf(value, answers.part) : null;
  const key = keyOf(answers, content, about);
  if (key !== null && content !== null && canFill(hashKey(key)) && isCurrent(cache.getQueryData(key), content)) fill(cache, key, content);
  return changes;
}

/** Invalidates the queries that changed. `filled`: hashes that an answer filled; `unsure`: hashes to invalidate in any case. */
function invalidateChanged(
  cache: QueryClient,
  about: string,
  changes: readonly TagChange[],
  filled?: Set<string>,
  unsure?: Set<string>,
): void {
  invalidate(
    cache,
    (query) =>
      unsure?.has(query.queryHash) === true ||
      (filled?.has(query.queryHash) !== true && changes.some((change) => isAffected(query, change, about))),
  );
}

/** Applies the changes of an event at once, or after the commands in progress about the same ID. */
function applyChanges(cache: QueryClient, about: string, changes: readonly TagChange[]): void {
  if (changes.length === 0) return;
  const pending = pendingIn(cache).get(about);
  if (pending === undefined) return invalidateChanged(cache, about, changes);
  const targets = pending.sent.map(({ target }) => (target === null ? undefined : cache.getQueryCache().get(target)));
  if (targets.some((query) => query !== undefined && changes.some((change) => isAffected(query, change, about)))) pending.events += 1;
  pending.changes.push(...changes);
}

function sentCommand<N extends CommandName>(method: N, about: string): SentCommand<N> {
  const key = keyOf(CONTRACT[method].answers, null, about);
  return { method, about, target: key === null ? null : hashKey(key) };
}

/** The commands about an ID, with one more that is open. */
function openedIn(cache: QueryClient, about: string): PendingCommands {
  const none = {
    sent: [],
    open: 0,
    events: 0,
    changes: [],
    filled: new Set<string>(),
    unsure: new Set<string>(),
    announced: new Set<SentCommand>(),
  };
  const pending = pendingIn(cache).get(about) ?? none;
  pending.open += 1;
  pendingIn(cache).set(about, pending);
  return pending;
}

/** Registers a command; `applyAnswer` or `applyFailure` must follow. */
export function beginCommand<N extends CommandName>(cache: QueryClient, method: N, input: Input<N>): SentCommand<N> {
  const sent = sentCommand(method, idOf(input));
  openedIn(cache, sent.about).sent.push(sent);
  return sent;
}

/** Shows the expected answer of a command. */
export function expectAnswer<N extends CommandName>(cache: QueryClient, { method, about }: SentCommand<N>, value: Output<N>): void {
  applyContent(cache, CONTRACT[method], value, about, () => true);
}

/** Ends a command. After the last one about its ID, invalidates what changed. */
function endCommand(cache: QueryClient, { about }: Pick<SentCommand, 'about'>, pending: PendingCommands): void {
  pending.open -= 1;
  if (pending.open > 0) return;
  pendingIn(cache).delete(about);
  // Each command changes its subject in one event. More of them mean that something else has changed it too.
  const isCertain = pending.events <= pending.sent.length;
  invalidateChanged(cache, about, pending.changes, isCertain ? pending.filled : undefined, pending.unsure);
}

/** Applies the answer of a command. It never replaces the answer of a later command. */
export function applyAnswer<N extends CommandName>(cache: QueryClient, sent: SentCommand<N>, value: Output<N>): void {
  const pending = pendingIn(cache).get(sent.about);
  if (pending === undefined) return;
  const later = pending.sent.slice(pending.sent.indexOf(sent) + 1);
  const changes = applyContent(cache, CONTRACT[sent.method], value, sent.about, (hash) => {
    const isLast = later.every(({ target }) => target !== hash);
    // When the later command was answered first, their order of execution is unknown.
    if (isLast) pending.filled.add(hash);
    else if (pending.filled.has(hash)) pending.unsure.add(hash);
    return isLast;
  });
  pending.changes.push(...changes);
  endCommand(cache, sent, pending);
}

/** A failed command can have taken effect, so everything that it would change is invalidated. */
export function applyFailure(cache: QueryClient, sent: SentCommand): void {
  const pending = pendingIn(cache).get(sent.about);
  if (pending === undefined) return;
  pending.changes.push(...CONTRACT[sent.method].changes);
  if (sent.target !== null) pending.unsure.add(sent.target);
  endCommand(cache, sent, pending);
}

/**
 * Applies a command of another page: invalidates what it answers and changes. The event of a command of this page is ignored, because its
 * answer says the same. A page cannot tell them apart if both make the same command at the same time; it then reads the answer again.
 */
function applyDone(cache: QueryClient, { method, id: about }: EventPayload<'command.done'>): void {
  if (!Object.hasOwn(CONTRACT, method) || isQuery(method)) return;
  const known = pendingIn(cache).get(about);
  const own = known?.sent.find((sent) => sent.method === method && !known.announced.has(sent));
  if (own !== undefined) return void known?.announced.add(own);
  const sent = sentCommand(method as CommandName, about);
  const pending = openedIn(cache, about);
  applyChanges(cache, about, CONTRACT[sent.method].changes);
  if (sent.target !== null) pending.unsure.add(sent.target);
  // The snapshots that the command has changed follow at once. What depends on them and on the command is then read once.
  setTimeout(() => endCommand(cache, sent, pending));
}

const isAppEvent = (event: TransportEvent): event is AppEvent => Object.hasOwn(EVENTS, event.name);

/** Applies an event, except for what the answer of a command in progress will provide. */
export function applyEvent(cache: QueryClient, event: TransportEvent): void {
  if (event.name === 'transport.restored') return invalidate(cache, () => true);
  if (!isAppEvent(event)) return;
  if (event.name === 'command.done') return applyDone(cache, event.payload);
  const about = idOf(event.payload);
  const pending = [...pendingIn(cache).values()];
  const changes = applyContent(cache, EVENTS[event.name], event.payload, about, (hash) =>
    pending.every(({ sent }) => sent.every(({ target }) => target !== hash)),
  );
  applyChanges(cache, about, changes);
  const { answers } = EVENTS[event.name];
  // A window that shows what another one removed asks for it and says that it is gone. The window that removes it leaves the page itself.
  const removesIt = (pendingIn(cache).get(about)?.sent ?? []).length > 0;
  const one = 'removed' in answers && !removesIt ? VIEWS[answers.removed].one : null;
  if (one !== null) invalidate(cache, (query) => query.queryHash === hashKey([one, { id: about }]));
}

/**
 * Replaces older snapshots in a query's answer by newer ones from the cache. For newer snapshots in the answer,
 * invalidates the queries that changed, because their events can be lost.
 */
export function acceptAnswer(cache: QueryClient, name: MethodName, value: unknown): unknown {
  for (const view of ['project', 'connection'] as const) {
    const { one, list } = VIEWS[view];
    const accept = (received: Snapshot): Snapshot => {
      const cached = snapshotOf(cache, view, received.id);
      applyChanges(cache, received.id, changesBetween(view, cached, received));
      return cached === undefined || isCurrent(cached, received) ? received : cached;
    };
    if (name === one) return accept(value as Snapshot);
    if (name === list) return (value as readonly Snapshot[]).map(accept);
  }
  return value;
}
