/**
 * Load this file with `--import` to measure a process: when the process exits, it writes the CPU time of all its threads and its peak
 * memory to the file named by USAGE_FILE. Plain JavaScript, because a process that reads TypeScript takes longer to start.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['USAGE_FILE'];
if (isMainThread && file !== undefined)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMB: maxRSS / 1024 }));
  });
