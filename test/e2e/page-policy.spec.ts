/** The built page with the policy of the Electron host, and with the bridge instead of HTTP. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { pageHandler } from '../../main/electron/protocol.ts';
import { builtFile, ROOT } from '../../scripts/targets.mjs';

/** Chromium has no scheme `app:` without Electron. The policy refers only to 'self', so a secure host works as well. */
const STAND_IN = 'https://bundle.test';

/** What this test stores on the window of the page. */
interface Watched {
  violations: string[];
  ran: boolean;
  /** Methods that the page called over the bridge, and its requests to try again. */
  calls: { method: string; input: unknown }[];
  /** Sends the page an event of the host. */
  emit: (event: unknown) => void;
}

async function open(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const answer = pageHandler(join(ROOT, 'out/renderer'));
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (!url.startsWith(STAND_IN)) return await route.abort();
    const response = await answer({ method: 'GET', url: url.replace(STAND_IN, 'app://bundle') });
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  await page.addInitScript(() => {
    const listeners: ((event: unknown) => void)[] = [];
    // The host keeps events until the page listens.
    const held: unknown[] = [];
    const emit = (event: unknown) => {
      if (listeners.length === 0) held.push(event);
      else for (const listener of listeners) listener(event);
    };
    const watched: Watched = { violations: [], ran: false, calls: [], emit };
    document.addEventListener('securitypolicyviolation', (event) =>
      watched.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
    const values: Record<string, unknown> = {
      'app.get': {
        version: '0.0.0',
        host: 'electron',
        platform: 'linux',
        desktop: { progress: false, notifications: false },
        secrets: { kind: 'keychain', notice: null },
        runnerElsewhere: null,
        notice: null,
        connectionId: 'practice',
        continued: null,
        proxy: null,
        isNew: true,
        dismissed: [],
      },
      'projects.list': [],
      'app.copy': { copied: true },
      'connections.list': [],
    };
    const refusal = { ok: false, error: { code: 'NOT_FOUND', message: 'There is no such thing.', retry: 'ask', details: {} } };
    Object.assign(window, {
      watched,
      screeningDesk: {
        call: (method: string, input: unknown) => {
          watched.calls.push({ method, input });
          const answer = Promise.resolve(method in values ? { ok: true, value: values[method] } : refusal);
          return { answer, cancel: () => undefined };
        },
        subscribe: (listener: (event: unknown) => void) => {
          listeners.push(listener);
          setTimeout(() => held.splice(0).forEach(emit));
          return () => undefined;
        },
        tryAgain: async () => {
          watched.calls.push({ method: 'tryAgain', input: null });
          return { ok: true, value: {} };
        },
        registerFile: async () => refusal,
      },
    });
  });
  await page.goto(`${STAND_IN}/index.html`);
  return errors;
}

const violations = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched.violations);

test.beforeEach(() => {
  test.skip(test.info().project.name !== 'chromium', 'checks only the page');
  expect(existsSync(builtFile('renderer')), 'the page is not built: npm run build').toBe(true);
});

test('every screen is drawn without breaking the policy', async ({ page }) => {
  const errors = await open(page);
  for (const screen of ['projects', 'new', 'profile', 'connections', 'settings']) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('the policy blocks requests, foreign scripts and pictures, and code from text', async ({ page }) => {
  await open(page);
  const stopped = await page.evaluate(async () => {
    const fails = async (work: () => unknown) => {
      try {
        await work();
        return false;
      } catch {
        return true;
      }
    };
    const load = (element: HTMLImageElement | HTMLScriptElement, src: string) =>
      new Promise<boolean>((done) => {
        element.addEventListener('error', () => done(true));
        element.addEventListener('load', () => done(false));
        element.src = src;
        document.body.append(element);
      });
    // Code that a test evaluates may create code from text. A timer of the page may not.
    Reflect.apply(window.setTimeout, window, ['watched.ran = true']);
    return {
      requests: await fails(() => fetch('/index.html')),
      'scripts of others': await load(document.createElement('script'), 'https://elsewhere.example/x.js'),
      'pictures of others': await load(document.createElement('img'), 'https://elsewhere.example/x.png'),
    };
  });
  expect(stopped).toEqual({ requests: true, 'scripts of others': true, 'pictures of others': true });
  const directives = async () => new Set((await violations(page)).map((line) => line.split(' ')[0]));
  await expect.poll(directives).toEqual(new Set(['connect-src', 'img-src', 'script-src', 'script-src-elem']));
  expect(await page.evaluate(() => (window as unknown as { watched: Watched }).watched.ran)).toBe(false);
});

const emit = (page: Page, payload: unknown) =>
  page.evaluate((event) => (window as unknown as { watched: Watched }).watched.emit(event), { name: 'start', payload });
const calls = (page: Page, method: string) =>
  page.evaluate(
    (wanted) =>
      (window as unknown as { watched: Watched }).watched.calls.filter((call) => call.method === wanted).map(({ input }) => input),
    method,
  );

test('the window shows that the start waits for the keychain, and the user can try again', async ({ page }, info) => {
  const errors = await open(page);
  await emit(page, { failure: null });
  await expect(page.getByRole('heading', { name: 'Waiting for your keychain' })).toBeVisible();
  await expect(page.getByText('Unlock it in the dialog that your system shows')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectNothingWrong(page, info.outputPath('waiting'));

  const message =
    'The key to the donor data in this folder was saved in the keychain, which cannot be used: it is locked. Unlock it and try again; nothing is lost.';
  await emit(page, { failure: { code: 'KEYCHAIN_LOCKED', message, retry: 'ask', details: {} } });
  await expect(page.getByText(message)).toBeVisible();
  await expectNothingWrong(page, info.outputPath('failed'));
  await page.keyboard.press('Enter');
  expect(await calls(page, 'tryAgain')).toEqual([null]);
  await emit(page, { failure: null });
  await expect(page.getByRole('heading', { name: 'Waiting for your keychain' })).toBeVisible();
  await emit(page, null);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(errors).toEqual([]);
});

/** Expects no findings of axe in either scheme, and saves a picture of both. */
async function expectNothingWrong(page: Page, picture: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: `${picture}-${colorScheme}.png` });
  }
}

test('the host copies a text, because the page has no permission to use the clipboard', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.getByRole('button', { name: 'Copy for support' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await calls(page, 'app.copy')).toEqual([{ text: 'Screening Desk 0.0.0, electron, linux, secrets: keychain' }]);
});
