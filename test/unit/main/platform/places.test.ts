/** Where a host finds the other parts of the program, from source and built. */
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { placesFrom } from '../../../../main/platform/places.ts';
import { builtFile, ROOT, TARGETS } from '../../../../scripts/targets.mjs';

it.each(['electron', 'loopback', 'cli'])('%s finds the other parts next to itself', (host) => {
  const source = placesFrom(new URL(`main/${host}/index.ts`, pathToFileURL(ROOT)).href);
  expect(source.bundled).toBe(false);
  expect(fileURLToPath(source.worker)).toBe(fileURLToPath(new URL(TARGETS.worker.entry, pathToFileURL(ROOT))));
  expect(fileURLToPath(source.practice)).toBe(fileURLToPath(new URL(TARGETS.practice.entry, pathToFileURL(ROOT))));
  for (const file of [source.samples, source.sample]) expect(existsSync(file)).toBe(true);

  const built = placesFrom(pathToFileURL(builtFile(host as 'cli')).href);
  expect(built.bundled).toBe(true);
  expect(fileURLToPath(built.worker)).toBe(builtFile('worker'));
  expect(fileURLToPath(built.practice)).toBe(builtFile('practice'));
  expect([source.renderer, source.sample, source.notices]).toEqual([built.renderer, built.sample, built.notices]);
});
