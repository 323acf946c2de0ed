/**
 * Builds whatever is stale, once before all tests: tests start programs and threads, serve the page, and read the notices of all targets.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../scripts/targets.mjs';

export function setup(): void {
  const build = join(ROOT, 'scripts', 'build.ts');
  const { status } = spawnSync(process.execPath, [build, '--if-stale'], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('The program could not be built, see above.');
}
