/**
 * Project files that were moved to their place before their project was stored. If the program is killed in between, the next start removes
 * the file.
 */
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

  /** `folder`: the current folder of the project files. A copy of the data folder must not remove a file of the original. */
  constructor(database: Pick<AppDatabase, 'settings'>, folder: string) {
    this.database = database;
    this.folder = folder;
  }

  /** Call it before the file is moved to `path`. */
  begin(path: string): void {
    this.database.settings.set(PREFIX + basename(path), JSON.stringify(thisProcess() satisfies z.infer<typeof Begun>));
  }

  /** Call it in the transaction that stores the project. */
  finish(path: string): void {
    this.database.settings.remove(PREFIX + basename(path));
  }

  /** Whether a program has begun to move a file of the project to its place. */
  has(projectId: string): boolean {
    return this.database.settings.withPrefix(`${PREFIX}${projectId}.`).size > 0;
  }

  /**
   * Removes what ended programs left. If something cannot be removed because another program has it open, this is logged, and the next
   * start tries again.
   */
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
