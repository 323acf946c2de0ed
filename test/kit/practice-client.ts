/** A client of the practice service for tests and benchmarks: plain fetch, without the product's client. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod';
import type { FaultRule } from '../../practice/faults.ts';
import type { Health, LedgerReport, Settings, SettingsChange, ActiveFaults } from '../../practice/schemas.ts';
import type { ConstituentRecord } from '../../shared/fields/table.ts';
import { Residents } from './residents.ts';

const BASE = '/integrations/20240515';

/** A fault rule as tests write it, with optional defaults. */
export type FaultInput = z.input<typeof FaultRule>;
/** The service screens each list until its faults are cleared, so a test decides when that ends. */
export const SCREENING: FaultInput = { kind: 'processing-time', secondsPerThousandRows: 86_400 };
export type Ledger = z.output<typeof LedgerReport>;
export type ProjectLedger = Ledger['projects'][number];

export interface CallOptions {
  readonly method?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged; `headers` must contain a content type. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly headers?: Record<string, string>;
  /** Null sends no Authorization header. */
  readonly token?: string | null;
  readonly signal?: AbortSignal;
}

/** Calls the service at `url`. Paths are those of the interface below the version: `/project/:id/scores`. */
export class PracticeClient {
  readonly url: string;
  readonly token: string;
  private readonly controlToken: string;

  constructor(url: string, token: string, controlToken = '') {
    this.url = url;
    this.token = token;
    this.controlToken = controlToken;
  }

  /** Makes one call. Any status resolves; a broken connection rejects. */
  call(path: string, options: CallOptions = {}): Promise<Response> {
    const { json, body, token = this.token } = options;
    const sent = json === undefined ? body : JSON.stringify(json);
    const init: RequestInit & { duplex?: 'half' } = {
      method: options.method ?? (sent === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
      ...(sent instanceof ReadableStream ? { duplex: 'half' } : {}),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    };
    return fetch(`${this.url}${BASE}${path}`, init);
  }

  /** The JSON body of a call that must succeed. */
  async read<T = Record<string, unknown>>(path: string, options: CallOptions = {}): Promise<T> {
    const response = await this.call(path, options);
    if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Creates a project and returns its ID (default dialect). */
  async create(name: string, scoreConfiguration?: unknown): Promise<string> {
    const { id } = await this.read<{ id: string }>('/project', {
      json: { name, ...(scoreConfiguration === undefined ? {} : { scoreConfiguration }) },
    });
    return id;
  }

  /** Adds a list as JSON. */
  add(id: string, scoreProfiles: readonly unknown[]): Promise<Response> {
    return this.call(`/project/${id}/scores`, { json: { scoreProfiles } });
  }

  process(id: string): Promise<Response> {
    return this.call(`/project/${id}/process`, { method: 'POST' });
  }

  /** Waits until the project is processed. */
  async processed(id: string): Promise<void> {
    await until(async () => (await this.read(`/project/${id}`))['status'] === 'processed');
  }

  /** Screens a list: creates a project, adds the list, starts it and waits until it is processed. */
  async screen(name: string, scoreProfiles: readonly unknown[], scoreConfiguration?: unknown): Promise<string> {
    const id = await this.create(name, scoreConfiguration);
    for (const response of [await this.add(id, scoreProfiles), await this.process(id)]) {
      if (!response.ok) throw new Error(`the screening was refused: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
    await this.processed(id);
    return id;
  }

  private async control<T>(path: string, method = 'GET', json?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/__control${path}`, {
      method,
      headers: { authorization: `Bearer ${this.controlToken}`, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    if (!response.ok) throw new Error(`${method} /__control${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  ledger(): Promise<Ledger> {
    return this.control('/ledger');
  }

  /** The ledger entry of one project. */
  async ledgerOf(id: string): Promise<ProjectLedger> {
    const project = (await this.ledger()).projects.find((entry) => entry.id === id);
    if (project === undefined) throw new Error(`the ledger has no project ${id}`);
    return project;
  }

  setFaults(...rules: FaultInput[]): Promise<z.output<typeof ActiveFaults>> {
    return this.control('/faults', 'POST', rules);
  }

  faults(): Promise<z.output<typeof ActiveFaults>> {
    return this.control('/faults');
  }

  async clearFaults(): Promise<void> {
    await this.control('/faults', 'DELETE');
  }

  settings(change: z.input<typeof SettingsChange>): Promise<z.output<typeof Settings>> {
    return this.control('/settings', 'PUT', change);
  }

  health(): Promise<z.output<typeof Health>> {
    return this.control('/health');
  }
}

/**
 * Repeats `check` every few milliseconds until it is true.
 * @throws Error after `deadline` milliseconds
 */
export async function until(check: () => boolean | Promise<boolean>, deadline = 15_000): Promise<void> {
  const end = Date.now() + deadline;
  for (let pause = 1; !(await check()); pause = Math.min(pause * 2, 50)) {
    if (Date.now() > end) throw new Error(`still not so after ${deadline} ms`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

export interface SpawnOptions {
  readonly dataDir: string | null;
  readonly port?: number;
  /** 64 hexadecimal digits. */
  readonly storeKey?: string;
  readonly dialect?: string;
  readonly credits?: number;
  readonly secondsPerThousandRows?: number;
}

/** A service in a separate process. */
export interface SpawnedPractice {
  readonly client: PracticeClient;
  readonly pid: number;
  /** Sends a signal; resolves with the exit code, or the signal that ended the process. */
  end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | string>;
}

const CHILD = fileURLToPath(new URL('practice-child.ts', import.meta.url));
const TOKEN = 'test-token';
const CONTROL_TOKEN = 'test-control-token';

const residents = new Residents<SpawnOptions & { readonly token: string; readonly controlToken: string }, string>(
  fileURLToPath(new URL('practice-resident.ts', import.meta.url)),
);

/**
 * Starts a service in another process. A service without a folder keeps everything in memory, in a process that may have run others before.
 * A service with a folder has its own process, which may be killed at any moment and started again on the same folder.
 * @throws Error with its error output when it ends before it is ready
 */
export async function spawnPractice(options: SpawnOptions): Promise<SpawnedPractice> {
  const whole = { token: TOKEN, controlToken: CONTROL_TOKEN, ...options };
  if (options.dataDir !== null) return await spawnAlone(whole);
  const program = await residents.start(whole);
  return {
    client: new PracticeClient(program.started, TOKEN, CONTROL_TOKEN),
    pid: program.pid,
    async end(signal) {
      await (signal === 'SIGKILL' ? program.kill() : program.end());
      return signal === 'SIGKILL' ? signal : 0;
    },
  };
}

async function spawnAlone(options: object): Promise<SpawnedPractice> {
  const child = spawn(process.execPath, [CHILD], {
    env: { ...process.env, PRACTICE_OPTIONS: JSON.stringify(options) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = endOf(child);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const lines = createInterface({ input: child.stdout });
  const first = once(lines, 'line') as Promise<[string]>;
  const line = await Promise.race([first, ended.then((how) => Promise.reject(new Error(`the service ended (${how}): ${errors}`)))]);
  const { url, pid } = JSON.parse(line[0]) as { url: string; pid: number };
  return {
    client: new PracticeClient(url, TOKEN, CONTROL_TOKEN),
    pid,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

async function endOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal ?? code ?? -1;
}

const FIRST = ['Margaret', 'José', 'Wilhelmina', 'Ann', 'Théo', 'Siobhán', 'Li', 'Olumide'];
const LAST = ['Whitfield', 'O’Neill', 'García', 'Smith-Jones', 'Lee', 'Nowak', 'Abernathy', 'Ng'];
const CITIES = ['Springfield', 'Portland', 'Boston', 'Santa Fé', 'Ann Arbor'];
const STATES = ['MA', 'OR', 'IL', 'NM', 'MI'];

/** An invented person with every field filled, reproducible by number. */
export function person(number: number): Required<ConstituentRecord> {
  const pick = (from: readonly string[], salt: number) => from[(Math.imul(number + 1, salt) % from.length) & 7] ?? from[0] ?? '';
  const day = String(1 + (number % 28)).padStart(2, '0');
  const month = String(1 + (number % 12)).padStart(2, '0');
  return {
    constituentId: `C-${1_000_000 + number}`,
    primaryFirst: pick(FIRST, 7),
    primaryMiddle: String.fromCharCode(65 + (number % 26)),
    primaryLast: `${pick(LAST, 3)}${number.toString(36)}`,
    primaryMaiden: pick(LAST, 11),
    spouseFirst: pick(FIRST, 13),
    spouseMiddle: 'Q',
    spouseLast: pick(LAST, 5),
    spouseMaiden: pick(LAST, 17),
    street: `${number % 9999} Evergreen Terrace`,
    street2: `Apt ${number % 50}`,
    city: pick(CITIES, 1),
    state: pick(STATES, 1),
    postalCode: String(10_000 + (number % 89_999)),
    country: 'US',
    personalEmail: `person${number}@example.org`,
    personalPhone: `+1 617 555 ${String(number % 10_000).padStart(4, '0')}`,
    businessName: `${pick(LAST, 19)} & Sons, Inc.`,
    businessTitle: 'Director of Operations',
    businessPhone: `617-555-${String(number % 10_000).padStart(4, '0')}`,
    businessEmail: `work${number}@company.example`,
    rfmFirstGiftValue: number % 500,
    rfmFirstGiftDate: `2009-${month}-${day}`,
    rfmMostRecentGiftValue: (number % 900) + 0.5,
    rfmMostRecentGiftDate: `2024-${month}-${day}`,
    rfmLargestGiftValue: number % 5000,
    rfmLargestGiftDate: `2019-${month}-${day}`,
    rfmTotalGiftCount: number % 60,
    rfmTotalGiftValue: (number * 13) % 90_000,
  };
}

/** The people 0 to `count` - 1. */
export function people(count: number): Required<ConstituentRecord>[] {
  return Array.from({ length: count }, (_, number) => person(number));
}
