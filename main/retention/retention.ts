/**
 * Removes finished lists some months after their screening, if a connection or the policy says so. A removal is announced a week before,
 * never happens while somebody keeps the list, and requires consent if the results were not saved (docs/adr/0072).
 */
import { z } from 'zod';
import type { Input, Output, RetainedList } from '../../shared/contract/index.ts';
import { DAY_MS, addDays, addMonths, dayNumber, localDay } from '../../shared/base/index.ts';
import { mayBeCharged } from '../../shared/project/index.ts';
import { NOTICE_DAYS, lostWith } from '../../shared/view-texts/index.ts';
import type { Baseline, CheckInputSource } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import type { HostEvents } from '../events/index.ts';
import type { Clock, Host, Log } from '../platform/index.ts';
import { type Lineage, type ProjectRemoval, type ProjectStore, screenedAbout } from '../projects/index.ts';
import type { RunnerOwnership } from '../runner/index.ts';
import { type ProjectRow, type Settings, parsedRow } from '../store/app-database/index.ts';
import { decryptJson, deriveKey, encryptJson } from '../store/project-file/index.ts';

/**
 * If the removals were not checked for this many days, or the clock was set back, nobody may have seen an announcement. A scheduled command
 * may run only once a month.
 */
const MAX_DAYS_UNSEEN = 60;
/** The setting with the day of the last check. */
const LOOKED = 'retention-looked';

/**
 * Encrypted with the project's key, because a reason can name a person. `agreed`: the user agreed to lose results that were never saved.
 */
const Stored = z.strictObject({ announced: z.string().nullable(), keep: z.string().nullable(), agreed: z.boolean() });
type Stored = z.infer<typeof Stored>;
const NOTHING: Stored = { announced: null, keep: null, agreed: false };

const nameOf = (id: string) => `retention/${id}`;

export interface RetentionDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly hosts: HostEvents;
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly connections: Connections;
  readonly inputs: Pick<CheckInputSource, 'recencyDays'>;
  readonly removal: ProjectRemoval;
  readonly host: Pick<Host, 'removeUnfetched'>;
  readonly baseline: Pick<Baseline, 'clear'>;
  readonly ownership: Pick<RunnerOwnership, 'assertOwned' | 'heldBy'>;
}

const laterDay = (...days: readonly string[]): string => days.toSorted().at(-1)!;

/** True if nothing can still arrive or be charged. */
const isOver = ({ state }: ProjectRow): boolean => state.at === 'done' || (state.at === 'ended' && !mayBeCharged(state));

const isDue = ({ state, announced, removed }: RetainedList, today: string): boolean =>
  state === 'planned' && announced !== null && removed <= today;

export class Retention {
  private readonly deps: RetentionDeps;
  private readonly stopped = new AbortController();
  private last: Promise<unknown> = Promise.resolve();
  private isBegun = false;

  constructor(deps: RetentionDeps) {
    this.deps = deps;
  }

  /** All finished lists over connections with a retention period, in the order of their removal. */
  view(): Output<'retention.get'> {
    const { store } = this.deps;
    const all = store.all();
    const lists = all.flatMap((project) => this.listOf(project, all) ?? []);
    return { today: store.today(), lists: lists.toSorted((a, b) => (a.removed < b.removed ? -1 : Number(a.removed > b.removed))) };
  }

  /** @throws NOT_FOUND. */
  keep({ ids, reason }: Input<'retention.keep'>): Output<'retention.get'> {
    // When a list is no longer kept, its removal is announced again.
    this.changeAll(ids, { keep: reason, announced: null });
    return this.changed();
  }

  /** @throws NOT_FOUND. */
  agree({ ids }: Input<'retention.agree'>): Output<'retention.get'> {
    this.changeAll(ids, { agreed: true });
    return this.changed();
  }

  /** Why a list is kept; null if it is not. */
  reasonOf(project: ProjectRow): string | null {
    return this.stored(project).keep;
  }

  /** Changes only the reason for keeping a list. */
  changeReason(project: ProjectRow, by: (reason: string) => string): void {
    this.deps.settings.atomically(() => {
      const { keep } = this.stored(project);
      if (keep !== null) this.change(project.id, { keep: by(keep) });
    });
  }

  /** Call it for a removed project. */
  forget(id: string): void {
    this.deps.settings.remove(nameOf(id));
  }

  /** Announces and removes lists when `ready` resolves, and then every day until `stop`. Errors are logged. */
  begin(ready: Promise<unknown>): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.last = ready.catch(() => undefined);
    const { signal } = this.stopped;
    const daily = async () => {
      while (!signal.aborted) {
        await this.applyOwned();
        await this.deps.clock.wait(DAY_MS, signal);
      }
    };
    // When stopped, the wait rejects with the reason of the signal.
    daily().catch(() => undefined);
  }

  /** Announces and removes lists once, in case the computer slept through the day. */
  wake(): void {
    if (this.isBegun) void this.applyOwned();
  }

  /** Does nothing if another program runs the projects, because that program does it. */
  private async applyOwned(): Promise<void> {
    try {
      if (this.deps.ownership.heldBy === null) await this.apply();
    } catch (error) {
      this.deps.log.error('retention', error);
    }
  }

  stop(): void {
    this.stopped.abort();
  }

  async idle(): Promise<void> {
    await this.last;
  }

  /**
   * @throws RUNNER_ELSEWHERE while another program runs the projects; what a removal throws, after all other lists that are due were
   * removed.
   */
  async apply(): Promise<Output<'retention.apply'>> {
    this.deps.ownership.assertOwned();
    const run = this.last.then(() => this.applyNow());
    this.last = run.catch(() => undefined);
    return await run;
  }

  private async applyNow(): Promise<Output<'retention.apply'>> {
    this.withdrawAfterJump();
    const { today, lists } = this.view();
    const soon = lists.filter(
      ({ state, announced, removed }) =>
        announced === null && (state === 'planned' || state === 'unsaved') && removed <= addDays(today, NOTICE_DAYS),
    );
    for (const { id } of soon) this.change(id, { announced: today });
    const names: string[] = [];
    let failed: unknown = null;
    // Deciding about one list again reads all projects, so only lists that are due are decided again.
    for (const { id } of lists.filter((list) => isDue(list, today))) {
      const project = this.stopped.signal.aborted ? null : this.deps.store.find(id);
      // Somebody may have decided a moment ago to keep it.
      const list = project === null ? null : this.listOf(project, this.deps.store.all());
      if (project === null || list === null || !isDue(list, today)) continue;
      try {
        // The first project has the results of all, so it is removed last. An interrupted removal then continues next time.
        let isRemoved = true;
        for (const one of [...this.deps.lineage.familyOf(project).slice(1).toReversed(), project]) {
          isRemoved = await this.deps.removal.remove(one.id, false, () => this.stored(project).keep === null);
          if (!isRemoved) break;
          this.deps.baseline.clear(one.id);
        }
        if (isRemoved) names.push(list.name);
      } catch (error) {
        // The lists after it are due, too.
        failed ??= error;
      }
    }
    // Saved files may be of a removed list. If the user wants another one of them, the page saves it again.
    if (names.length > 0) await this.deps.host.removeUnfetched?.();
    const view = soon.length + names.length > 0 ? this.changed() : this.view();
    if (failed !== null) throw failed;
    return { removed: names, view };
  }

  /**
   * If the clock was wrong, or the computer was off for long, nobody may have seen an announcement. It is withdrawn, and announced again.
   */
  private withdrawAfterJump(): void {
    const { settings, store } = this.deps;
    const today = store.today();
    const looked = settings.get(LOOKED) ?? today;
    if (today < looked || dayNumber(today) - dayNumber(looked) > MAX_DAYS_UNSEEN)
      for (const project of store.all()) if (this.stored(project).announced !== null) this.change(project.id, { announced: null });
    // Last: if the withdrawal is interrupted, the next check must withdraw the other announcements.
    settings.set(LOOKED, today);
  }

  private changed(): Output<'retention.get'> {
    const view = this.view();
    this.deps.hosts.emit('retention.changed', view);
    return view;
  }

  /** Null for a project that is removed together with another one, or not at all. */
  private listOf(project: ProjectRow, all: readonly ProjectRow[]): RetainedList | null {
    const { store, connections, lineage, inputs } = this.deps;
    const months = connections.retentionMonths(project.connectionId);
    if (months === null || project.state.at !== 'done') return null;
    const root = lineage.rootOf(project);
    if (root !== project.id && store.find(root) !== null) return null;
    const { announced, keep, agreed } = this.stored(project);
    const family = lineage.familyOf(project);
    const screened = localDay(Math.max(...family.map(screenedAbout)));
    // Until this day, the list prevents its people from being paid for again.
    const counted = addDays(screened, inputs.recencyDays(project) + 1);
    const noticed = addDays(announced ?? store.today(), NOTICE_DAYS);
    // The first project has the results of all.
    const isSaved = agreed || store.isSaved(project.id);
    return {
      id: project.id,
      name: project.name,
      connection: connections.row(project.connectionId).name,
      rows: project.state.counts.submitted,
      screened,
      months,
      removed: laterDay(addMonths(screened, months), counted, noticed),
      state: keep !== null ? 'kept' : !family.every(isOver) ? 'unfinished' : isSaved ? 'planned' : 'unsaved',
      reason: keep,
      announced,
      loses: lostWith(project.id, all),
    };
  }

  private keyOf(project: ProjectRow): Buffer {
    return deriveKey(Buffer.from(this.deps.store.fileRef(project).key), 'retention');
  }

  private stored(project: ProjectRow): Stored {
    const stored = this.deps.settings.get(nameOf(project.id));
    if (stored === null) return NOTHING;
    return parsedRow('screening', () => Stored.parse(decryptJson(this.keyOf(project), nameOf(project.id), Buffer.from(stored, 'base64'))));
  }

  private change(id: string, change: Partial<Stored>): void {
    const { settings, store } = this.deps;
    settings.atomically(() => {
      const project = store.get(id);
      const changed = { ...this.stored(project), ...change };
      settings.set(nameOf(id), encryptJson(this.keyOf(project), nameOf(id), changed).toString('base64'));
    });
  }

  /** Changes all of the lists or none. */
  private changeAll(ids: readonly string[], change: Partial<Stored>): void {
    this.deps.settings.atomically(() => {
      for (const id of ids) this.change(id, change);
    });
  }
}
