/** Which connections use the same account of a service, and which former accounts a connection stores. */
import { describe, expect, it } from 'vitest';
import { normalizeBaseUrl } from '../../../../../main/service/client.ts';
import {
  type Account,
  addressOf,
  connectionsOfAccount,
  haveMoved,
  sameAccount,
  withAccount,
} from '../../../../../main/store/app-database/accounts.ts';

const live = (entered: string, organization: string | null = null): Account => ({
  kind: 'live',
  baseUrl: normalizeBaseUrl(entered),
  organization,
});
const HOST = 'https://api.screening.example';

describe('two connections', () => {
  it.each([
    ['the same address', HOST, HOST, true],
    ['a slash at the end', HOST, `${HOST}/`, true],
    ['the default port', HOST, `${HOST}:443`, true],
    ['the host in uppercase', HOST, 'https://API.Screening.Example', true],
    ['a period at the end of the host', HOST, 'https://api.screening.example.', true],
    ['the prefix of the interface', HOST, `${HOST}/integrations`, true],
    ['the prefix and a version', HOST, `${HOST}/integrations/20240515/`, true],
    ['the address of a call', HOST, `${HOST}/integrations/20240515/project/:id/scores`, true],
    ['the address of another call and a path', `${HOST}/eu`, `${HOST}/eu/integrations/20240515/credits`, true],
    ['a path that is not of a call', HOST, `${HOST}/integrations/20240515/tenants/7`, false],
    ['a path and the prefix', `${HOST}/eu`, `${HOST}/eu/integrations/20990101`, true],
    ['this computer by name and by address', 'http://localhost:4000', 'http://127.0.0.1:4000/', true],
    ['this computer by another address', 'http://127.0.0.1:4000', 'http://127.8.9.1:4000', true],
    ['this computer by its IPv6 address', 'http://[::1]:4000', 'http://LOCALHOST:4000', true],
    ['another port', 'http://localhost:4000', 'http://localhost:4001', false],
    ['another host', HOST, 'https://api2.screening.example', false],
    ['another path', `${HOST}/eu`, `${HOST}/us`, false],
    ['a host whose name ends like this computer', 'https://mylocalhost:4000', 'https://localhost:4000', false],
    ['a host whose name begins like this computer', 'https://localhost.example:4000', 'https://localhost:4000', false],
    ['another scheme', 'https://localhost:4000', 'http://localhost:4000', false],
  ])('share an account or not: %s', (_, one, other, isSame) => {
    expect(sameAccount(live(one), live(other))).toBe(isSame);
    expect(sameAccount(live(other), live(one))).toBe(isSame);
  });

  it.each<[string, string | null, string | null, boolean]>([
    ['neither names an organization', null, null, true],
    ['only one names an organization', 'Fernhollow', null, true],
    ['both name the same one', 'Fernhollow', 'Fernhollow', true],
    ['both name the same one in another spelling', 'Fernhollow  Trust', ' fernhollow trust', true],
    ['the names differ in a blank', 'Fernhollow Trust', 'FernhollowTrust', false],
    ['the names differ', 'Fernhollow', 'Riverside', false],
  ])('two connections at one address share an account or not: %s', (_, one, other, isSame) => {
    expect(sameAccount(live(HOST, one), live(HOST, other))).toBe(isSame);
    expect(sameAccount(live(HOST, other), live(HOST, one))).toBe(isSame);
  });

  it('two connections at two addresses have two accounts, even if their organizations have the same name', () => {
    expect(sameAccount(live(HOST, 'Fernhollow'), live(`${HOST}:8443`, 'Fernhollow'))).toBe(false);
  });

  it('have two accounts when one of them is the practice connection, whatever its address', () => {
    const practice: Account = { kind: 'practice', baseUrl: 'http://127.0.0.1', organization: 'Practice' };
    expect(sameAccount(practice, practice)).toBe(true);
    expect(sameAccount(practice, live('http://127.0.0.1', 'Practice'))).toBe(false);
  });
});

describe('the connections of an account', () => {
  const owner = (id: string, entered: string, organization: string | null = null) => ({ id, ...live(entered, organization), former: [] });
  const [first, second, third] = [owner('1', HOST, 'A'), owner('2', `${HOST}/`, 'B'), owner('3', `${HOST}:443`)];

  it('are found by its address and organization, and a connection without an organization fits any', () => {
    const all = [first, second, third, owner('4', 'https://other.example', 'A')];
    expect(all.map(({ id }) => connectionsOfAccount(all, id).join(''))).toEqual(['13', '23', '123', '4']);
    expect(connectionsOfAccount(all, 'unknown')).toEqual([]);
  });

  it('include those that used it under a former address or organization', () => {
    const moved = { ...third, ...withAccount({ ...third, organization: 'A' }, { baseUrl: 'https://new.example', organization: null }) };
    expect(moved).toMatchObject({ baseUrl: 'https://new.example', organization: null, former: [{ baseUrl: HOST, organization: 'A' }] });
    expect(connectionsOfAccount([first, second, moved], '1')).toEqual(['1', '3']);
    const renamed = { ...first, ...withAccount(first, { baseUrl: HOST, organization: 'B' }) };
    expect(connectionsOfAccount([renamed, second, owner('5', HOST, 'A')], '1')).toEqual(['1', '2', '5']);
  });

  it('store each account once, and no former account when an answer adds or omits the organization', () => {
    expect(withAccount(third, { baseUrl: HOST, organization: 'A' })).toEqual({ baseUrl: HOST, organization: 'A', former: [] });
    expect(withAccount(first, { baseUrl: HOST, organization: null })).toEqual({ baseUrl: HOST, organization: 'A', former: [] });
    let changing = first as Parameters<typeof withAccount>[0];
    for (const organization of ['B', 'A', 'B', 'A']) changing = { ...changing, ...withAccount(changing, { baseUrl: HOST, organization }) };
    expect(changing).toMatchObject({ organization: 'A', former: [{ organization: 'A' }, { organization: 'B' }] });
  });

  it('store former accounts that differ only in the address, the last 20', () => {
    let changing = first as Parameters<typeof withAccount>[0];
    for (let host = 1; host <= 22; host++)
      changing = { ...changing, ...withAccount(changing, { baseUrl: `https://api${host}.example`, organization: 'A' }) };
    expect(changing.baseUrl).toBe('https://api22.example');
    expect(changing.former.map(({ baseUrl }) => baseUrl)).toEqual(Array.from({ length: 20 }, (_, at) => `https://api${at + 2}.example`));
  });

  it('have moved if one of them reached another address, but not if only the organization or the way to write the address changed', () => {
    const moved = { ...first, ...withAccount(first, { baseUrl: 'https://new.example', organization: 'A' }) };
    const renamed = { ...first, ...withAccount(first, { baseUrl: HOST, organization: 'B' }) };
    expect([moved, renamed, second].map((one) => haveMoved([one]))).toEqual([true, false, false]);
    expect([haveMoved([]), haveMoved([first, second, third]), haveMoved([first, owner('6', 'https://new.example')])]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

it('an address has no slash at its end', () => {
  const { kind, baseUrl } = live(HOST);
  expect([`${baseUrl}/eu//a`, `${baseUrl}/eu//a//`].map((one) => addressOf({ kind, baseUrl: one }))).toEqual([
    `${HOST}/eu//a`,
    `${HOST}/eu//a`,
  ]);
  expect(addressOf({ kind: 'practice', baseUrl })).toBe('practice');
});
