/** Runs the command line in a separate process and returns its terminal output. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The exit code and the output of a command. */
interface Ended {
  /** Null when a signal ended it. */
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Terminal extends Ended {
  /** Standard output as JSON lines. */
  readonly lines: Record<string, unknown>[];
}

/** A running command. */
export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
}

interface CommandOptions {
  /** Standard input. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A program with its arguments that runs the command. */
  readonly under?: readonly string[];
  /** Milliseconds after which the command is killed. */
  readonly timeout?: number;
}

const PROGRAM = fileURLToPath(new URL('./cli-program.ts', import.meta.url));
const CALLS_PROGRAM = fileURLToPath(new URL('./cli-calls-program.ts', import.meta.url));
/** Longer than any command takes, in milliseconds: a hanging command is killed, and its exit code is null. */
const TOO_LONG = 200_000;

/** Writes the whole standard input of a program that may end before it reads all of it. */
export function writeInput(stdin: Writable, input: string): void {
  stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  stdin.end(input);
}

/** Starts `desk ...words`, for tests that stop it or close its output. */
export function start(
  words: readonly string[],
  { input = '', environment = {}, under = [], timeout = TOO_LONG }: CommandOptions = {},
): Started {
  const [program, ...before] = [...under, process.execPath, PROGRAM, ...words] as [string, ...string[]];
  const child = spawn(program, before, {
    // A group of its own, because what runs the command would leave it behind.
    detached: under.length > 0,
    env: { ...process.env, DESK_KEYCHAIN: 'none', ...environment },
  });
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(under.length > 0 ? -child.pid : child.pid, 'SIGKILL');
  }, timeout);
  const parts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (parts.out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (parts.err += part));
  writeInput(child.stdin, input);
  const ended = new Promise<Ended>((done) => {
    child.once('close', (exit) => {
      clearTimeout(timer);
      done({ exit, ...parts });
    });
  });
  return { child, ended };
}

/** A call for `deskCalls`. */
export interface CliCall {
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs several calls one after the other in one program, for calls whose start and end are not what the test is about: starting a program
 * takes longer than most of them. They have no standard input.
 */
export async function deskCalls(calls: readonly CliCall[]): Promise<Ended[]> {
  const child = spawn(process.execPath, [CALLS_PROGRAM], { env: { ...process.env, DESK_KEYCHAIN: 'none' }, timeout: TOO_LONG });
  child.stdin.end(JSON.stringify(calls));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (err !== '') throw new Error(err);
  return JSON.parse(out) as Ended[];
}

/** Standard output as JSON lines. */
export const jsonLines = (out: string): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Runs `desk ...words` until it ends. */
export async function desk(words: readonly string[], options: CommandOptions = {}): Promise<Terminal> {
  const ended = await start(words, options).ended;
  return { ...ended, lines: words.includes('--json') ? jsonLines(ended.out) : [] };
}
