/**
 * The practice service of this data folder, started when it is first used. When a project is removed, its copy in the service is removed,
 * too.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/base/index.ts';
import type { Log, RunningPractice, StartPractice } from '../platform/index.ts';
import type { AppDatabase } from '../store/app-database/index.ts';

/** The ID of the built-in connection to the practice service. */
export const PRACTICE = 'practice';

/** Set while a list is being removed and the service may still have its people. */
const REMOVAL = 'practice-removal';

export interface PracticeServiceDeps {
  readonly startPractice: StartPractice;
  readonly dataDir: string;
  /** The key for what the service stores, 32 bytes. */
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
   * The running service. After a failed start, or if the service has ended, the next call starts it again.
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
   * Raises the balance to `credits`. Does not lower it.
   * @throws SERVICE_UNREACHABLE
   */
  async refill(credits: number): Promise<void> {
    const running = await this.start();
    try {
      await running.refill(credits);
    } catch (cause) {
      throw new AppError('SERVICE_UNREACHABLE', 'The practice service has ended, so its credits were not changed.', {}, { cause });
    }
  }

  /** Records that a list is about to be removed. If the program ends before `removeRemoved`, the next start finishes the removal. */
  expectRemoval(): void {
    if (existsSync(this.dataDir)) this.deps.database.settings.set(REMOVAL, '');
  }

  /** Finishes a removal that an earlier program left unfinished. */
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
