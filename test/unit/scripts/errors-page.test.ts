/** The page of error codes is complete, and every code on it can occur. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERROR_TEXTS } from '../../../scripts/error-texts.ts';
import { errorsPage } from '../../../scripts/errors-page.ts';
import { importGraph } from '../../../scripts/import-graph.ts';
import { ROOT } from '../../../scripts/targets.mjs';
import { ERROR_CODES } from '../../../shared/base/errors.ts';

const codes = Object.keys(ERROR_CODES);

it('lists every code of the table once, in its order', () => {
  expect(Object.values(ERROR_TEXTS).flatMap((texts) => Object.keys(texts))).toEqual(codes);
});

it('has complete sentences that fit a row of a table', () => {
  const texts = Object.values(ERROR_TEXTS).flatMap((subject) => Object.values(subject).flat());
  expect(texts.filter((text) => !/^[A-Z`][^|\n]*\.$/.test(text))).toEqual([]);
});

it('is up to date: npm run errors writes it', () => {
  expect(readFileSync(join(ROOT, 'docs/ERRORS.md'), 'utf8')).toBe(errorsPage());
});

it('has no code that no source uses', () => {
  const used = new Set(
    [...importGraph().keys()]
      .filter((file) => file !== 'shared/base/errors.ts')
      .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(/(?<=')[A-Z][A-Z_]+(?=')/g) ?? []),
  );
  expect(codes.filter((code) => !used.has(code))).toEqual([]);
});
