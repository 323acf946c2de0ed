/** Credits and charges, and counts of the changing calls. They are stored, so that tests can verify them after a restart. */
import type { OpenDatabase } from './database.ts';
import { ErrorResponse } from './error-response.ts';

export interface CreditAccount {
  readonly granted: number;
  readonly charged: number;
  readonly remaining: number;
}

/** Calls and charges of the single screenings (#1, #11). */
export interface SingleAccount {
  readonly profiles: number;
  readonly scoreRequests: number;
  readonly creditsCharged: number;
}

/** Calls that are counted per project on arrival, whatever their outcome. */
export type CountedCall = 'add_calls' | 'lists_received' | 'process_calls';

export class Ledger {
  private readonly db: OpenDatabase;

  /** `granted`: balance of a new store; an existing store keeps its balance. */
  constructor(db: OpenDatabase, granted: number) {
    this.db = db;
    db.prepare("INSERT INTO meta (key, value) VALUES ('granted', ?) ON CONFLICT DO NOTHING").run(Buffer.from(String(granted)));
  }

  account(): CreditAccount {
    const granted = Number(this.db.prepare<[], { value: Buffer }>("SELECT value FROM meta WHERE key = 'granted'").get()?.value.toString());
    const charged = Number(
      this.db
        .prepare('SELECT (SELECT COALESCE(SUM(charged), 0) FROM project) + (SELECT COALESCE(SUM(charged), 0) FROM single)')
        .pluck()
        .get(),
    );
    return { granted, charged, remaining: granted - charged };
  }

  singles(): SingleAccount {
    const sql = 'SELECT COUNT(*) AS calls, COALESCE(SUM(charged), 0) AS credits FROM single WHERE kind = ?';
    const statement = this.db.prepare<[string], { calls: number; credits: number }>(sql);
    const profiles = statement.get('profile');
    const requests = statement.get('score-request');
    return {
      profiles: profiles?.calls ?? 0,
      scoreRequests: requests?.calls ?? 0,
      creditsCharged: (profiles?.credits ?? 0) + (requests?.credits ?? 0),
    };
  }

  /** Sets the remaining balance, independent of earlier charges. */
  setRemaining(remaining: number): void {
    const granted = remaining + this.account().charged;
    this.db.prepare("UPDATE meta SET value = ? WHERE key = 'granted'").run(Buffer.from(String(granted)));
  }

  /** Raises the remaining balance to `remaining`; does not lower a higher one. */
  raiseRemaining(remaining: number): void {
    if (this.account().remaining < remaining) this.setRemaining(remaining);
  }

  /**
   * Call inside the transaction that charges the credits.
   * @throws ErrorResponse 402 when fewer than `needed` credits remain
   */
  require(needed: number): void {
    const { remaining } = this.account();
    if (remaining < needed) {
      throw new ErrorResponse(402, 'credits_short', `This needs ${needed} credits and ${remaining} remain. Nothing was charged.`);
    }
  }

  /** Counts a call for a project; ignores an unknown number. */
  count(projectNumber: number, call: CountedCall): void {
    this.db.prepare(`UPDATE project SET ${call} = ${call} + 1 WHERE number = ?`).run(projectNumber);
  }
}
