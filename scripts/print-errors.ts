/** Writes `docs/ERRORS.md`, the error codes for support: `npm run errors`. A test fails while the file is not up to date. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsPage } from './errors-page.ts';
import { ROOT } from './targets.mjs';

writeFileSync(join(ROOT, 'docs/ERRORS.md'), errorsPage());
