/** Runs a program under strace and lists its system calls: what it writes, flushes and renames, in which order. Linux only. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TRACED =
  'write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,ftruncate,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat'.split(
    ',',
  );

export interface SystemCall {
  readonly name: string;
  /** As strace prints them, with the paths of open files. */
  readonly args: string;
  readonly failed: boolean;
  /** Order in which the calls began and ended, over all threads. */
  readonly began: number;
  readonly ended: number;
}

export interface Traced {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  readonly calls: readonly SystemCall[];
}

/**
 * Calls that strace makes fail. `on`: only on these files; PID in a path stands for the process number of the program. `times`: only the
 * first calls of each thread.
 */
export interface FailingCall {
  readonly calls: string;
  readonly error: string;
  readonly on?: readonly string[];
  readonly times?: number;
}

interface TraceOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly failing?: FailingCall;
}

/** strace ignores marked calls that the processor does not have. */
const optional = (names: readonly string[]) => names.map((name) => `?${name}`).join(',');

const LINE = /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$/;

function parse(text: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const open = new Map<string, { readonly name: string; readonly args: string; readonly began: number }>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, thread = '', resumed, started, rest = ''] = LINE.exec(line) ?? [];
    const begun = resumed === undefined ? undefined : open.get(thread);
    const name = begun?.name ?? started;
    if (name === undefined) continue;
    const { began, args } = begun ?? { began: at, args: '' };
    if (rest.endsWith('<unfinished ...>')) {
      open.set(thread, { name, args: rest, began });
      continue;
    }
    open.delete(thread);
    const failed = / = -1 [A-Z]/.test(rest) || !/ = \d/.test(rest);
    calls.push({ name, args: args + rest, failed, began, ended: at });
  }
  return calls.toSorted((a, b) => a.began - b.began);
}

/** Runs `node ...args` until it ends. */
export async function traceNode(args: readonly string[], { environment = {}, failing }: TraceOptions = {}): Promise<Traced> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-trace-'));
  const output = join(folder, 'calls');
  const when = failing?.times === undefined ? '' : `:when=1..${failing.times}`;
  const inject = failing === undefined ? [] : ['-e', `inject=${optional(failing.calls.split(','))}:error=${failing.error}${when}`];
  // `-D`: the program has the process number of the shell that starts strace.
  const on = (failing?.on ?? []).map((path) => `-P "${path.replace('PID', () => '$$')}"`).join(' ');
  const words = ['-f', '-qq', '-y', '-s', '48', '-o', output, '-e', `trace=${optional([...TRACED, ...(failing?.calls.split(',') ?? [])])}`];
  try {
    const ended = await new Promise<Omit<Traced, 'calls'>>((done) => {
      const child = execFile(
        '/bin/sh',
        ['-c', `exec strace -D ${on} "$@"`, 'strace', ...words, ...inject, process.execPath, ...args],
        { env: { ...process.env, ...environment }, timeout: 240_000, killSignal: 'SIGKILL', maxBuffer: 1 << 26 },
        (_error, out, err) => {
          done({ exit: child.exitCode ?? -1, out, err });
        },
      );
    });
    return { ...ended, calls: parse(readFileSync(output, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
