/**
 * Puts the project's own Node (an optional dependency per platform) first on the PATH of npm scripts. npm 11 does this itself, npm 10 does
 * not. Runs after each installation, on any Node.
 */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');
const platform = process.platform === 'win32' ? 'win' : process.platform;
const carried = join(modules, `node-${platform}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const bin = join(modules, '.bin');

if (existsSync(carried)) {
  mkdirSync(bin, { recursive: true });
  if (process.platform === 'win32') {
    if (!existsSync(join(bin, 'node.cmd'))) writeFileSync(join(bin, 'node.cmd'), `@"${carried}" %*\r\n`);
  } else if (!existsSync(join(bin, 'node'))) symlinkSync(join('..', `node-${platform}-${process.arch}`, 'bin', 'node'), join(bin, 'node'));
}
