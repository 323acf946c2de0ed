/** Opens the application for a command: the same application as in the window, on the same data folder. */
import { resolve } from 'node:path';
import { startPractice } from '../../practice/server/index.ts';
import {
  type CallOptions,
  CONTRACT,
  type Input,
  type MethodName,
  type Output as MethodOutput,
  type ProjectView,
} from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import type { PolicyState } from '../../shared/policy/index.ts';
import { createApplication } from '../create-application.ts';
import type { Application } from '../application.ts';
import { callThrough } from '../dispatch.ts';
import {
  closeAll,
  type Host,
  NO_DESKTOP,
  type ProgramPaths,
  type SaveTarget,
  createNetwork,
  environmentProxies,
  openLog,
  ownSpool,
  requireDataFolder,
  systemClock,
  systemTrust,
  type SpawnWorker,
} from '../platform/index.ts';
import { policyCertificates, policyProxies } from '../policy/index.ts';
import { inputText } from './standard-input.ts';
import type { OutTarget } from './out-target.ts';
import { askForProxy } from './proxy.ts';
import { unlessStopped } from './unless-stopped.ts';
import { type SessionToken, createSecrets, environmentToken, tokenFrom } from '../secrets/index.ts';
import { type PoolOf, createWorkerPool } from '../worker/index.ts';

export interface Desk {
  readonly application: Application;
  /** A folder inside the data folder for temporary copies. The next start removes what a killed program left there. */
  readonly spool: string;
  /** The list that the command imported, until it may have been sent; null if there is none. */
  unsent: string | null;
  call<N extends MethodName>(method: N, input: Input<N>, options?: CallOptions): Promise<MethodOutput<N>>;
  /**
   * Sets the path of the next export.
   * @throws as `Application.checkTarget`
   */
  saveTo(target: OutTarget): Promise<void>;
  /**
   * The connection with this name or ID; null: the one chosen in the app.
   * @throws NOT_FOUND.
   */
  connection(name: string | null): Promise<MethodOutput<'connections.list'>[number]>;
  /**
   * The project with this ID or unique ID prefix.
   * @throws NOT_FOUND.
   */
  project(id: string): Promise<ProjectView>;
  /** @throws RUNNER_ELSEWHERE when another program runs the projects: waiting for one here would never end. */
  assertRunsHere(): Promise<void>;
  /** Starts worker tasks that do not need a project. */
  readonly spawn: SpawnWorker;
  /**
   * Uses the token of this call only for this connection.
   * @throws USAGE for several connections, because the token belongs to one of them.
   */
  useTokenFor(...connectionIds: readonly string[]): void;
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly dataDir: string;
  readonly paths: ProgramPaths;
  readonly policy: PolicyState;
  readonly poolOf: PoolOf;
  /** From standard input; null if none was given. */
  readonly token: string | null;
  /** The text of `DESK_TOKEN`, used only if `token` is null. */
  readonly environmentToken?: string;
}

/**
 * Opens the data folder.
 * @throws TOKEN_MISSING for a malformed token; what `createApplication` throws.
 */
export async function openDesk({ dataDir, paths, policy, poolOf, token, environmentToken: text = '' }: DeskOptions): Promise<Desk> {
  let target: SaveTarget | null = null;
  const host: Host = {
    ...NO_DESKTOP,
    kind: 'cli',
    saveTarget: () => {
      const chosen = target;
      target = null;
      return Promise.resolve(chosen);
    },
  };
  const session: SessionToken = { token: token ?? environmentToken(text) };
  requireDataFolder(dataDir);
  const secrets = await createSecrets({ dataDir, session });
  const pool = poolOf(() => createWorkerPool(paths.worker, { startsEarly: false }));
  const log = openLog(dataDir);
  let application: Application;
  try {
    application = await createApplication({
      dataDir,
      clock: systemClock,
      secrets,
      host,
      network: createNetwork(policyProxies(policy, environmentProxies()), systemTrust(pool.spawn, log, policyCertificates(policy))),
      spawnWorker: pool.spawn,
      startPractice: (practice) => startPractice({ ...practice, entry: paths.practice }),
      log,
      policy,
      samplesDir: paths.samples,
      noticesFile: paths.notices,
    });
  } catch (error) {
    await pool.close();
    throw error;
  }
  const call: Desk['call'] = async (method, input, options) => {
    const through = () => callThrough(application.call, method, input, options);
    // Only queries are repeated: a command may have sent something before it was stopped, or before the proxy asked.
    const isQuery = CONTRACT[method].kind === 'query';
    try {
      return await (isQuery ? unlessStopped(through) : through());
    } catch (error) {
      const isRepeatable = isQuery && process.stdin.isTTY;
      if (!isRepeatable || !(error instanceof AppError) || error.code !== 'PROXY_SIGN_IN') throw error;
      await callThrough(application.call, 'app.signInToProxy', await askForProxy(error.message));
      return await through();
    }
  };
  return {
    application,
    spool: ownSpool(dataDir),
    spawn: pool.spawn,
    unsent: null,
    call,
    async saveTo(out) {
      await application.checkTarget(resolve(out.path), out);
      target = { path: resolve(out.path), shown: out.path, download: null };
    },
    async assertRunsHere() {
      const { runnerElsewhere } = await call('app.get', {});
      if (runnerElsewhere !== null) throw new AppError('RUNNER_ELSEWHERE', runnerElsewhere);
    },
    useTokenFor(...connectionIds) {
      const [id, another] = new Set(connectionIds);
      if (another !== undefined && session.token !== undefined)
        throw new AppError('USAGE', 'The token is for one connection, and these screenings have several. Name one of them by its ID.');
      session.connectionId = id;
    },
    async connection(name) {
      const all = await call('connections.list', {});
      const chosen = name ?? (await call('app.get', {})).connectionId;
      const found = all.find(({ id }) => id === chosen) ?? all.find((connection) => connection.name.toLowerCase() === chosen.toLowerCase());
      if (found === undefined)
        throw new AppError('NOT_FOUND', `No connection is named “${chosen}”. Run "desk connections list" to see all connections.`);
      return found;
    },
    async project(id) {
      const matches = (await call('projects.list', {})).filter((project) => id !== '' && project.id.startsWith(id));
      const [only] = matches;
      if (only === undefined) throw new AppError('NOT_FOUND', `No project has the ID “${id}”. Run "desk projects" to see all projects.`);
      if (matches.length > 1)
        throw new AppError('NOT_FOUND', `The IDs of ${matches.length} projects begin with “${id}”. Enter more of the ID.`);
      return only;
    },
    async close() {
      await closeAll([() => application.close(), () => pool.close()]);
    },
  };
}

/**
 * Reads the token from standard input.
 * @throws TOKEN_MISSING when it is empty or malformed.
 */
export async function readToken(): Promise<string> {
  const text = await inputText();
  if (text.trim() === '') throw new AppError('TOKEN_MISSING', 'Standard input did not contain a token.');
  return tokenFrom(text, 'Standard input');
}
