/**
 * Checks where a file will be saved, before anything is paid or read for it. A file that this program did not write, or that was changed
 * since, is replaced only if the user agrees. A file that the same command reads is never replaced.
 */
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/base/index.ts';
import type { Clock } from '../platform/index.ts';
import { TargetFile } from '../spreadsheet/write/index.ts';
import { type Settings, jsonSetting } from '../store/app-database/index.ts';

const PREFIX = 'written/';
/** How many records are kept, the newest ones. */
const MAX_RECORDS = 500;

const Record = z.strictObject({ identity: z.string(), at: z.number() });

export interface TargetRules {
  /** True when the user agrees to replace whatever file is there. */
  readonly mayReplace: boolean;
  /** The paths of the files that the same command reads. */
  readonly inputs: readonly string[];
}

interface Found {
  /** The same for all names of a file: links, `..`, and different capitalization where the file system ignores it. */
  readonly file: string;
  /** Changes when somebody changes the file. */
  readonly identity: string;
}

/** The file at a path; null when there is none. */
async function fileAt(path: string): Promise<Found | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (found === null) return null;
  const file = `${found.dev}:${found.ino}`;
  return { file, identity: `${file}:${found.size}:${found.mtimeNs}` };
}

/** The name of the setting for a path. A path can contain the name of a person, so only its hash is stored. */
async function settingOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => resolve(path));
  return PREFIX + createHash('sha256').update(real).digest('hex');
}

export class ExportTargets {
  private readonly settings: Settings;
  private readonly clock: Pick<Clock, 'now'>;

  constructor(settings: Settings, clock: Pick<Clock, 'now'>) {
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Checks that the file can be written, and leaves nothing behind.
   * @throws TARGET_UNWRITABLE; DISK_FULL.
   */
  async check(path: string, { mayReplace, inputs }: TargetRules): Promise<void> {
    const existing = await fileAt(path);
    if (existing !== null) {
      const name = basename(path);
      for (const input of inputs)
        if ((await fileAt(input))?.file === existing.file)
          throw new AppError(
            'TARGET_UNWRITABLE',
            `“${name}” is the list itself, and saving the results there would replace it. Choose another name.`,
          );
      const recorded = jsonSetting(this.settings, await settingOf(path), Record);
      if (!mayReplace && (await stat(path)).isFile() && recorded?.identity !== existing.identity)
        throw new AppError(
          'TARGET_UNWRITABLE',
          `“${name}” exists, and Screening Desk did not write it or it was changed since. Choose another name, or add --force to replace it.`,
        );
    }
    await (await TargetFile.open(path)).abort();
  }

  /**
   * Records that this program wrote a file, so that it may replace it. Never rejects: if the record cannot be stored, the file is still
   * complete.
   */
  async written(path: string): Promise<void> {
    const found = await fileAt(path);
    if (found === null) return;
    const record: z.infer<typeof Record> = { identity: found.identity, at: this.clock.now() };
    const setting = await settingOf(path);
    try {
      this.settings.set(setting, JSON.stringify(record));
      const all = [...this.settings.withPrefix(PREFIX).keys()].map((name) => ({
        name,
        at: jsonSetting(this.settings, name, Record)?.at ?? 0,
      }));
      for (const { name } of all.toSorted((a, b) => b.at - a.at).slice(MAX_RECORDS)) this.settings.remove(name);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}
