/** Starts the application in child processes, kills them at kill points, and returns their reports. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ConnectionSettings } from '../../shared/contract/index.ts';
import type { Policy } from '../../shared/policy/policy.ts';
import type { DeskReport } from './desk-actions.ts';
import { bundledProgram } from './bundled-program.ts';
import type { KillPoint } from './kill-points.ts';

export interface DeskOrder {
  readonly act: 'make' | 'send' | 'resume';
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
  /** `SIGKILL`, or the exit code; 0 also when it waits for its next order. */
  readonly how: number | string;
  readonly report: DeskReport | null;
  readonly points: readonly KillPoint[];
  readonly errors: string;
}

export interface DeskProcess {
  readonly pid: number;
  /** Resolves when the order is done and its folder closed, or the process ended. */
  readonly ended: Promise<DeskEnd>;
  kill(): void;
  /** Gives another order to a process that waits for one (`stays`). */
  next(order: DeskOrder): DeskProcess;
  /** Ends a process that waits for an order. */
  dismiss(): Promise<void>;
}

const CHILD = fileURLToPath(new URL('desk-child.ts', import.meta.url));
/** Caches compiled code across the many starts; worker threads read the folder from the environment. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** In milliseconds; long enough for a busy computer. */
const DEADLINE = 180_000;

/** The child as a single file, for tests that start hundreds. */
export const bundledDesk = (): Promise<string> => bundledProgram(CHILD);

/** Starts a child; SIGKILL ends it after the deadline of its order. `stays`: when its order is done, it waits for the next one. */
export function startDesk(first: DeskOrder, program = CHILD, stays = false): DeskProcess {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DESK_CHILD: JSON.stringify(first), DESK_KEYCHAIN: 'none', NODE_COMPILE_CACHE: COMPILED },
    stdio: [stays ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const lines = createInterface({ input: child.stdout });

  const following = (): DeskProcess => {
    const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE);
    let report: DeskReport | null = null;
    const points: KillPoint[] = [];
    const done = Promise.withResolvers<[number, null]>();
    const onLine = (line: string) => {
      const message = JSON.parse(line) as { report?: DeskReport; point?: KillPoint; closed?: true };
      if (message.report !== undefined) report = message.report;
      if (message.point !== undefined) points.push(message.point);
      if (message.closed === true && stays) done.resolve([0, null]);
    };
    lines.on('line', onLine);
    const ended = (async (): Promise<DeskEnd> => {
      const [code, signal] = await Promise.race([done.promise, closed]);
      clearTimeout(timer);
      lines.off('line', onLine);
      return { how: signal ?? code ?? -1, report, points, errors };
    })();
    return {
      pid: child.pid ?? 0,
      ended,
      kill: () => void child.kill('SIGKILL'),
      next(order) {
        child.stdin?.write(`${JSON.stringify(order)}\n`);
        return following();
      },
      async dismiss() {
        child.stdin?.end();
        await closed;
      },
    };
  };
  return following();
}
