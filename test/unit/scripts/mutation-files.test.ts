/** The mutation tests name files that exist: otherwise nobody would notice a rule without mutations. */
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/targets.mjs';
import mutation from '../../../vitest.mutation.config.ts';

const { default: stryker } = (await import(new URL('../../../stryker.config.mjs', import.meta.url).href)) as {
  readonly default: { readonly mutate: readonly string[] };
};

/** The patterns without braces that are equivalent to a pattern. */
function alternativesOf(pattern: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined) return [pattern];
  return choices!.split(',').flatMap((choice) => alternativesOf(pattern.replace(whole, choice)));
}

it.each([
  ['stryker.config.mjs', stryker.mutate],
  ['vitest.mutation.config.ts', mutation.test?.include ?? []],
])('each pattern of %s matches a file', (_, patterns) => {
  expect(patterns.length).toBeGreaterThan(10);
  const alternatives = patterns.flatMap(alternativesOf);
  expect(alternatives.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([]);
});
