/** Writes `docs/TERMINAL.md`, the conventions and outputs of the terminal: `npm run terminal-page`. A test fails while the file is not up to date. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './targets.mjs';
import { terminalPage } from './terminal-page.ts';

writeFileSync(join(ROOT, 'docs/TERMINAL.md'), terminalPage());
