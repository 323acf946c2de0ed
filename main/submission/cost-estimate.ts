/** The cost of sending a list, the rows that it leaves out, and whether somebody else may have sent it already. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CallOptions, CostView, Input, Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { MAX_RECORDS } from '../../shared/fields/index.ts';
import { type MappingPlan, columnsFor } from '../../shared/mapping/index.ts';
import { bodyOf, claimedSha256, comparedPilot, isRest, isRunning } from '../../shared/project/index.ts';
import {
  NOT_SENT,
  type RowHistogram,
  type SendOptions,
  countRows,
  creditsSaved,
  dispositionOf,
  estimatedCredits,
  rowsByDisposition,
} from '../../shared/rows/index.ts';
import type { CheckInputSource, ProjectCheck, ProjectQueries } from '../checking/index.ts';
import type { ConnectedServices, Connections } from '../connections/index.ts';
import { type ProjectStore, nameOnServiceOf, plainNameOnServiceOf, sendOptionsOf } from '../projects/index.ts';
import type { AppDatabase, ConnectionRow, ProjectRow } from '../store/app-database/index.ts';
import type { CheckSummary } from '../worker-protocol/index.ts';
import { namedAlike, thatMayHold, withRows } from './elsewhere.ts';
import type { OverlapGuard } from './overlap-guard.ts';

/** Time limit for reading the service's list of projects, in milliseconds. After it, the list can still be sent. */
const ELSEWHERE_TIMEOUT_MS = 30_000;

/** For a list that is not compared with the projects of a service. */
const NOWHERE: Output<'cost.elsewhere'> = { found: [], isUnread: false };

interface CostEstimateDeps {
  readonly database: Pick<AppDatabase, 'claims' | 'connections' | 'journal' | 'singleCalls'>;
  readonly store: ProjectStore;
  readonly connections: Connections;
  readonly services: Pick<ConnectedServices, 'client' | 'now'>;
  readonly inputs: CheckInputSource;
  readonly queries: ProjectQueries;
  readonly check: ProjectCheck;
  readonly guard: Pick<OverlapGuard, 'handedOver'>;
  /** The key of `PersonCodes`, for people who were screened individually. */
  readonly personKey: Uint8Array;
}

export class CostEstimate {
  private readonly deps: CostEstimateDeps;

  constructor(deps: CostEstimateDeps) {
    this.deps = deps;
  }

  /**
   * The cost according to the current check.
   * @throws as `ProjectCheck.current`.
   */
  async get(id: string): Promise<CostView> {
    const check = await this.ordered(id);
    return this.of(this.deps.store.get(id), check);
  }

  /**
   * The check that decides what is sent. If the choice of people is stale, they are chosen again.
   * @throws as `ProjectCheck.ordered`
   */
  async ordered(id: string): Promise<CheckSummary> {
    return await this.deps.check.ordered(id, this.affordable);
  }

  /**
   * Chooses the people who are sent this time, and returns the new cost.
   * @throws as `ProjectCheck.choose`
   */
  async choose({ id, best }: Input<'cost.choose'>, call: CallOptions): Promise<CostView> {
    await this.deps.check.choose(id, best, this.affordable, call);
    return await this.get(id);
  }

  /**
   * The maximum number of people that can be sent and still leave `keep` credits.
   * @throws INPUT_INVALID when the balance is not known
   */
  private readonly affordable = (project: ProjectRow, keep: number): number => {
    const { credits, creditsPerRecord } = this.deps.connections.row(project.connectionId);
    const remaining = credits?.remaining ?? null;
    if (remaining === null)
      throw new AppError('INPUT_INVALID', 'The balance of the account is not known. Choose a number of people, or test the connection.');
    const promised = this.running(project, creditsPerRecord ?? 1).reduce((sum, other) => sum + other.credits, 0);
    return Math.max(0, Math.floor((remaining - promised - keep) / (creditsPerRecord ?? 1)));
  };

  of(project: ProjectRow, check: CheckSummary): CostView {
    const { id } = project;
    const { mapping, layout } = this.deps.store.listState(project);
    const connection = this.deps.connections.row(project.connectionId);
    const options = sendOptionsOf(project);
    const byDisposition = rowsByDisposition(check.histogram, options);
    const rowsToSend = byDisposition.sent;
    const rowsInFile = countRows(check.histogram, () => true);
    const creditsPerRecord = connection.creditsPerRecord ?? 1;
    const leftOut = NOT_SENT.map((reason) => ({ reason, rows: byDisposition[reason] })).filter(({ rows }) => rows > 0);
    const body = bodyOf(project.state);
    return {
      rowsInFile,
      leftOut,
      rowsToSend,
      parts: Math.max(1, Math.ceil(rowsToSend / maxRowsOf(connection))),
      sendErrors: options.sendErrors,
      resendRecent: options.resendRecent,
      screened: {
        recencyDays: this.deps.inputs.recencyDays(project),
        ...screenedRecently(check.histogram, options),
        ...this.deps.inputs.leftOutByScreenings(project),
      },
      best: bestView(check),
      baseline: this.comparisonOf(project, check, rowsToSend, creditsPerRecord),
      neverSent: this.deps.connections.neverSentOf(project).filter((field) => columnsFor(mapping, field).length > 0),
      columnsKept: layout.headers.length - usedColumns(mapping).size,
      host: connection.kind === 'practice' ? 'this computer' : new URL(connection.baseUrl).host,
      creditsPerRecord,
      learned: connection.creditsPerRecord !== null,
      estimate: estimatedCredits(rowsToSend, creditsPerRecord),
      saved: creditsSaved(byDisposition, creditsPerRecord),
      balance: connection.credits,
      running: this.running(project, creditsPerRecord),
      nameOnService: nameOnServiceOf(project),
      scoreConfiguration: project.options.scoreConfiguration,
      sentBefore:
        body === null
          ? null
          : this.deps.database.claims.sentBefore(project.connectionId, claimedSha256(body), id, comparedPilot(project.lineage)),
      quoteId: this.quoteId(project),
    };
  }

  /** Hash of list, options, connection and price. Sending fails if it no longer matches the cost that the user saw. */
  quoteId(project: ProjectRow): string {
    const { lineage } = project;
    const { sendErrors, resendRecent, scoreConfiguration, listFormat } = project.options;
    const { mapping, layout, check } = this.deps.store.listState(project);
    const { id, baseUrl, version, settings, creditsPerRecord } = this.deps.connections.row(project.connectionId);
    // Without the check key, which only says when and with which program the list was checked: the user did not see it.
    const parts = [
      plainNameOnServiceOf(project),
      sendErrors,
      resendRecent,
      scoreConfiguration,
      lineage,
      mapping,
      layout,
      { ...check, key: null, best: check?.best == null ? null : { ...check.best, basis: null } },
    ];
    const { listFormat: usualFormat, csvHeadings } = settings;
    const price = [maxRowsOf({ settings }), creditsPerRecord ?? 1];
    const connection = [id, baseUrl, version, listFormat ?? usualFormat, csvHeadings, this.deps.connections.neverSentOf(project), ...price];
    return createHash('sha256')
      .update(JSON.stringify([parts, connection]))
      .digest('base64url');
  }

  private comparisonOf(
    { lineage, options }: ProjectRow,
    check: CheckSummary,
    rowsToSend: number,
    creditsPerRecord: number,
  ): CostView['baseline'] {
    // A rest has no comparison: all its people are new, because they were not chosen in the other list.
    const earlier = lineage?.kind === 'baseline' && !isRest(lineage) ? this.deps.store.find(lineage.of) : null;
    if (earlier === null) return null;
    const changed = countRows(check.histogram, (row) => row.comparison === 'changed' && dispositionOf(row, options) === 'sent');
    const { unchanged: scored, unchangedUnscored } = rowsByDisposition(check.histogram, options);
    const unchanged = scored + unchangedUnscored;
    const everyone = countRows(check.histogram, (row) => dispositionOf({ ...row, comparison: 'none', chosen: 'yes' }, options) === 'sent');
    return {
      id: earlier.id,
      name: earlier.name,
      at: earlier.submission.processedAt,
      newRows: rowsToSend - changed,
      changed,
      unchanged,
      everyone,
      saved: estimatedCredits(everyone, creditsPerRecord) - estimatedCredits(rowsToSend, creditsPerRecord),
      otherSettings: !isDeepStrictEqual(earlier.options.scoreConfiguration, options.scoreConfiguration),
    };
  }

  private running(project: ProjectRow, creditsPerRecord: number): CostView['running'] {
    return this.runningOnAccount(project).map((other) => ({
      id: other.id,
      name: other.name,
      // Until the list is measured, uses the rows that the user agreed to send.
      credits: estimatedCredits(bodyOf(other.state)?.rows ?? other.submission.confirmedRows ?? 0, creditsPerRecord),
    }));
  }

  private runningOnAccount(project: ProjectRow): ProjectRow[] {
    const account = this.deps.connections.accountOf(project.connectionId);
    return this.deps.store.all().filter((other) => other.id !== project.id && account.has(other.connectionId) && isRunning(other.state));
  }

  /**
   * Projects here that belong to another computer and can send people of this list, service projects that may hold it and were not sent
   * from this data folder, and people of the list who were screened individually. Empty unless the project is a draft.
   */
  async elsewhere(id: string): Promise<Output<'cost.elsewhere'>> {
    const check = await this.ordered(id);
    const project = this.deps.store.get(id);
    if (project.state.at !== 'draft') return NOWHERE;
    const held = this.deps.guard.handedOver(project).map(({ name, wrappedKey, source, custody }) => ({
      name: wrappedKey === null ? 'A list that was removed here' : name,
      status: null,
      totalRows: source.rows,
      createdAt: custody?.at ?? null,
      isHeld: true as const,
    }));
    const { found, isUnread } = await this.elsewhereOf(project, this.of(project, check));
    return { found: [...held, ...found], isUnread };
  }

  /**
   * Like `elsewhere`, for a known cost, without the projects that belong to another computer.
   */
  async elsewhereOf(project: ProjectRow, { rowsToSend }: CostView): Promise<Output<'cost.elsewhere'>> {
    const { connections, services, database } = this.deps;
    const connection = connections.row(project.connectionId);
    // No other data folder can reach its practice service.
    if (connection.kind === 'practice' || rowsToSend === 0) return NOWHERE;
    const alone = await this.screenedAlone(project);
    // The program names such a project, and its size differs between computers.
    const isRemainder = project.lineage?.kind === 'retry' || isRest(project.lineage);
    const rows = isRemainder ? null : Math.min(rowsToSend, maxRowsOf(connection));
    try {
      const client = await services.client(connection.id);
      const signal = AbortSignal.timeout(ELSEWHERE_TIMEOUT_MS);
      const { projects: remote } = await client.projects(signal);
      const { hasMoved } = connections.reached(connection.id);
      const { remoteIds, names } = database.journal.madeOnServices(database.connections.accountOf(connection.id));
      // A project with this list's marker was created from a copy of this folder. Sending finds it and does not pay
      // again.
      // At an earlier address, the same IDs belonged to other projects.
      const here = { remoteIds: hasMoved ? new Set<string>() : remoteIds, names: [...names, nameOnServiceOf(project)] };
      const named = namedAlike(remote, plainNameOnServiceOf(project), here);
      const counted = await withRows(named, (remoteId) => client.project(remoteId, signal));
      return { found: [...thatMayHold(counted, rows, services.now(connection.id)), ...alone], isUnread: false };
    } catch (error) {
      // The list can still be sent. `isUnread` tells the user that the service did not list its projects.
      if (error instanceof AppError) return { found: alone, isUnread: true };
      throw error;
    }
  }

  /** People of the list who were screened individually, within the number of days that makes a screening recent. */
  private async screenedAlone(project: ProjectRow): Promise<Output<'cost.elsewhere'>['found']> {
    const { database, inputs, queries, personKey } = this.deps;
    const span = project.options.resendRecent ? null : inputs.recencySpan(project);
    const sent = span === null ? null : database.singleCalls.sentWithin(project.connectionId, span);
    if (sent === null || sent.size === 0) return [];
    const ask = { key: personKey, codes: new Set(sent.keys()), options: sendOptionsOf(project) };
    const found = await queries.ask(project.id, 'screenedAlone', ask);
    return found.map(({ row, name, code }) => ({ name, status: null, totalRows: 1, createdAt: sent.get(code) ?? null, row }));
  }
}

function bestView({ best }: CheckSummary): CostView['best'] {
  if (best === null) return null;
  const { basis: _, rows: __, isStale: ___, ...outcome } = best;
  return outcome;
}

/**
 * Rows of people who were screened recently or are in progress. `unchanged`: with the same details, whether or not they are sent again.
 * `changed`: sent with other details.
 */
function screenedRecently(histogram: RowHistogram, options: SendOptions): Pick<CostView['screened'], 'unchanged' | 'changed'> {
  const { inProgress, recentlyScreened } = rowsByDisposition(histogram, { ...options, resendRecent: false });
  return {
    unchanged: inProgress + recentlyScreened,
    changed: countRows(histogram, (row) => row.recent === 'screenedOtherDetails' && dispositionOf(row, options) === 'sent'),
  };
}

export const maxRowsOf = ({ settings }: Pick<ConnectionRow, 'settings'>): number => settings.maxRows ?? MAX_RECORDS;

function usedColumns(plan: MappingPlan): Set<number> {
  const used = new Set<number>();
  for (const { column, to } of plan.columns) if (to.kind !== 'none') used.add(column);
  for (const { columns } of plan.combinations) for (const column of columns) used.add(column);
  return used;
}
