/**
 * Makes the draft of the people who are due and sends it, in a process of its own, which kills itself at one moment of it. Reads its order
 * from PLAN_CHILD, and prints the moments that it passes, one per line.
 */
import { createApplication } from '../../main/create-application.ts';
import { ProjectTable } from '../../main/store/app-database/project-table.ts';
import { StoredRowWriter } from '../../main/worker/list/stored-row-writer.ts';
import { type PlanOrder, sendDue } from './plan-process.ts';
import { localTasks } from './local-tasks.ts';
import { fastClock, memorySecrets, testPorts } from './test-ports.ts';

const order = JSON.parse(process.env['PLAN_CHILD'] ?? '{}') as PlanOrder;
let advanced = 0;

function reach(moment: string): void {
  process.stdout.write(`${moment}\n`);
  if (moment !== order.kill) return;
  process.kill(process.pid, 'SIGKILL');
  // Wait for the signal to arrive without doing anything else.
  for (;;);
}

/** Reaches a moment before and after each call of a method. `name`: of the moment of the next call. */
function watch(name: () => string, owner: object, method: string): void {
  const original = Object.getOwnPropertyDescriptor(owner, method)!.value as (...args: unknown[]) => unknown;
  Object.defineProperty(owner, method, {
    value(this: unknown, ...args: unknown[]) {
      const moment = name();
      reach(`before ${moment}`);
      const result = original.apply(this, args);
      reach(`after ${moment}`);
      return result;
    },
  });
}

watch(() => 'project', ProjectTable.prototype, 'add');
watch(() => 'heading', StoredRowWriter.prototype, 'add');
watch(() => 'rows', StoredRowWriter.prototype, 'finish');
watch(() => ['read', 'send', 'later'][advanced++] ?? 'later', ProjectTable.prototype, 'advance');

const { dataDir, token, connectionId, name } = order;
const ports = { secrets: memorySecrets(token), clock: fastClock(1_000) };
const application = await createApplication(testPorts(dataDir, { spawn: localTasks }, ports));
await sendDue(application, connectionId, name);
await application.close();
