import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KeychainError, openKeychain, problemOf } from '../../../../main/secrets/keychain.ts';
import { FakeKeytar, KEYTAR_TEXTS, type KeytarFailure } from '../../../fakes/keytar.ts';

const problems: readonly (readonly [KeytarFailure, string])[] = [
  ['not-installed', 'not-installed'],
  ['no-session', 'no-session'],
  ['no-dbus-launch', 'no-session'],
  ['dead-bus', 'no-session'],
  ['no-service', 'no-service'],
  ['no-keyring', 'no-keyring'],
  ['locked', 'locked'],
  ['timeout', 'timeout'],
  ['unheard', 'failed'],
];

const open = (keytar: FakeKeytar, timeoutMs = 5000) => openKeychain({ service: 'test', load: keytar.load, timeoutMs });
const problem = (answer: Promise<unknown>) =>
  answer.then(
    () => 'none',
    (error: unknown) => (error instanceof KeychainError ? error.problem : error),
  );

describe('the keychain', () => {
  it.each(problems)('reports the failure %s as %s', async (failure, expected) => {
    const keytar = new FakeKeytar();
    keytar.failure = failure;
    expect(await problem(open(keytar).set('a', 'b'))).toBe(expected);
    expect(problemOf(new Error(KEYTAR_TEXTS[failure]))).toBe(expected);
  });

  it('stores, returns, and removes a value', async () => {
    const keytar = new FakeKeytar();
    const keychain = open(keytar);
    await keychain.set('a', 'secret');
    expect(await keychain.get('a')).toBe('secret');
    await keychain.remove('a');
    expect(await keychain.get('a')).toBeNull();
  });

  it('loads its module at the first call, and only once', async () => {
    let loads = 0;
    const keychain = openKeychain({
      service: 'test',
      load: async () => {
        loads += 1;
        return new FakeKeytar();
      },
    });
    expect(loads).toBe(0);
    await keychain.get('a');
    await keychain.get('b');
    expect(loads).toBe(1);
  });

  it('probes by saving, reading, and removing, and leaves nothing behind', async () => {
    const keytar = new FakeKeytar();
    await open(keytar).probe();
    expect(keytar.calls).toEqual(['set', 'get', 'delete']);
    expect(keytar.entries.size).toBe(0);
    keytar.failure = 'locked';
    expect(await problem(open(keytar).probe())).toBe('locked');
  });

  it('gives up on a call that hangs, makes no other call until it ends, and then works again', async () => {
    const keytar = new FakeKeytar();
    keytar.failure = 'hang';
    const keychain = open(keytar, 10);
    expect(await problem(keychain.get('a'))).toBe('timeout');
    const before = keytar.calls.length;
    expect(await problem(keychain.get('a'))).toBe('timeout');
    expect(keytar.calls).toHaveLength(before);
    keytar.failure = null;
    keytar.release();
    await expect.poll(() => problem(keychain.get('a'))).toBe('none');
  });

  it('makes one call at a time', async () => {
    const keytar = new FakeKeytar();
    const get = keytar.getPassword.bind(keytar);
    let running = 0;
    let most = 0;
    keytar.getPassword = async (...entry) => {
      most = Math.max(most, ++running);
      await setImmediate();
      running -= 1;
      return await get(...entry);
    };
    const keychain = open(keytar);
    const answers = [keychain.set('a', '1'), keychain.get('a'), keychain.get('a'), keychain.set('a', '2'), keychain.get('a')];
    expect(await Promise.all(answers)).toEqual([undefined, '1', '1', undefined, '2']);
    expect(most).toBe(1);
  });
});
