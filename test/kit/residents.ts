/**
 * Programs for tests that are not about their start and end: one process runs several of them in turn, because starting a process takes
 * longer than most of what a test does with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** A message to a process: start its program, or end it. */
export type Told<Order> = { readonly start: Order } | 'end';

/** The answer of a process. */
export type Answered<Started> = { readonly started: Started } | { readonly failed: string } | 'ended';

/** A program in such a process. The process runs no other program until `end` or `kill`. */
export interface ResidentProgram<Started> {
  readonly started: Started;
  readonly pid: number;
  /** Ends the program normally. */
  end(): Promise<void>;
  /** Kills its process; resolves when it is gone. */
  kill(): Promise<void>;
}

export class Residents<Order, Started> {
  /** The file that calls `residesHere`. */
  private readonly entry: string;
  /** The processes that run no program. */
  private readonly idle: ChildProcess[] = [];

  constructor(entry: string) {
    this.entry = entry;
  }

  private newProcess(): ChildProcess {
    const child = spawn(process.execPath, [this.entry], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    // The child ends when this process ends, so it must not keep this process running.
    child.unref();
    (child.channel as Socket | null)?.unref();
    child.once('exit', () => {
      if (this.idle.includes(child)) this.idle.splice(this.idle.indexOf(child), 1);
    });
    return child;
  }

  /**
   * Starts a program.
   * @throws Error when it does not start, or its process ends
   */
  async start(order: Order): Promise<ResidentProgram<Started>> {
    const child = this.idle.pop() ?? this.newProcess();
    const tell = async (told: Told<Order>): Promise<Answered<Started>> => {
      const answered = new AbortController();
      child.ref();
      try {
        const ended = once(child, 'exit', answered).then(([code, signal]) =>
          Promise.reject(new Error(`the process ended (${signal ?? code})`)),
        );
        const answer = Promise.race([once(child, 'message', answered) as Promise<[Answered<Started>]>, ended]);
        child.send(told);
        return (await answer)[0];
      } finally {
        answered.abort();
        child.unref();
      }
    };
    const answer = await tell({ start: order });
    if (answer === 'ended' || 'failed' in answer) {
      this.idle.push(child);
      throw new Error(answer === 'ended' ? 'the program ended' : answer.failed);
    }
    return {
      started: answer.started,
      pid: child.pid ?? 0,
      end: async () => {
        await tell('end');
        this.idle.push(child);
      },
      kill: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
}

/** Follows the messages of `Residents` in this process. `start` starts a program and returns its facts for the test and how to end it. */
export function residesHere(start: (order: unknown) => Promise<{ readonly started: unknown; end(): Promise<void> }>): void {
  const answer = (answered: Answered<unknown>) => process.send?.(answered);
  let end: (() => Promise<void>) | null = null;
  const follow = async (told: Told<unknown>): Promise<Answered<unknown>> => {
    if (told === 'end') {
      await end?.();
      end = null;
      return 'ended';
    }
    try {
      const running = await start(told.start);
      end = () => running.end();
      return { started: running.started };
    } catch (error) {
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  process.on('message', (told: Told<unknown>) => void follow(told).then(answer));
  // The process of the tests is gone, for whatever reason.
  process.on('disconnect', () => process.exit());
}
