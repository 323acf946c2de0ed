/**
 * All that the page is given of the program: three functions. It never sees an event of the channel, a channel's name or
 * a path; what it asks is judged by the other side.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Answer } from '../shared/contract/index.ts';

type Listener = (event: unknown) => void;

const listeners = new Set<Listener>();

ipcRenderer.on('event', (_event, payload: unknown) => {
  for (const listener of listeners) listener(payload);
});

/** The path of a file that a person handed to the page; empty for one that a script made. */
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
    // events that arose before are kept until now
    void ipcRenderer.invoke('call', { kind: 'listening' });
    return () => {
      listeners.delete(listener);
    };
  },
  registerFile: (file: File): Promise<Answer> => ipcRenderer.invoke('call', { kind: 'file', path: pathOf(file) }),
});
