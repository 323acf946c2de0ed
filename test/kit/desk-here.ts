/**
 * The application in this process, for tests that kill it hundreds of times. What a killed process leaves is a copy of its data folder from
 * the moment of the kill: its threads run here too, so nothing else writes to the folder at that moment.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { followOrder, openDesk } from './desk-order.ts';
import type { DeskEnd, DeskOrder, DeskProcess } from './desk-process.ts';
import { JournalWatch, watchJournal } from './journal-watch.ts';
import type { KillPoint } from './kill-points.ts';
import { localTasks } from './local-tasks.ts';

const runs = new AsyncLocalStorage<JournalWatch>();
let isWatching = false;

/**
 * Starts the application. A killed one continues until it is closed, but `cutOff` ends its connections, so nothing reaches the service, and
 * the copy replaces its folder.
 */
export function startDeskHere(order: DeskOrder, cutOff: () => void): Pick<DeskProcess, 'ended' | 'kill'> {
  if (!isWatching) watchJournal(() => runs.getStore() ?? null);
  isWatching = true;
  const points: KillPoint[] = [];
  const left = `${order.dataDir}-left`;
  const killed = Promise.withResolvers<null>();
  let isKilled = false;
  const kill = () => {
    if (isKilled) return;
    isKilled = true;
    cpSync(order.dataDir, left, { recursive: true });
    cutOff();
    killed.resolve(null);
  };
  const watch = new JournalWatch(order.kill ?? null, kill, (point) => points.push(point));
  const run = async (): Promise<DeskEnd> => {
    const desk = await openDesk(order, { spawn: localTasks });
    const following = followOrder(order, desk).then(
      (report) => ({ report, errors: '' }),
      (error: unknown) => ({ report: null, errors: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    const { report, errors } = (await Promise.race([killed.promise, following])) ?? { report: null, errors: '' };
    await desk.application.close();
    if (isKilled) {
      rmSync(order.dataDir, { recursive: true, force: true });
      renameSync(left, order.dataDir);
    }
    return { how: isKilled ? 'SIGKILL' : errors === '' ? 0 : 1, report, points, errors };
  };
  return { ended: runs.run(watch, run), kill };
}
