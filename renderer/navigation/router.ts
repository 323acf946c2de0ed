/** Where the window stands, kept in the part of the address behind `#`: a reload and the back button keep the place. */
import { useSyncExternalStore } from 'react';

/** The steps of a screening, in their order. */
export const STEPS = ['file', 'columns', 'check', 'cost', 'progress', 'results'] as const;
export type Step = (typeof STEPS)[number];

/** Small settings of a place, such as the filter that a link leads to. */
export type Search = Readonly<Record<string, string>>;

/** A place inside one project. `step` null: the one that the project stands at. `rest`: what a screen hangs below its step. */
export interface ProjectRoute {
  readonly at: 'project';
  readonly id: string;
  readonly step: Step | null;
  readonly rest: readonly string[];
  readonly search: Search;
}

export interface PlainRoute {
  readonly at: 'projects' | 'new' | 'profile' | 'connections' | 'settings';
  readonly rest: readonly string[];
  readonly search: Search;
}

export type Route = ProjectRoute | PlainRoute;

const PLAIN: readonly PlainRoute['at'][] = ['projects', 'new', 'profile', 'connections', 'settings'];

const isStep = (text: string | undefined): text is Step => STEPS.some((step) => step === text);

/** A part of the address as text; one that cannot be decoded is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The place that an address names; an address that names none leads to the projects. */
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

/** The address of a screen outside the projects. */
export const toScreen = (at: PlainRoute['at'], search: Search = {}, ...rest: readonly string[]): string => address([at, ...rest], search);

/** The address of a project, at a step of it, and below that step. */
export const toProject = (id: string, step?: Step, search: Search = {}, ...rest: readonly string[]): string =>
  address(['project', id, ...(step === undefined ? [] : [step, ...rest])], search);

/** Goes to an address. `replace` leaves no way back, for places that are only passed through. */
export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  if (options.replace === true) {
    history.replaceState(null, '', to);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = to;
  }
}

let lastPlace: string | null = null;

/** True once for every place that the window comes to after its first. A changed filter in the same place is no arrival. */
export function isArrival(route: Route): boolean {
  const place =
    route.at === 'project' ? toProject(route.id, route.step ?? 'file', {}, ...route.rest) : toScreen(route.at, {}, ...route.rest);
  const result = lastPlace !== null && lastPlace !== place;
  lastPlace = place;
  return result;
}

const listeners = new Set<() => void>();

/** Tells everybody at once, so that the window is drawn once: with a listener each, parts of the old screen would come first. */
const tellAll = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('hashchange', tellAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('hashchange', tellAll);
  };
}

let last: { readonly hash: string; readonly route: Route } | null = null;

/** The same object for the same address, so that nothing is drawn anew for nothing. */
function currentRoute(): Route {
  if (last?.hash !== location.hash) last = { hash: location.hash, route: parseRoute(location.hash) };
  return last.route;
}

/** Where the window stands. */
export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute);
