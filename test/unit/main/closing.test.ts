/** If a file cannot be removed when the program closes, the program still closes everything else and reports the error. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { testPorts } from '../../kit/test-ports.ts';

it('a copy of a list that cannot be removed does not keep a lock or the practice service open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closing-'));
  const dataDir = join(folder, 'data');
  const copy = join(folder, 'list.csv');
  let stopped = 0;
  const ports = testPorts(
    dataDir,
    { spawn: localTasks },
    {
      startPractice: () =>
        Promise.resolve({
          baseUrl: 'http://127.0.0.1:9',
          token: 'practice',
          removeProjects: () => Promise.resolve(),
          refill: () => Promise.resolve(),
          close() {
            stopped += 1;
            return Promise.resolve();
          },
        }),
    },
  );
  try {
    const first = await createApplication(ports);
    await callOf(first)('credits.read', { connectionId: 'practice' }).catch(() => undefined);
    writeFileSync(copy, 'First name\r\nAnn\r\n');
    await first.offerFile(copy, 'list.csv', true);
    // A folder in place of the file cannot be removed as a file.
    rmSync(copy);
    mkdirSync(copy);
    await expect(first.close()).rejects.toThrow(copy);
    expect(stopped).toBe(1);
    const second = await createApplication(ports);
    expect((await callOf(second)('app.get', {})).runnerElsewhere).toBeNull();
    await second.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
