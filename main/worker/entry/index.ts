/**
 * Entry point of a worker thread. It runs one task after another until it is asked to exit. Each task is a separate file, loaded on demand.
 * A task on a long list starts the same program again as its helper thread.
 */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { FromWorker, HelperName, TaskName, ToWorker } from '../../worker-protocol/index.ts';
import type { Task } from '../threads/task-context.ts';
import { beginWork, forgetList, freeBuffers } from './garbage.ts';
import { HELPER, HelperPool, type ToHelper } from './helper-pool.ts';
import { TaskRun } from './task-run.ts';

const TASKS: { readonly [N in TaskName]: () => Promise<Task<N>> } = {
  certificates: async () => (await import('../tasks/certificates.ts')).certificates,
  diagnose: async () => (await import('../diagnose/diagnose.ts')).diagnose,
  rows: async () => (await import('../import/inspect.ts')).rows,
  inspect: async () => (await import('../import/inspect.ts')).inspect,
  preview: async () => (await import('../import/preview-file.ts')).previewFile,
  load: async () => (await import('../import/load.ts')).load,
  reread: async () => (await import('../import/load.ts')).reread,
  importSuppressionList: async () => (await import('../tasks/import-suppression-list.ts')).importSuppressionList,
  check: async () => (await import('../tasks/check.ts')).check,
  indexScreening: async () => (await import('../prior/recent-screenings.ts')).indexScreening,
  findPerson: async () => (await import('../prior/find-person.ts')).findPerson,
  census: async () => (await import('../plan/tasks.ts')).census,
  planDraft: async () => (await import('../plan/tasks.ts')).planDraft,
  findEverywhere: async () => (await import('../people/find-everywhere.ts')).findEverywhere,
  erasePlaces: async () => (await import('../people/erase-places.ts')).erasePlaces,
  query: async () => (await import('../query/open-project.ts')).query,
  encode: async () => (await import('../submit/encode.ts')).encode,
  collect: async () => (await import('../collect/collect.ts')).collect,
  writeList: async () => (await import('../results/profile-list.ts')).writeList,
  listProfiles: async () => (await import('../results/profile-list.ts')).listProfiles,
  deriveRows: async () => (await import('../result-file/derive-rows.ts')).deriveRows,
  mergeResults: async () => (await import('../result-file/merge-results.ts')).mergeResults,
  orderJoin: async () => (await import('../collect/order-join.ts')).orderJoin,
  export: async () => (await import('../export/export.ts')).exportResults,
  writeBack: async () => (await import('../write-back/plan.ts')).planWriteBack,
  gifts: async () => (await import('../gifts/gifts.ts')).gifts,
  prove: async () => (await import('../write-back/prove.ts')).prove,
  exportColumns: async () => (await import('../write-back/crm-export.ts')).exportColumns,
  proofChoice: async () => (await import('../write-back/proof-store.ts')).proofChoice,
  proof: async () => (await import('../write-back/proof-store.ts')).proof,
  proofPage: async () => (await import('../write-back/proof-store.ts')).proofPage,
  proofFile: async () => (await import('../write-back/proof-file.ts')).proofFile,
  exportProfiles: async () => (await import('../export/export-profiles.ts')).exportProfiles,
};

/** What a helper thread can run, by name. */
const HELPERS: { readonly [N in HelperName]: () => Promise<(port: MessagePort) => void> } = {
  checker: async () => (await import('../check/row-checker-thread.ts')).serveRowChecker,
  scores: async () => (await import('../result-file/score-thread.ts')).serveScores,
};

if (parentPort === null) throw new TypeError('the worker entry runs in a worker thread only');
const port = parentPort;
const post = (message: FromWorker, transfer?: ArrayBuffer[]) => port.postMessage(message, transfer ?? []);

function takeMessages(): void {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) onMessage(next.message as ToWorker);
}

const helpers = new HelperPool(new URL(import.meta.url));
let running: TaskRun | null = null;
let isLeaving = false;
/** Aborts the warm-up when the thread gets a task. */
let warmUpAbort = new AbortController();

async function run(name: TaskName, input: never): Promise<void> {
  beginWork();
  running = new TaskRun({ post, takeMessages }, helpers.start);
  const ended = await running.toEnd(TASKS[name] as () => Promise<Task<TaskName>>, input);
  running = null;
  // The tasks after a fetch, such as the report and the export, need the helper's memory, but no helper.
  if (name === 'collect') helpers.close();
  forgetList();
  // Posted last, because the pool may start the next task when it receives this message.
  post(ended);
  if (isLeaving) leave();
}

/**
 * Loads the task for which the user would wait the longest: the import of a dropped file. A failure is ignored, because it would occur
 * again in the import and be reported there.
 */
async function warmUpThread(sample: string | null): Promise<void> {
  const { signal } = (warmUpAbort = new AbortController());
  try {
    await TASKS.load();
    if (sample === null || signal.aborted) return;
    const { warmUp } = await import('../import/warm-up.ts');
    await warmUp(sample, signal);
  } catch {
    // Nobody is waiting for the warm-up.
  }
}

/** Ends this thread and its helper. */
function leave(): void {
  helpers.close();
  port.close();
}

function onMessage(message: ToWorker): void {
  switch (message.type) {
    case 'warmUp':
      void warmUpThread(message.sample);
      break;
    case 'start':
      warmUpAbort.abort();
      void run(message.name, message.input as never);
      break;
    case 'exit':
      isLeaving = true;
      warmUpAbort.abort();
      if (running === null) leave();
      else running.receive({ type: 'cancel' });
      break;
    default:
      running?.receive(message);
  }
}

async function onHelperMessage(message: ToHelper): Promise<void> {
  if (message.type === 'exit') {
    port.close();
    return;
  }
  beginWork();
  message.port.on('message', () => freeBuffers());
  message.port.once('close', forgetList);
  (await HELPERS[message.name]())(message.port);
}

if (workerData === HELPER) port.on('message', (message: ToHelper) => void onHelperMessage(message));
else port.on('message', onMessage);
