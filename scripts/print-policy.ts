/** Writes `docs/policy`, the templates of the policy for administrators: `npm run policy`. A test fails while a file is not up to date. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { policyFiles } from './policy-templates.ts';
import { ROOT } from './targets.mjs';

for (const [name, text] of Object.entries(policyFiles())) {
  const path = join(ROOT, 'docs/policy', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
