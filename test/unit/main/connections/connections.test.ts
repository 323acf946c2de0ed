/** A token is stored only for the address that the user gave with it, and is removed with its connection. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectedServices } from '../../../../main/connections/connected-services.ts';
import type { ConnectionsDeps } from '../../../../main/connections/connection-store.ts';
import { createConnections } from '../../../../main/connections/create-connections.ts';
import { ManagedPolicy } from '../../../../main/policy/managed-policy.ts';
import { DomainEventBus } from '../../../../main/events/domain-events.ts';
import { HostEvents } from '../../../../main/events/host-events.ts';
import { createSecrets } from '../../../../main/secrets/secrets.ts';
import { systemClock } from '../../../../main/platform/clock.ts';
import { AppDatabase } from '../../../../main/store/app-database/app-database.ts';
import { newParts } from '../../../../main/store/app-database/schema/project.ts';
import type { ProjectRow } from '../../../../main/store/app-database/project-rows.ts';
import { INITIAL_CONNECTION_SETTINGS } from '../../../../shared/contract/settings.ts';
import { NO_POLICY } from '../../../../shared/policy/policy.ts';
import { AppError } from '../../../../shared/base/errors.ts';

let folder: string;
let database: AppDatabase;
/** The tokens in the keychain. */
let kept: Map<string, string>;
/** Resolves the keychain's next answers to `setToken`. */
let keychain: PromiseWithResolvers<void>;
/** Called when the keychain has removed a token. */
let whenRemoved: () => void;
type Parts = ReturnType<typeof createConnections>;
let connections: Parts['connections'];
let services: Parts['services'];
let changes: Parts['connectionChanges'];

function connectionsWith(secrets: Partial<ConnectionsDeps['secrets']>): Parts {
  const log = { info: () => undefined, error: () => undefined };
  return createConnections({
    database,
    secrets,
    network: {},
    policy: new ManagedPolicy(NO_POLICY),
    clock: systemClock,
    practice: {},
    events: new DomainEventBus(log),
    hosts: new HostEvents(),
  } as ConnectionsDeps);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-connections-'));
  database = new AppDatabase(folder);
  database.useKeys({ of: () => Buffer.alloc(32, 7), folder: Buffer.alloc(32, 7) });
  kept = new Map();
  keychain = Promise.withResolvers();
  whenRemoved = () => undefined;
  const secrets: Partial<ConnectionsDeps['secrets']> = {
    setToken: async (id, token) => {
      await keychain.promise;
      kept.set(id, token);
      return 'kept';
    },
    removeToken: async (id) => {
      await Promise.resolve();
      kept.delete(id);
      whenRemoved();
    },
  };
  ({ connections, services, connectionChanges: changes } = connectionsWith(secrets));
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const viewOf = (id: string, { connections: of }: Pick<Parts, 'connections'> = { connections }) => of.list().find((view) => view.id === id);
const added = async () => (await changes.add({ name: 'Live', baseUrl: 'https://one.invalid' })).id;

it.each(['.', '..', 'v1/..', ''])('the version %j is refused: it would lead to another address', async (version) => {
  const id = await added();
  await expect(changes.change({ id, version })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});

describe('a token that the keychain stores slowly', () => {
  it('is stored together with other changes of the connection in between, if the address is the same', async () => {
    const id = await added();
    const saving = changes.setToken(id, 'secret');
    await changes.change({ id, name: 'Renamed' });
    keychain.resolve();
    expect(await saving).toMatchObject({ name: 'Renamed', token: 'kept' });
    expect(kept.get(id)).toBe('secret');
  });

  it('is not stored for another address that the connection has by then', async () => {
    const id = await added();
    const saving = changes.setToken(id, 'secret');
    await changes.change({ id, baseUrl: 'https://two.invalid' });
    keychain.resolve();
    await expect(saving).rejects.toMatchObject({ code: 'NOT_NOW' });
    expect(viewOf(id)).toMatchObject({ baseUrl: 'https://two.invalid', token: 'none' });
    expect(kept.size).toBe(0);
  });

  it('does not stay in the keychain if the connection was removed in between', async () => {
    const id = await added();
    const saving = changes.setToken(id, 'secret');
    await changes.remove(id);
    keychain.resolve();
    await expect(saving).rejects.toMatchObject({ code: 'NOT_NOW' });
    expect(kept.size).toBe(0);
    expect(database.connections.find(id)).toBeNull();
  });
});

it('a token that the keychain returns after the address has changed goes only to the new address', async () => {
  const first = Promise.withResolvers<void>();
  const asked: string[] = [];
  const here = connectionsWith({
    bindSessionToken: () => undefined,
    token: async (_id, origin) => {
      asked.push(origin);
      if (asked.length === 1) await first.promise;
      return 'secret';
    },
  });
  const id = await added();
  const client = here.services.client(id);
  const row = here.connections.row(id);
  database.connections.save({ ...row, baseUrl: 'https://two.invalid' }, systemClock.now());
  first.resolve();
  expect((await client).address).toContain('https://two.invalid/');
  expect(asked).toEqual(['https://one.invalid', 'https://two.invalid']);
});

it('a connection with an unusable token is not added, so the next attempt can use its name', async () => {
  const wanted = { name: 'Our account', baseUrl: 'https://service.example' };
  await expect(changes.add({ ...wanted, token: 'two words' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  expect(connections.list().map(({ name }) => name)).not.toContain('Our account');
  keychain.resolve();
  await expect(changes.add({ ...wanted, token: 'one-word' })).resolves.toMatchObject({ name: 'Our account', token: 'kept' });
});

it('a connection keeps its address if a list was sent over it while the token was removed', async () => {
  const id = await added();
  whenRemoved = () => {
    const sent = { name: 'Spring gala', connectionId: id, state: { at: 'preparing', attempt: 1 } } as ProjectRow;
    vi.spyOn(database.projects, 'all').mockReturnValue([sent]);
  };
  await expect(changes.change({ id, baseUrl: 'https://two.invalid' })).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: expect.stringContaining('“Spring gala”') as string,
  });
  expect(connections.row(id).baseUrl).toMatch(/^https:\/\/one\.invalid/);
});

it.each([
  { name: 'practice' },
  { settings: { ...INITIAL_CONNECTION_SETTINGS, csvHeadings: { primaryFirst: 'Name', primaryLast: 'Name' } } },
])('a change of the address that is refused for %j keeps the token', async (refused) => {
  const id = await added();
  keychain.resolve();
  await changes.setToken(id, 'secret');
  await expect(changes.change({ id, baseUrl: 'https://two.invalid', ...refused })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  expect(viewOf(id)).toMatchObject({ baseUrl: 'https://one.invalid', token: 'kept' });
  expect(kept.get(id)).toBe('secret');
});

it('a token in memory is not used for an address that another program has set', async () => {
  const loadKeytar = () => Promise.reject(new Error('There is no keychain.'));
  const secrets = await createSecrets({ dataDir: folder, loadKeytar });
  const here = connectionsWith(secrets);
  const { id } = await here.connectionChanges.add({ name: 'Live', baseUrl: 'https://one.invalid' });
  expect(await here.connectionChanges.setToken(id, 'secret')).toMatchObject({ token: 'session' });
  await here.services.client(id);
  await connectionsWith(await createSecrets({ dataDir: folder, loadKeytar })).connectionChanges.change({
    id,
    baseUrl: 'https://two.invalid',
  });
  await expect(here.services.client(id)).rejects.toMatchObject({ code: 'TOKEN_MISSING' });
  expect(viewOf(id, here)).toMatchObject({ baseUrl: 'https://two.invalid', token: 'none' });
  expect(await here.connectionChanges.setToken(id, 'another')).toMatchObject({ token: 'session' });
  await here.services.client(id);
});

it('a change of the address keeps the account that a test found while the token was removed', async () => {
  const id = await added();
  const { baseUrl } = connections.row(id);
  whenRemoved = () => {
    const credits = { remaining: 5, raw: null, readAt: 1 };
    database.connections.save({ ...connections.row(id), organization: 'First account', credits }, 1);
  };
  await changes.change({ id, baseUrl: 'https://two.invalid' });
  expect(connections.row(id).former).toEqual([{ baseUrl, organization: 'First account' }]);
});

it('a connection that is removed while its address is changed stays removed', async () => {
  const id = await added();
  whenRemoved = () => void database.connections.remove(id, 1);
  await expect(changes.change({ id, baseUrl: 'https://two.invalid' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(database.connections.find(id)).toBeNull();
});

it('a connection stays when its token cannot be removed, so that its removal can be tried again', async () => {
  const id = await added();
  keychain.resolve();
  await changes.setToken(id, 'secret');
  whenRemoved = () => {
    kept.set(id, 'secret');
    throw new AppError('DISK_FULL', 'The disk is full.');
  };
  await expect(changes.remove(id)).rejects.toMatchObject({ code: 'DISK_FULL' });
  expect(connections.list().map((view) => view.id)).toContain(id);
  whenRemoved = () => undefined;
  await changes.remove(id);
  expect([connections.list().some((view) => view.id === id), kept.size]).toEqual([false, 0]);
});

it('a connection that gets a project while its token is removed stays, and needs a token again', async () => {
  const id = await added();
  keychain.resolve();
  await changes.setToken(id, 'secret');
  whenRemoved = () => {
    database.projects.add({
      ...newParts('ABCD1234', 'row-'),
      id: 'p',
      name: 'Spring gala',
      createdAt: 1,
      connectionId: id,
      fileName: 'list.csv',
      fileBytes: 1,
      fileSha256: null,
      state: { at: 'draft' },
      wrappedKey: Buffer.alloc(60, 7),
      encryptedList: null,
    });
  };
  await expect(changes.remove(id)).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: expect.stringContaining('“Spring gala”') as string,
  });
  expect(viewOf(id)?.token).toBe('none');
});

describe('a test whose answer arrives after the connection was changed', () => {
  const answers = (answer: () => Promise<unknown>) => {
    const client = { credits: answer, servedAt: null };
    vi.spyOn(services, 'client').mockResolvedValue(client as unknown as Awaited<ReturnType<ConnectedServices['client']>>);
  };

  it.each([{ baseUrl: 'https://two.invalid' }, { version: 'v9' }])(
    'leaves %o untested, without the balance of the other one',
    async (to) => {
      const id = await added();
      answers(async () => {
        await changes.change({ id, ...to });
        return { remaining: 5, raw: null, readAt: 1, organization: 'First account' };
      });
      await services.test(id);
      expect(viewOf(id)).toMatchObject({ testedAt: null, lastTest: null, credits: null });
      expect([connections.row(id).organization, connections.balances(id)]).toEqual([null, []]);
    },
  );

  it('does not say that the new token was refused', async () => {
    const id = await added();
    keychain.resolve();
    answers(async () => {
      await changes.setToken(id, 'right-token');
      throw new AppError('TOKEN_REFUSED', 'The service refused the token.');
    });
    await expect(services.test(id)).rejects.toMatchObject({ code: 'TOKEN_REFUSED' });
    expect(connections.row(id).lastTest).toBeNull();
  });

  it('does not say that the new address failed', async () => {
    const id = await added();
    answers(async () => {
      await changes.change({ id, baseUrl: 'https://two.invalid' });
      throw new AppError('TOKEN_REFUSED', 'The service refused the token.');
    });
    await expect(services.test(id)).rejects.toMatchObject({ code: 'TOKEN_REFUSED' });
    expect(connections.row(id).lastTest).toBeNull();
  });
});
