import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../main/cli/arguments.ts';
import { SHAPES } from '../../../main/cli/shapes.ts';
import { ROOT } from '../../../scripts/targets.mjs';
import { terminalPage } from '../../../scripts/terminal-page.ts';

test('docs/TERMINAL.md is up to date: run "npm run terminal-page"', () => {
  expect(readFileSync(join(ROOT, 'docs/TERMINAL.md'), 'utf8')).toBe(terminalPage());
});

test('every command that prints JSON has its lines there', () => {
  const without = ['completion', 'practice'];
  expect(Object.keys(SHAPES).toSorted()).toEqual(
    COMMANDS.map(({ name }) => name)
      .filter((name) => !without.includes(name))
      .toSorted(),
  );
});
