/**
 * Runs the packaged program with a fake `electron`. Arguments: the archive, a folder for the user's data, and arguments for the program.
 * Without arguments for the program, this file acts as the page and prints one line of JSON that shows which files of the package the
 * program could read. Start it with `--import` of archive-hooks.ts.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, app, callFrom, protocol, world } from '../../test/fakes/electron.ts';

const [archive = '', userData = '', ...programArguments] = process.argv.slice(2);
world.userData = userData;
world.documents = userData;
process.argv = [process.execPath, ...programArguments];
const gone = Promise.withResolvers<void>();
app.once('exited', gone.resolve);
await import(pathToFileURL(`${archive}/out/electron/index.mjs`).href);
app.ready.resolve();
if (programArguments.length > 0) {
  await gone.promise;
  process.exit(app.exitCode ?? 1);
}
while (BrowserWindow.all.length === 0) await new Promise(setImmediate);
const { webContents, loaded, options } = BrowserWindow.all[0]!;
await callFrom(webContents, { kind: 'listening' });

async function call<T>(method: string, input: unknown): Promise<T> {
  const answer = await callFrom(webContents, { kind: 'call', id: 1, method, input });
  if (!answer.ok) {
    // Do not throw: the program would report the exception as its own defect.
    console.error(method, answer.error);
    process.exit(1);
  }
  return answer.value as T;
}

const samples: Record<string, unknown> = {};
for (const sample of ['clean', 'messy']) {
  const { id } = await call<{ id: string }>('projects.sample', { sample });
  for (;;) {
    const { state, sheet } = await call<{ state: { at: string }; sheet: { rows: number } | null }>('projects.get', { id });
    samples[sample] = { at: state.at, rows: sheet?.rows ?? null };
    if (state.at !== 'reading') break;
    // Lets the answers of the worker threads arrive.
    await new Promise(setImmediate);
  }
}
const page = await protocol.handlers.get('app')!(new Request(loaded[0]!));
const { text } = await call<{ text: string | null }>('app.notices', {});
const files = [options.webPreferences?.preload, options.icon].filter((file) => typeof file === 'string' && existsSync(file)).length;
console.log(
  JSON.stringify({
    samples,
    page: (await page.text()).includes('<div id="root"'),
    notices: text?.includes('better-sqlite3') ?? false,
    files,
  }),
);
app.quit();
await gone.promise;
process.exit(app.exitCode ?? 1);
