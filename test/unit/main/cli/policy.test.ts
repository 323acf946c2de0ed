/** `desk policy show`, and the data folder that a policy sets. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { main } from '../../../../main/cli/index.ts';
import { SHAPES } from '../../../../main/cli/shapes.ts';
import { dataDirNamed } from '../../../../main/platform/data-folder.ts';
import { ROOT } from '../../../../scripts/targets.mjs';
import { NO_POLICY, type PolicyState, invalidPolicy, parsePolicy } from '../../../../shared/policy/policy.ts';

const PROGRAM = pathToFileURL(join(ROOT, 'main/cli/index.ts')).href;
let out = '';
let err = '';
beforeEach(() => {
  [out, err] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const show = (state: PolicyState, ...more: readonly string[]) => main(['policy', 'show', ...more], PROGRAM, () => state);
const SET = parsePolicy('/etc/screening-desk/policy.json', { version: 1, mostRows: 5000, dataFolder: '/srv/desk' });

it('shows each setting and where the policy is, as a table and as JSON', async () => {
  expect(await show(SET)).toBe(0);
  expect(out).toContain('/etc/screening-desk/policy.json');
  expect(out).toMatch(/Most rows in one screening +5,000 rows/);
  out = '';
  expect(await show(SET, '--json')).toBe(0);
  const line = JSON.parse(out) as unknown;
  expect(SHAPES.policy[0].parse(line)).toMatchObject({ source: '/etc/screening-desk/policy.json', policy: { mostRows: 5000 } });
});

it('says that there is no policy, and what is wrong with an invalid policy', async () => {
  expect(await show(NO_POLICY)).toBe(0);
  expect(out).toContain('no policy');
  expect(await show(invalidPolicy('/etc/there', '“mostRow” is not a key of the policy.'))).toBe(2);
  expect(err).toContain('“mostRow” is not a key of the policy.');
  expect(err).toContain('/etc/there');
});

it('every command refuses a data folder other than that of the policy', async () => {
  expect(await main(['projects', '--data', '/elsewhere'], PROGRAM, () => SET)).toBe(1);
  expect(err).toContain('Your organization set the data folder to');
});

it('neither --data nor DESK_DATA names another data folder than the policy', () => {
  const locked = join('/srv', 'desk');
  expect(dataDirNamed(undefined, locked, {})).toBe(locked);
  expect(() => dataDirNamed('/elsewhere', locked, {})).toThrow('Your organization set the data folder');
  expect(() => dataDirNamed(undefined, locked, { DESK_DATA: '/elsewhere' })).toThrow('Your organization set the data folder');
  expect(() => dataDirNamed(undefined, locked, { DESK_DATA: ' ' })).toThrow('DESK_DATA is empty');
  const named = dataDirNamed('/srv/desk', null, {});
  expect(dataDirNamed('/srv/desk', named, {})).toBe(named);
});
