/** Runs calls of the built command line one after the other in this process, and prints how each ended: exit code, output and errors. */
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { builtFile } from '../../scripts/targets.mjs';
import type { CliCall } from './terminal.ts';

const { main } = (await import(pathToFileURL(builtFile('cli')).href)) as typeof import('../../main/cli/index.ts');
const calls = JSON.parse(await text(process.stdin)) as readonly CliCall[];
const print = process.stdout.write.bind(process.stdout);
const before = { ...process.env };

const ends = [];
for (const { words, environment = {} } of calls) {
  const written = { out: '', err: '' };
  const into = (name: keyof typeof written) => (part: string | Uint8Array, done?: unknown) => {
    written[name] += String(part);
    if (typeof done === 'function') (done as () => void)();
    return true;
  };
  process.stdout.write = into('out');
  process.stderr.write = into('err');
  process.env = { ...before, ...environment };
  ends.push({ exit: await main(words), ...written });
}
print(JSON.stringify(ends));
