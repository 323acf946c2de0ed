/** The balances that the service reported over each connection. */
import { ReportedBalance } from '../../shared/contract/index.ts';
import { type Settings, jsonSetting } from '../store/app-database/index.ts';

const MAX_BALANCES = 1_000;
/** The beginning of the settings' names, with the version of their format. */
const PREFIX = 'balances/1:';

export class BalanceHistory {
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** The oldest first. A damaged history starts over, because no screening depends on it. */
  of(connectionId: string): ReportedBalance[] {
    return jsonSetting(this.settings, PREFIX + connectionId, ReportedBalance.array()) ?? [];
  }

  /** Adds a balance. If it has not changed, stores only the first and the last time. Ignores an answer without a number. */
  add(connectionId: string, { remaining, at }: { readonly remaining: number | null; readonly at: number }): void {
    if (remaining === null) return;
    this.settings.atomically(() => {
      const seen = this.of(connectionId);
      const isFlat = seen.length > 1 && seen.slice(-2).every((balance) => balance.remaining === remaining);
      if (isFlat) seen.pop();
      seen.push({ at, remaining });
      this.settings.set(PREFIX + connectionId, JSON.stringify(seen.slice(-MAX_BALANCES)));
    });
  }

  remove(connectionId: string): void {
    this.settings.remove(PREFIX + connectionId);
  }
}
