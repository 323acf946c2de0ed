/** A keychain in memory that fails like the real one, with error texts that keytar throws. */
import type { Keytar } from '../../main/secrets/keychain.ts';

export const KEYTAR_TEXTS = {
  'not-installed': 'Failed to load keytar native addon, checked ["../build/Release"] on prebuilds/linux-x64',
  'no-session': 'Cannot autolaunch D-Bus without X11 $DISPLAY',
  'no-dbus-launch': 'Failed to execute child process “dbus-launch” (No such file or directory)',
  'dead-bus': 'Could not connect: No such file or directory',
  'no-service': 'The name org.freedesktop.secrets was not provided by any .service files',
  'no-keyring': 'Object does not exist at path “/org/freedesktop/secrets/collection/login”',
  locked: 'Cannot create an item in a locked collection',
  timeout: 'Timeout was reached',
  unheard: 'An unheard-of failure',
} as const;

export type KeytarFailure = keyof typeof KEYTAR_TEXTS;

export class FakeKeytar implements Keytar {
  readonly entries = new Map<string, string>();
  readonly calls: string[] = [];
  /** The failure of every call; `hang`: no answer until `release`. */
  failure: KeytarFailure | 'hang' | null = null;
  /** False: entries are accepted and lost. */
  keeps = true;
  release: () => void = () => undefined;

  readonly load = async (): Promise<Keytar> => {
    if (this.failure === 'not-installed') throw new Error(KEYTAR_TEXTS['not-installed']);
    return this;
  };

  async getPassword(service: string, account: string): Promise<string | null> {
    this.calls.push('get');
    // As on Linux, where a locked keychain looks like an empty one.
    if (this.failure === 'locked') return null;
    await this.#fail();
    return this.entries.get(`${service}/${account}`) ?? null;
  }

  async setPassword(service: string, account: string, password: string): Promise<void> {
    this.calls.push('set');
    await this.#fail();
    if (this.keeps) this.entries.set(`${service}/${account}`, password);
  }

  async deletePassword(service: string, account: string): Promise<boolean> {
    this.calls.push('delete');
    await this.#fail();
    return this.entries.delete(`${service}/${account}`);
  }

  async #fail(): Promise<void> {
    if (this.failure === null) return;
    if (this.failure !== 'hang') throw new Error(KEYTAR_TEXTS[this.failure]);
    await new Promise<void>((resolve) => {
      this.release = resolve;
    });
    throw new Error(KEYTAR_TEXTS.timeout);
  }
}
