/** A time limit for work in this process that does not count the time of other processes. */
import { performance } from 'node:perf_hooks';

/** How often the limit is checked, in real milliseconds. */
const LOOK_MS = 250;

/**
 * Milliseconds in which this process used a processor or its event loop was idle. The time in which it was ready to run but other processes
 * had the processor is not counted.
 */
function ownTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + performance.eventLoopUtilization().idle;
}

/**
 * Waits for a job for at most `limitMs` of this process's own time, which includes its other jobs.
 * @throws Error with `message` if the job does not end in time; otherwise what the job throws.
 */
export async function withinOwnTime<T>(job: Promise<T>, limitMs: number, message: () => string): Promise<T> {
  const began = ownTime();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setInterval(
      () => {
        if (ownTime() - began > limitMs) fail(new Error(message()));
      },
      Math.min(LOOK_MS, limitMs),
    );
  });
  try {
    return await Promise.race([job, late]);
  } finally {
    clearInterval(timer);
  }
}
