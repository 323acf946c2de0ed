/** The balances that were seen over each connection. */
import { SeenBalance } from '../../shared/contract/index.ts';
import type { AppDatabase } from '../store/app-database/app-database.ts';

/** The oldest are dropped above this number. */
const MOST = 1_000;
/** With the version of the stored form. */
const PREFIX = 'balances/1:';

export class BalanceHistory {
  private readonly database: Pick<AppDatabase, 'setting' | 'setSetting' | 'removeSetting'>;

  constructor(database: Pick<AppDatabase, 'setting' | 'setSetting' | 'removeSetting'>) {
    this.database = database;
  }

  /** The oldest first. A damaged history is no reason to stop anything: it starts again. */
  of(connectionId: string): SeenBalance[] {
    try {
      return SeenBalance.array().parse(JSON.parse(this.database.setting(PREFIX + connectionId) ?? '[]'));
    } catch {
      return [];
    }
  }

  /** A balance that stays the same is kept with its first and its last time. An answer without a number is not kept. */
  add(connectionId: string, { remaining, at }: { readonly remaining: number | null; readonly at: number }): void {
    if (remaining === null) return;
    const seen = this.of(connectionId);
    const isFlat = seen.length > 1 && seen.slice(-2).every((balance) => balance.remaining === remaining);
    if (isFlat) seen.pop();
    seen.push({ at, remaining });
    this.database.setSetting(PREFIX + connectionId, JSON.stringify(seen.slice(-MOST)));
  }

  remove(connectionId: string): void {
    this.database.removeSetting(PREFIX + connectionId);
  }
}
