/** A limit for work in this process that a busy computer does not shorten. */
import { performance } from 'node:perf_hooks';

/** How often the limit is looked at, in real milliseconds. */
const LOOK_MS = 250;

/**
 * Milliseconds in which this process used a processor, or its event loop waited with nothing to do. The time in which it could work but other
 * processes had the processor is not in it.
 */
function ownTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + performance.eventLoopUtilization().idle;
}

/**
 * Waits for a job for `limitMs` of this process's own time, which other jobs in the process share.
 * @throws an Error with `message` when the job does not end within it; what the job throws.
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
