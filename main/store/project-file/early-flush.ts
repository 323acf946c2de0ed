import { type FileHandle, open } from 'node:fs/promises';

/**
 * Flushes a file to disk while more is still being written, so that the last flush takes less time. A failure is kept for `end`, because
 * the system reports a failed write only once.
 */
export class EarlyFlush {
  private readonly path: string;
  private begun: { readonly handle: Promise<FileHandle>; done: Promise<void> } | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** Flushes what the file holds now. Returns immediately. */
  start(): void {
    const handle = this.begun?.handle ?? open(this.path, 'r+');
    const before = this.begun?.done;
    const flushed = async () => {
      await before;
      await (await handle).datasync();
    };
    const done = flushed();
    // `end` throws the failure. If the file is discarded instead, nothing is lost.
    done.catch(() => undefined);
    this.begun = { handle, done };
  }

  /**
   * Waits for the flushes and closes the file.
   * @throws what a flush threw.
   */
  async end(): Promise<void> {
    if (this.begun === null) return;
    const { handle, done } = this.begun;
    this.begun = null;
    try {
      await done;
    } finally {
      await (await handle).close();
    }
  }
}
