/**
 * The page's whole access to the program: four functions. The page never gets an Electron event, a channel name or a
 * path, and the main process checks its requests.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Answer } from '../shared/contract/index.ts';

type Listener = (event: unknown) => void;

const listeners = new Set<Listener>();

ipcRenderer.on('event', (_event, payload: unknown) => {
  for (const listener of listeners) listener(payload);
});

/** The path of a file that the user selected; empty for one that a script created. */
function pathOf(file: File): string {
  try {
    return webUtils.getPathForFile(file);
  } catch {
    return '';
  }
}

contextBridge.exposeInMainWorld('screeningDesk', {
  call: (method: string, input: unknown): Promise<Answer> => ipcRenderer.invoke('call', { kind: 'call', method, input }),
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    // The main process now sends the events that waited for a listener.
    void ipcRenderer.invoke('call', { kind: 'listening' });
    return () => {
      listeners.delete(listener);
    };
  },
  tryAgain: (): Promise<Answer> => ipcRenderer.invoke('call', { kind: 'tryAgain' }),
  registerFile: (file: File): Promise<Answer> => ipcRenderer.invoke('call', { kind: 'file', path: pathOf(file) }),
});
