/**
 * Identifies processes of this computer, so that a lock file becomes stale once its process has ended, even if another
 * process got the same number.
 */
import { readFileSync } from 'node:fs';
import { codeOf } from '../../shared/base/index.ts';

/** A process as lock files name it. */
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
    return codeOf(error) === 'EPERM';
  }
}

/** The start of a process, which distinguishes two processes that used the same number. Available on Linux only. */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 2 is the program's name in parentheses and may contain anything. Field 3 is the state, field 22 the start.
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

/** True while the process runs. Where the system reports no start time, any process with the number counts. */
export function isRunning({ pid, start }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const present = startOf(pid);
  return start === null || present === null || start === present;
}

/** A name for files and folders of this process. */
export function processName(): string {
  const { pid, start } = thisProcess();
  return start === null ? `program-${pid}` : `program-${pid}-${start.replaceAll('/', '_')}`;
}

/** True for a name from `processName` whose process still runs. */
export function isNameOfRunning(name: string): boolean {
  const [, pid, start = null] = /^program-(\d+)(?:-(.+))?$/.exec(name) ?? [];
  return pid !== undefined && isRunning({ pid: Number(pid), start: start === null ? null : start.replaceAll('_', '/') });
}
