/**
 * Screens lists with generated services in a separate process, so a crash can be noticed. Reads its order from the standard input and
 * prints one line of JSON when a service begins and when it ends.
 */
import { text } from 'node:stream/consumers';
import { withinOwnTime } from './own-time.ts';
import { screenWith } from './service-job.ts';
import { problemsOf } from './service-judge.ts';
import type { SweepOrder } from './service-sweep.ts';

const { specs, parallel, folder } = JSON.parse(await text(process.stdin)) as SweepOrder;
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

/**
 * In milliseconds of this process's own time. A job alone needs a few seconds. The slowest job (each byte sent separately) needs half a
 * minute next to five others, and three times as long on a slow computer. Each job also limits its own requests and waits.
 */
const LONGEST_JOB_MS = 300_000;
/** How often the process reports that it is not blocked, in real milliseconds. */
const ALIVE_MS = 1_000;

setInterval(() => say({ alive: true }), ALIVE_MS);

const notEnded = () => `the job does not end within ${LONGEST_JOB_MS / 1_000} seconds of its process`;

let next = 0;
async function lane(): Promise<void> {
  for (let at = next++; at < specs.length; at = next++) {
    say({ begun: at });
    const began = performance.now();
    try {
      const screened = await withinOwnTime(screenWith(specs[at]!, folder), LONGEST_JOB_MS, notEnded);
      const { end, service } = screened;
      const scored = [...end.rows.values()].filter(({ outcome }) => outcome === 'scored').length;
      const state = end.view?.state;
      const where = state === undefined ? 'nothing' : state.at === 'needs-decision' ? state.question : state.at;
      say({
        ended: at,
        problems: problemsOf(screened),
        at: end.refusal?.code ?? where,
        scored,
        requests: service.total,
        ms: Math.round(performance.now() - began),
      });
    } catch (error) {
      const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      say({ ended: at, problems: [`the job failed: ${problem}`], at: 'failed', scored: 0, requests: 0, ms: 0 });
    }
  }
}

await Promise.all(Array.from({ length: parallel }, lane));
process.exit(0);
