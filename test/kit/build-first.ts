/** Builds, once before all tests, the stale targets that tests start as programs and threads, and the page that hosts serve. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../scripts/targets.mjs';

export function setup(): void {
  const build = join(ROOT, 'scripts', 'build.ts');
  const { status } = spawnSync(process.execPath, [build, '--if-stale', 'cli', 'worker', 'practice', 'renderer'], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('The program could not be built, see above.');
}
