/** Runs the built command line as a program, for tests of its terminal output. */
import { pathToFileURL } from 'node:url';
import { builtFile } from '../../scripts/targets.mjs';

const { main } = (await import(pathToFileURL(builtFile('cli')).href)) as typeof import('../../main/cli/index.ts');
process.exitCode = await main(process.argv.slice(2));
