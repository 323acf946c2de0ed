/**
 * Drives a page over the debugging protocol for benchmarks. Playwright's locators run their own scripts in the page, and that time would be
 * attributed to the page. Here each lookup is one small expression, and the browser generates input events as it does for a person.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';

const POLL_MS = 50;
/** The page is idle when no request has been in flight for this long. */
const QUIET_MS = 250;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** An element by a CSS selector, narrowed by a regular expression on its label, or its text where it has no label. */
export interface Wanted {
  readonly css: string;
  readonly text?: RegExp;
}

/** Runs in the page: the center of the element in pixels, or null while it is not there or is disabled. */
function centerOf(css: string, source: string | null): { x: number; y: number } | null {
  const text = source === null ? null : new RegExp(source);
  for (const element of document.querySelectorAll<HTMLElement>(css)) {
    const said = element.getAttribute('aria-label') ?? element.textContent;
    if (text !== null && !text.test(said)) continue;
    if (element.matches(':disabled, [aria-disabled="true"]')) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    if (box.bottom > innerHeight || box.top < 0) {
      element.scrollIntoView({ block: 'center' });
      return null;
    }
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }
  return null;
}

/** One task of the renderer's main thread, in milliseconds: CPU time of the thread, and wall time. */
export interface LongestTask {
  readonly cpuMs: number;
  readonly wallMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';
const MAIN_THREAD = 'CrRendererMain';
const round = (microseconds: number) => Math.round(microseconds / 100) / 10;

/** @throws Error when the browser recorded no task with its CPU time */
export function longestTask(trace: Buffer): LongestTask {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const place = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const mainThreads = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD).map(place));
  const tasks = traceEvents.filter((event) => event.ph === 'X' && event.name === TASK && mainThreads.has(place(event)));
  if (!tasks.some(({ tdur }) => tdur !== undefined)) throw new Error('the trace holds no task with its CPU time');
  const most = (key: 'dur' | 'tdur') => round(tasks.reduce((max, task) => Math.max(max, task[key] ?? 0), 0));
  return { cpuMs: most('tdur'), wallMs: most('dur') };
}

export interface PageDriver {
  readonly page: Page;
  /** @throws Error when the expression fails in the page */
  evaluate<A extends readonly unknown[], R>(run: (...input: A) => R | Promise<R>, ...input: A): Promise<R>;
  /** Waits for an element, at most `seconds`; default 30. */
  shows(wanted: Wanted, seconds?: number): Promise<{ readonly x: number; readonly y: number }>;
  /** Whether the element is there now. */
  has(wanted: Wanted): Promise<boolean>;
  /** Waits for an element and clicks it. */
  press(wanted: Wanted, seconds?: number): Promise<void>;
  type(text: string): Promise<void>;
  chooseFile(css: string, path: string): Promise<void>;
  /** Waits until the page is idle. */
  rest(): Promise<void>;
  /** The longest task of the renderer while `work` runs and until the page is idle. `keep`: where to save the trace. */
  longest(work: () => Promise<void>, keep?: string): Promise<LongestTask>;
}

export async function drive(browser: Browser, page: Page): Promise<PageDriver> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let open = 0;
  let changedAt = Date.now();
  const count = (by: number) => (request: { resourceType(): string }) => {
    // The stream of events never ends.
    if (request.resourceType() === 'eventsource') return;
    open += by;
    changedAt = Date.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));

  const driver: PageDriver = {
    page,
    async evaluate<A extends readonly unknown[], R>(run: (...input: A) => R | Promise<R>, ...input: A): Promise<R> {
      const expression = `(${run.toString()})(${input.map((value) => JSON.stringify(value)).join(',')})`;
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as R;
    },
    async shows({ css, text }, seconds = 30) {
      const end = Date.now() + seconds * 1000;
      for (;;) {
        const center = await driver.evaluate(centerOf, css, text?.source ?? null);
        if (center !== null) return center;
        if (Date.now() > end) throw new Error(`${css} ${String(text ?? '')} did not appear within ${seconds} s`);
        await pause(POLL_MS);
      }
    },
    has: async ({ css, text }) => (await driver.evaluate(centerOf, css, text?.source ?? null)) !== null,
    async press(wanted, seconds) {
      const { x, y } = await driver.shows(wanted, seconds);
      await page.mouse.click(x, y);
    },
    type: (text) => page.keyboard.type(text, { delay: 30 }),
    async chooseFile(css, path) {
      const { root } = await session.send('DOM.getDocument', { depth: 0 });
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: css });
      await session.send('DOM.setFileInputFiles', { nodeId, files: [path] });
      await session.send('DOM.disable');
    },
    async rest() {
      const end = Date.now() + 60_000;
      while ((open > 0 || Date.now() - changedAt < QUIET_MS) && Date.now() < end) await pause(POLL_MS);
    },
    async longest(work, keep) {
      await driver.rest();
      const categories = ['toplevel', '__metadata', ...(keep === undefined ? [] : PROFILE)];
      await browser.startTracing(page, { categories, ...(keep !== undefined && { path: keep }) });
      changedAt = Date.now();
      let trace: Buffer;
      try {
        await work();
        await driver.rest();
      } finally {
        trace = await browser.stopTracing();
      }
      return longestTask(trace);
    },
  };
  return driver;
}

/** More events for a saved trace: with them, the developer tools show what a long task did. */
const PROFILE = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'disabled-by-default-v8.cpu_profiler', 'v8', 'blink'];
