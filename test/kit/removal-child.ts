/**
 * Erases a person, or removes what is past its retention period, as each start does, in its own process, which kills itself at a given
 * moment. Reads its order from REMOVAL_CHILD, and prints the moments that it passes, one per line.
 */
import { Baseline } from '../../main/checking/baseline.ts';
import { createApplication } from '../../main/create-application.ts';
import { ProjectStore } from '../../main/projects/project-store.ts';
import { ScreeningIndex } from '../../main/projects/screening-index.ts';
import { AppDatabase } from '../../main/store/app-database/app-database.ts';
import { ProjectTable } from '../../main/store/app-database/project-table.ts';
import { ReviewTable } from '../../main/store/app-database/review-table.ts';
import { SettingTable } from '../../main/store/app-database/setting-table.ts';
import { ProjectFile } from '../../main/store/project-file/project-file.ts';
import type { Input } from '../../shared/contract/index.ts';
import { callOf } from './desk-actions.ts';
import { watcher } from './kill-moments.ts';
import { localTasks } from './local-tasks.ts';
import { fastClock, testPorts } from './test-ports.ts';

export interface RemovalOrder {
  readonly dataDir: string;
  /** The moment at which the process kills itself; null: it runs to its end. */
  readonly kill: string | null;
  /** How far its clock is ahead, in milliseconds. */
  readonly ahead: number;
  /** Null: erases nobody and only starts, which removes what is past its retention period. */
  readonly erase: Input<'people.erase'> | null;
}

const order = JSON.parse(process.env['REMOVAL_CHILD'] ?? '{}') as RemovalOrder;
const watch = watcher(order.kill);
const clock = fastClock(1_000);
const ports = { clock: { ...clock, now: () => clock.now() + order.ahead } };

if (order.erase !== null) {
  watch('index', ScreeningIndex.prototype, 'add');
  watch('begun', AppDatabase.prototype, 'atomically');
  watch('texts', SettingTable.prototype, 'setAll');
  watch('list', ProjectStore.prototype, 'saveErased');
  watch('verdicts', ReviewTable.prototype, 'eraseRows');
  watch('file', ProjectFile.prototype, 'transaction');
  watch('compact', ProjectFile.prototype, 'compact');
  watch('log', AppDatabase.prototype, 'forgetRemoved');
} else {
  watch('key', ProjectTable.prototype, 'erase');
  watch('project', AppDatabase.prototype, 'eraseProject');
  watch('removal', ProjectStore.prototype, 'delete');
  watch('baseline', Baseline.prototype, 'clear');
}
const application = await createApplication(testPorts(order.dataDir, { spawn: localTasks }, ports));
if (order.erase !== null) await callOf(application)('people.erase', order.erase);
await application.idle();
await application.close();
