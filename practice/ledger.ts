/** The money: what the organization has, what was charged for what, and how often the changing calls came. Tests count it, so it is kept in the store. */
import type { OpenDatabase } from './database.ts';
import { ErrorResponse } from './error-response.ts';

/** Credits that the organization had at first and has now, and what single screenings cost it. */
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

/** A call that is counted for a project as soon as it arrives, whatever becomes of it. */
export type CountedCall = 'add_calls' | 'lists_received' | 'process_calls';

/** The credits and the counts of one store. */
export class Ledger {
  private readonly db: OpenDatabase;

  /** `granted` is the balance of a new store; a store that exists keeps its own. */
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

  /** Makes the balance `remaining`, whatever was charged before. */
  setRemaining(remaining: number): void {
    const granted = remaining + this.account().charged;
    this.db.prepare("UPDATE meta SET value = ? WHERE key = 'granted'").run(Buffer.from(String(granted)));
  }

  /** Refuses with 402 when there are fewer than `needed` credits. Call it inside the transaction that charges them. */
  require(needed: number): void {
    const { remaining } = this.account();
    if (remaining < needed) {
      throw new ErrorResponse(402, 'credits_short', `This needs ${needed} credits and ${remaining} remain. Nothing was charged.`);
    }
  }

  /** Counts a call for a project; an unknown id counts nowhere. */
  count(projectNumber: number, call: CountedCall): void {
    this.db.prepare(`UPDATE project SET ${call} = ${call} + 1 WHERE number = ?`).run(projectNumber);
  }
}
