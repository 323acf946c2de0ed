/** Runs the command line in a separate process and returns its terminal output. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Terminal {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
  /** Standard output as JSON lines. */
  readonly lines: Record<string, unknown>[];
}

/** Longer than any command takes, in milliseconds: a hanging command is killed, and its exit code is null. */
const TOO_LONG = 200_000;

/** Runs `desk ...words`; `input` is standard input. */
export async function desk(
  words: readonly string[],
  options: { readonly input?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<Terminal> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./cli-program.ts', import.meta.url)), ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TOO_LONG,
    killSignal: 'SIGKILL',
    env: { ...process.env, DESK_KEYCHAIN: 'none', ...options.environment },
  });
  const parts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (parts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (parts.err += text));
  child.stdin.end(options.input ?? '');
  const exit = await new Promise<number | null>((done) => {
    child.once('close', done);
  });
  const lines = words.includes('--json')
    ? parts.out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    : [];
  return { exit, ...parts, lines };
}
