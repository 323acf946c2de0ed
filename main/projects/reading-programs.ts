/**
 * Which program reads the rows of a project: a window or a terminal that starts and runs the projects must not take a file from another
 * program that is still at work on it.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isRunning, thisProcess } from '../platform/processes.ts';
import type { AppDatabase } from '../store/app-database/app-database.ts';

/** The setting of each project that is being read. */
const PREFIX = 'reading/';

const Reader = z.object({ pid: z.int(), start: z.string().nullable(), program: z.string() });

/** Programs of this process, which tests have several of. */
const openHere = new Set<string>();

export class ReadingPrograms {
  private readonly database: Pick<AppDatabase, 'setting' | 'setSetting' | 'settingsWith' | 'removeSetting'>;
  private readonly own = randomUUID();

  constructor(database: ReadingPrograms['database']) {
    this.database = database;
    openHere.add(this.own);
  }

  /** This program reads the project from here on. Call it before the project says so. */
  begin(projectId: string): void {
    this.database.setSetting(PREFIX + projectId, JSON.stringify({ ...thisProcess(), program: this.own } satisfies z.infer<typeof Reader>));
  }

  /** True while another program that still runs reads the project. */
  isElsewhere(projectId: string): boolean {
    const reader = this.readerOf(projectId);
    if (reader === null || reader.program === this.own) return false;
    return reader.pid === process.pid ? openHere.has(reader.program) : isRunning(reader);
  }

  /** Null without one, and for one that cannot be read: the project is then taken for one whose program has ended. */
  private readerOf(projectId: string): z.infer<typeof Reader> | null {
    try {
      return Reader.parse(JSON.parse(this.database.setting(PREFIX + projectId) ?? 'null'));
    } catch {
      return null;
    }
  }

  /** Forgets the readers of projects that are no longer being read. */
  keepOnly(isReading: (projectId: string) => boolean): void {
    for (const name of this.database.settingsWith(PREFIX).keys())
      if (!isReading(name.slice(PREFIX.length))) this.database.removeSetting(name);
  }

  close(): void {
    openHere.delete(this.own);
  }
}
