/**
 * The page's whole access to the program: four functions. The page never gets an Electron event, a channel name or a
 * path, and the main process checks its requests.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Answer, CallProgress } from '../shared/contract/index.ts';

type Listener = (event: unknown) => void;
type OnProgress = (progress: CallProgress) => void;

const listeners = new Set<Listener>();

ipcRenderer.on('event', (_event, payload: unknown) => {
  for (const listener of listeners) listener(payload);
});

let lastCall = 0;
/** Keyed by the ID of the call. */
const progressListeners = new Map<number, OnProgress>();

ipcRenderer.on('progress', (_event, { id, done, total, unit }: CallProgress & { readonly id: number }) =>
  progressListeners.get(id)?.({ done, total, unit }),
);

/** The answer of a call, and the function that cancels it. */
function call(method: string, input: unknown, onProgress?: OnProgress): { readonly answer: Promise<Answer>; readonly cancel: () => void } {
  const id = ++lastCall;
  if (onProgress !== undefined) progressListeners.set(id, onProgress);
  const answer = ipcRenderer.invoke('call', { kind: 'call', id, method, input }) as Promise<Answer>;
  return {
    answer: answer.finally(() => progressListeners.delete(id)),
    cancel: () => void ipcRenderer.invoke('call', { kind: 'cancel', id }),
  };
}

/** The path of a file that the user selected; empty for one that a script created. */
function pathOf(file: File): string {
  try {
    return webUtils.getPathForFile(file);
  } catch {
    return '';
  }
}

contextBridge.exposeInMainWorld('screeningDesk', {
  call,
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    // The main process now sends the events that waited for a listener.
    void ipcRenderer.invoke('call', { kind: 'listening' });
    return () => listeners.delete(listener);
  },
  tryAgain: (): Promise<Answer> => ipcRenderer.invoke('call', { kind: 'tryAgain' }),
  registerFile: (file: File): Promise<Answer> => ipcRenderer.invoke('call', { kind: 'file', path: pathOf(file) }),
});
