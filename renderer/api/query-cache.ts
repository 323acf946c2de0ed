/**
 * What the answers of commands and the events of the application do to the page's cache of queries. All of it follows from the
 * contract: what an answer fills, and by which tags other queries are asked again.
 */
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import {
  type Answers,
  type AppEvent,
  type CommandName,
  CONTRACT,
  type Effect,
  EVENTS,
  type Input,
  type MethodName,
  type Output,
  type TagChange,
  type ViewName,
  VIEWS,
} from '../../shared/contract/index.ts';
import type { TransportEvent } from './transport.ts';

/** A command that is on its way. */
export interface SentCommand<N extends CommandName = CommandName> {
  readonly method: N;
  /** The id that it names; empty if it names none. */
  readonly about: string;
  /** Hash of the key that its answer fills; null if it fills none. */
  readonly target: string | null;
}

/** A snapshot as the cache handles it. `version` grows with every change, if the view has one. */
interface Snapshot {
  readonly id: string;
  readonly version?: number;
  readonly revisions: Readonly<Record<string, string>>;
}

/** The commands about one id until all of them are answered. What changes meanwhile is asked again once, and not once per event. */
interface Wait {
  /** Answered or not, in the order in which they were given. */
  readonly sent: SentCommand[];
  open: number;
  /** Events that changed something meanwhile. */
  events: number;
  readonly changes: TagChange[];
  /** Hashes of keys that answers have filled. */
  readonly filled: Set<string>;
  /** Hashes of keys that are asked again whatever has filled them. */
  readonly unsure: Set<string>;
}

const waitsOf = new WeakMap<QueryClient, Map<string, Wait>>();

function waitsIn(cache: QueryClient): Map<string, Wait> {
  const waits = waitsOf.get(cache) ?? new Map<string, Wait>();
  waitsOf.set(cache, waits);
  return waits;
}

/** The id in an input or a payload; empty if there is none. */
const idOf = (value: unknown): string => (value as { readonly id?: string } | null | undefined)?.id ?? '';

const partOf = (value: unknown, part: string | null): unknown =>
  part === null || value === null ? value : (value as Readonly<Record<string, unknown>>)[part];

/** The key that an answer fills; null if it fills none. The id is that of the answer itself, else the one that was named. */
function keyOf(answers: Answers, value: unknown, about: string): QueryKey | null {
  if (!('query' in answers)) return null;
  const takesNone = CONTRACT[answers.query as MethodName].input.safeParse({}).success;
  return [answers.query, takesNone ? {} : { id: idOf(value) || about }];
}

/** Asks queries again: at once where they are shown, else when they are next shown. What was asked before the change is not kept. */
function invalidate(cache: QueryClient, matches: (query: Query) => boolean): void {
  const matched = new Set(cache.getQueryCache().findAll({ predicate: matches }));
  for (const query of matched) {
    const isUnderWay = query.state.fetchStatus !== 'idle';
    if (isUnderWay && query.isActive()) void query.cancel({ revert: true, silent: true });
    // Nobody asks again for a query that is not shown, so its answer is waited for and then counts as old.
    if (isUnderWay && !query.isActive())
      void query.fetch().then(
        () => query.invalidate(),
        () => undefined,
      );
    query.invalidate();
  }
  void cache.refetchQueries({ type: 'active', predicate: (query) => matched.has(query) });
}

const isOf = (query: Query, { tag, of }: TagChange, about: string): boolean => {
  const [name, input] = query.queryKey;
  const method = Object.hasOwn(CONTRACT, String(name)) ? CONTRACT[name as MethodName] : null;
  return method?.kind === 'query' && (method.reads as readonly string[]).includes(tag) && (of === 'all' || idOf(input) === about);
};

/** Puts an answer into the cache. Whatever was asked before it can no longer replace it. */
function fill(cache: QueryClient, key: QueryKey, value: unknown): void {
  const query = cache.getQueryCache().find({ queryKey: key, exact: true });
  if (query !== undefined && query.state.fetchStatus !== 'idle') void query.cancel({ revert: true, silent: true });
  cache.setQueryData(key, value);
}

/** Changes the list of a view. `isOther`: it has other entries than before, so one that is under way is asked for again. */
function changeList(
  cache: QueryClient,
  name: ViewName,
  isOther: boolean,
  change: (list: readonly Snapshot[]) => readonly Snapshot[],
): void {
  const key: QueryKey = [VIEWS[name].list, {}];
  cache.setQueryData<readonly Snapshot[]>(key, (kept) => kept && change(kept));
  if (isOther && cache.isFetching({ queryKey: key, exact: true }) > 0) invalidate(cache, (query) => query.queryHash === hashKey(key));
}

function snapshotOf(cache: QueryClient, name: ViewName, id: string): Snapshot | undefined {
  const { one, list } = VIEWS[name];
  const kept = one === null ? undefined : cache.getQueryData<Snapshot>([one, { id }]);
  return kept ?? cache.getQueryData<readonly Snapshot[]>([list, {}])?.find((other) => other.id === id);
}

/** Whether a snapshot is newer than the one that is kept, or as new. */
const isCurrent = (kept: Snapshot | undefined, come: Snapshot): boolean => (kept?.version ?? 0) <= (come.version ?? Infinity);

/** What differs between two snapshots; nothing for one that is not known yet, since nothing was asked about it. */
function changesBetween(name: ViewName, kept: Snapshot | undefined, come: Snapshot): TagChange[] {
  if (kept === undefined || !isCurrent(kept, come)) return [];
  return Object.entries(VIEWS[name].revisions).flatMap(([subject, changes]) =>
    kept.revisions[subject] === come.revisions[subject] ? [] : changes,
  );
}

/** Keeps a snapshot unless a newer one is kept; answers what has changed by it. */
function keepSnapshot(cache: QueryClient, name: ViewName, come: Snapshot): TagChange[] {
  const kept = snapshotOf(cache, name, come.id);
  if (!isCurrent(kept, come)) return [];
  const { one } = VIEWS[name];
  if (one !== null) fill(cache, [one, { id: come.id }], come);
  changeList(cache, name, kept === undefined, (list) =>
    list.some(({ id }) => id === come.id) ? list.map((other) => (other.id === come.id ? come : other)) : [...list, come],
  );
  return changesBetween(name, kept, come);
}

/**
 * Takes what a command or event brings. Answers what has changed by it. `canFill` tells whether it may fill a key, by its hash, and
 * is asked only if there is one.
 */
function take(
  cache: QueryClient,
  { answers, changes }: Effect,
  value: unknown,
  about: string,
  canFill: (hash: string) => boolean,
): readonly TagChange[] {
  if ('view' in answers) return [...changes, ...keepSnapshot(cache, answers.view, partOf(value, answers.part) as Snapshot)];
  if ('removed' in answers) changeList(cache, answers.removed, true, (list) => list.filter(({ id }) => id !== about));
  const brought = 'query' in answers ? partOf(value, answers.part) : null;
  const key = keyOf(answers, brought, about);
  if (key !== null && brought !== null && canFill(hashKey(key))) fill(cache, key, brought);
  return changes;
}

/** Asks again what has changed. `but`: hashes of keys that have just been filled; `also`: those to ask again in any case. */
function askAgain(cache: QueryClient, about: string, changes: readonly TagChange[], but?: Set<string>, also?: Set<string>): void {
  invalidate(
    cache,
    (query) =>
      also?.has(query.queryHash) === true || (but?.has(query.queryHash) !== true && changes.some((change) => isOf(query, change, about))),
  );
}

/** Notes what an event has changed: acted upon at once unless a command about the same id is under way. */
function noteChanges(cache: QueryClient, about: string, changes: readonly TagChange[]): void {
  if (changes.length === 0) return;
  const wait = waitsIn(cache).get(about);
  if (wait === undefined) return askAgain(cache, about, changes);
  wait.events += 1;
  wait.changes.push(...changes);
}

/** Notes that a command is given. `applyAnswer` or `applyFailure` has to follow. */
export function beginCommand<N extends CommandName>(cache: QueryClient, method: N, input: Input<N>): SentCommand<N> {
  const about = idOf(input);
  const key = keyOf(CONTRACT[method].answers, null, about);
  const sent: SentCommand<N> = { method, about, target: key === null ? null : hashKey(key) };
  const wait = waitsIn(cache).get(about) ?? { sent: [], open: 0, events: 0, changes: [], filled: new Set(), unsure: new Set() };
  wait.sent.push(sent);
  wait.open += 1;
  waitsIn(cache).set(about, wait);
  return sent;
}

/** Shows what a command will answer, before it has. */
export function expectAnswer<N extends CommandName>(cache: QueryClient, { method, about }: SentCommand<N>, value: Output<N>): void {
  take(cache, CONTRACT[method], value, about, () => true);
}

/** Ends a command, and with the last one of its wait the wait. */
function settle(cache: QueryClient, { about }: SentCommand, wait: Wait): void {
  wait.open -= 1;
  if (wait.open > 0) return;
  waitsIn(cache).delete(about);
  // Each command is followed by one event of its own. More of them mean that something else has changed the same thing.
  const isCertain = wait.events <= wait.sent.length;
  askAgain(cache, about, wait.changes, isCertain ? wait.filled : undefined, wait.unsure);
}

/** Takes the answer of a command into the cache. An answer never replaces that of a command that was given later. */
export function applyAnswer<N extends CommandName>(cache: QueryClient, sent: SentCommand<N>, value: Output<N>): void {
  const wait = waitsIn(cache).get(sent.about);
  if (wait === undefined) return;
  const later = wait.sent.slice(wait.sent.indexOf(sent) + 1);
  const changes = take(cache, CONTRACT[sent.method], value, sent.about, (hash) => {
    const isLast = later.every(({ target }) => target !== hash);
    // When the later one was answered first, nobody knows which was carried out first.
    if (isLast) wait.filled.add(hash);
    else if (wait.filled.has(hash)) wait.unsure.add(hash);
    return isLast;
  });
  wait.changes.push(...changes);
  settle(cache, sent, wait);
}

/** A command has failed. The app may have carried it out, so everything that it would change is asked again. */
export function applyFailure(cache: QueryClient, sent: SentCommand): void {
  const wait = waitsIn(cache).get(sent.about);
  if (wait === undefined) return;
  wait.changes.push(...CONTRACT[sent.method].changes);
  if (sent.target !== null) wait.unsure.add(sent.target);
  settle(cache, sent, wait);
}

const isOfApplication = (event: TransportEvent): event is AppEvent => Object.hasOwn(EVENTS, event.name);

/** Takes an event into the cache. What a command under way is about to answer is left to its answer. */
export function applyEvent(cache: QueryClient, event: TransportEvent): void {
  if (event.name === 'transport.restored') return invalidate(cache, () => true);
  if (!isOfApplication(event)) return;
  const about = idOf(event.payload);
  const waits = [...waitsIn(cache).values()];
  const changes = take(cache, EVENTS[event.name], event.payload, about, (hash) =>
    waits.every(({ sent }) => sent.every(({ target }) => target !== hash)),
  );
  noteChanges(cache, about, changes);
}

/**
 * The answer of a query as it may be kept: a snapshot in it that is older than the one that is kept gives way to that one, and what
 * has changed since the kept one is asked again, should the event that said so have been lost.
 */
export function acceptAnswer(cache: QueryClient, name: MethodName, value: unknown): unknown {
  for (const view of ['project', 'connection'] as const) {
    const { one, list } = VIEWS[view];
    const accept = (come: Snapshot): Snapshot => {
      const kept = snapshotOf(cache, view, come.id);
      noteChanges(cache, come.id, changesBetween(view, kept, come));
      return kept === undefined || isCurrent(kept, come) ? come : kept;
    };
    if (name === one) return accept(value as Snapshot);
    if (name === list) return (value as readonly Snapshot[]).map(accept);
  }
  return value;
}
