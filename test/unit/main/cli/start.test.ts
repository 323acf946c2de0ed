import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../../scripts/targets.mjs';

const STATIC_IMPORT = /(?:^|\n)(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/g;

/** The files that run before the first statement of `entry`. */
function filesBefore(entry: string): Set<string> {
  const files = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, path = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(STATIC_IMPORT))
      visit(posix.join(posix.dirname(file), path));
  };
  visit(entry);
  return files;
}

test('a command for a file starts without the application and the practice service', () => {
  const files = filesBefore('main/cli/index.ts');
  expect(files).toContain('main/cli/check.ts');
  expect([...files].filter((file) => file === 'main/create-application.ts' || file.startsWith('practice/server/'))).toEqual([]);
});
