/** The CPU time of this process by kind of thread, on Linux; elsewhere only the time of all threads. */
import { readdirSync, readFileSync } from 'node:fs';
import { threads } from './thread-memory.ts';

/**
 * `main`, `worker` and `helper` run our code. `engine`: V8's compiler and garbage collector. `pool`: libuv's threads, for asynchronous file
 * access, compression and encryption. `ended`: all threads that have ended.
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

/**
 * Seconds between two moments, rounded to hundredths, without kinds that used none. `ended` has only the time that an ended thread used
 * after `before`.
 */
export function timesBetween(before: ThreadTimes, after: ThreadTimes): Partial<ThreadTimes> {
  const kinds = [...KINDS, 'all'] as const;
  const passed = kinds.map((kind) => [kind, after[kind] - before[kind]] as const);
  // When a thread ends, all its time moves from its kind to `ended`, so its kind decreases by the time before `before`.
  const lost = passed.reduce((sum, [, seconds]) => sum + Math.min(0, seconds), 0);
  const shown = passed.map(
    ([kind, seconds]) => [kind, Math.round((kind === 'ended' ? seconds + lost : Math.max(0, seconds)) * 100) / 100] as const,
  );
  return Object.fromEntries(shown.filter(([, seconds]) => seconds !== 0));
}
