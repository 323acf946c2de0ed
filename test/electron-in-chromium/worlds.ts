/**
 * Scripts for the page's two worlds, as in Electron: the preload script runs in its own world, and `contextBridge` gives the page some of
 * its functions. Events of the window reach both worlds, and Chromium copies their data, so no object is ever in both worlds. Every
 * function here is sent to the browser as text, so it uses nothing outside of itself.
 */

/** A value on its way between the worlds. Functions and promises are replaced by a number and stay in their world. */
type Carried =
  | { readonly value: unknown }
  | { readonly function: number }
  | { readonly promise: number }
  | { readonly object: Readonly<Record<string, Carried>> };

type Message =
  | { readonly kind: 'expose'; readonly key: string; readonly api: Carried }
  | { readonly kind: 'call'; readonly id: number; readonly of: number; readonly args: readonly Carried[] }
  | { readonly kind: 'return'; readonly id: number; readonly value: Carried }
  | { readonly kind: 'settle'; readonly id: number; readonly isResolved: boolean; readonly value: Carried };

interface Bridge {
  readonly expose: (key: string, api: unknown) => void;
}

/** One end of the bridge. `own` and `other`: names of the two worlds. */
function bridgeEnd(own: string, other: string): Bridge {
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const promises = new Map<number, PromiseWithResolvers<unknown>>();
  const returned = new Map<number, Carried>();
  let last = 0;
  const send = (message: Message) => window.dispatchEvent(new CustomEvent(`bridge-to-${other}`, { detail: message }));
  const pack = (value: unknown): Carried => {
    if (typeof value === 'function') {
      functions.set(++last, value as (...args: unknown[]) => unknown);
      return { function: last };
    }
    if (value instanceof Promise) {
      const id = ++last;
      value.then(
        (result: unknown) => send({ kind: 'settle', id, isResolved: true, value: pack(result) }),
        (error: unknown) => send({ kind: 'settle', id, isResolved: false, value: { value: String(error) } }),
      );
      return { promise: id };
    }
    // Electron also copies the own properties of other objects, such as an event.
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);
    if (!isObject) return { value };
    return { object: Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pack(inner)])) };
  };
  const unpack = (carried: Carried): unknown => {
    if ('function' in carried)
      return (...args: unknown[]) => {
        const id = ++last;
        send({ kind: 'call', id, of: carried.function, args: args.map(pack) });
        const value = returned.get(id);
        returned.delete(id);
        return value === undefined ? undefined : unpack(value);
      };
    if ('promise' in carried) {
      const settled = Promise.withResolvers<unknown>();
      promises.set(carried.promise, settled);
      return settled.promise;
    }
    if ('object' in carried) return Object.fromEntries(Object.entries(carried.object).map(([key, inner]) => [key, unpack(inner)]));
    return carried.value;
  };
  window.addEventListener(`bridge-to-${own}`, (event) => {
    const message = (event as CustomEvent<Message>).detail;
    if (message.kind === 'expose') Object.defineProperty(window, message.key, { value: unpack(message.api) });
    if (message.kind === 'call') {
      const value = functions.get(message.of)?.(...message.args.map(unpack));
      send({ kind: 'return', id: message.id, value: pack(value) });
    }
    if (message.kind === 'return') returned.set(message.id, message.value);
    if (message.kind === 'settle') {
      const { resolve, reject } = promises.get(message.id)!;
      promises.delete(message.id);
      if (message.isResolved) resolve(unpack(message.value));
      else reject(new Error(String(unpack(message.value))));
    }
  });
  return { expose: (key, api) => send({ kind: 'expose', key, api: pack(api) }) };
}

/** What `require('electron')` returns in the preload script. `toProgram` is the binding for calls that leave the browser. */
function preloadElectron(bridge: Bridge) {
  const calls = new Map<number, (value: unknown) => void>();
  const listeners = new Map<string, (event: unknown, payload: unknown) => void>();
  const files: File[] = [];
  let last = 0;
  const desk = {
    files,
    answer: (id: number, value: unknown) => calls.get(id)?.(value),
    event: (channel: string, payload: unknown) => listeners.get(channel)?.({}, payload),
  };
  Object.assign(globalThis, { desk });
  return {
    contextBridge: { exposeInMainWorld: bridge.expose },
    webUtils: { getPathForFile: (file: File) => `file-of-page:${files.push(file) - 1}` },
    ipcRenderer: {
      on: (channel: string, listener: (event: unknown, payload: unknown) => void) => listeners.set(channel, listener),
      invoke: (channel: string, payload: unknown) =>
        new Promise((resolve) => {
          calls.set(++last, resolve);
          (globalThis as unknown as { toProgram: (text: string) => void }).toProgram(JSON.stringify({ id: last, channel, payload }));
        }),
    },
  };
}

export const PAGE_WORLD = `(${bridgeEnd.toString()})('page', 'preload')`;

/** The preload script with everything that it requires. */
export const preloadWorld = (preload: string): string =>
  `(() => {
    const bridge = (${bridgeEnd.toString()})('preload', 'page');
    const electron = (${preloadElectron.toString()})(bridge);
    ((require, module, exports) => {${preload}\n})(() => electron, { exports: {} }, {});
  })()`;
