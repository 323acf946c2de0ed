/** The route of the window, in the part of the address after `#`: a reload and the back button keep it. */
import { useSyncExternalStore } from 'react';

export const STEPS = ['file', 'columns', 'check', 'cost', 'progress', 'results'] as const;
export type Step = (typeof STEPS)[number];

/** Small settings of a route, such as the filter that a link sets. */
export type Search = Readonly<Record<string, string>>;

/** A route inside one project. `step` null: the step that the project is at. `rest`: a page below the step. */
export interface ProjectRoute {
  readonly at: 'project';
  readonly id: string;
  readonly step: Step | null;
  readonly rest: readonly string[];
  readonly search: Search;
}

export interface PlainRoute {
  readonly at: 'projects' | 'person' | 'new' | 'profile' | 'connections' | 'settings' | 'record';
  readonly rest: readonly string[];
  readonly search: Search;
}

export type Route = ProjectRoute | PlainRoute;

const PLAIN: readonly PlainRoute['at'][] = ['projects', 'person', 'new', 'profile', 'connections', 'settings', 'record'];

const isStep = (text: string | undefined): text is Step => STEPS.some((step) => step === text);

/** Decodes a part of the address; a part that cannot be decoded is returned unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The route of an address; the projects for an unknown address. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [first, ...more] = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  const search = Object.fromEntries(new URLSearchParams(query));
  if (first === 'project' && more[0] !== undefined) {
    const [id, step, ...rest] = more;
    return { at: 'project', id, step: isStep(step) ? step : null, rest, search };
  }
  return { at: PLAIN.find((at) => at === first) ?? 'projects', rest: more, search };
}

const address = (parts: readonly string[], search: Search): string => {
  const query = new URLSearchParams({ ...search }).toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
};

/** The address of a screen outside projects. */
export const toScreen = (at: PlainRoute['at'], search: Search = {}, ...rest: readonly string[]): string => address([at, ...rest], search);

/** The address of a project, of one of its steps, and of a page below that step. */
export const toProject = (id: string, step?: Step, search: Search = {}, ...rest: readonly string[]): string =>
  address(['project', id, ...(step === undefined ? [] : [step, ...rest])], search);

/** Goes to an address. `replace` adds no history entry, for routes that only redirect. */
export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  if (options.replace === true) {
    history.replaceState(null, '', to);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = to;
  }
}

let lastScreen: string | null = null;

/** True once for every screen that the user arrives at, except the first. A changed filter on the same screen is not an arrival. */
export function isArrival(route: Route): boolean {
  const screen =
    route.at === 'project' ? toProject(route.id, route.step ?? 'file', {}, ...route.rest) : toScreen(route.at, {}, ...route.rest);
  const isNew = lastScreen !== null && lastScreen !== screen;
  lastScreen = screen;
  return isNew;
}

/** The address of the shown screen without its filters, to find out later whether the user has left it. */
export const shownScreen = (): string => location.hash.split('?', 1)[0]!;

const listeners = new Set<() => void>();

/**
 * Notifies all listeners at once, so that the window renders once. If each listener were registered with the browser, parts of the old
 * screen would render first.
 */
const notifyAll = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('hashchange', notifyAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('hashchange', notifyAll);
  };
}

let last: { readonly hash: string; readonly route: Route } | null = null;

/** The same object for the same address, which avoids needless renders. */
function currentRoute(): Route {
  if (last?.hash !== location.hash) last = { hash: location.hash, route: parseRoute(location.hash) };
  return last.route;
}

/** True while the window shows this step of the project: an answer can come after the user has left it. */
export function isShown(id: string, step: Step): boolean {
  const route = currentRoute();
  return route.at === 'project' && route.id === id && route.step === step;
}

export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute);
