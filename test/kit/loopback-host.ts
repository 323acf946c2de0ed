/** The built loopback host as a separate program. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtFile } from '../../scripts/targets.mjs';

export interface LoopbackHost {
  /** The page's URL with its single-use code. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the host on a data folder.
 * @throws Error when it ends before its page is available
 */
export async function startLoopback(dataDir: string): Promise<LoopbackHost> {
  const child = spawn(process.execPath, [builtFile('loopback'), '--data', dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      done();
    });
  });
  const url = await new Promise<string>((found, failed) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      found((JSON.parse(line) as { url: string }).url);
    });
    child.once('exit', () => {
      failed(new Error('the loopback host ended before its page was there'));
    });
  });
  return {
    url,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
