/**
 * A program that is killed while it makes the draft of the people who are due, or sends it: at the next start the draft is complete or
 * absent, and everyone is paid for once.
 */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createApplication } from '../../main/create-application.ts';
import { callOf } from '../kit/desk-actions.ts';
import { runToMoment } from '../kit/run-to-moment.ts';
import { localTasks } from '../kit/local-tasks.ts';
import { people } from '../kit/list-people.ts';
import type { PlanOrder } from '../kit/plan-child.ts';
import { sendDue } from '../kit/send-due.ts';
import { setupTestDesk } from '../kit/setup-test-desk.ts';
import { fastClock, memorySecrets, testHost, testPorts } from '../kit/test-ports.ts';

const desk = await setupTestDesk(localTasks);
const { connectionId } = desk;
const { token } = desk.practice.client;
const before = join(desk.folder, 'before');
const dataDir = join(desk.folder, 'copy');
const PEOPLE = ['L1', 'L2', 'L3', 'L4', 'L5'];
let id = '';

const run = (order: PlanOrder) => runToMoment('plan-child.ts', 'PLAN_CHILD', order);

function copy(): void {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(before, dataDir, { recursive: true });
}

/** Everybody who was paid for in the service's projects with this name. */
async function paidFor(name: string): Promise<string[]> {
  const { client } = desk.practice;
  const projects = (await client.ledger()).projects.filter((project) => project.name.includes(`${name} ·`) && project.creditsCharged > 0);
  const lists = await Promise.all(
    projects.map((project) => client.read<{ items: { constituentId: string }[] }>(`/project/${project.id}/profiles`)),
  );
  expect(projects.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0)).toBe(lists.flatMap(({ items }) => items).length);
  return lists.flatMap(({ items }) => items.map(({ constituentId }) => constituentId)).toSorted();
}

beforeAll(async () => {
  id = await desk.importPeople(...people('L', 1, 2, 3, 4, 5));
  await desk.restart();
  cpSync(join(desk.folder, 'data'), before, { recursive: true });
});

// The first state is stored when the rows are read, the second when the draft is sent.
const MOMENTS = ['after project', 'before rows', 'before state', 'after state', 'after state 2'];

it('passes the moments that the tests kill at', async () => {
  copy();
  const { moments } = await run({ dataDir, token, connectionId, name: 'Due whole', kill: null });
  expect(moments).toEqual(expect.arrayContaining(MOMENTS));
  expect(await paidFor('Due whole')).toEqual(PEOPLE);
});

it.each(MOMENTS)('a program that is killed %s leaves a whole draft or none, and nobody is sent twice', async (kill) => {
  copy();
  const name = `Due ${kill}`;
  expect((await run({ dataDir, token, connectionId, name, kill })).signal).toBe('SIGKILL');
  const ports = { secrets: memorySecrets(token), clock: fastClock(1_000), log: desk.log };
  const application = await createApplication(testPorts(dataDir, { spawn: localTasks }, ports));
  const call = callOf(application);
  await application.idle();
  const made = (await call('projects.list', {})).filter((one) => one.id !== id);
  const isWhole = kill.startsWith('after state');
  expect(made.map(({ sheet }) => sheet?.rows)).toEqual(isWhole ? [5] : []);
  expect(readdirSync(join(dataDir, 'projects')).filter((file) => file.endsWith('.sqlite'))).toHaveLength(isWhole ? 2 : 1);
  if (made[0]?.state.at !== 'done') await sendDue(application, connectionId, name);
  expect((await call('cost.get', { id })).rowsToSend).toBe(0);
  expect((await call('plan.get', { connectionId })).due.total).toBe(0);
  await application.close();
  expect(await paidFor(name)).toEqual(PEOPLE);
});

it('a command makes the draft again if a killed command left it without rows', async () => {
  copy();
  expect((await run({ dataDir, token, connectionId, name: 'Due', kill: 'before rows' })).signal).toBe('SIGKILL');
  const ports = { secrets: memorySecrets(token), clock: fastClock(1_000), log: desk.log, host: { ...testHost(), kind: 'cli' as const } };
  const application = await createApplication(testPorts(dataDir, { spawn: localTasks }, ports));
  const call = callOf(application);
  const { id: made } = await call('plan.draft', { connectionId });
  await application.idle();
  const drafts = (await call('projects.list', {})).filter((one) => one.id !== id);
  expect(drafts).toMatchObject([{ id: made, state: { at: 'draft' }, sheet: { rows: 5 } }]);
  await application.close();
});
