import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const LOCK = join(import.meta.dirname, '../../../package-lock.json');

it('npm 10 does not compile better-sqlite3, which contains its binaries', () => {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Record<string, { gypfile?: boolean }> };
  // The package itself has this value, but npm does not copy it into the lock file, and removes the line whenever it writes the file.
  expect(packages['node_modules/better-sqlite3'], 'add "gypfile": false to this entry of package-lock.json').toMatchObject({
    gypfile: false,
  });
});
