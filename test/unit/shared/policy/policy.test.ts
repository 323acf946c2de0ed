import { describe, expect, it } from 'vitest';
import { isAllowedAddress } from '../../../../shared/policy/addresses.ts';
import { type PolicyState, parsePolicy } from '../../../../shared/policy/policy.ts';
import { policyLines } from '../../../../shared/policy/texts.ts';

const SERVICE = { name: 'Service', baseUrl: 'https://screening.example.org' };
const problemOf = (found: unknown): string => {
  const state: PolicyState = parsePolicy('here', found);
  return state.kind === 'invalid' ? state.problem : state.kind;
};

describe('a policy that is not valid says what is wrong', () => {
  it.each([
    [{ version: 1, mostRow: 5 }, '“mostRow” is not a key of the policy.'],
    [{ version: 1, connections: [{ ...SERVICE, token: 'x' }] }, '“connections.0.token” is not a key of the policy.'],
    [{ version: 2 }, '“version” must be 1, the version that this program reads.'],
    [{ mostRows: 5 }, '“version” must be 1, the version that this program reads.'],
    [{ version: 1, practice: 'only', connections: [SERVICE] }, 'it cannot be “only” while connections are offered'],
    [{ version: 1, practice: 'hidden' }, 'it can be “hidden” only if connections are offered'],
    [
      { version: 1, allowedAddresses: ['https://other.example.org'], connections: [SERVICE] },
      'the address of “Service” is not in allowedAddresses',
    ],
    [{ version: 1, connections: [{ ...SERVICE, baseUrl: 'https://screening.example.org:84430' }] }, '“connections.0.baseUrl” does not fit'],
    [{ version: 1, connections: [{ ...SERVICE, baseUrl: 'https://10.0.0.256' }] }, '“connections.0.baseUrl” does not fit'],
    [{ version: 1, allowedAddresses: ['http://screening.example.org'] }, '“allowedAddresses.0” does not fit'],
    [{ version: 1, proxy: 'http://user:secret@proxy:8080' }, 'without a user name'],
    [{ version: 1, proxy: 'http://proxy.example.org:80800' }, '“proxy” does not fit'],
    [{ version: 1, dataFolder: 'data' }, '“dataFolder” does not fit: it must be an absolute path'],
    [{ version: 1, dataFolder: String.raw`\\server\share` }, 'not of the network'],
    [{ version: 1, mostRows: '5000' }, '“mostRows” does not fit'],
    [{ version: 1, mostRows: 0 }, '“mostRows” does not fit'],
    // Without the last name, nobody can be found.
    [{ version: 1, neverSent: ['personalPhone', 'primaryLast'] }, '“neverSent.1” does not fit'],
    [{ version: 1, neverSent: [] }, '“neverSent” does not fit'],
    [{ version: 1, retention: 0 }, '“retention” does not fit'],
    [{ version: 1, retention: 241 }, '“retention” does not fit'],
    [{ version: 1, retention: 1.5 }, '“retention” does not fit'],
    [{ version: 1, connections: [{ ...SERVICE, version: '1/../x' }] }, '“connections.0.version” does not fit'],
    [[], 'It is not an object'],
    [null, 'It is not an object'],
  ])('%j', (found, problem) => {
    expect(problemOf(found)).toContain(problem);
  });

  it('keeps its data folder, because the program must not open another', () => {
    expect(parsePolicy('here', { version: 9, dataFolder: '/srv/desk' })).toMatchObject({ kind: 'invalid', dataFolder: '/srv/desk' });
    expect(parsePolicy('here', { version: 9, dataFolder: 7 })).toMatchObject({ kind: 'invalid', dataFolder: null });
  });
});

describe('allowed addresses', () => {
  it.each([
    ['https://a.example.org', 'https://a.example.org/v2', true],
    ['https://A.Example.org:443', 'https://a.example.org', true],
    ['https://a.example.org', 'https://a.example.org:8443', false],
    ['https://a.example.org', 'http://a.example.org', false],
    ['https://a.example.org', 'https://a.example.org.evil.example', false],
    ['https://*.example.org', 'https://b.example.org', true],
    ['https://*.example.org', 'https://example.org', false],
    ['https://*.example.org', 'https://evilexample.org', false],
    ['https://*.example.org', 'http://b.example.org', false],
    ['https://*.example.org:8443', 'https://b.example.org:8443', true],
    ['https://*.example.org:8443', 'https://b.example.org', false],
  ])('%s and %s: %s', (entry, address, isAllowed) => {
    expect(isAllowedAddress([entry], address)).toBe(isAllowed);
  });
});

it('shows each setting in words, and none that the policy leaves open', () => {
  const state = parsePolicy('here', {
    version: 1,
    mostRows: 5000,
    neverSent: ['personalPhone', 'spouseFirst'],
    retention: 24,
    practice: 'hidden',
    connections: [SERVICE],
    certificateAuthorities: ['x'],
  });
  if (state.kind !== 'set') throw new Error('the policy is valid');
  expect(policyLines(state.policy).map(({ key, text }) => [key, text])).toEqual([
    ['connections', 'Service (https://screening.example.org)'],
    ['mostRows', '5,000 rows'],
    ['neverSent', 'Phone, Spouse first name'],
    ['retention', '24 months'],
    ['practice', 'Turned off'],
    ['certificateAuthorities', '1 certificate'],
  ]);
});
