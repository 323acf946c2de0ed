/** The command line from source, as a program of its own: for tests that look at what a terminal would show. */
import { main } from '../../main/cli/index.ts';

process.exitCode = await main(process.argv.slice(2));
