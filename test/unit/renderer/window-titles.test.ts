/** The title of a page in a browser is shown in window lists and kept in its history, so it never names a person or a list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const RENDERER = join(import.meta.dirname, '../../../renderer');
const sources = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(join(RENDERER, name), 'utf8'));

it('is a fixed text, a step or the title of a page of the settings', () => {
  const titles = sources.flatMap((text) => [...text.matchAll(/<PageTitle window=("[^"]*"|\{.*?\})[ >]/g)].map(([, title]) => title!));
  expect(titles.length).toBeGreaterThan(10);
  expect(new Set(titles.filter((title) => title.startsWith('{')))).toEqual(new Set(['{STEP_NAMES[step]}', '{title}']));
  const ofSettings = sources.flatMap((text) => [...text.matchAll(/<SettingsSubpage title=(.)/g)].map(([, quote]) => quote));
  expect(new Set(ofSettings)).toEqual(new Set(['"']));
});
