/** The file `runner.txt`: which program holds the lock of a data folder, for messages to users of other programs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { removeFile } from '../../platform/index.ts';

/** The holder of the lock, in the second line of the note. */
const LockHolder = z.object({
  pid: z.int(),
  start: z.string().nullable(),
  /** With the folder, this shows that the note in a copied folder belongs to the original. */
  host: z.string(),
  folder: z.string(),
  /** ID of the lock file that the holder has locked. */
  file: z.string().nullable(),
  program: z.enum(['window', 'terminal']),
});
export type LockHolder = z.infer<typeof LockHolder>;

interface LockNote {
  /** A phrase such as "The window (process 4711), since 09:02"; empty when it cannot be read. */
  readonly who: string;
  readonly holder: LockHolder | null;
}

export class LockNoteFile {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, 'runner.txt');
  }

  /** The note; empty if it cannot be read. */
  read(): LockNote {
    try {
      const [who = '', line = ''] = readFileSync(this.path, 'utf8').split('\n');
      return { who: who.trim(), holder: line === '' ? null : LockHolder.parse(JSON.parse(line)) };
    } catch {
      return { who: '', holder: null };
    }
  }

  write(who: string, holder: LockHolder): void {
    try {
      writeFileSync(this.path, `${who}\n${JSON.stringify(holder)}\n`, { mode: 0o600 });
    } catch {
      // The lock is valid without its note. If the disk is full, the next important write reports it.
    }
  }

  remove(): void {
    try {
      removeFile(this.path);
    } catch {
      // A note without a lock has no effect.
    }
  }
}

const PROGRAMS: Readonly<Record<LockHolder['program'], string>> = {
  window: 'Another Screening Desk window',
  terminal: 'A Screening Desk command in a terminal',
};

/** Says who holds the lock and what to do. `isReplaced`: the holder is running, but its lock file was removed or replaced. */
export function holderText({ who }: LockNote, isReplaced: boolean): string {
  const other = `Another program is using this data folder${who === '' ? '' : `: ${who}`}.`;
  return isReplaced
    ? `${other} Its file runner.lock has since been removed or replaced. Close that program first. If it is no longer running, remove the file runner.txt from the data folder.`
    : `${other} Use it there, or close it first.`;
}

/** As `holderText`, but for a user without a terminal: does not name the process. */
export function plainHolderText({ holder }: LockNote, isReplaced: boolean): string {
  const other = `${PROGRAMS[holder?.program ?? 'window']} is using this data folder.`;
  return isReplaced
    ? `${other} Its file runner.lock was removed or replaced. Close it first. If it is no longer open, remove the file runner.txt from the data folder.`
    : `${other} Sending waits until it is done.`;
}
