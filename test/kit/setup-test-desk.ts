/** One `TestDesk` for all tests of a file. */
import { afterAll, afterEach } from 'vitest';
import type { SpawnWorker } from '../../main/platform/ports.ts';
import { TestDesk } from './test-desk.ts';

/**
 * Starts the application and a practice service for the file that calls it, closes both after its last test, and fails each test that
 * logs a defect. `spawn` runs the tasks instead of worker threads.
 */
export async function setupTestDesk(spawn: SpawnWorker | null = null): Promise<TestDesk> {
  const desk = await TestDesk.start(spawn);
  afterEach(({ expect }) => {
    expect(desk.log.errors).toEqual([]);
  });
  afterAll(() => desk.close());
  return desk;
}
