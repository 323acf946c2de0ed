/**
 * Refused rows that are fixed and sent again. If the service names a row in its report of row errors, the row may have been paid for. It is
 * then sent again only after the service was asked once more, which costs nothing, and the user agreed.
 */
import type { Input, ProjectView } from '../../shared/contract/index.ts';
import { AppError, countText, numberText } from '../../shared/base/index.ts';
import type { ProjectQueries } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import { type Lineage, type ProjectStore, type ResultMerge, creditsCharged } from '../projects/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { DerivedProjects } from '../submission/index.ts';
import type { PaidEvidence } from '../worker-protocol/index.ts';
import type { FetchAgain } from './fetch-again.ts';

export interface RefusedRowsDeps {
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly merge: ResultMerge;
  readonly queries: ProjectQueries;
  readonly connections: Connections;
  readonly derived: DerivedProjects;
  readonly fetchAgain: FetchAgain;
}

/** What the answer and the balance of one project show. */
export interface PaidFacts extends PaidEvidence {
  /** Rows that were sent. */
  readonly rows: number;
  /** By how many credits the balance went down; null if unknown. */
  readonly charged: number | null;
  /** Credits per record; null if unknown. */
  readonly creditsPerRecord: number | null;
}

/** Why a refused row may have been paid for, as the beginning of a sentence; null if nothing suggests it. */
export function whyMayBePaid({ rows, profiles, refused, validRows, charged, creditsPerRecord }: PaidFacts): string | null {
  if (refused === 0) return null;
  if (validRows !== null && profiles < validRows)
    return `The service counts ${countText(validRows, 'valid row')}, but returned only ${countText(profiles, 'profile')}`;
  if (validRows !== null && refused > rows - validRows)
    return `The service counts ${countText(validRows, 'valid row')} of ${numberText(rows)}, but its report names ${numberText(refused)}`;
  // A price that is not a whole number may come from a run with missing profiles.
  const price = creditsPerRecord === null ? 1 : creditsPerRecord >= 1 ? Math.floor(creditsPerRecord) : creditsPerRecord;
  if (charged !== null && charged > Math.ceil(profiles * price))
    return `The balance went down by ${countText(charged, 'credit')}, but the service returned only ${countText(profiles, 'profile')}`;
  return null;
}

export class RefusedRows {
  private readonly deps: RefusedRowsDeps;

  constructor(deps: RefusedRowsDeps) {
    this.deps = deps;
  }

  /**
   * Returns a draft with the refused rows of a list. `allowPaid`: even if a row may have been paid for.
   * @throws as `projects.fixRefused` of the contract.
   */
  async fix({ id, allowPaid = false }: Input<'projects.fixRefused'>): Promise<ProjectView> {
    const { store, lineage, merge, derived } = this.deps;
    const root = lineage.rootOf(store.get(id));
    await merge.mergeChildren(root);
    if (!allowPaid && store.find(root)?.adopted === null) await this.assertNotPaid(root);
    return await derived.fixRefused(id);
  }

  /**
   * Fetches the results again for each project of a list that may have paid for refused rows.
   * @throws SENT_BEFORE if that is still possible afterwards.
   */
  private async assertNotPaid(root: string): Promise<void> {
    const { store, lineage, fetchAgain } = this.deps;
    for (const id of [root, ...lineage.mergedInto(root).map((one) => one.id)]) {
      const project = store.find(id);
      if (project === null || project.wrappedKey === null || (await this.doubtAbout(project)) === null) continue;
      const asked = await fetchAgain.fetch(id).then(
        () => 'The results were fetched again, which changed nothing.',
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          return `The results could not be fetched again: ${error.message}`;
        },
      );
      const doubt = await this.doubtAbout(store.get(id));
      if (doubt !== null)
        throw new AppError(
          'SENT_BEFORE',
          `${doubt}, so a row that it refused may have been paid for already. ${asked} Nothing is sent again unless you agree to pay a second time for such a row.`,
          { reason: 'paid' },
        );
    }
  }

  private async doubtAbout(project: ProjectRow): Promise<string | null> {
    const { queries, connections } = this.deps;
    const { id, state } = project;
    if (state.at !== 'done') return null;
    const { rows } = state.body;
    const { creditsPerRecord } = connections.row(project.connectionId);
    const evidence = await queries.ask(id, 'paidEvidence', { own: rows });
    return whyMayBePaid({ ...evidence, rows, charged: creditsCharged(project), creditsPerRecord });
  }
}
