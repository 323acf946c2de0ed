/**
 * Load it with `--import` to learn what a process took: at its end it writes the CPU time of all its threads and its peak of memory to the
 * file in USAGE_FILE. Plain JavaScript, because a process that reads TypeScript takes longer to start.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['USAGE_FILE'];
if (isMainThread && file !== undefined)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMB: maxRSS / 1024 }));
  });
