/**
 * The command line from a checkout: `npm run -s desk -- …`. Builds stale targets first. Plain JavaScript, so that even
 * an outdated Node can report the problem.
 */
import { spawnSync } from 'node:child_process';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtFile, ROOT, staleTargets } from './targets.mjs';

const NEEDED = ['cli', 'worker', 'practice'];

/** Reports an error in the command line's own formats, for scripts and for users. */
function giveUp(code, message) {
  if (process.argv.includes('--json'))
    process.stdout.write(`${JSON.stringify({ ok: false, error: { code, message, retry: 'ask', details: {} } })}\n`);
  process.stderr.write(`${message}\n`);
}

/** Builds stale targets; returns false when the build fails. */
function build() {
  if (staleTargets(NEEDED).length === 0) return true;
  // standard output belongs to the command, so send the build's output to standard error
  const { DESK_TOKEN: _token, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.ts'), '--if-stale', ...NEEDED], {
    stdio: ['ignore', 2, 2],
    env,
  });
  return status === 0;
}

const [major = 0] = process.versions.node.split('.').map(Number);
// better-sqlite3 crashes an older Node without an error message, so check before loading anything
if (major < 22 || Number(process.versions.napi) < 10) {
  giveUp(
    'USAGE',
    `This is Node ${process.versions.node}, which is too old. Use "npm run -s desk -- …": npm then runs the Node that the project brings along.`,
  );
  process.exitCode = 1;
} else if (build()) {
  // caches compiled code between runs; worker threads read the folder from the environment
  const cache = join(ROOT, 'node_modules', '.cache', 'compiled');
  module.enableCompileCache(cache);
  process.env.NODE_COMPILE_CACHE = cache;
  const { main } = await import(pathToFileURL(builtFile('cli')).href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  giveUp('INTERNAL', 'The program could not be built, see above.');
  process.exitCode = 2;
}
