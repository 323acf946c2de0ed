/** The built loopback host, in a new process or in one that has run other hosts before. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../scripts/targets.mjs';
import { Residents } from './residents.ts';

export interface LoopbackHost {
  /** The page's URL with its single-use code. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the host on a data folder in a new process.
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

const residents = new Residents<string, string>(fileURLToPath(new URL('loopback-resident.ts', import.meta.url)));

/**
 * Starts the host on a data folder, in a process that has run hosts on other folders before.
 * @throws Error when it does not start
 */
export async function startResidentLoopback(dataDir: string): Promise<LoopbackHost> {
  const program = await residents.start(dataDir);
  return { url: program.started, close: () => program.end() };
}
