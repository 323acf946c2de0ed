/** Continues what an earlier program or window left unfinished, once this program may run projects. */
import { isRunning } from '../shared/project/index.ts';
import type { AppViewPublisher } from './app-view.ts';
import type { UnfinishedOpenings } from './bundles/index.ts';
import type { PracticeService } from './connections/index.ts';
import type { ListImport } from './importing/index.ts';
import type { PersonErasure } from './people/index.ts';
import type { ScreeningPlan } from './plan/index.ts';
import type { Host, Log } from './platform/index.ts';
import type { ProjectStore } from './projects/index.ts';
import type { FetchAgain, OrderJoin } from './results/index.ts';
import type { Retention } from './retention/index.ts';
import type { Runner } from './runner/index.ts';
import type { DerivedProjects, PartSequence, PilotComparison } from './submission/index.ts';

interface UnfinishedWorkDeps {
  readonly erasure: Pick<PersonErasure, 'resumeAll'>;
  readonly retention: Retention;
  readonly openings: Pick<UnfinishedOpenings, 'has'>;
  readonly practice: Pick<PracticeService, 'resumeRemoval'>;
  readonly host: Host;
  readonly log: Log;
  readonly store: ProjectStore;
  readonly appView: AppViewPublisher;
  readonly fetchAgain: FetchAgain;
  readonly orderJoin: OrderJoin;
  readonly parts: PartSequence;
  readonly comparison: Pick<PilotComparison, 'removeUnsent'>;
  readonly plan: Pick<ScreeningPlan, 'resumeAll'>;
  readonly derived: Pick<DerivedProjects, 'resumeAll'>;
  readonly listImport: ListImport;
  readonly runner: Runner;
}

export class UnfinishedWork {
  private readonly deps: UnfinishedWorkDeps;
  private isStopped = false;
  private repaired = Promise.resolve();
  private continued: Promise<unknown> = Promise.resolve();

  constructor(deps: UnfinishedWorkDeps) {
    this.deps = deps;
  }

  /** Repairs results, then continues every project. */
  begin(): void {
    const { host, log, store, appView } = this.deps;
    this.repaired = this.repairResults();
    // A temporary disk failure must not end the program: the next start repairs again.
    this.repaired.catch((error: unknown) => log.error('results.repair', error));
    // A command that only reads must not spend: it leaves unfinished work as it is.
    if (host.kind === 'cli') return;
    appView.showContinued(store.all().flatMap(({ name, state }) => (isRunning(state) ? [name] : [])));
    this.deps.retention.begin(this.repaired);
    this.continued = this.continue(null).catch((error: unknown) => log.error('work.continue', error));
  }

  /** Continues one project; null: all of them. */
  async continue(id: string | null): Promise<void> {
    const { plan, derived, listImport, runner, parts } = this.deps;
    // Before `listImport`, which would ask the user for the file of a draft that has none.
    plan.resumeAll();
    derived.resumeAll(id);
    listImport.resumeAll(id);
    runner.resumeAll(id);
    await this.repaired;
    if (!this.isStopped) await parts.resumeAll(id);
  }

  /** Resolves once the projects that `begin` continues run. */
  async idle(): Promise<void> {
    await this.continued;
  }

  /** Resumes no further parts, even if the repair still runs. */
  stop(): void {
    this.isStopped = true;
  }

  /** The order matters: results are repaired before `parts` merges them. */
  private async repairResults(): Promise<void> {
    const { store, openings, practice, log, comparison, erasure, fetchAgain, orderJoin, parts } = this.deps;
    try {
      store.finishRemovals((id) => openings.has(id));
    } catch (error) {
      // On Windows, deleting fails while another program has a file open: the next start removes it.
      log.error('projects.remove', error);
    }
    // Not awaited: repairing results does not depend on the practice service.
    practice.resumeRemoval().catch((error: unknown) => log.error('practice-removal', error));
    await comparison.removeUnsent();
    await erasure.resumeAll();
    await fetchAgain.resumeAll();
    await orderJoin.resumeAll();
    await parts.mergeAll();
  }
}
