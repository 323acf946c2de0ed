/** The practice service of this data folder, started at its first use. Removed projects are removed from it as well. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/base/index.ts';
import type { Log, RunningPractice, StartPractice } from '../platform/index.ts';
import type { AppDatabase } from '../store/app-database/index.ts';

/** The ID of the built-in connection to the practice service. */
export const PRACTICE = 'practice';

/** The setting that a list is being removed whose people the service may still have. */
const REMOVAL = 'practice-removal';

export interface PracticeServiceDeps {
  readonly startPractice: StartPractice;
  readonly dataDir: string;
  /** Encrypts what the service stores, 32 bytes. */
  readonly storeKey: Buffer;
  readonly database: AppDatabase;
  readonly log: Log;
}

export class PracticeService {
  private readonly deps: PracticeServiceDeps;
  private readonly dataDir: string;
  private running: Promise<RunningPractice> | null = null;

  constructor(deps: PracticeServiceDeps) {
    this.deps = deps;
    this.dataDir = join(deps.dataDir, 'practice');
  }

  /**
   * The running service. The next call repeats a failed start, and replaces a service that has ended.
   * @throws SERVICE_UNREACHABLE when it does not start.
   */
  start(): Promise<RunningPractice> {
    this.running ??= this.open().catch((error: unknown) => {
      this.running = null;
      throw new AppError('SERVICE_UNREACHABLE', 'The practice service could not be started on this computer.', {}, { cause: error });
    });
    return this.running;
  }

  private async open(): Promise<RunningPractice> {
    const { startPractice, storeKey, log } = this.deps;
    const running = await startPractice({
      dataDir: this.dataDir,
      storeKey,
      onExit: (error) => {
        log.error('practice-ended', error);
        this.running = null;
      },
    });
    await this.removeFrom(running);
    return running;
  }

  /**
   * Raises the balance to `credits`; a higher one stays.
   * @throws SERVICE_UNREACHABLE
   */
  async refill(credits: number): Promise<void> {
    const running = await this.start();
    try {
      await running.refill(credits);
    } catch (cause) {
      throw new AppError('SERVICE_UNREACHABLE', 'The practice service has ended, so its credits stay as they are.', {}, { cause });
    }
  }

  /** Records that a list is about to be removed: a program that ends before `removeRemoved` leaves that to the next one. */
  expectRemoval(): void {
    if (existsSync(this.dataDir)) this.deps.database.settings.set(REMOVAL, '');
  }

  /** Finishes what an earlier program left of a removal. */
  async resumeRemoval(): Promise<void> {
    if (this.deps.database.settings.get(REMOVAL) !== null) await this.removeRemoved();
  }

  /** Removes the service's copies of removed projects. Never rejects: the next start of the program or of the service tries again. */
  async removeRemoved(): Promise<void> {
    if (!existsSync(this.dataDir)) return;
    const wasRunning = this.running !== null;
    const running = await this.start().catch(() => null);
    if (wasRunning && running !== null) await this.removeFrom(running);
  }

  private async removeFrom(running: RunningPractice): Promise<void> {
    const { database, log } = this.deps;
    const markers = database.projects.removedMarkers(PRACTICE);
    try {
      if (markers.length > 0) await running.removeProjects(markers);
      database.settings.remove(REMOVAL);
    } catch (error) {
      log.error('practice-removal', error);
    }
  }

  async close(): Promise<void> {
    const running = await this.running?.catch(() => null);
    await running?.close();
  }
}
