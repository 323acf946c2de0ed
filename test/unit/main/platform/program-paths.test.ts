/** Where a host finds the other parts of the program, from source and built. */
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { programPaths } from '../../../../main/platform/program-paths.ts';
import { builtFile, ROOT, TARGETS } from '../../../../scripts/targets.mjs';

it.each(['electron', 'loopback', 'cli'])('%s finds the other parts next to itself', (host) => {
  const source = programPaths(new URL(`main/${host}/index.ts`, pathToFileURL(ROOT)).href);
  expect(fileURLToPath(source.worker)).toBe(fileURLToPath(new URL(TARGETS.worker.entry, pathToFileURL(ROOT))));
  expect(fileURLToPath(source.practice)).toBe(fileURLToPath(new URL(TARGETS.practice.entry, pathToFileURL(ROOT))));
  for (const file of [source.samples, source.sample]) expect(existsSync(file)).toBe(true);

  const built = programPaths(pathToFileURL(builtFile(host as 'cli')).href);
  expect(fileURLToPath(built.worker)).toBe(builtFile('worker'));
  expect(fileURLToPath(built.practice)).toBe(builtFile('practice'));
  expect([source.renderer, source.sample, source.notices]).toEqual([built.renderer, built.sample, built.notices]);
});
