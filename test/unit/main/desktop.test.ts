/** The page of a person as a PDF: if the program is killed while it writes, a later start removes what it leaves. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { AppViewPublisher } from '../../../main/app-view.ts';
import { Desktop } from '../../../main/desktop.ts';
import { NO_DESKTOP } from '../../../main/platform/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-desktop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Records the calls about unfinished files, each with the content of the folder at that moment. */
function desktopFor(path: string) {
  const steps: unknown[] = [];
  const desktop = new Desktop({
    host: {
      ...NO_DESKTOP,
      saveTarget: () => Promise.resolve({ path, shown: 'there', download: null }),
      pagePdf: () => Promise.resolve(Buffer.from('%PDF-1.7')),
    },
    dataDir: folder,
    noticesFile: '',
    appView: {} as AppViewPublisher,
    unfinished: {
      begin: (_, begun) => Promise.resolve(void steps.push(['begun', begun, readdirSync(folder)])),
      finish: () => void steps.push(['finished', readdirSync(folder)]),
    },
  });
  return { desktop, steps };
}

it('records where it writes before anything is written, until the file is complete', async () => {
  const path = join(folder, 'Page.pdf');
  const { desktop, steps } = desktopFor(path);
  expect(await desktop.savePdf({ name: 'Page' })).toEqual({ shown: 'there' });
  expect(steps).toEqual([
    ['begun', path, []],
    ['finished', ['Page.pdf']],
  ]);
});

it('says why a page cannot be saved, and keeps the record', async () => {
  const path = join(folder, 'missing', 'Page.pdf');
  const { desktop, steps } = desktopFor(path);
  await expect(desktop.savePdf({ name: 'Page' })).rejects.toMatchObject({
    code: 'TARGET_UNWRITABLE',
    message: 'The folder does not exist. Choose another one.',
  });
  expect(steps).toHaveLength(1);
  expect(existsSync(path)).toBe(false);
});
