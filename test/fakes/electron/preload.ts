/** The parts of Electron that the preload script uses. */
import { EventEmitter } from 'node:events';

export const contextBridge = {
  exposed: {} as Record<string, Record<string, (...args: never[]) => unknown>>,
  exposeInMainWorld(name: string, members: Record<string, (...args: never[]) => unknown>): void {
    contextBridge.exposed[name] = members;
  },
};

export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoked: [] as unknown[][],
  answer: { ok: true, value: 'the answer' },
  async invoke(...args: unknown[]): Promise<unknown> {
    ipcRenderer.invoked.push(structuredClone(args));
    return ipcRenderer.answer;
  },
});

export const webUtils = {
  paths: new Map<File, string>(),
  getPathForFile(file: File): string {
    if (!(file instanceof Blob)) throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
    return webUtils.paths.get(file) ?? '';
  },
};
