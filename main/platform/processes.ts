/** Processes of this computer by their number: a note that names one is out of date once the process has ended, or its number has been used again. */
import { readFileSync } from 'node:fs';

/** A process, as a note on the disk names it. */
export interface ProcessName {
  readonly pid: number;
  /** When the process started, in the words of the operating system; null where it does not tell. */
  readonly start: string | null;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is a process.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started: two processes that have the same number one after the other differ in it. Only Linux tells. */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold anything. The start is field 22, the process's state field 3.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const start = rest[18];
    return start === undefined || state === 'Z' ? null : `${boot}/${start}`;
  } catch {
    return null;
  }
}

/** This process, for a note on the disk. */
export function thisProcess(): ProcessName {
  return { pid: process.pid, start: startOf(process.pid) };
}

/** True while the process lives. Where the system does not tell when a process started, any process with the number counts. */
export function lives({ pid, start }: ProcessName): boolean {
  if (!isThere(pid)) return false;
  const present = startOf(pid);
  return start === null || present === null || start === present;
}
