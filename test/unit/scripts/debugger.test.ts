/** The configurations of the debugger start programs that exist, with the Node of the project. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/targets.mjs';

const { configurations } = JSON.parse(readFileSync(join(ROOT, '.vscode/launch.json'), 'utf8')) as {
  readonly configurations: readonly { readonly name: string; readonly program: string; readonly runtimeExecutable: string }[];
};

it.each(configurations)('$name', ({ program, runtimeExecutable }) => {
  const paths = [program, runtimeExecutable];
  expect(paths.filter((path) => !path.startsWith('${workspaceFolder}/'))).toEqual([]);
  expect(paths.filter((path) => !existsSync(path.replace('${workspaceFolder}', ROOT)))).toEqual([]);
});
