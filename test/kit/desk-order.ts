/** What an application does on an order of a kill test. */
import type { Application } from '../../main/application.ts';
import { createApplication } from '../../main/create-application.ts';
import { NO_POLICY, parsePolicy } from '../../shared/policy/policy.ts';
import { isRunning } from '../../shared/project/state-properties.ts';
import type { WorkerPool } from '../../main/worker/entry/pool.ts';
import { callOf, type DeskReport, importList, reportOf, rootProject, sendAgain, sendList, sendRest } from './desk-actions.ts';
import type { DeskOrder } from './desk-process.ts';
import { fastClock, keptLog, memorySecrets, testPorts } from './test-ports.ts';

/** An open application and the defects that it logs. */
export interface OrderedDesk {
  readonly application: Application;
  readonly errors: readonly unknown[];
}

/** Opens the application on the folder of an order. */
export async function openDesk(order: DeskOrder, pool: Pick<WorkerPool, 'spawn'>): Promise<OrderedDesk> {
  const log = keptLog();
  const application = await createApplication(
    testPorts(order.dataDir, pool, {
      clock: fastClock(order.speed),
      secrets: memorySecrets(order.token),
      log,
      policy: order.policy === undefined ? NO_POLICY : parsePolicy('the policy', order.policy),
    }),
  );
  return { application, errors: log.errors };
}

/** Follows an order until the application has nothing left to do. */
export async function followOrder(order: DeskOrder, { application, errors }: OrderedDesk): Promise<DeskReport> {
  const call = callOf(application);
  if (order.act === 'make') {
    const { baseUrl = '', list = '', timeouts, listFormat = 'json' } = order;
    await importList(application, list, baseUrl, { listFormat, ...(timeouts === undefined ? {} : { timeouts }) });
  }
  if (order.act === 'send') await sendList(call, order.name, order.pilot);
  if (order.act === 'resume') {
    const { id, state } = await rootProject(call);
    // The application was killed before the decision was stored, so the decision is made again.
    if (state.at === 'draft') await sendList(call, order.name, order.pilot);
    else if (!isRunning(state) && (state.at === 'paused' || state.at === 'needs-token')) await call('project.resume', { id });
  }
  await application.idle();
  if (order.isCompared === true) await sendAgain(application);
  if (order.pilot !== undefined) await sendRest(application);
  return await reportOf(call, errors);
}
