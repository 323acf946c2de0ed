/** The CPU time of this process by kind of thread, on Linux; elsewhere only the time of all threads. */
import { readdirSync, readFileSync } from 'node:fs';
import { threads } from './thread-memory.ts';

/**
 * `main`, `worker` and `helper` run our code. `engine`: its compiler and garbage collector. `pool`: files, compression and encryption
 * for threads that do not wait for them. `ended`: all threads that ended since.
 */
const KINDS = ['main', 'worker', 'helper', 'engine', 'pool', 'ended'] as const;
type TimeKind = (typeof KINDS)[number];

/** Seconds by kind of thread, and of all threads. */
export type ThreadTimes = Readonly<Record<TimeKind | 'all', number>>;

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

function taskIds(): string[] {
  try {
    return readdirSync('/proc/self/task');
  } catch {
    return [];
  }
}

/** CPU time of the process since its start. */
export function threadTimes(): ThreadTimes {
  const ours = new Map(threads().map(({ task, kind }) => [String(task), kind]));
  const times = { main: 0, worker: 0, helper: 0, engine: 0, pool: 0, ended: 0, all: 0 };
  let living = 0;
  for (const task of taskIds()) {
    const nanoseconds = Number.parseInt(read(`/proc/self/task/${task}/schedstat`) ?? '0', 10);
    const kind = ours.get(task) ?? (read(`/proc/self/task/${task}/comm`)?.startsWith('libuv') === true ? 'pool' : 'engine');
    times[kind] += nanoseconds / 1e9;
    living += nanoseconds / 1e9;
  }
  const { user, system } = process.cpuUsage();
  times.all = (user + system) / 1e6;
  times.ended = Math.max(0, times.all - living);
  return times;
}

/** Hundredths of seconds between two moments, without kinds that took none. The time of a helper that ended is that of `ended`, less what it took before. */
export function timesBetween(before: ThreadTimes, after: ThreadTimes): Partial<ThreadTimes> {
  const kinds = [...KINDS, 'all'] as const;
  const passed = kinds.map((kind) => [kind, after[kind] - before[kind]] as const);
  // What it took before is no longer part of its kind.
  const lost = passed.reduce((sum, [, seconds]) => sum + Math.min(0, seconds), 0);
  const shown = passed.map(
    ([kind, seconds]) => [kind, Math.round((kind === 'ended' ? seconds + lost : Math.max(0, seconds)) * 100) / 100] as const,
  );
  return Object.fromEntries(shown.filter(([, seconds]) => seconds !== 0));
}
