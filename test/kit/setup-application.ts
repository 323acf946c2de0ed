/** A new application on an empty folder for each test of a file, on worker threads and without a service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { Application } from '../../main/application.ts';
import { createApplication } from '../../main/create-application.ts';
import { callThrough } from '../../main/dispatch.ts';
import type { Ports } from '../../main/platform/ports.ts';
import type { Input } from '../../shared/contract/index.ts';
import type { Call } from './desk-actions.ts';
import { testPorts, workerPool } from './test-ports.ts';

class TestApplication {
  /** A temporary folder; the data folder is `data` in it. */
  folder = '';
  private application: Application | null = null;
  private readonly pool = workerPool();
  private readonly ports: Partial<Ports>;

  constructor(ports: Partial<Ports>) {
    this.ports = ports;
  }

  readonly call: Call = (method, input) => callThrough((name, value) => this.application!.call(name, value), method, input);

  /** Starts the application, or starts it again after `close`. */
  async start(): Promise<void> {
    if (this.folder === '') this.folder = mkdtempSync(join(tmpdir(), 'test-application-'));
    this.application = await createApplication(testPorts(join(this.folder, 'data'), this.pool, this.ports));
  }

  async close(): Promise<void> {
    await this.application?.close();
    this.application = null;
  }

  async idle(): Promise<void> {
    await this.application!.idle();
  }

  /** Writes a file to the folder; returns its path. */
  write(name: string, content: Uint8Array | string): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** Offers a file to the application; returns its token. A spooled file is a copy that the application removes after reading it. */
  async offer(name: string, content: Uint8Array | string, spooled = false): Promise<string> {
    return await this.offerPath(this.write(spooled ? `spooled-${name}` : name, content), name, spooled);
  }

  /** Offers an existing file. */
  async offerPath(path: string, name: string, spooled = false): Promise<string> {
    return (await this.application!.offerFile(path, name, spooled)).token;
  }

  /** Creates a project, waits until its list is a draft, and returns its ID. */
  async createDraft(input: Input<'projects.create'>): Promise<string> {
    const { id } = await this.call('projects.create', input);
    await this.idle();
    const { state } = await this.call('projects.get', { id });
    if (state.at !== 'draft') throw new Error(`the project is at ${state.at}`);
    return id;
  }

  async dispose(): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true, force: true });
    this.folder = '';
  }

  async end(): Promise<void> {
    await this.pool.close();
  }
}

/** Starts an application before each test of the file that calls it, and removes it afterwards; `ports` replaces ports. */
export function setupApplication(ports: Partial<Ports> = {}): TestApplication {
  const application = new TestApplication(ports);
  beforeEach(() => application.start());
  afterEach(() => application.dispose());
  afterAll(() => application.end());
  return application;
}
