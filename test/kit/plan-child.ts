/**
 * Makes the draft of the people who are due and sends it, in its own process, which kills itself at a given moment. Reads its order from
 * PLAN_CHILD, and prints the moments that it passes, one per line.
 */
import { createApplication } from '../../main/create-application.ts';
import { ProjectTable } from '../../main/store/app-database/project-table.ts';
import { StoredRowWriter } from '../../main/worker/list/stored-row-writer.ts';
import { watcher } from './kill-moments.ts';
import { localTasks } from './local-tasks.ts';
import { sendDue } from './send-due.ts';
import { fastClock, memorySecrets, testPorts } from './test-ports.ts';

export interface PlanOrder {
  readonly dataDir: string;
  readonly token: string;
  readonly connectionId: string;
  /** The name of the draft, which distinguishes its projects on the service from those of other runs. */
  readonly name: string;
  /** The moment at which the process kills itself; null: it runs to its end. */
  readonly kill: string | null;
}

const order = JSON.parse(process.env['PLAN_CHILD'] ?? '{}') as PlanOrder;
const watch = watcher(order.kill);
watch('project', ProjectTable.prototype, 'add');
watch('heading', StoredRowWriter.prototype, 'add');
watch('rows', StoredRowWriter.prototype, 'finish');
watch('state', ProjectTable.prototype, 'advance');

const { dataDir, token, connectionId, name } = order;
const ports = { secrets: memorySecrets(token), clock: fastClock(1_000) };
const application = await createApplication(testPorts(dataDir, { spawn: localTasks }, ports));
await sendDue(application, connectionId, name);
await application.close();
