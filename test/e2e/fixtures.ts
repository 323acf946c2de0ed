/** A separate desk for each test: the built program, its data folder and its page, for a browser and for Electron. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { launchInChromium } from '../electron-in-chromium/launch.ts';
import { electronAvailable, launchElectron } from '../kit/electron-launch.ts';
import { startLoopback, startResidentLoopback } from '../kit/loopback-host.ts';

export interface Desk {
  readonly page: Page;
  /** Writes lines to a file in the desk's folder, like a file on the user's computer, and returns its path. */
  readonly file: (name: string, lines: readonly string[]) => string;
  /** Presses the button that writes a file, waits until the file is complete, and returns its path. */
  saveAtOnce(press: () => Promise<void>): Promise<string>;
  /**
   * Saves a picture of the page and expects no accessibility findings. Only in the deep tests and in Electron. `rules`: as in
   * {@link axeFindings}; `none` where another test looks at the same page.
   */
  look(name: string, rules?: 'all' | 'colors' | 'none'): Promise<void>;
  /** Ends the program and starts it again on the same data. */
  restart(): Promise<Page>;
}

interface Running {
  readonly page: Page;
  saveAtOnce(press: () => Promise<void>): Promise<string>;
  close(): Promise<void>;
}

export const test = base.extend<{ desk: Desk }>({
  desk: async ({ browser }, provide, testInfo) => {
    const inElectron = testInfo.project.name === 'electron';
    const folder = mkdtempSync(join(tmpdir(), 'desk-e2e-'));
    const dataDir = join(folder, 'data');
    const problems: string[] = [];

    /** The export that the user saves in an empty folder. Until it is complete, it has a hidden name. */
    const savedFile = async (target: string): Promise<string> => {
      const written = () => readdirSync(target).filter((name) => !name.startsWith('.'));
      await expect.poll(() => written().length).toBe(1);
      return join(target, written()[0]!);
    };

    /** `isAgain`: starts a new process, which knows only what it reads from the folder. */
    const start = async (isAgain: boolean): Promise<Running> => {
      if (inElectron && !electronAvailable()) {
        const program = await launchInChromium(browser, dataDir);
        const saveAtOnce = async (press: () => Promise<void>) => {
          const target = mkdtempSync(join(folder, 'saved-'));
          program.answerSave((name) => join(target, name));
          await press();
          return await savedFile(target);
        };
        return { page: program.page, saveAtOnce, close: () => program.close() };
      }
      if (inElectron) {
        const { application, page } = await launchElectron({ dataDir });
        const saveAtOnce = async (press: () => Promise<void>) => {
          const target = mkdtempSync(join(folder, 'saved-'));
          await application.evaluate(({ dialog }, within) => {
            dialog.showSaveDialog = (...asked: unknown[]) => {
              const { defaultPath = '' } = asked.at(-1) as Electron.SaveDialogOptions;
              return Promise.resolve({ canceled: false, filePath: `${within}/${defaultPath.split(/[\\/]/).at(-1)}` });
            };
          }, target);
          await press();
          return await savedFile(target);
        };
        return {
          page,
          saveAtOnce,
          close: () => application.close(),
        };
      }
      const host = await (isAgain ? startLoopback(dataDir) : startResidentLoopback(dataDir));
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-US',
        reducedMotion: 'reduce',
        acceptDownloads: true,
      });
      const page = await context.newPage();
      await page.goto(host.url);
      // The page reads its code from the address, and accepts files, only after it is rendered.
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      const saveAtOnce = async (press: () => Promise<void>) => {
        const [download] = await Promise.all([page.waitForEvent('download'), press()]);
        const path = join(folder, download.suggestedFilename());
        await download.saveAs(path);
        return path;
      };
      return {
        page,
        saveAtOnce,
        close: async () => {
          await context.close();
          await host.close();
        },
      };
    };

    const watch = (page: Page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
    };
    let running = await start(false);
    watch(running.page);
    await provide({
      get page() {
        return running.page;
      },
      file(name, lines) {
        const files = join(folder, 'files');
        mkdirSync(files, { recursive: true });
        const path = join(files, name);
        writeFileSync(path, `${lines.join('\n')}\n`);
        return path;
      },
      saveAtOnce: (press) => running.saveAtOnce(press),
      async look(name, rules = 'all') {
        // This check takes longer than the task itself. The deep tests run the same tasks with it.
        if (!inElectron && testInfo.project.name !== 'looks') return;
        await running.page.screenshot({ path: join('artifacts', 'pictures', `${testInfo.project.name}-${name}.png`) });
        if (rules !== 'none') expect(await axeFindings(running.page, rules)).toEqual([]);
      },
      async restart() {
        await running.close();
        running = await start(true);
        watch(running.page);
        return running.page;
      },
    });
    await running.close();
    rmSync(folder, { recursive: true, force: true });
    expect(problems).toEqual([]);
  },
});

export { expect } from '@playwright/test';
