/**
 * Records the folders in which exports are being written. If the program is killed, a temporary file with people in it is left in the
 * folder, and the next start removes it. If the folder is missing (for example, on another disk), this is tried for 30 days. The records
 * are encrypted, because a folder's name can contain a person's name.
 */
import { z } from 'zod';
import { isProcessAlive, removeLeftovers, targetFolder } from '../spreadsheet/write/index.ts';
import type { Clock } from '../platform/index.ts';
import type { Settings } from '../store/app-database/index.ts';
import { decryptJson, deriveKey, encryptJson } from '../store/project-file/index.ts';

const PREFIX = 'export/';
const KEPT_MS = 30 * 24 * 3600_000;
/** How long closing waits for a folder that does not respond, in milliseconds. */
const CLOSE_WAIT_MS = 2000;

const Begun = z.strictObject({ folder: z.string(), pid: z.int(), at: z.number() });
type Begun = z.infer<typeof Begun>;

export class UnfinishedExports {
  private readonly settings: Settings;
  private readonly clock: Clock;
  private readonly key: Buffer;
  private removing: Promise<void> = Promise.resolve();

  constructor(settings: Settings, clock: Clock, dataKey: Buffer) {
    this.settings = settings;
    this.clock = clock;
    this.key = deriveKey(dataKey, 'unfinished exports');
  }

  /** Call it before the file is written. */
  async begin(id: string, path: string): Promise<void> {
    const begun: Begun = { folder: await targetFolder(path), pid: process.pid, at: this.clock.now() };
    const name = PREFIX + id;
    this.settings.set(name, encryptJson(this.key, name, begun).toString('base64'));
  }

  /** Call it when the file is complete. The record of a failed export is kept, because its thread may have left a file. */
  finish(id: string): void {
    this.settings.remove(PREFIX + id);
  }

  /** Starts removing, in the background, what killed programs left. Call it at start-up, before any export begins. */
  removeLeftovers(): void {
    // The database may be closed before a slow folder responds. The next start tries again.
    this.removing = this.removeAll(this.settings.withPrefix(PREFIX)).catch(() => undefined);
  }

  private async removeAll(exports: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, value] of exports) {
      const begun = this.begunOf(name, value);
      if (begun === null || (await this.isOver(begun))) this.settings.remove(name);
    }
  }

  /** Null if the record cannot be read. The next export into that folder then removes the leftovers. */
  private begunOf(name: string, value: string): Begun | null {
    try {
      return Begun.parse(decryptJson(this.key, name, Buffer.from(value, 'base64')));
    } catch {
      return null;
    }
  }

  private async isOver({ folder, pid, at }: Begun): Promise<boolean> {
    const isGone = (await removeLeftovers(folder)) && (pid === process.pid || !isProcessAlive(pid));
    return isGone || this.clock.now() - at > KEPT_MS;
  }

  async close(): Promise<void> {
    const stop = new AbortController();
    await Promise.race([this.removing, this.clock.wait(CLOSE_WAIT_MS, stop.signal).catch(() => undefined)]);
    stop.abort();
  }
}
