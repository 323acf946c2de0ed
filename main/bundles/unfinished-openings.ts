/** Project files that were moved to their place and whose project is not stored yet: a killed program leaves one, and the next start removes it. */
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Log, isRunning, thisProcess } from '../platform/index.ts';
import type { AppDatabase } from '../store/app-database/index.ts';
import { removeProjectFile } from '../store/project-file/index.ts';

const PREFIX = 'opening/';
const Begun = z.object({ pid: z.int(), start: z.string().nullable() });

export class UnfinishedOpenings {
  private readonly database: Pick<AppDatabase, 'settings'>;
  private readonly folder: string;

  /** `folder`: that of the project files, where it is now: a copy of the data folder must not remove a file of the original. */
  constructor(database: Pick<AppDatabase, 'settings'>, folder: string) {
    this.database = database;
    this.folder = folder;
  }

  /** Call it before the file is at `path`. */
  begin(path: string): void {
    this.database.settings.set(PREFIX + basename(path), JSON.stringify(thisProcess() satisfies z.infer<typeof Begun>));
  }

  /** Call it in the transaction that stores the project. */
  finish(path: string): void {
    this.database.settings.remove(PREFIX + basename(path));
  }

  /** Whether a program has begun to put a file of the project in its place. */
  has(projectId: string): boolean {
    return this.database.settings.withPrefix(`${PREFIX}${projectId}.`).size > 0;
  }

  /** Removes what ended programs left. What cannot be removed now, because another program has it open, is logged, and the next start tries again. */
  removeLeftovers(log: Pick<Log, 'error'>): void {
    const { settings } = this.database;
    for (const [name, value] of settings.withPrefix(PREFIX)) {
      if (isRunning(Begun.parse(JSON.parse(value)))) continue;
      try {
        removeProjectFile(join(this.folder, name.slice(PREFIX.length)));
        settings.remove(name);
      } catch (error) {
        log.error('projects.remove', error);
      }
    }
  }
}
