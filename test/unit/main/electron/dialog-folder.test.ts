/** The initial folder of a dialog if the folder does not respond, as on an unreachable network drive. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

const electron = await vi.hoisted(() => import('../../../fakes/electron.ts'));
vi.mock('electron', () => electron);
const gone = vi.hoisted(() => ({ folder: '' }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, stat: (path: string) => (path === gone.folder ? new Promise(() => undefined) : real.stat(path)) };
});
const { chooseFile } = await import('../../../../main/electron/host.ts');
const { openSettings } = await import('../../../../main/electron/window-settings.ts');

it('a folder that does not respond is replaced with Documents, and the program does not wait for it', async () => {
  const folder = electron.resetElectron();
  gone.folder = join(folder, 'share');
  mkdirSync(gone.folder);
  const settings = openSettings(folder);
  settings.change({ folder: gone.folder });
  vi.useFakeTimers();
  try {
    const chosen = chooseFile({ window: () => null, settings });
    await vi.advanceTimersByTimeAsync(499);
    expect(electron.asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await chosen).toBeNull();
    expect(electron.asked).toMatchObject([{ kind: 'open', options: { defaultPath: electron.world.documents } }]);
  } finally {
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  }
});
