/** Ports for every host on Node: the clock, the log file and the network. */
import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Log, Network } from './ports.ts';

/** The computer's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  async wait(ms, signal) {
    signal?.throwIfAborted();
    try {
      await delay(Math.min(ms, 2_147_483_647), undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason as Error;
      throw error;
    }
  },
};

const MAX_LOG_BYTES = 5 * 1024 * 1024;

/** The parts of an error that may be logged: never its message, which could contain a cell or a token. */
function withoutMessages(error: unknown): Record<string, string | number> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code } = error as NodeJS.ErrnoException;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 6)
    .map((line) => line.trim().replaceAll(/\(?(file:)?[^\s()]*[\\/](?=[^\\/\s()]+:\d)/g, ''));
  return { kind: error.name, code: code ?? '', frames: frames.join(' | '), cause: error.cause instanceof Error ? error.cause.name : '' };
}

/** A log of JSON lines in the data folder (0600); keeps one older file. Never throws. */
export function openLog(dataDir: string): Log {
  const folder = join(dataDir, 'logs');
  const path = join(folder, 'desk.log');
  const write = (line: Record<string, unknown>) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(path, join(folder, 'desk.old.log'));
      appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`, { mode: 0o600 });
      chmodSync(path, 0o600);
    } catch {
      // A full disk must not turn logging into a failure.
    }
  };
  return {
    info: (event, details = {}) => {
      write({ event, ...details });
    },
    error: (event, error, details = {}) => {
      write({ event, ...details, error: withoutMessages(error) });
    },
  };
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** True when NO_PROXY names the host: `*`, the host itself, or a parent domain. */
export function bypassesProxy(host: string, noProxy: string): boolean {
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const name = entry
        .replace(/^\*?\./, '')
        .replace(/:\d+$/, '')
        .toLowerCase();
      return entry === '*' || host.toLowerCase() === name || host.toLowerCase().endsWith(`.${name}`);
    });
}

/** Network of hosts without a browser engine: the proxy from the environment, and the system's certificates in addition to Node's. */
export function systemNetwork(environment: Readonly<Record<string, string | undefined>> = process.env): Network {
  let trusted: readonly string[] | null = null;
  return {
    connect(origin) {
      const { protocol, hostname } = new URL(origin);
      if (LOOPBACK.test(hostname)) return Promise.resolve({ proxy: null, ca: [] });
      if (protocol === 'https:') trusted ??= systemCertificates();
      const named = environment['HTTPS_PROXY'] ?? environment['https_proxy'] ?? environment['ALL_PROXY'] ?? environment['all_proxy'] ?? '';
      const without = environment['NO_PROXY'] ?? environment['no_proxy'] ?? '';
      return Promise.resolve({ proxy: named === '' || bypassesProxy(hostname, without) ? null : named, ca: trusted ?? [] });
    },
  };
}

function systemCertificates(): string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}
