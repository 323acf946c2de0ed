/** Starts the application in child processes, kills them at kill points, and returns their reports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ConnectionSettings } from '../../shared/contract/index.ts';
import type { Policy } from '../../shared/policy/policy.ts';
import type { Choice } from '../../shared/project/project-shapes.ts';
import type { DeskReport } from './desk-actions.ts';
import { bundledProgram } from './bundled-program.ts';
import type { KillPoint } from './kill-points.ts';

export interface DeskOrder {
  readonly act: 'make' | 'send' | 'resume' | 'decide' | 'look';
  readonly dataDir: string;
  /** Clock speed relative to real time. */
  readonly speed: number;
  readonly token: string;
  readonly baseUrl?: string;
  /** The CSV file to import. */
  readonly list?: string;
  readonly listFormat?: 'json' | 'csv';
  readonly timeouts?: ConnectionSettings['timeouts'];
  /** Renames the project. */
  readonly name?: string;
  readonly choice?: Choice;
  /** Sends a pilot of this many people, and then its rest. */
  readonly pilot?: number | undefined;
  /** Scores the people of the pilot again, to compare, before the rest is sent. */
  readonly isCompared?: boolean | undefined;
  /** The policy of this computer's administrator; absent: none. */
  readonly policy?: Policy | undefined;
  readonly kill?: KillPoint | null;
  /** Reports every journal kill point that is passed. */
  readonly trace?: boolean;
}

export interface DeskEnd {
  /** `SIGKILL`, or the exit code. */
  readonly how: number | string;
  readonly report: DeskReport | null;
  readonly points: readonly KillPoint[];
  readonly errors: string;
}

export interface DeskProcess {
  readonly pid: number;
  readonly ended: Promise<DeskEnd>;
  kill(): void;
}

const CHILD = fileURLToPath(new URL('desk-child.ts', import.meta.url));
/** Caches compiled code across the many starts; worker threads read the folder from the environment. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** In milliseconds; long enough for a busy computer. */
const DEADLINE = 180_000;

/** The child as a single file, for tests that start hundreds. */
export const bundledDesk = (): Promise<string> => bundledProgram(CHILD);

/** Starts a child; SIGKILL ends it after the deadline. */
export function startDesk(order: DeskOrder, program = CHILD): DeskProcess {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DESK_CHILD: JSON.stringify(order), DESK_KEYCHAIN: 'none', NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  let report: DeskReport | null = null;
  const points: KillPoint[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { report?: DeskReport; point?: KillPoint };
    if (message.report !== undefined) report = message.report;
    if (message.point !== undefined) points.push(message.point);
  });
  const ended = (async (): Promise<DeskEnd> => {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    clearTimeout(timer);
    return { how: signal ?? code ?? -1, report, points, errors };
  })();
  return { pid: child.pid ?? 0, ended, kill: () => void child.kill('SIGKILL') };
}

/**
 * Runs a child to its end and returns its report.
 * @throws Error with the child's error output when there is no report
 */
export async function runDesk(order: DeskOrder): Promise<DeskReport> {
  const { how, report, errors } = await startDesk(order, await bundledDesk()).ended;
  if (report === null) throw new Error(`the desk ended (${how}) without a report: ${errors}`);
  return report;
}
