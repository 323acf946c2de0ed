/** The changelog follows Keep a Changelog, and names no version that package.json has not reached. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/targets.mjs';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const headings = (level: string) => [...read('CHANGELOG.md').matchAll(new RegExp(`^${level} (.*)$`, 'gm'))].map(([, text = '']) => text);

it('begins with unreleased changes, then the version of the package and older versions with their dates', () => {
  const [first, ...released] = headings('##');
  expect(first).toBe('[Unreleased]');
  expect(released.filter((one) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(one))).toEqual([]);
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(released.slice(0, 1).filter((one) => !one.startsWith(`[${version}]`))).toEqual([]);
});

it('sorts changes by their kind', () => {
  const kinds = headings('###');
  expect(kinds.length).toBeGreaterThan(0);
  expect(kinds.filter((kind) => !['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'].includes(kind))).toEqual([]);
});

it('the package is proprietary, and a file says so', () => {
  const { license } = JSON.parse(read('package.json')) as { readonly license: string };
  expect(license).toBe('UNLICENSED');
  expect(read('LICENSE')).toContain('All rights reserved');
});
