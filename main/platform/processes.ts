/**
 * Identifies processes of this computer, so that a lock file becomes stale when its process has ended, even if another process has the same
 * number by then.
 */
import { readFileSync } from 'node:fs';
import { codeOf } from '../../shared/base/index.ts';

/** A process, as lock files identify it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time from the operating system; null if it does not report one. */
  readonly start: string | null;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}

/** The start time of a process, to distinguish processes with the same number. Available on Linux only. */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 2 is the program's name in parentheses, and can contain anything. Field 3 is the state, field 22 the start time.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const start = rest[18];
    return start === undefined || state === 'Z' ? null : `${boot}/${start}`;
  } catch {
    return null;
  }
}

/** The identity of this process, to be written to a file. */
export const thisProcess = (): ProcessIdentity => ({ pid: process.pid, start: startOf(process.pid) });

/** True while the process is running. If the system does not report start times, true for any process with this number. */
export function isRunning({ pid, start }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const present = startOf(pid);
  return start === null || present === null || start === present;
}

/** A name for files and folders that belong to this process. */
export function processName(): string {
  const { pid, start } = thisProcess();
  return start === null ? `program-${pid}` : `program-${pid}-${start.replaceAll('/', '_')}`;
}

/** True for a name from `processName` if its process is still running. */
export function isNameOfRunning(name: string): boolean {
  const [, pid, start = null] = /^program-(\d+)(?:-(.+))?$/.exec(name) ?? [];
  return pid !== undefined && isRunning({ pid: Number(pid), start: start === null ? null : start.replaceAll('_', '/') });
}
