/** The built page under the policy that the Electron host sends with it, and with the bridge in place of HTTP. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { pageHandler } from '../../main/electron/protocol.ts';
import { builtFile, ROOT } from '../../scripts/targets.mjs';

/** Chromium has no scheme `app:` without Electron; the policy speaks of 'self' alone, so that a secure host serves as well. */
const STAND_IN = 'https://bundle.test';

/** What the page puts on its window for this test. */
interface Watched {
  violations: string[];
  ran: boolean;
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
    const watched: Watched = { violations: [], ran: false };
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
      },
      'projects.list': [],
      'connections.list': [],
    };
    const refusal = { ok: false, error: { code: 'NOT_FOUND', message: 'There is no such thing.', retry: 'ask', details: {} } };
    Object.assign(window, {
      watched,
      screeningDesk: {
        call: async (method: string) => (method in values ? { ok: true, value: values[method] } : refusal),
        subscribe: () => () => undefined,
        tryAgain: async () => refusal,
        registerFile: async () => refusal,
      },
    });
  });
  await page.goto(`${STAND_IN}/index.html`);
  return errors;
}

const violations = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched.violations);

test.beforeEach(() => {
  test.skip(test.info().project.name !== 'chromium', 'looks at the page alone');
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

test('the policy stops what it is there to stop', async ({ page }) => {
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
    // what a test evaluates may make code out of text; a timer of the page may not
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
