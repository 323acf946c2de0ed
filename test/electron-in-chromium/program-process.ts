/**
 * The program that users get, with the stand-in for `electron`, in its own process. The test in the parent process acts as its window, user
 * and desktop. Arguments: the entry of the built program, and a folder for the user's data.
 */
import { pathToFileURL } from 'node:url';
import { app, BrowserWindow, callFrom, dialog, FakeWebContents, type FakeMenuItem, Menu, protocol, world } from '../fakes/electron.ts';
import type { FromProgram, SavedDialog, ToProgram } from './messages.ts';

const [entry = '', userData = ''] = process.argv.slice(2);
Object.assign(world, { userData, documents: userData, isPackaged: true });
const say = (message: FromProgram) => process.send?.(message);

const load = Object.getOwnPropertyDescriptor(BrowserWindow.prototype, 'loadURL')?.value as BrowserWindow['loadURL'];
BrowserWindow.prototype.loadURL = async function (url) {
  await load.call(this, url);
  say({ kind: 'load', url, preload: this.options.webPreferences?.preload ?? '' });
};
FakeWebContents.prototype.send = (channel, payload) => void say({ kind: 'event', channel, payload });

let asked = 0;
const saving = new Map<number, (answer: SavedDialog) => void>();
dialog.showSaveDialog = (...args) => {
  const { promise, resolve } = Promise.withResolvers<SavedDialog>();
  saving.set(++asked, resolve);
  const { defaultPath = '' } = args.at(-1) as Electron.SaveDialogOptions;
  say({ kind: 'save', id: asked, name: defaultPath.split(/[\\/]/).at(-1) ?? '' });
  return promise;
};

function menuItem(label: string, items: readonly FakeMenuItem[] = Menu.application): FakeMenuItem | undefined {
  for (const item of items) {
    const found = item.label === label ? item : menuItem(label, item.submenu ?? []);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function answer(message: ToProgram): Promise<void> {
  if (message.kind === 'invoke') {
    const { webContents } = BrowserWindow.all[0]!;
    say({ kind: 'answer', id: message.id, value: await callFrom(webContents, message.payload) });
  }
  if (message.kind === 'request') {
    const response = await protocol.handlers.get('app')!(new Request(message.url, { method: message.method }));
    const body = Buffer.from(await response.arrayBuffer()).toString('base64');
    say({ kind: 'file', id: message.id, status: response.status, headers: Object.fromEntries(response.headers), body });
  }
  if (message.kind === 'saved') saving.get(message.id)?.(message.answer);
  if (message.kind === 'menu') {
    world.open = { canceled: message.open === '', filePaths: [message.open] };
    menuItem(message.label)?.click?.();
  }
  if (message.kind === 'quit') app.quit();
}

process.on('message', (message: ToProgram) => void answer(message));
// The process of the test is gone.
process.on('disconnect', () => process.exit(1));
app.once('exited', () => process.exit(app.exitCode ?? 1));
process.argv = [process.execPath];
await import(pathToFileURL(entry).href);
app.ready.resolve();
