/** A keychain in memory in which one call, or every call from that one on, fails. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Keytar } from '../../main/secrets/keychain.ts';
import { FakeKeytar, KEYTAR_TEXTS, type KeytarFailure } from '../fakes/keytar.ts';

/** The failure; `late`: the call takes effect, but its answer comes after the program has stopped waiting. */
export type KeychainTrouble = KeytarFailure | 'late';

export interface KeychainFault {
  readonly trouble: KeychainTrouble;
  /** Which call fails, from 1, in the order of all reads, writes and deletions. */
  readonly nth: number;
  readonly how: 'once' | 'good';
}

/** How long the program waits for an answer, in milliseconds. */
export const KEYCHAIN_TIMEOUT_MS = 40;
const LATE_MS = 3 * KEYCHAIN_TIMEOUT_MS;

export class FaultyKeytar implements Keytar {
  readonly kept = new FakeKeytar();
  /** What each call so far did, and with which entry. */
  readonly calls: string[] = [];
  private fault: KeychainFault | null;

  constructor(fault: KeychainFault | null) {
    this.fault = fault;
  }

  readonly load = (): Promise<Keytar> => Promise.resolve(this);

  /** True after the keychain worked again. */
  get isWell(): boolean {
    return this.fault === null;
  }

  heal(): void {
    this.fault = null;
  }

  getPassword(service: string, account: string): Promise<string | null> {
    return this.run('read', account, () => this.kept.getPassword(service, account), null);
  }

  setPassword(service: string, account: string, password: string): Promise<void> {
    return this.run('write', account, () => this.kept.setPassword(service, account, password));
  }

  deletePassword(service: string, account: string): Promise<boolean> {
    return this.run('delete', account, () => this.kept.deletePassword(service, account));
  }

  /** `whenLocked`: the answer of a locked keychain; absent: it throws. */
  private async run<T>(what: string, account: string, call: () => Promise<T>, whenLocked?: T): Promise<T> {
    const number = this.calls.push(`${what} ${account.split(':')[0]!}`);
    const { fault } = this;
    if (fault === null || (fault.how === 'once' ? number !== fault.nth : number < fault.nth)) return await call();
    switch (fault.trouble) {
      case 'late': {
        const answer = await delay(LATE_MS).then(call);
        return answer;
      }
      case 'timeout':
        await delay(LATE_MS);
        throw new Error(KEYTAR_TEXTS.timeout);
      case 'locked':
        if (whenLocked !== undefined) return whenLocked;
        throw new Error(KEYTAR_TEXTS.locked);
      default:
        throw new Error(KEYTAR_TEXTS[fault.trouble]);
    }
  }
}
