/**
 * Runs the command line in a separate process and returns its terminal output. Starting the program takes longer than most commands, so one
 * process runs many calls in turn, except in tests about the start or end of the program.
 */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Ended, ResidentCall, ResidentReply } from './resident-call.ts';

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
  /** True if nobody reads standard output. */
  readonly unread?: boolean;
  /** Another program, with its arguments, that runs the command. */
  readonly under?: readonly string[];
  /** Milliseconds after which the command is killed. */
  readonly timeout?: number;
}

const PROGRAM = fileURLToPath(new URL('./cli-program.ts', import.meta.url));
const RESIDENT = fileURLToPath(new URL('./cli-resident.ts', import.meta.url));
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
  { input = '', environment = {}, unread = false, under = [], timeout = TOO_LONG }: CommandOptions = {},
): Started {
  const [program, ...before] = [...under, process.execPath, PROGRAM, ...words] as [string, ...string[]];
  const child = spawn(program, before, {
    // Its own group, because ending only the program that runs the command would leave the command running.
    detached: under.length > 0,
    env: { ...process.env, DESK_KEYCHAIN: 'none', ...environment },
  });
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(under.length > 0 ? -child.pid : child.pid, 'SIGKILL');
  }, timeout);
  const parts = { out: '', err: '' };
  if (unread) child.stdout.destroy();
  else child.stdout.setEncoding('utf8').on('data', (part: string) => (parts.out += part));
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

/** A process that runs one call after the other. */
interface Resident {
  readonly child: ChildProcess;
  readonly replies: Interface;
  /** What the process wrote to its own standard error since the last call, such as warnings of Node. */
  stray: string;
}

const KILLED: ResidentReply = { exit: null, out: '', err: '', isLast: true };

/** The processes that run no call. */
const idle: Resident[] = [];

function startResident(): Resident {
  // The child ends when this process ends, so it must not keep this process running.
  const child = spawn(process.execPath, [RESIDENT], { stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'ipc'] });
  const [, out, err, replies] = child.stdio as unknown as [null, Socket, Socket, Socket];
  const resident: Resident = { child, replies: createInterface({ input: replies as Readable }), stray: '' };
  for (const stream of [out, err]) stream.setEncoding('utf8').on('data', (part: string) => (resident.stray += part));
  for (const one of [child, child.channel, out, err, replies]) one?.unref();
  return resident;
}

/** Runs a call in a process that has run others before. */
async function callResident(call: ResidentCall): Promise<Ended> {
  const resident = idle.pop() ?? startResident();
  const { child, replies } = resident;
  const timer = setTimeout(() => child.kill('SIGKILL'), TOO_LONG);
  const answered = new AbortController();
  const reply = Promise.race([once(replies, 'line', answered), once(replies, 'close', answered)]);
  child.send(call);
  const [line] = (await reply) as [string?];
  answered.abort();
  clearTimeout(timer);
  const { exit, out, err, isLast } = line === undefined ? KILLED : (JSON.parse(line) as ResidentReply);
  const stray = resident.stray;
  resident.stray = '';
  if (!isLast && child.exitCode === null && child.signalCode === null) idle.push(resident);
  return { exit, out, err: err + stray };
}

/** Standard output as JSON lines. */
const jsonLines = (out: string): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const withLines = (words: readonly string[], ended: Ended): Terminal => ({
  ...ended,
  lines: words.includes('--json') ? jsonLines(ended.out) : [],
});

/** Runs `desk ...words` until it ends, in a program of its own. */
const deskProgram = async (words: readonly string[], options: CommandOptions = {}): Promise<Terminal> =>
  withLines(words, await start(words, options).ended);

/** The variables that the program reads at each call. Others have an effect only when the program starts. */
const READ_AT_EACH_CALL = /^(DESK_|XDG_|HOME$)/;
/** The command that reads the file descriptor of its standard input, which a process for several calls needs itself. */
const ALONE = 'practice';

/** Runs `desk ...words` until it ends. */
export async function desk(words: readonly string[], options: CommandOptions = {}): Promise<Terminal> {
  const { input = '', environment = {}, unread = false, under, timeout } = options;
  const isAlone =
    under !== undefined ||
    timeout !== undefined ||
    words[0] === ALONE ||
    !Object.keys(environment).every((name) => READ_AT_EACH_CALL.test(name));
  if (isAlone) return await deskProgram(words, options);
  const call = { words, input, unread, environment: { ...process.env, DESK_KEYCHAIN: 'none', ...environment } };
  return withLines(words, await callResident(call));
}
