/**
 * Records the folders in which exports are being written. A killed program leaves a temporary file with people in such
 * a folder, and the next start removes it. A missing folder, such as one on another disk, is tried for 30 days.
 */
import { z } from 'zod';
import { isProcessAlive, removeLeftovers, targetFolder } from '../spreadsheet/write/index.ts';
import type { Clock } from '../platform/index.ts';
import type { Settings } from '../store/app-database/index.ts';

const PREFIX = 'export/';
const KEPT_MS = 30 * 24 * 3600_000;
/** How long closing waits for a folder that does not answer, in milliseconds. */
const CLOSE_WAIT_MS = 2000;

const Begun = z.strictObject({ folder: z.string(), pid: z.int(), at: z.number() });

export class UnfinishedExports {
  private readonly settings: Settings;
  private readonly clock: Clock;
  private removing: Promise<void> = Promise.resolve();

  constructor(settings: Settings, clock: Clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /** Call it before the file is written. */
  async begin(id: string, path: string): Promise<void> {
    const begun: z.infer<typeof Begun> = { folder: await targetFolder(path), pid: process.pid, at: this.clock.now() };
    this.settings.set(PREFIX + id, JSON.stringify(begun));
  }

  /** Call it when the file is complete. The record of a failed export stays: its thread may have left a file. */
  finish(id: string): void {
    this.settings.remove(PREFIX + id);
  }

  /** Removes, in the background, what killed programs left. Call it at start-up, before any export begins. */
  removeLeftovers(): void {
    // The database may be closed before a slow folder answers; the next start tries again.
    this.removing = this.removeAll(this.settings.withPrefix(PREFIX)).catch(() => undefined);
  }

  private async removeAll(exports: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, value] of exports) {
      const { folder, pid, at } = Begun.parse(JSON.parse(value));
      const isGone = (await removeLeftovers(folder)) && (pid === process.pid || !isProcessAlive(pid));
      if (isGone || this.clock.now() - at > KEPT_MS) this.settings.remove(name);
    }
  }

  async close(): Promise<void> {
    const stop = new AbortController();
    await Promise.race([this.removing, this.clock.wait(CLOSE_WAIT_MS, stop.signal).catch(() => undefined)]);
    stop.abort();
  }
}
