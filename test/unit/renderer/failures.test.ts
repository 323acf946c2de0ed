/** The failure of a command is shown where the user gave the command. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/targets.mjs';

const sources = globSync('renderer/**/*.{ts,tsx}', { cwd: ROOT }).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const everything = sources.map(({ text }) => text).join('\n');

/**
 * True if this file reads the failure, passes the command to a component, or awaits it, or if another file shows the failure of the object
 * that has the command.
 */
const isShown = (text: string, command: string): boolean =>
  new RegExp(String.raw`\b${command}\.(error|mutateAsync)\b|=\{${command}\}|\b${command}\.mutate\([^;]*onError`).test(text) ||
  (new RegExp(String.raw`return \{[^]*\b${command},`).test(text) && everything.includes(`.${command}.error`));

test('the failure of each command is shown', () => {
  const commands = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/const (\w+) = useCommand\('([\w.]+)'/g)].map(([, command, method]) => ({ path, text, command: command!, method })),
  );
  expect(commands.length).toBeGreaterThan(80);
  expect(commands.filter(({ text, command }) => !isShown(text, command)).map(({ path, method }) => `${path} ${method}`)).toEqual([]);
});
