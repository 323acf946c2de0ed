/**
 * Runs calls of the built command line one after the other in this process, for tests that are not about the program's start and end. Each
 * message is a call; a line on `REPLIES` says how it ended.
 */
import { writeSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { builtFile } from '../../scripts/targets.mjs';
import type { PoolOf, WorkerPool } from '../../main/worker/entry/pool.ts';
import { lentPool } from './lent-pool.ts';
import type { ResidentCall, ResidentReply } from './resident-call.ts';

/** The file descriptor of the pipe for replies. The channel of the messages loses what is sent while a process ends. */
const REPLIES = 3;

let written: { out: string; err: string } | null = null;

function reply(exit: number, isLast: boolean): void {
  const ended: ResidentReply = { exit, isLast, out: written?.out ?? '', err: written?.err ?? '' };
  written = null;
  const bytes = Buffer.from(`${JSON.stringify(ended)}\n`);
  for (let from = 0; from < bytes.length;) from += writeSync(REPLIES, bytes, from);
}

const program = pathToFileURL(builtFile('cli')).href;
const { main } = (await import(program)) as typeof import('../../main/cli/index.ts');

let threads: WorkerPool | null = null;
/** A thread takes longer to start than most commands take. */
const poolOf: PoolOf = (create) => lentPool((threads ??= create()));

for (const [name, stream] of [
  ['out', process.stdout],
  ['err', process.stderr],
] as const) {
  const original = stream.write.bind(stream);
  stream.write = (part: string | Uint8Array, ...more: unknown[]) => {
    if (written === null) return original(part);
    written[name] += typeof part === 'string' ? part : Buffer.from(part).toString();
    const done = more.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
}

const { stdout } = process;
/** Standard output into a pipe whose reader has ended. */
const brokenPipe = () =>
  new Writable({ write: (_part, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })) });

process.on('message', ({ words, input, environment, unread }: ResidentCall) => {
  written = { out: '', err: '' };
  // Changed variable by variable: Node and the C library read the environment object of the process.
  for (const name of Object.keys(process.env)) if (environment[name] === undefined) delete process.env[name];
  Object.assign(process.env, environment);
  Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [Buffer.from(input)]), configurable: true });
  Object.defineProperty(process, 'stdout', { value: unread ? brokenPipe() : stdout, configurable: true });
  // Not at once, because a stream reports its failed write after a short command has ended.
  void main(words, program, undefined, poolOf).then((exit) => setImmediate(reply, exit, false));
});
// A command that ends the program.
process.on('exit', (exit) => {
  if (written !== null) reply(exit, true);
});
process.on('disconnect', () => process.exit());
