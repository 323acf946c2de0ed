/** The built command line as a program of its own: for tests that look at what a terminal would show. */
import { pathToFileURL } from 'node:url';
import { builtFile } from '../../scripts/targets.mjs';

const { main } = (await import(pathToFileURL(builtFile('cli')).href)) as typeof import('../../main/cli/index.ts');
process.exitCode = await main(process.argv.slice(2));
