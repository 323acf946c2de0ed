/** One practice service and one data folder with a connection to it, for all tests of a file that runs commands. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { type SpawnedPractice, spawnPractice } from './practice-client.ts';
import { desk, type Started, start, type Terminal } from './terminal.ts';

/** Commands on one data folder, which has the connection “Service”. */
export interface Computer {
  readonly dataDir: string;
  /** Runs a command with the token of the service. */
  readonly desk: (...words: readonly string[]) => Promise<Terminal>;
  /** Starts a command with the token of the service. */
  readonly start: (...words: readonly string[]) => Started;
}

interface TerminalSetup extends Computer {
  readonly practice: SpawnedPractice;
  /** For the files of the tests. */
  readonly folder: string;
  /** Creates another data folder, as on another computer. */
  readonly computer: (name: string) => Promise<Computer>;
}

/**
 * Starts a practice service of this dialect for the file that calls it, and makes a data folder with the connection “Service” to it. After
 * each test it removes the faults of the service and restores the dialect; after the last one it closes the service and removes the files.
 */
export async function setupTerminal(dialect = 'default'): Promise<TerminalSetup> {
  const practice = await spawnPractice({ dataDir: null, credits: 1_000, secondsPerThousandRows: 0, dialect });
  const { client } = practice;
  const folder = mkdtempSync(join(tmpdir(), 'desk-terminal-'));
  afterEach(async () => {
    await client.clearFaults();
    await client.settings({ dialect });
  });
  afterAll(async () => {
    await practice.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = { DESK_TOKEN: client.token };
  const computer = async (name: string): Promise<Computer> => {
    const dataDir = join(folder, name);
    const added = await desk(['connections', 'add', '--name', 'Service', '--base-url', client.url, '--data', dataDir]);
    if (added.exit !== 0) throw new Error(added.err);
    return {
      dataDir,
      desk: (...words) => desk([...words, '--data', dataDir], { environment }),
      start: (...words) => start([...words, '--data', dataDir], { environment }),
    };
  };
  return { practice, folder, computer, ...(await computer('data')) };
}
