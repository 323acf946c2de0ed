import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Host, NO_DESKTOP, type SaveTarget } from '../platform/index.ts';

interface SpooledFile {
  readonly path: string;
  readonly name: string;
}

/** Finished exports for the page to download: files in the spool folder, each with a token for one complete download. */
export class Downloads {
  private readonly folder: string;
  private readonly files = new Map<string, SpooledFile>();
  /** Files that are being downloaded now and may be downloaded again if that breaks off. */
  private readonly taken = new Map<string, SpooledFile>();
  private removing: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** A new file in the spool folder, with the token with which the page requests it. */
  async target(name: string): Promise<SaveTarget> {
    const token = randomBytes(32).toString('base64url');
    const folder = join(this.folder, token.slice(0, 12));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, basename(name));
    this.files.set(token, { path, name: basename(name) });
    return { path, shown: `your downloads, as “${basename(name)}”`, download: token };
  }

  /** The file for a token, which does not work again until `settle`; null for any other token, and while the file is being written. */
  take(token: string): SpooledFile | null {
    const file = this.files.get(token);
    if (file === undefined || !existsSync(file.path)) return null;
    this.files.delete(token);
    this.taken.set(token, file);
    return file;
  }

  /**
   * Ends a download. `isWhole`: all of it was sent. Otherwise the token works again, so that the browser can repeat a download that broke
   * off, unless a person or a project was removed in the meantime, who may be in the file.
   */
  async settle(token: string, { path, name }: SpooledFile, isWhole: boolean): Promise<void> {
    if (this.taken.delete(token) && !isWhole) this.files.set(token, { path, name });
    else await rm(path, { force: true });
  }

  /**
   * Removes all finished files that the page did not request, but not an export that is being written. A file that is being downloaded is
   * removed afterwards. Also waits for the files that an earlier call began to remove.
   */
  async removeUnfetched(): Promise<void> {
    const earlier = this.removing.catch(() => undefined);
    this.removing = earlier.then(() => this.removeFinished());
    await this.removing;
  }

  private async removeFinished(): Promise<void> {
    this.taken.clear();
    for (const [token, { path }] of this.files) {
      if (!existsSync(path)) continue;
      this.files.delete(token);
      await rm(path, { force: true });
    }
  }

  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The `Host` port for a page in a browser, without dialogs and taskbar. Exports become downloads of the browser. */
export function loopbackHost(downloads: Downloads): Host {
  return {
    ...NO_DESKTOP,
    kind: 'loopback',
    saveTarget: (name) => downloads.target(name),
    removeUnfetched: () => downloads.removeUnfetched(),
  };
}
