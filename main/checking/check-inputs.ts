/**
 * The inputs of a check other than rows and mapping: organization rules, the suppression list, the baseline, and the people
 * of recent screenings and of lists in progress on the same account.
 */
import { createHash } from 'node:crypto';
import { type CostView, DEFAULT_RECENCY_DAYS } from '../../shared/contract/index.ts';
import { AppError, DAY_MS } from '../../shared/base/index.ts';
import { bodyOf, comparedPilot, firstPartOf, isRest, isRestOfPilot, mergesIntoParent, wasSent } from '../../shared/project/index.ts';
import type { ConnectedServices, Connections } from '../connections/index.ts';
import {
  type Lineage,
  type ProjectStore,
  type ScreeningIndex,
  isInProgress,
  rowsWithoutResult,
  submitOptionsOf,
} from '../projects/index.ts';
import type { AppDatabase, ProjectRow } from '../store/app-database/index.ts';
import type { CheckInputs } from '../worker-protocol/index.ts';
import { isWithin, type Span } from './recency.ts';
import type { StoredOrganizationRules } from './organization-rules.ts';
import type { SuppressionList } from './suppression-list.ts';

interface CheckInputSourceDeps {
  readonly database: AppDatabase;
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly index: ScreeningIndex;
  readonly connections: Connections;
  readonly services: Pick<ConnectedServices, 'now'>;
  readonly rules: StoredOrganizationRules;
  readonly suppression: SuppressionList;
}

/** Groups baselines into screenings. The results of a pilot include the rows of its rest, so both are one screening. */
function screeningsOf(baselines: readonly (readonly ProjectRow[])[]): readonly (readonly ProjectRow[])[] {
  const screenings: ProjectRow[][] = [];
  for (const projects of baselines) {
    const pilot = isRestOfPilot(projects[0]!.lineage) ? screenings.at(-1) : undefined;
    if (pilot === undefined) screenings.push([...projects]);
    else pilot.push(...projects);
  }
  return screenings;
}

/** The inputs of a check. The digest changes whenever they change. */
export interface DigestedInputs {
  readonly inputs: CheckInputs;
  readonly digest: string;
}

export class CheckInputSource {
  private readonly deps: CheckInputSourceDeps;

  constructor(deps: CheckInputSourceDeps) {
    this.deps = deps;
  }

  /** For how many days a person is treated as recently screened; 0: not at all. */
  recencyDays({ options, connectionId }: Pick<ProjectRow, 'options' | 'connectionId'>): number {
    const { kind, settings } = this.deps.connections.row(connectionId);
    return options.recencyDays ?? settings.recencyDays ?? DEFAULT_RECENCY_DAYS[kind];
  }

  /** The time span in which a screening is recent; null: no screening is. */
  recencySpan(project: ProjectRow): Span | null {
    const days = this.recencyDays(project);
    if (days === 0) return null;
    const now = this.deps.services.now(project.connectionId);
    const since = now - days * DAY_MS;
    // Journal entries are dated by this computer's clock, which may be hours ahead of the service's clock.
    return { since, now, first: this.deps.database.journal.firstEntryWithin(since, now + DAY_MS) };
  }

  /**
   * For a retry: finished lists that were compared with its list, and may have scored its rows since. They matter even without a recency
   * window, because nobody agreed to pay twice for people who have no scores in the list itself.
   */
  private newerThanRefused({ lineage, connectionId }: ProjectRow): ProjectRow[] {
    if (lineage?.kind !== 'retry') return [];
    const { connections, store, lineage: links } = this.deps;
    const account = connections.accountOf(connectionId);
    const isNewer = (other: ProjectRow) => {
      const first = firstPartOf(other) === other.id ? other : store.find(firstPartOf(other));
      return first !== null && !isRest(first.lineage) && links.rootsOfBaselines(first).some(({ id }) => id === lineage.of);
    };
    return store.all().filter((other) => account.has(other.connectionId) && other.state.at === 'done' && isNewer(other));
  }

  /** Finished projects with people who are treated as recently screened for this project, the oldest first. */
  private recentScreenings(project: ProjectRow, span = this.recencySpan(project)): ProjectRow[] {
    if (span === null) return this.newerThanRefused(project).toSorted(byAge);
    const { database, connections, store } = this.deps;
    const account = connections.accountOf(project.connectionId);
    // The user has agreed that exactly these people are charged twice, so only the pilot is ignored.
    const pilot = comparedPilot(project.lineage);
    return store
      .all()
      .filter((other) => {
        const { id, connectionId, state, submission, adopted, createdAt } = other;
        if (pilot !== null && firstPartOf(other) === pilot) return false;
        if (id === project.id || !account.has(connectionId) || state.at !== 'done') return false;
        // The time of the adoption does not say when the people were screened. Without a date, it may have been today.
        if (adopted !== null) return adopted.createdAt === null || isWithin({ at: adopted.createdAt, servedAt: null, entry: null }, span);
        const at = submission.processedAt ?? createdAt;
        return isWithin({ at, servedAt: submission.processedOnService, entry: database.journal.lastEntry(id, 'collecting') }, span);
      })
      .toSorted(byAge);
  }

  /**
   * Lists of the same account that were sent and have no results yet, the oldest first. A canceled list that may have been charged is
   * included as long as a finished one would be. Empty if no screening counts as recent.
   */
  private listsInProgress(project: ProjectRow, span = this.recencySpan(project)): ProjectRow[] {
    if (span === null || project.state.at !== 'draft') return [];
    const { database, connections, lineage, store } = this.deps;
    const account = connections.accountOf(project.connectionId);
    return store
      .all()
      .filter((other) => {
        const { id, connectionId, state, submission, encryptedList } = other;
        if (id === project.id || !account.has(connectionId) || encryptedList === null || !isInProgress(other)) return false;
        // The parts of a list have different rows, so no part leaves out people of another part.
        if (firstPartOf(other) === firstPartOf(project)) return false;
        if (state.at === 'ended') {
          const at = submission.startedAt ?? other.createdAt;
          return isWithin({ at, servedAt: null, entry: database.journal.lastEntry(id, 'starting', 'intend') }, span);
        }
        return wasSent(state) || lineage.willBeSent(other);
      })
      .toSorted(byAge);
  }

  /**
   * The projects whose people are left out of a draft: lists in progress, and recent screenings with rows that have no result and may have
   * been paid for. Empty for a list that was sent.
   */
  leftOutByScreenings(project: ProjectRow): Pick<CostView['screened'], 'inProgress' | 'withoutResult'> {
    const span = project.state.at === 'draft' ? this.recencySpan(project) : null;
    return {
      inProgress: this.listsInProgress(project, span).map(({ id, name, state }) => ({ id, name, isGivenUp: state.at === 'ended' })),
      withoutResult: this.recentScreenings(project, span).flatMap((other) => {
        const { id, name, lineage } = other;
        const rows = rowsWithoutResult(other);
        // The rows of a part are already counted in its first part, and those of a rest in its pilot.
        return rows === 0 || (mergesIntoParent(lineage) && lineage.kind !== 'retry' && lineage.merged) ? [] : [{ id, name, rows }];
      }),
    };
  }

  /**
   * Indexes the projects that the check of a list reads.
   * @throws PROJECT_FILE_DAMAGED when a recent screening or a baseline cannot be read: otherwise the check would treat all its people as
   * new.
   */
  async indexInputs(project: ProjectRow): Promise<void> {
    const { store, lineage, index } = this.deps;
    await this.indexRecent(project);
    for (const { id, name } of this.recentScreenings(project))
      if (store.find(id)?.index == null)
        throw new AppError(
          'PROJECT_FILE_DAMAGED',
          `“${name}” cannot be read, so it is not known who in this list was screened in it. Remove it, or treat nobody as screened, and try again.`,
        );
    for (const { id, name } of lineage.baselinesOf(project).flat()) {
      await index.add(id);
      if (store.find(id)?.index == null)
        throw new AppError(
          'PROJECT_FILE_DAMAGED',
          `“${name}” cannot be read, so this list cannot be compared with it. Compare it with another screening, or with none.`,
        );
    }
  }

  /** As `indexInputs`, for the check during an import, but a screening that cannot be read is reported only by the next check. */
  async indexRecent(project: ProjectRow): Promise<void> {
    for (const { id } of this.recentScreenings(project)) await this.deps.index.add(id);
  }

  /** The inputs of a project's check as they are now. */
  inputsOf(project: ProjectRow): DigestedInputs {
    const { store, lineage, index, rules, suppression } = this.deps;
    // What users must declare before sending does not affect the check.
    const { record: _, ...organizationRules } = rules.get();
    const screenings = this.recentScreenings(project);
    const recent = screenings.filter((other) => other.index !== null && other.index.people > 0);
    const inProgress = this.listsInProgress(project);
    const baselines = lineage.baselinesOf(project);
    const parts = [JSON.stringify(organizationRules), suppression.revision(), ...recent.map(resultsKey)];
    // A screening that has become recent since, by the service's time, is not indexed yet. Without its people, the check is not current.
    parts.push(...screenings.filter(({ index: indexed }) => indexed === null).map(({ id }) => `not indexed ${id}`));
    // Until its body is measured, such a list can become a draft again and be sent with other rows.
    if (inProgress.length > 0)
      parts.push('on their way', ...inProgress.map(({ id, version, state }) => `${id} ${bodyOf(state)?.sha256 ?? version}`));
    if (project.options.sendAnyway) parts.push('sent anyway');
    if (baselines.length > 0) parts.push('baseline', ...baselines.map((projects) => projects.map(resultsKey).join(' ')));
    const baseline = {
      key: index.recordKey,
      screenings: screeningsOf(baselines).map((projects) => projects.map((one) => store.fileRef(one))),
    };
    return {
      inputs: {
        rules: organizationRules,
        suppression: suppression.list(),
        recent: recent.map((other) => store.fileRef(other)),
        inProgress: inProgress.map((other) => ({ name: other.name, list: store.source(other), options: submitOptionsOf(other) })),
        baseline: baselines.length === 0 ? null : baseline,
        sendAnyway: project.options.sendAnyway,
      },
      digest: createHash('sha256').update(parts.join('\n')).digest('base64url'),
    };
  }

  /** The inputs during an import: without lists in progress and the baseline, which need the mapped columns. */
  duringImport(project: ProjectRow): DigestedInputs {
    return this.inputsOf({ ...project, state: { at: 'reading' }, lineage: null });
  }
}

/** Unlike the order of the store, this order does not change when a project changes. */
const byAge = (a: ProjectRow, b: ProjectRow): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** Changes when results were fetched again, when more rows have a result, and when refused rows got scores. */
const resultsKey = (project: ProjectRow): string => {
  const refused = project.state.at === 'done' ? project.state.counts.refused : 0;
  return `${project.id} ${rowsWithoutResult(project)} ${refused} ${project.submission.fetchedAgain}`;
};
