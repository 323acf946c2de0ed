/**
 * Which program imports the file of each project, or copies its rows from another project. A program that starts to run the projects must
 * not end an import or a copy that another program is still working on.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isRunning, thisProcess } from '../platform/index.ts';
import { type Settings, jsonSetting } from '../store/app-database/index.ts';

/** The prefix of the settings for projects that are being imported or copied. */
const PREFIX = 'reading/';

/** The source of copied rows: the project `of`, and which of its rows. */
const Copied = z.object({ of: z.string(), rows: z.enum(['all', 'refused', 'rest', 'part']) });
export type Copied = z.infer<typeof Copied>;

/** `copied`: only for a project with rows from another project instead of a file. */
const Reader = z.object({ pid: z.int(), start: z.string().nullable(), program: z.string(), copied: Copied.optional() });
type Reader = z.infer<typeof Reader>;

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
  begin(projectId: string, copied?: Copied): void {
    const reader: Reader = { ...thisProcess(), program: this.own, ...(copied !== undefined && { copied }) };
    this.settings.set(PREFIX + projectId, JSON.stringify(reader));
  }

  private readerOf(projectId: string): Reader | null {
    return jsonSetting(this.settings, PREFIX + projectId, Reader);
  }

  /** True while another program reads the project and is still running. */
  isElsewhere(projectId: string): boolean {
    const reader = this.readerOf(projectId);
    // A record that cannot be parsed is treated as one of a program that has ended.
    if (reader === null || reader.program === this.own) return false;
    return reader.pid === process.pid ? openHere.has(reader.program) : isRunning(reader);
  }

  /** The source of the rows of a project that is being read; null if it is a file. */
  copiedFrom(projectId: string): Copied | null {
    return this.readerOf(projectId)?.copied ?? null;
  }

  /** As `copiedFrom`, if the program that copied the rows has ended; null while it is running. */
  leftToCopy(projectId: string): Copied | null {
    const reader = this.readerOf(projectId);
    return reader === null || reader.program === this.own || this.isElsewhere(projectId) ? null : (reader.copied ?? null);
  }

  /** Removes the records of projects that are no longer being read. */
  keepOnly(isReading: (projectId: string) => boolean): void {
    for (const name of this.settings.withPrefix(PREFIX).keys()) if (!isReading(name.slice(PREFIX.length))) this.settings.remove(name);
  }

  close(): void {
    openHere.delete(this.own);
  }
}
