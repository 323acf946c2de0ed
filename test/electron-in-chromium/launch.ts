/**
 * Opens the program's window in Chromium, for computers without Electron's binary. Main process, preload script and page are those that
 * users get; the test replaces the browser, the dialogs and the menus.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { ROOT } from '../../scripts/targets.mjs';
import type { FromProgram, ToProgram } from './messages.ts';
import { PAGE_WORLD, preloadWorld } from './worlds.ts';

export interface RunningProgram {
  readonly page: Page;
  /** Answers the next dialogs for saving a file, by the suggested name. */
  answerSave(pathOf: (name: string) => string): void;
  /** Chooses a menu item and, if it opens a dialog, a file. */
  chooseMenu(label: string, file?: string): void;
  close(): Promise<void>;
}

/** Chromium does not know our scheme, so the page has an address of this computer that no server answers. */
const ORIGIN = 'http://bundle.localhost';

/** The name of the world in which the preload script runs. */
const WORLD = 'preload';

/** Replaces the number of a file in the page with its path, which only the browser knows. */
async function withPath(session: CDPSession, contextId: number, payload: unknown): Promise<unknown> {
  const { kind, path } = payload as { readonly kind: string; readonly path?: string };
  const index = /^file-of-page:(?<index>\d+)$/.exec(path ?? '')?.groups?.['index'];
  if (kind !== 'file' || index === undefined) return payload;
  const { result } = await session.send('Runtime.evaluate', { contextId, expression: `desk.files[${index}]` });
  // As in Electron, a file that a script created has an empty path.
  const { path: found } = await session.send('DOM.getFileInfo', { objectId: result.objectId! }).catch(() => ({ path: '' }));
  return { kind, path: found };
}

export async function launchInChromium(browser: Browser, dataDir: string): Promise<RunningProgram> {
  const script = (name: string) => join(ROOT, 'test/electron-in-chromium', name);
  const child = fork(script('program-process.ts'), [join(ROOT, 'out/electron/index.mjs'), join(dataDir, 'window')], {
    execArgv: ['--import', script('stand-in-hook.ts')],
    env: { ...process.env, DESK_DATA: dataDir },
  });
  const ended = once(child, 'exit');
  const say = (message: ToProgram) => child.send(message);
  const answers = new Map<number, (message: FromProgram) => void>();
  const loaded = Promise.withResolvers<string>();
  let calls = 0;
  let pathOf: ((name: string) => string) | null = null;
  let preloadContext = 0;

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const evaluate = (contextId: number, expression: string) =>
    session.send('Runtime.evaluate', { contextId, expression }).catch(() => {
      // The page has loaded another document.
    });

  child.on('message', (message: FromProgram) => {
    if (message.kind === 'load') loaded.resolve(message.preload);
    else if (message.kind === 'event')
      void evaluate(preloadContext, `desk.event(${JSON.stringify(message.channel)}, ${JSON.stringify(message.payload)})`);
    else if (message.kind === 'save')
      say({
        kind: 'saved',
        id: message.id,
        answer: pathOf === null ? { canceled: true, filePath: '' } : { canceled: false, filePath: pathOf(message.name) },
      });
    else {
      answers.get(message.id)?.(message);
      answers.delete(message.id);
    }
  });

  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('DOM.enable');
  session.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
    if (name === WORLD) preloadContext = id;
  });
  session.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
    const { id, channel, payload: sent } = JSON.parse(payload) as { id: number; channel: string; payload: unknown };
    const call = ++calls;
    answers.set(call, (message) => {
      if (message.kind === 'answer') void evaluate(executionContextId, `desk.answer(${id}, ${JSON.stringify(message.value)})`);
    });
    void withPath(session, executionContextId, sent).then((complete) => say({ kind: 'invoke', id: call, channel, payload: complete }));
  });
  await session.send('Runtime.addBinding', { name: 'toProgram', executionContextName: WORLD });
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== ORIGIN) return await route.abort();
    const file = await new Promise<FromProgram>((resolve) => {
      answers.set(++calls, resolve);
      say({ kind: 'request', id: calls, method: route.request().method(), url: `app://bundle${url.pathname}` });
    });
    if (file.kind !== 'file') throw new Error('the program answered something else');
    return await route.fulfill({ status: file.status, headers: file.headers, body: Buffer.from(file.body, 'base64') });
  });

  const preload = await Promise.race([loaded.promise, ended.then(() => null)]);
  if (preload === null) throw new Error('the program ended before its window was open');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: PAGE_WORLD });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadWorld(readFileSync(preload, 'utf8')), worldName: WORLD });
  await page.goto(`${ORIGIN}/index.html`);
  return {
    page,
    answerSave: (answer) => {
      pathOf = answer;
    },
    chooseMenu: (label, file = '') => void say({ kind: 'menu', label, open: file }),
    close: async () => {
      await context.close();
      say({ kind: 'quit' });
      const [code] = (await ended) as [number | null];
      if (code !== 0) throw new Error(`the program ended with ${code}`);
    },
  };
}
