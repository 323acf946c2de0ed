/** The templates for administrators agree with the table, and contain every key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { policyFiles } from '../../../scripts/policy-templates.ts';
import { ROOT } from '../../../scripts/targets.mjs';
import { POLICY_KEYS, parsePolicy, policyKeys } from '../../../shared/policy/index.ts';

const files = policyFiles();

it.each(Object.keys(files))('docs/policy/%s is up to date', (name) => {
  expect(readFileSync(join(ROOT, 'docs/policy', name), 'utf8'), 'run npm run policy').toBe(files[name]);
});

it('the example is a valid policy with an example of every key that has one', () => {
  const example = JSON.parse(files['policy.json']!) as object;
  expect(parsePolicy('here', example)).toMatchObject({ kind: 'set' });
  const withExample = policyKeys.filter((key) => POLICY_KEYS[key].example !== null);
  expect(Object.keys(example)).toEqual(['version', ...withExample]);
});

describe.each(policyKeys)('%s', (key) => {
  it('has an input in the ADMX whose texts and control are in the ADML', () => {
    const admx = files['screening-desk.admx']!;
    const adml = files['en-US/screening-desk.adml']!;
    expect(admx.match(new RegExp(`valueName="${key}"`, 'g'))).toHaveLength(1);
    const named = [...admx.matchAll(/\$\((string|presentation)\.(\w+)\)/g)].filter(([, , id = '']) =>
      id.toLowerCase().startsWith(key.toLowerCase()),
    );
    expect(named.length).toBeGreaterThanOrEqual(3);
    for (const [, kind, id] of named) expect(adml).toContain(`<${kind} id="${id}">`);
    expect(adml).toContain(`refId="${key}"`);
  });

  it('is on the page for administrators', () => {
    expect(files['README.md']).toContain(`| \`${key}\` | ${POLICY_KEYS[key].description} |`);
  });
});

it('the templates write to the vendor key only', () => {
  const keys = [...files['screening-desk.admx']!.matchAll(/ key="([^"]+)"/g)].map(([, key]) => key);
  expect(new Set(keys)).toEqual(new Set([String.raw`Software\Screening Desk`]));
});

it('the profile for macOS sets the keys of the example', () => {
  const profile = files['screening-desk.mobileconfig']!;
  const example = JSON.parse(files['policy.json']!) as object;
  for (const key of Object.keys(example)) expect(profile).toContain(`<key>${key}</key>`);
});
