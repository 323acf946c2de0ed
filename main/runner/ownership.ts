/** Sees to it that of several programs on one data folder exactly one runs the projects, and that another one goes on when it ends. */
import type { Clock } from '../platform/ports.ts';
import type { RunnerLock } from '../store/app-database/lock.ts';

/** How often a program that does not run the projects looks whether it may, in milliseconds. */
const LOOK_EVERY = 3_000;

export interface OneRunnerOptions {
  readonly lock: RunnerLock;
  readonly clock: Clock;
  /** This program runs the projects from now on. Called once at most, and not for a lock that was held from the start. */
  gained(): void;
  /** This program must not run the projects any more. */
  lost(): void;
}

export class OneRunner {
  private readonly options: OneRunnerOptions;
  private readonly closing = new AbortController();
  private mine: boolean;

  constructor(options: OneRunnerOptions) {
    this.options = options;
    this.mine = options.lock.heldBy === null;
  }

  /** Begins to look from time to time whether the other program has ended. */
  watch(): void {
    void this.look();
  }

  private async look(): Promise<void> {
    const { signal } = this.closing;
    while (!this.mine && !signal.aborted) {
      try {
        await this.options.clock.wait(LOOK_EVERY, signal);
        this.take();
      } catch {
        // A folder that cannot be written just now is looked at again; the end of the program ends the loop.
      }
    }
  }

  /** True when this program runs the projects, which it does from now on if no other one does. */
  take(): boolean {
    if (this.mine) return this.confirm();
    if (this.closing.signal.aborted || !this.options.lock.take()) return false;
    this.mine = true;
    this.options.gained();
    return true;
  }

  /** True while this program is certain to be the only one that runs the projects. Cheap: asked before each step of a project. */
  confirm(): boolean {
    if (!this.mine) return false;
    if (this.options.lock.confirm()) return true;
    this.mine = false;
    this.closing.abort();
    this.options.lost();
    return false;
  }

  /** Ends the looking; the lock stays as it is. */
  close(): void {
    this.closing.abort();
  }
}
