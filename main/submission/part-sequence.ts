/** The parts of a list above the service's limit: all are created before the first one is sent, then sent in order. */
import type { Output, ProjectView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type WaitingParts, waitingParts } from '../../shared/view-texts/index.ts';
import { firstPartOf, isBeforeSubmission } from '../../shared/project/index.ts';
import { rowsByDisposition } from '../../shared/rows/index.ts';
import type { ProjectCheck } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Log } from '../platform/index.ts';
import {
  type Lineage,
  type ProjectPublisher,
  type ProjectRemoval,
  type ProjectStore,
  type ResultMerge,
  partMarker,
  plainNameOnServiceOf,
  sendOptionsOf,
} from '../projects/index.ts';
import type { Runner, RunnerOwnership } from '../runner/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { DerivedProjects } from './derived-projects.ts';
import { type OverlapGuard, calledIn } from './overlap-guard.ts';

export interface PartSequenceDeps {
  readonly log: Log;
  readonly store: ProjectStore;
  readonly publisher: ProjectPublisher;
  readonly removal: ProjectRemoval;
  readonly lineage: Lineage;
  readonly merge: ResultMerge;
  readonly connections: Connections;
  readonly check: ProjectCheck;
  readonly derived: DerivedProjects;
  readonly guard: OverlapGuard;
  readonly ownership: RunnerOwnership;
  readonly runner: Runner;
}

export class PartSequence {
  private readonly deps: PartSequenceDeps;
  private readonly following = new Set<Promise<void>>();

  constructor(deps: PartSequenceDeps) {
    this.deps = deps;
  }

  /**
   * Creates the later parts of a draft that sends `rows` rows, with at most `maxRows` each. Returns how many rows the
   * draft itself sends; null: all. The parts are on the disk when this resolves.
   * @throws NOT_NOW once the list was sent.
   */
  async split(id: string, rows: number, maxRows: number): Promise<number | null> {
    const { store, removal, derived } = this.deps;
    const project = store.draft(id);
    await this.withdraw(id);
    const parts = Math.ceil(rows / maxRows);
    for (let part = 2; part <= parts; part++) {
      // A part has only rows that the list sends, so it sends all of them.
      const made = derived.add(
        project,
        'part',
        `${plainNameOnServiceOf(project)}, part ${part} of ${parts}`,
        partMarker(project.submission.marker, part),
        {
          lineage: { kind: 'part', of: id, part, parts, merged: false },
          options: { sendErrors: true, sendAnyway: true, resendRecent: true },
        },
      );
      const from = (part - 1) * maxRows;
      try {
        await derived.makePart(made, project, {
          kind: 'part',
          options: sendOptionsOf(project),
          from,
          count: Math.min(maxRows, rows - from),
        });
      } catch (error) {
        // Nothing was sent yet, and an incomplete part is useless.
        await removal.remove(made).catch(() => undefined);
        throw error;
      }
    }
    return parts > 1 ? maxRows : null;
  }

  /** Removes the unsent parts of a list. */
  async withdraw(id: string): Promise<void> {
    const { lineage, removal } = this.deps;
    for (const { id: part, state, lineage: own, wrappedKey } of lineage.childrenOf(id)) {
      if (own?.kind === 'part' && isBeforeSubmission(state) && wrappedKey !== null) await removal.remove(part);
    }
  }

  /** Sends the next unsent part after a finished project, if there is one. Never rejects. */
  async submitNext(id: string): Promise<void> {
    const sent = this.next(id).catch((error: unknown) => {
      // The next start sends it.
      if (!isClosing(error)) this.deps.log.error('project.next', error, { project: id });
    });
    this.following.add(sent);
    await sent;
    this.following.delete(sent);
  }

  /** Resolves once no part is about to be sent. False when none was. */
  async idle(): Promise<boolean> {
    const isAny = this.following.size > 0;
    await Promise.all(this.following);
    return isAny;
  }

  private async next(id: string): Promise<void> {
    const { store, lineage, ownership, runner } = this.deps;
    const project = store.find(id);
    if (project?.state.at !== 'done') return;
    const { lineage: own } = project;
    const [first, part] = own?.kind === 'part' ? [own.of, own.part] : [id, 1];
    for (let number = part + 1; ; number++) {
      const following = lineage
        .childrenOf(first)
        .find((other) => other.lineage?.kind === 'part' && other.lineage.part === number && other.wrappedKey !== null);
      if (following?.state.at !== 'draft' || following.lastError !== null) return;
      if (!(await this.isChecked(following.id))) return;
      const checked = store.find(following.id);
      if (checked?.state.at !== 'draft' || this.isHeld(checked)) return;
      if (await this.releasedAsEmpty(first, checked)) continue;
      this.allowDuplicateAs(first, checked);
      if (ownership.take()) await runner.command(following.id, { type: 'send' }, { rows: following.source.rows });
      return;
    }
  }

  /**
   * Removes a waiting part if all its people were suppressed while it waited, so that later parts can be sent. False for any other part.
   */
  private async releasedAsEmpty(first: string, part: ProjectRow): Promise<boolean> {
    const { store, removal, publisher } = this.deps;
    const { check } = store.listState(part);
    if (check === null || rowsByDisposition(check.histogram, sendOptionsOf(part)).sent > 0) return false;
    await removal.remove(part.id);
    if (store.find(first) !== null) {
      store.appendJournal(first, { type: 'part-left-out', rows: part.source.rows ?? 0 });
      publisher.publish(first);
    }
    return true;
  }

  /**
   * Checks a part again, because people who were suppressed while it waited must not be sent. If the check fails, stores the reason and
   * returns false.
   */
  private async isChecked(id: string): Promise<boolean> {
    const { store, check } = this.deps;
    try {
      await check.current(id);
      return true;
    } catch (error) {
      if (isClosing(error) || !(error instanceof AppError)) throw error;
      store.update(id, { lastError: { code: error.code, message: error.message } });
      return false;
    }
  }

  /** Whether a part waits for the user, because a newer retry may have scored some of its rows. Stores the reason. */
  private isHeld(part: ProjectRow): boolean {
    const { store, guard } = this.deps;
    const newer = guard.newerRetry(part);
    if (newer === null) return false;
    const message = `${calledIn(newer)} was sent since then with rows of this list that were not accepted, so this part waits for your decision.`;
    store.update(part.id, { lastError: { code: 'NOT_NOW', message } });
    return true;
  }

  /** At start-up: merges unmerged results. */
  async mergeAll(): Promise<void> {
    const { store, merge } = this.deps;
    for (const { id, state } of store.all()) if (state.at === 'done') await merge.mergeIntoRoot(id);
  }

  /** Sends the next part after each finished one. `only`: any project of one list; null: all lists. */
  async resumeAll(only: string | null): Promise<void> {
    const all = this.deps.store.all();
    const wanted = all.find(({ id }) => id === only);
    const list = wanted === undefined ? null : firstPartOf(wanted);
    for (const project of all)
      if (project.state.at === 'done' && (only === null || firstPartOf(project) === list)) await this.submitNext(project.id);
  }

  /**
   * Sends the next part after a canceled one; later parts follow. `id`: any project of the list.
   * @throws NOT_FOUND; RUNNER_ELSEWHERE; NOT_NOW when no part waits, or its people may have been sent in another list.
   */
  async sendNext(id: string): Promise<ProjectView> {
    const { store, publisher, connections, check, guard, ownership, runner } = this.deps;
    ownership.assertOwned();
    // People who were suppressed while the part waited are not sent.
    const { of } = this.waiting(id);
    let part: ProjectRow;
    do {
      part = store.draft(this.waiting(id).waiting[0].id);
      await check.current(part.id);
    } while (await this.releasedAsEmpty(of, store.draft(part.id)));
    await guard.assertUnscored(part);
    part = store.draft(this.waiting(id).waiting[0].id);
    guard.assertPartReserved(part);
    guard.assertOnlyRetry(part);
    this.allowDuplicateAs(of, part);
    const { name } = connections.row(part.connectionId);
    await runner.command(part.id, { type: 'send' }, { rows: part.source.rows, connection: name });
    return publisher.view(part.id);
  }

  /**
   * Removes the waiting parts. Their people are then not sent, and nothing was charged. `id`: any project of the list.
   * @throws NOT_FOUND; RUNNER_ELSEWHERE; NOT_NOW when no part waits.
   */
  async releaseWaiting(id: string): Promise<Output<'parts.release'>> {
    const { store, publisher, removal, ownership } = this.deps;
    ownership.assertOwned();
    const { of, waiting, rows } = this.waiting(id);
    // Starts with the last one, so that the others can still be released if the program ends in between.
    for (const part of waiting.toReversed()) await removal.remove(part.id);
    store.appendJournal(of, { type: 'parts-released', parts: waiting.length, rows });
    publisher.publish(of);
    return { parts: waiting.length, rows };
  }

  private waiting(id: string): WaitingParts {
    const { publisher } = this.deps;
    const found = waitingParts(publisher.view(id), publisher.list());
    if (found === null) throw new AppError('NOT_NOW', 'No part of this list is waiting to be sent.');
    return found;
  }

  /** Extends the permission to send a list twice to its parts. `first`: the ID of its first part. */
  private allowDuplicateAs(first: string, { id, options }: ProjectRow): void {
    const { store } = this.deps;
    const allowDuplicate = store.find(first)?.options.allowDuplicate ?? false;
    if (allowDuplicate !== options.allowDuplicate) store.update(id, { options: { allowDuplicate } });
  }
}

const isClosing = (error: unknown): boolean => error instanceof AppError && (error.code === 'CLOSING' || error.code === 'CANCELED');
