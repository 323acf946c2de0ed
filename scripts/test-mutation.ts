/** Mutation tests of the rules in stryker.config.mjs, or of one folder or file: `npm run test:mutation [-- PATH]`. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './targets.mjs';

const [target] = process.argv.slice(2);
const mutate = target === undefined ? [] : ['--mutate', statSync(target).isDirectory() ? `${target.replace(/\/$/, '')}/**/*.ts` : target];
const stryker = join(ROOT, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const { status } = spawnSync(process.execPath, [stryker, 'run', 'stryker.config.mjs', ...mutate], { cwd: ROOT, stdio: 'inherit' });
process.exitCode = status ?? 1;
