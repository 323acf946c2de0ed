/**
 * The plan of each account: the office's decisions and the last count, which do not name anybody. It is stored for one connection of the
 * account.
 */
import { z } from 'zod';
import { Census, PlanSettings } from '../../shared/plan/index.ts';
import type { Connections } from '../connections/index.ts';
import { type Settings, jsonSetting } from '../store/app-database/index.ts';

/** The beginning of the settings' names, with the version of their format. */
const PREFIX = 'plan/1:';

const StoredPlan = z.strictObject({
  /** Null until the user saves them. */
  settings: PlanSettings.nullable(),
  /** YYYY-MM-DD; null if reminders are not postponed. */
  snoozedUntil: z.iso.date().nullable(),
  /** The last draft that was made with the people who are due. */
  draft: z.string().nullable(),
  counted: z.strictObject({ key: z.strictObject({ sent: z.string(), all: z.string() }), census: Census }).nullable(),
});
export type StoredPlan = z.infer<typeof StoredPlan>;

const NO_PLAN: StoredPlan = { settings: null, snoozedUntil: null, draft: null, counted: null };

export class StoredPlans {
  private readonly settings: Settings;
  private readonly connections: Connections;

  constructor(settings: Settings, connections: Connections) {
    this.settings = settings;
    this.connections = connections;
  }

  /**
   * The name of the setting for the account of a connection. If connections turn out to reach the same account, each may have a plan; then
   * a plan with decisions is used.
   */
  private nameOf(connectionId: string): string {
    const names = [...this.connections.accountOf(connectionId)]
      .toSorted()
      .map((id) => PREFIX + id)
      .filter((name) => this.settings.get(name) !== null);
    return names.find((name) => this.stored(name).settings !== null) ?? names[0] ?? PREFIX + connectionId;
  }

  private stored(name: string): StoredPlan {
    return jsonSetting(this.settings, name, StoredPlan) ?? NO_PLAN;
  }

  /** A damaged plan starts over, because no screening depends on it. */
  of(connectionId: string): StoredPlan {
    return this.stored(this.nameOf(connectionId));
  }

  change(connectionId: string, change: Partial<StoredPlan>): void {
    this.settings.atomically(() => {
      this.settings.set(this.nameOf(connectionId), JSON.stringify({ ...this.of(connectionId), ...change } satisfies StoredPlan));
    });
  }

  /** The plans of all accounts. */
  all(): StoredPlan[] {
    return this.connections.list().map(({ id }) => this.of(id));
  }

  /** One connection of each account with a saved plan. */
  saved(): string[] {
    return [...this.settings.withPrefix(PREFIX).keys()]
      .map((name) => name.slice(PREFIX.length))
      .filter(
        (id) => this.connections.list().some((one) => one.id === id) && this.nameOf(id) === PREFIX + id && this.of(id).settings !== null,
      );
  }

  /** Removes the plan that is stored for a removed connection. Another connection of `account` takes it over. */
  remove(connectionId: string, account: readonly string[]): void {
    const own = this.stored(PREFIX + connectionId);
    const other = account.find((id) => id !== connectionId);
    const isStored = (name: string) => this.settings.get(name) !== null;
    // The other connection may have a plan without decisions, from before both were known to reach the same account.
    const saysMore = own.settings !== null || (other !== undefined && !isStored(this.nameOf(other)));
    if (isStored(PREFIX + connectionId) && saysMore && other !== undefined && this.of(other).settings === null)
      this.change(other, { ...own, draft: own.draft ?? this.of(other).draft });
    this.settings.remove(PREFIX + connectionId);
  }
}
