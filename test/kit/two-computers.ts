/** Two computers: the test desk, and a colleague with their own data folder and data key, over the same account. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Application } from '../../main/application.ts';
import { createApplication } from '../../main/create-application.ts';
import { callThrough } from '../../main/dispatch.ts';
import type { CallOptions, Output } from '../../shared/contract/index.ts';
import { type Call, callOf } from './desk-actions.ts';
import { PEOPLE_HEADINGS } from './list-people.ts';
import { localTasks } from './local-tasks.ts';
import { setupTestDesk } from './setup-test-desk.ts';
import type { TestDesk } from './test-desk.ts';
import { fastClock, memorySecrets, testHost, testPorts } from './test-ports.ts';

export const PASSPHRASE = 'correct horse battery staple';

/** The colleague's program. */
export class Colleague {
  readonly dataDir: string;
  private readonly desk: TestDesk;
  private application: Application | null = null;
  connectionId = '';
  target: string | null = null;

  constructor(desk: TestDesk, name: string) {
    this.desk = desk;
    this.dataDir = join(desk.folder, name);
  }

  readonly call: Call = (method, input) => callOf(this.application!)(method, input);

  async start(): Promise<void> {
    const secrets = { ...memorySecrets(this.desk.practice.client.token), dataKey: () => Promise.resolve(Buffer.alloc(32, 9)) };
    const ports = { secrets, log: this.desk.log, clock: fastClock(1_000), host: testHost(() => this.target) };
    this.application = await createApplication(testPorts(this.dataDir, { spawn: localTasks }, ports));
  }

  async connect(): Promise<void> {
    this.connectionId = (await this.call('connections.add', { name: 'Service', baseUrl: this.desk.practice.client.url })).id;
  }

  async close(): Promise<void> {
    await this.application?.close();
    this.application = null;
  }

  async idle(): Promise<void> {
    await this.application!.idle();
  }

  async offer(path: string, name = 'given.deskbundle'): Promise<string> {
    return (await this.application!.offerFile(path, name)).token;
  }

  /** Imports people as `list-people.ts` writes them. */
  async importPeople(...lines: readonly string[]): Promise<string> {
    const path = join(this.dataDir, `${++bundles}-list.csv`);
    writeFileSync(path, `${[PEOPLE_HEADINGS, ...lines].join('\r\n')}\r\n`);
    const { id } = await this.call('projects.create', { file: await this.offer(path, 'list.csv'), connectionId: this.connectionId });
    await this.idle();
    return id;
  }

  async open(path: string, passphrase = PASSPHRASE, options: CallOptions = {}): Promise<Output<'bundles.open'>> {
    const { call } = this.application!;
    return await callThrough(call, 'bundles.open', { file: await this.offer(path), passphrase }, options);
  }

  async send(id: string): Promise<void> {
    const { rowsToSend, parts, quoteId } = await this.call('cost.get', { id });
    await this.call('project.send', { id, rows: rowsToSend, connectionId: this.connectionId, parts, quoteId });
    await this.idle();
  }
}

interface TwoComputers {
  readonly desk: TestDesk;
  readonly colleague: Colleague;
  /** Makes a bundle on the test desk, and returns its path. */
  readonly bundle: (id: string, right: 'copy' | 'hand-over') => Promise<string>;
}

let bundles = 0;

export async function setupTwoComputers(): Promise<TwoComputers> {
  const desk = await setupTestDesk(localTasks);
  const colleague = new Colleague(desk, 'colleague');
  beforeAll(async () => {
    await colleague.start();
    await colleague.connect();
  });
  afterAll(() => colleague.close());
  return {
    desk,
    colleague,
    bundle: async (id, right) => {
      desk.target = join(desk.folder, `${++bundles}.deskbundle`);
      await desk.call('bundles.make', { id, right, passphrase: PASSPHRASE });
      return desk.target;
    },
  };
}

/** A copy of a file with one change. */
export function changedCopy(path: string, change: (bytes: Buffer) => Buffer): string {
  const copy = `${path}-${++bundles}`;
  writeFileSync(copy, change(readFileSync(path)));
  return copy;
}
