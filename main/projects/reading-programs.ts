/**
 * Which program imports the file of each project. A program that starts to run the projects must not end an import that
 * another program still works on.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isRunning, thisProcess } from '../platform/index.ts';
import { type Settings, jsonSetting } from '../store/app-database/index.ts';

/** The setting of each project whose file is being imported. */
const PREFIX = 'reading/';

const Reader = z.object({ pid: z.int(), start: z.string().nullable(), program: z.string() });

/** The IDs of the open instances in this process. Only tests have more than one. */
const openHere = new Set<string>();

export class ReadingPrograms {
  private readonly settings: Settings;
  private readonly own = randomUUID();

  constructor(settings: Settings) {
    this.settings = settings;
    openHere.add(this.own);
  }

  /** Records this program as the reader of a project. Call it before the project's state becomes `reading`. */
  begin(projectId: string): void {
    this.settings.set(PREFIX + projectId, JSON.stringify({ ...thisProcess(), program: this.own } satisfies z.infer<typeof Reader>));
  }

  /** True while another program reads the project, and still runs. */
  isElsewhere(projectId: string): boolean {
    const reader = jsonSetting(this.settings, PREFIX + projectId, Reader);
    // A record that cannot be read counts as one of a program that has ended.
    if (reader === null || reader.program === this.own) return false;
    return reader.pid === process.pid ? openHere.has(reader.program) : isRunning(reader);
  }

  /** Removes the records of projects that are no longer being read. */
  keepOnly(isReading: (projectId: string) => boolean): void {
    for (const name of this.settings.withPrefix(PREFIX).keys()) if (!isReading(name.slice(PREFIX.length))) this.settings.remove(name);
  }

  close(): void {
    openHere.delete(this.own);
  }
}
