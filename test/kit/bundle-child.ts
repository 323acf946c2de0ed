/**
 * Makes or opens a bundle in its own process, which kills itself at a given moment. Reads its order from BUNDLE_CHILD, and prints the
 * moments that it passes, one per line.
 */
import { createApplication } from '../../main/create-application.ts';
import { BundleWriter } from '../../main/bundles/format.ts';
import { UnfinishedOpenings } from '../../main/bundles/unfinished-openings.ts';
import { TargetFile } from '../../main/spreadsheet/write/target-file.ts';
import { ProjectTransfer } from '../../main/store/app-database/project-transfer.ts';
import { ProjectFile } from '../../main/store/project-file/project-file.ts';
import { callOf } from './desk-actions.ts';
import { watcher } from './kill-moments.ts';
import { localTasks } from './local-tasks.ts';
import { memorySecrets, testHost, testPorts } from './test-ports.ts';

export interface BundleOrder {
  readonly dataDir: string;
  /** Each byte of the data key. */
  readonly dataKey: number;
  readonly bundle: string;
  readonly passphrase: string;
  /** The project that is handed over; null: the bundle is opened. */
  readonly id: string | null;
  /** The moment at which the process kills itself; null: it runs to its end. */
  readonly kill: string | null;
}

const order = JSON.parse(process.env['BUNDLE_CHILD'] ?? '{}') as BundleOrder;

const watch = watcher(order.kill);
watch('copy', ProjectFile.prototype, 'copyInSteps');
watch('append', BundleWriter.prototype, 'append');
watch('custody', ProjectTransfer.prototype, 'setCustody');
watch('last chunk', BundleWriter.prototype, 'finish');
watch('commit', TargetFile.prototype, 'commit');
watch('intent', UnfinishedOpenings.prototype, 'begin');
watch('store', ProjectTransfer.prototype, 'write');
watch('forget', UnfinishedOpenings.prototype, 'finish');

const { dataDir, bundle, passphrase, id } = order;
const secrets = { ...memorySecrets(null), dataKey: () => Promise.resolve(Buffer.alloc(32, order.dataKey)) };
const application = await createApplication(testPorts(dataDir, { spawn: localTasks }, { secrets, host: testHost(() => bundle) }));
const call = callOf(application);
if (id !== null) await call('bundles.make', { id, right: 'hand-over', passphrase });
else await call('bundles.open', { file: (await application.offerFile(bundle, 'given.deskbundle')).token, passphrase });
await application.close();
