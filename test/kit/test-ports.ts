/** Ports for applications in tests: a fast clock, secrets in memory, a direct network, and a host without effects. */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtFile } from '../../scripts/targets.mjs';
import { startPractice } from '../../practice/server/start.ts';
import { NO_POLICY } from '../../shared/policy/policy.ts';
import { NO_DESKTOP } from '../../main/platform/no-desktop.ts';
import type { Clock, Host, Log, Network, Ports, Secrets } from '../../main/platform/ports.ts';
import { createWorkerPool, type WorkerPool } from '../../main/worker/entry/pool.ts';
import { lentPool } from './lent-pool.ts';

/** A clock that starts at the real time and runs `speed` times as fast. */
export function fastClock(speed: number): Clock {
  const began = Date.now();
  const start = performance.now();
  const elapsed = () => (performance.now() - start) * speed;
  return {
    elapsed,
    now: () => Math.round(began + elapsed()),
    async wait(ms, signal) {
      signal?.throwIfAborted();
      try {
        await delay(ms / speed, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason as Error;
        throw error;
      }
    },
  };
}

/** The same data key at every start, so that a folder can be reopened, and one token for all connections. `proxies`: the keychain for passwords of proxies. */
export function memorySecrets(token: string | null, proxies: Map<string, string> | null = null): Secrets {
  const tokens = new Map<string, string>();
  return {
    kind: 'key-file',
    notice: null,
    dataKey: () => Promise.resolve(Buffer.alloc(32, 7)),
    token: (id) => Promise.resolve(tokens.get(id) ?? token),
    hasFreeToken: false,
    bindSessionToken: () => undefined,
    setToken(id, given) {
      tokens.set(id, given);
      return Promise.resolve('session');
    },
    removeToken(id) {
      tokens.delete(id);
      return Promise.resolve();
    },
    proxyPassword: (proxy) => Promise.resolve(proxies?.get(proxy) ?? null),
    keepProxyPassword(proxy, text) {
      proxies?.set(proxy, text);
      return Promise.resolve(proxies !== null);
    },
    removeProxyPassword(proxy) {
      proxies?.delete(proxy);
      return Promise.resolve();
    },
  };
}

const directNetwork: Network = { connect: () => Promise.resolve({ proxies: [null], trust: null }) };

/** A host without a desktop; `target` is the path of the next export. */
export function testHost(target: () => string | null = () => null): Host & { wake(): void } {
  const listeners = new Set<() => void>();
  return {
    ...NO_DESKTOP,
    kind: 'test',
    saveTarget() {
      const path = target();
      return Promise.resolve(path === null ? null : { path, shown: path, download: null });
    },
    onWake(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wake() {
      for (const listener of listeners) listener();
    },
  };
}

/** A log that keeps the logged defects for assertions. */
export function keptLog(): Log & { readonly errors: unknown[] } {
  const errors: unknown[] = [];
  return { errors, info: () => undefined, error: (event, error) => errors.push([event, error]) };
}

/** Threads of the built worker, as in the installed program. */
export const ownWorkerPool = (): WorkerPool => createWorkerPool(pathToFileURL(builtFile('worker')));

let shared: WorkerPool | null = null;

/** The same threads for all tests of this process. */
export function workerPool(): WorkerPool {
  shared ??= ownWorkerPool();
  return lentPool(shared);
}

/** The ports of an application on `dataDir`; `given` replaces some of them. */
export function testPorts(dataDir: string, pool: Pick<WorkerPool, 'spawn'>, given: Partial<Ports> = {}): Ports {
  return {
    dataDir,
    clock: fastClock(200),
    secrets: memorySecrets(null),
    host: testHost(),
    network: directNetwork,
    spawnWorker: pool.spawn,
    startPractice: (options) => startPractice(options),
    log: keptLog(),
    policy: NO_POLICY,
    samplesDir: fileURLToPath(new URL('../../assets/samples', import.meta.url)),
    noticesFile: fileURLToPath(new URL('../../out/notices/third-party-notices.txt', import.meta.url)),
    ...given,
  };
}
