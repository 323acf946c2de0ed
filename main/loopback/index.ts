/**
 * The loopback host as a program. Prints `{"url"}` when the page is ready, and `{"closed":true}` when its last page was closed. Shuts down
 * in order when standard input ends or a signal arrives.
 */
import { join } from 'node:path';
import { startPractice } from '../../practice/server/index.ts';
import { AppError, EXIT, terminalText } from '../../shared/base/index.ts';
import type { PolicyState } from '../../shared/policy/index.ts';
import { KEYCHAIN_WAIT } from '../../shared/view-texts/index.ts';
import { createApplication } from '../create-application.ts';
import {
  closeAll,
  createNetwork,
  dataDirNamed,
  environmentProxies,
  openLog,
  ownSpool,
  programPaths,
  requireDataFolder,
  requireSystem,
  systemClock,
  systemTrust,
} from '../platform/index.ts';
import { policyCertificates, policyDataFolder, policyProxies, readPolicy } from '../policy/index.ts';
import { KEYCHAIN_WAIT_MS, createSecrets, environmentToken, takeEnvironmentToken } from '../secrets/index.ts';
import { type PoolOf, createWorkerPool } from '../worker/index.ts';
import { Downloads, loopbackHost } from './downloads.ts';
import { serveLoopback } from './server.ts';

export interface LoopbackOptions {
  readonly dataDir: string;
  readonly port?: number;
  /** Default: the policy of this computer. */
  readonly policy?: PolicyState;
  /** True if the program starts again after it ended unexpectedly. The page then says so. */
  readonly restarted?: boolean;
  /** Default: a pool of its own. */
  readonly poolOf?: PoolOf;
  /** Called when no page has been open for a few seconds. */
  readonly onLastPageClosed?: () => void;
}

export interface RunningLoopback {
  /** The page's URL with a new single-use code. */
  pageUrl(): string;
  close(): Promise<void>;
}

/**
 * Starts the application for a page on 127.0.0.1.
 * @throws what `createApplication` throws.
 */
export async function startLoopback(options: LoopbackOptions, hostUrl: string = import.meta.url): Promise<RunningLoopback> {
  const { dataDir, policy = readPolicy(), poolOf = (create) => create() } = options;
  requireSystem();
  dataDirNamed(dataDir, policyDataFolder(policy));
  requireDataFolder(dataDir);
  const token = environmentToken(takeEnvironmentToken());
  const paths = programPaths(hostUrl);
  const log = openLog(dataDir);
  const pool = poolOf(() => createWorkerPool(paths.worker, { sample: paths.sample }));
  const secrets = await createSecrets({
    dataDir,
    session: { token },
    timeoutMs: KEYCHAIN_WAIT_MS,
    onWait: () => process.stderr.write(`${KEYCHAIN_WAIT.title}. ${KEYCHAIN_WAIT.text}\n`),
  });
  const trust = systemTrust(pool.spawn, log, policyCertificates(policy));
  // The first request waits for the certificates, but the page does not.
  void trust();
  const downloads = new Downloads(join(ownSpool(dataDir), 'downloads'));
  const application = await createApplication({
    dataDir,
    clock: systemClock,
    secrets,
    host: loopbackHost(downloads),
    network: createNetwork(policyProxies(policy, environmentProxies()), trust),
    spawnWorker: pool.spawn,
    startPractice: (practice) => startPractice({ ...practice, entry: paths.practice }),
    log,
    policy,
    samplesDir: paths.samples,
    noticesFile: paths.notices,
    restarted: options.restarted ?? false,
  });
  const server = await serveLoopback(application, {
    rendererDir: paths.renderer,
    spoolDir: ownSpool(dataDir),
    downloads,
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.onLastPageClosed === undefined ? {} : { onLastPageClosed: options.onLastPageClosed }),
  });
  return {
    pageUrl: () => server.pageUrl(),
    async close() {
      await closeAll([() => server.close(), () => application.close(), () => pool.close()]);
    },
  };
}

/** Runs until a signal or the end of standard input; returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const valueOf = (option: string) => (argv.includes(option) ? argv[argv.indexOf(option) + 1] : undefined);
  const dataDir = valueOf('--data');
  if (dataDir === undefined || dataDir.trim() === '') {
    process.stderr.write('usage: loopback --data DIR [--port N] [--restarted]\n');
    return 1;
  }
  process.on('uncaughtException', (error) => {
    openLog(dataDir).error('defect', error);
    process.stderr.write('Something went wrong inside Screening Desk, and it had to end. What was done is kept.\n');
    process.exit(EXIT.service);
  });
  const onLastPageClosed = () => process.stdout.write(`${JSON.stringify({ closed: true })}\n`);
  const restarted = argv.includes('--restarted');
  const port = valueOf('--port');
  const options = { dataDir, restarted, onLastPageClosed, ...(port === undefined ? {} : { port: Number(port) }) };
  const running = await startLoopback(options).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${terminalText(error.message)}\n`);
    return null;
  });
  if (running === null) return EXIT.service;
  process.stdout.write(`${JSON.stringify({ url: running.pageUrl() })}\n`);
  await new Promise<void>((resolve) => {
    const end = () => resolve();
    process.once('SIGTERM', end);
    process.once('SIGINT', end);
    process.stdin.once('end', end);
    process.stdin.once('close', end);
    process.stdin.resume();
  });
  await running.close();
  process.stdin.destroy();
  return 0;
}

if (process.argv[1] !== undefined && /loopback[\\/]index\.(mjs|ts)$/.test(process.argv[1]))
  process.exitCode = await main(process.argv.slice(2));
