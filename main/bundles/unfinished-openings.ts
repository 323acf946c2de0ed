/** Project files that were moved to their place and whose project is not stored yet: a killed program leaves one, and the next start removes it. */
import { basename } from 'node:path';
import { z } from 'zod';
import { isRunning, thisProcess } from '../platform/index.ts';
import type { AppDatabase } from '../store/app-database/index.ts';
import { removeProjectFile } from '../store/project-file/index.ts';

const PREFIX = 'opening/';
const Begun = z.strictObject({ path: z.string(), pid: z.int(), start: z.string().nullable() });

export class UnfinishedOpenings {
  private readonly database: Pick<AppDatabase, 'settings'>;

  constructor(database: Pick<AppDatabase, 'settings'>) {
    this.database = database;
  }

  /** Call it before the file is at `path`. */
  begin(path: string): void {
    this.database.settings.set(PREFIX + basename(path), JSON.stringify({ path, ...thisProcess() } satisfies z.infer<typeof Begun>));
  }

  /** Call it in the transaction that stores the project. */
  finish(path: string): void {
    this.database.settings.remove(PREFIX + basename(path));
  }

  /** Whether a program has begun to put a file of the project in its place. */
  has(projectId: string): boolean {
    return this.database.settings.withPrefix(`${PREFIX}${projectId}.`).size > 0;
  }

  /** Removes what ended programs left. */
  removeLeftovers(): void {
    const { settings } = this.database;
    for (const [name, value] of settings.withPrefix(PREFIX)) {
      const { path, ...program } = Begun.parse(JSON.parse(value));
      if (isRunning(program)) continue;
      removeProjectFile(path);
      settings.remove(name);
    }
  }
}
