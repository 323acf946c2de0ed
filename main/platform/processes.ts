/**
 * Identifies processes of this computer, so that a lock file or note becomes stale once its process has ended, even if
 * the number was reused.
 */
import { readFileSync } from 'node:fs';

/** A process as a file on the disk names it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time as the operating system reports it; null where it does not. */
  readonly start: string | null;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user still exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start of a process, which distinguishes two processes that used the same number. Available on Linux only. */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold anything. The start is field 22, the process's
    // state field 3.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const start = rest[18];
    return start === undefined || state === 'Z' ? null : `${boot}/${start}`;
  } catch {
    return null;
  }
}

/** This process, to be written to a file. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, start: startOf(process.pid) };
}

/** True while the process lives. Where the system reports no start time, any process with the number counts. */
export function isRunning({ pid, start }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const present = startOf(pid);
  return start === null || present === null || start === present;
}

/** The name of a file or folder of this process. */
export function processName(): string {
  const { pid, start } = thisProcess();
  return start === null ? `program-${pid}` : `program-${pid}-${start.replaceAll('/', '_')}`;
}

/** True for the name of a process that lives. False for any other name. */
export function isNameOfRunning(name: string): boolean {
  const [, pid, start = null] = /^program-(\d+)(?:-(.+))?$/.exec(name) ?? [];
  return pid !== undefined && isRunning({ pid: Number(pid), start: start === null ? null : start.replaceAll('_', '/') });
}
