/** The practice service of this data folder, started when it is first needed. */
import { join } from 'node:path';
import { AppError } from '../../shared/base/errors.ts';
import type { RunningPractice, StartPractice } from '../platform/ports.ts';

export class PracticeService {
  private readonly startPractice: StartPractice;
  private readonly dataDir: string;
  private readonly storeKey: Buffer;
  private running: Promise<RunningPractice> | null = null;

  /** `storeKey` encrypts what the service keeps, 32 bytes. */
  constructor(startPractice: StartPractice, dataDir: string, storeKey: Buffer) {
    this.startPractice = startPractice;
    this.dataDir = join(dataDir, 'practice');
    this.storeKey = storeKey;
  }

  /** The running service; a start that failed is tried again. @throws SERVICE_UNREACHABLE when it does not start. */
  start(): Promise<RunningPractice> {
    this.running ??= this.startPractice({ dataDir: this.dataDir, storeKey: this.storeKey }).catch((error: unknown) => {
      this.running = null;
      throw new AppError('SERVICE_UNREACHABLE', 'The practice service could not be started on this computer.', {}, { cause: error });
    });
    return this.running;
  }

  async close(): Promise<void> {
    const running = await this.running?.catch(() => null);
    await running?.close();
  }
}
