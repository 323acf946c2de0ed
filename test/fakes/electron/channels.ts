/** The channels between the program and its pages. */
import type { FakeFrame, FakeWebContents } from './windows.ts';
import { journal } from './world.ts';

type Handler = Parameters<Electron.IpcMain['handle']>[1];

export const protocol = {
  schemes: [] as Electron.CustomScheme[],
  handlers: new Map<string, Parameters<Electron.Protocol['handle']>[1]>(),
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    journal.push('schemes');
    protocol.schemes.push(...schemes);
  },
  handle(scheme: string, handler: Parameters<Electron.Protocol['handle']>[1]): void {
    protocol.handlers.set(scheme, handler);
  },
};

export const ipcMain = {
  handlers: new Map<string, Handler>(),
  handle(channel: string, handler: Handler): void {
    if (ipcMain.handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
    ipcMain.handlers.set(channel, handler);
  },
};

/** Acts as the page: sends `request` on the channel `call`, from its main frame unless another one is given. */
export async function callFrom(
  sender: FakeWebContents,
  request: unknown,
  senderFrame: FakeFrame | null = sender.mainFrame,
): Promise<{ ok: boolean; value?: unknown; error?: { code: string; message: string; retry: string } }> {
  const handler = ipcMain.handlers.get('call');
  if (handler === undefined) throw new Error('nobody listens to the channel "call"');
  const event = { sender, senderFrame } as unknown as Electron.IpcMainInvokeEvent;
  const answer: unknown = await handler(event, structuredClone(request));
  return structuredClone(answer) as never;
}
