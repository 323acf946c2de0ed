/** Runs the command line in a separate process and returns its terminal output. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
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
}

const PROGRAM = fileURLToPath(new URL('./cli-program.ts', import.meta.url));
/** Longer than any command takes, in milliseconds: a hanging command is killed, and its exit code is null. */
const TOO_LONG = 200_000;

/** Starts `desk ...words`, for tests that stop it or close its output. */
export function start(words: readonly string[], { input = '', environment = {} }: CommandOptions = {}): Started {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    timeout: TOO_LONG,
    killSignal: 'SIGKILL',
    env: { ...process.env, DESK_KEYCHAIN: 'none', ...environment },
  });
  const parts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (parts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (parts.err += text));
  child.stdin.end(input);
  const ended = new Promise<Ended>((done) => {
    child.once('close', (exit) => done({ exit, ...parts }));
  });
  return { child, ended };
}

/** Runs `desk ...words` until it ends. */
export async function desk(words: readonly string[], options: CommandOptions = {}): Promise<Terminal> {
  const ended = await start(words, options).ended;
  const lines = words.includes('--json')
    ? ended.out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    : [];
  return { ...ended, lines };
}
