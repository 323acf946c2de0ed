/** Scores a pilot with a second connection or other settings: sends its people again, after the user agreed that they are charged twice. */
import { isDeepStrictEqual } from 'node:util';
import { AppError, countText, numberText } from '../../shared/base/index.ts';
import type { CostView, Parsed } from '../../shared/contract/index.ts';
import { isPilot } from '../../shared/order/index.ts';
import { comparedPilot, firstPartOf, isBeforeSubmission } from '../../shared/project/index.ts';
import { dispositionText, rowsByDisposition } from '../../shared/rows/index.ts';
import { type Lineage, type ProjectRemoval, type ProjectStore, newMarker, sendOptionsOf } from '../projects/index.ts';
import type { Log } from '../platform/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { DerivedProjects } from './derived-projects.ts';
import type { OverlapGuard } from './overlap-guard.ts';

export interface PilotComparisonDeps {
  readonly log: Log;
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly removal: ProjectRemoval;
  readonly derived: DerivedProjects;
  readonly guard: OverlapGuard;
}

export class PilotComparison {
  private readonly deps: PilotComparisonDeps;
  /** Resolves once the unsent comparisons of an earlier program are removed. */
  private unsentRemoved = Promise.resolve();

  constructor(deps: PilotComparisonDeps) {
    this.deps = deps;
  }

  /** @throws NOT_FOUND; NOT_NOW for a list that was not a pilot, and before the pilot has its results. */
  private pilot(id: string): ProjectRow {
    const { store } = this.deps;
    const pilot = store.get(firstPartOf(store.get(id)));
    const best = pilot.state.at === 'done' ? (store.listState(pilot).check?.best ?? null) : null;
    if (pilot.state.at !== 'done') throw new AppError('NOT_NOW', 'The results of the pilot are not available yet.');
    if (best === null || !isPilot(best.settings)) throw new AppError('NOT_NOW', 'This list had no pilot.');
    return pilot;
  }

  /**
   * Makes a draft with exactly the rows that a pilot sent, unchanged, but with this connection and these score settings. Removes an earlier
   * draft that was not sent. Returns the new draft's ID.
   * @throws NOT_FOUND; NOT_NOW when the pilot was compared already; INPUT_INVALID for the connection and settings of the pilot.
   */
  async make({ id, connectionId, scoreConfiguration }: Parsed<'project.comparePilot'>): Promise<string> {
    const { store, derived, guard, removal } = this.deps;
    const pilot = this.pilot(id);
    if (store.hasErased(pilot.id))
      throw new AppError(
        'NOT_NOW',
        'Somebody was erased from this pilot at their request. Two settings are compared with the same people only. Nothing was sent.',
      );
    const lineage = { kind: 'comparison', of: pilot.id } as const;
    guard.assertOnlyComparison({ lineage });
    if (connectionId === pilot.connectionId && isDeepStrictEqual(scoreConfiguration, pilot.options.scoreConfiguration))
      throw new AppError(
        'INPUT_INVALID',
        'The pilot was sent over this connection with these score settings. Choose another connection or other settings.',
      );
    await this.unsentRemoved;
    await this.withdraw(pilot.id);
    const made = derived.add({ ...pilot, connectionId }, 'part', `Comparison: ${pilot.name}`, newMarker(), {
      lineage,
      // All rows of the pilot are sent again, even those with errors, except people who were screened in another list since.
      options: { sendErrors: true, sendAnyway: true, resendRecent: false, recencyDays: pilot.options.recencyDays, scoreConfiguration },
    });
    const options = sendOptionsOf(pilot);
    const count = rowsByDisposition(store.listState(pilot).check!.histogram, options).sent;
    try {
      await derived.makePart(made, pilot, { kind: 'part', options, from: 0, count });
    } catch (error) {
      await removal.remove(made).catch(() => undefined);
      throw error;
    }
    return made;
  }

  /** Removes the unsent comparisons of a pilot. */
  private async withdraw(pilot: string): Promise<void> {
    for (const one of this.deps.lineage.childrenOf(pilot)) if (isUnsent(one)) await this.deps.removal.remove(one.id);
  }

  /** At start-up: removes the comparisons that an earlier program made and did not send. Never rejects. */
  async removeUnsent(): Promise<void> {
    const { store, removal, log } = this.deps;
    // Read now, so that comparisons made from now on are kept.
    const left = store.all().filter(isUnsent);
    const remove = async () => {
      for (const { id } of left) await removal.remove(id).catch((error: unknown) => log.error('comparison.remove', error, { project: id }));
    };
    this.unsentRemoved = remove();
    await this.unsentRemoved;
  }

  /**
   * Refuses a cost other than the one that the user agreed to.
   * @throws INPUT_INVALID; NOT_NOW when the connection takes fewer rows at a time.
   */
  assertAgreed(cost: CostView, { rows, credits }: Pick<Parsed<'project.comparePilot'>, 'rows' | 'credits'>): void {
    if (cost.leftOut.length > 0) {
      const why = cost.leftOut.map(({ reason, rows: out }) => `${numberText(out)} ${dispositionText(reason).phrase}`).join(', ');
      throw new AppError(
        'INPUT_INVALID',
        `Not everyone of the pilot can be sent now: ${why}. Two settings are compared with the same people only. Nothing was sent.`,
      );
    }
    if (cost.parts > 1) throw new AppError('NOT_NOW', 'The connection takes fewer rows at a time than the pilot has. Nothing was sent.');
    if (cost.rowsToSend !== rows || cost.estimate !== credits)
      throw new AppError(
        'INPUT_INVALID',
        `It would be ${countText(cost.rowsToSend, 'person', 'people')} for about ${countText(cost.estimate, 'credit')} now. Nothing was sent. Confirm this instead.`,
      );
  }
}

const isUnsent = ({ lineage, state, wrappedKey }: ProjectRow): boolean =>
  comparedPilot(lineage) !== null && isBeforeSubmission(state) && wrappedKey !== null;
