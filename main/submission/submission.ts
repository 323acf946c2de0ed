/** Sends a list, and controls its project afterwards: pause, resume, cancel, decisions, a new token. */
import { AppError, countText, numberText } from '../../shared/base/index.ts';
import type { ConnectionView, CostView, Input, Output, Parsed, ProjectView } from '../../shared/contract/index.ts';
import { type JournalNotes, NotNow, cancelMeaning, comparedPilot, mayBeCharged, timeline } from '../../shared/project/index.ts';
import { missingFields, missingSentence, RECORD_FIELDS, type StandingDeclaration } from '../../shared/record/index.ts';
import type { RuleCode } from '../../shared/rules/index.ts';
import { nothingLeft, sentElsewhere } from '../../shared/view-texts/index.ts';
import type { ColumnMapping, ProjectCheck, ProjectQueries, StoredOrganizationRules } from '../checking/index.ts';
import type { ConnectedServices, ConnectionChanges, Connections } from '../connections/index.ts';
import type { Clock } from '../platform/index.ts';
import type { ManagedPolicy } from '../policy/index.ts';
import {
  type ProjectPublisher,
  type ProjectRemoval,
  type ProjectStore,
  type SourceFiles,
  nameOnServiceOf,
  sendOptionsOf,
} from '../projects/index.ts';
import { declarationOf } from '../records/index.ts';
import type { Agreed, Command, Runner, RunnerOwnership } from '../runner/index.ts';
import { type AppDatabase, type ProjectRow, assertHeldHere, heldElsewhere } from '../store/app-database/index.ts';
import { type CostEstimate, maxRowsOf } from './cost-estimate.ts';
import type { DerivedProjects } from './derived-projects.ts';
import type { OverlapGuard } from './overlap-guard.ts';
import type { PartSequence } from './part-sequence.ts';
import type { PilotComparison } from './pilot-comparison.ts';
import { screeningPace } from './screening-pace.ts';

export interface SubmissionDeps {
  readonly database: Pick<AppDatabase, 'journal'>;
  readonly clock: Clock;
  readonly store: ProjectStore;
  readonly publisher: ProjectPublisher;
  readonly sources: SourceFiles;
  readonly connections: Connections;
  readonly services: Pick<ConnectedServices, 'test'>;
  readonly connectionChanges: Pick<ConnectionChanges, 'setToken'>;
  readonly policy: ManagedPolicy;
  readonly queries: ProjectQueries;
  readonly columns: ColumnMapping;
  readonly check: ProjectCheck;
  readonly cost: CostEstimate;
  readonly guard: OverlapGuard;
  readonly parts: PartSequence;
  readonly derived: DerivedProjects;
  readonly comparison: PilotComparison;
  readonly removal: ProjectRemoval;
  readonly ownership: RunnerOwnership;
  readonly runner: Runner;
  readonly rules: Pick<StoredOrganizationRules, 'get'>;
}

/** A list that can be sent, with its cost estimate. */
interface Ready {
  readonly cost: CostView;
  /** Rows that the project itself sends, before its parts; null: all. */
  readonly maxRows: number | null;
  /** For the journal: how many rows of people who asked not to be screened are sent, with the user's reason. Empty if there are none. */
  readonly despite: { readonly objected?: number; readonly words?: string };
  /** The version of the stored project, which increases with each change. */
  readonly version: number;
}

const changedMeanwhile = () => new AppError('INPUT_INVALID', 'The list or the way it is sent has changed. Review the cost again.');

/** The rules that name people who asked not to be screened. */
const OBJECTIONS: ReadonlySet<string> = new Set<RuleCode>(['DO_NOT_SCREEN', 'SCREENING_OBJECTED']);

/** If the list has changed at each of this many checks, the user decides. Each check can go through the whole list. */
const MAX_LOOKS = 10;

export class Submission {
  private readonly deps: SubmissionDeps;
  /** Projects for which `send` is in progress. */
  private readonly sending = new Set<string>();

  constructor(deps: SubmissionDeps) {
    this.deps = deps;
  }

  /**
   * Sends a list. If it throws, nothing was sent.
   * @throws NOT_FOUND; RUNNER_ELSEWHERE; NOT_NOW; RECORD_INCOMPLETE; FIELD_TAKEN_TWICE; MAPPING_INCOMPLETE; NOTHING_TO_SEND; INPUT_INVALID
   * when the list is not what the user saw; SENT_BEFORE when somebody else may have sent it; CREDITS_SHORT; what the connection test
   * throws.
   */
  async send(input: Input<'project.send'>): Promise<ProjectView> {
    if (comparedPilot(this.deps.store.get(input.id).lineage) !== null)
      throw new AppError(
        'NOT_NOW',
        'These people were already sent in a pilot. Compare the settings from the page of the pilot, which says what it costs.',
      );
    return await this.sendAgreed(input);
  }

  private async sendAgreed(input: Input<'project.send'>): Promise<ProjectView> {
    const { sources, ownership, store, parts, publisher } = this.deps;
    const { id } = input;
    await sources.deleteSpooledCopy(id);
    ownership.assertOwned();
    if (this.sending.has(id)) throw new AppError('NOT_NOW', 'The list is already about to be sent.');
    this.sending.add(id);
    try {
      await this.sendChecked(input);
    } catch (error) {
      // The parts of an unsent list are useless, and their people would appear to be in progress.
      if (store.find(id)?.state.at === 'draft') await parts.withdraw(id).catch(() => undefined);
      throw error;
    } finally {
      this.sending.delete(id);
    }
    return publisher.view(id);
  }

  /**
   * Stores the declaration of the list, for its parts and its record too.
   * @throws RECORD_INCOMPLETE when the organization requires more.
   */
  private keepDeclaration(id: string): StandingDeclaration {
    const { store, connections, rules } = this.deps;
    const project = store.draft(id);
    const declared = declarationOf(project, connections.row(project.connectionId));
    const required = rules.get().record;
    const missing = missingFields(declared, required);
    if (missing.length > 0) throw new AppError('RECORD_INCOMPLETE', `${missingSentence(missing, required)} Nothing was sent.`);
    if (RECORD_FIELDS.some((field) => project.options[field] !== declared[field])) store.update(id, { options: declared });
    const { purpose: _, ...standing } = declared;
    return standing;
  }

  /**
   * Sends the rest of a list if it is exactly what the user saw; otherwise returns its draft. If it throws, nothing was sent.
   * @throws as `DerivedProjects.screenRest`, and as `send`.
   */
  async sendRest({ id, rows, credits, like }: Parsed<'project.sendRest'>): Promise<ProjectView> {
    const { store, derived, cost: costs, ownership } = this.deps;
    ownership.assertOwned();
    const { connectionId } = store.get(like ?? id);
    const rest = await derived.settledRest(id, like);
    if (rest.state.at !== 'draft' || rest.connection.id !== connectionId) return rest;
    const cost = await costs.get(rest.id);
    if (cost.rowsToSend !== rows || cost.estimate !== credits) return rest;
    return await this.send({ id: rest.id, rows, connectionId, parts: cost.parts, quoteId: cost.quoteId });
  }

  /**
   * Sends the people of a finished pilot again for comparison, if they and the credits are exactly what the user agreed to. If it throws,
   * nothing was sent, and the draft is removed.
   * @throws as `PilotComparison.make`, and as `send`.
   */
  async comparePilot(input: Parsed<'project.comparePilot'>): Promise<ProjectView> {
    const { store, comparison, cost: costs, ownership, removal } = this.deps;
    ownership.assertOwned();
    const running = `comparison ${input.id}`;
    if (this.sending.has(running)) throw new AppError('NOT_NOW', 'The pilot is already about to be sent again.');
    this.sending.add(running);
    try {
      const id = await comparison.make(input);
      try {
        const cost = await costs.get(id);
        comparison.assertAgreed(cost, input);
        return await this.sendAgreed({ id, rows: input.rows, connectionId: input.connectionId, quoteId: cost.quoteId });
      } catch (error) {
        if (store.find(id)?.state.at === 'draft') await removal.remove(id).catch(() => undefined);
        throw error;
      }
    } finally {
      this.sending.delete(running);
    }
  }

  private async sendChecked(input: Input<'project.send'>): Promise<void> {
    const { store, guard, queries, connections } = this.deps;
    const { id } = input;
    this.keepDeclaration(id);
    let ready = await this.readyToSend(input);
    const quoteId = input.quoteId ?? ready.cost.quoteId;
    // While this waited, the list may have been changed, or another list with some of its people sent.
    for (let looks = 1; !this.isUnchanged(id, ready); looks++) {
      if (looks === MAX_LOOKS) throw changedMeanwhile();
      ready = await this.readyToSend({ ...input, quoteId });
    }
    // No `await` from here until the send event is stored.
    const { cost, maxRows, despite } = ready;
    const project = store.draft(id);
    guard.assertApart(project);
    guard.assertOnlyRest(project);
    guard.assertOnlyComparison(project);
    guard.assertOnlyRetry(project);
    // The declaration may have been changed in the meantime, too.
    const standing = this.keepDeclaration(id);
    queries.invalidate(id);
    const { name } = connections.row(project.connectionId);
    const { name: baseline, newRows: fresh, changed, unchanged } = cost.baseline ?? {};
    const compared = baseline === undefined ? {} : { baseline, fresh, changed, unchanged };
    const best = cost.best === null ? {} : { notChosen: cost.best.notChosen };
    const twice = comparedPilot(project.lineage) === null ? {} : { again: cost.rowsToSend, credits: cost.estimate };
    await this.command(
      id,
      { type: 'send' },
      { rows: cost.rowsToSend, connection: name, ...compared, ...best, ...twice, ...despite },
      {
        change: {
          options: { allowDuplicate: input.allowDuplicate === true, maxRows },
          submission: { confirmedRows: maxRows ?? cost.rowsToSend },
        },
        // Until the transaction begins, another program can still change the list, or hand over a list with the same people.
        assertChangeable: ({ version }) => {
          if (version !== ready.version) throw changedMeanwhile();
          if (input.allowElsewhere !== true) guard.assertNotHandedOver(project);
        },
      },
    );
    connections.setDeclared(project.connectionId, standing);
  }

  /** True while the list still matches its cost estimate. */
  private isUnchanged(id: string, { cost, version }: Ready): boolean {
    const project = this.deps.store.draft(id);
    return project.version === version && this.deps.cost.quoteId(project) === cost.quoteId && this.deps.check.isCurrent(id);
  }

  /** Performs every check that can refuse the list, and creates its parts. */
  private async readyToSend(input: Input<'project.send'>): Promise<Ready> {
    const { store, connections, services, cost: costs, guard, parts, queries } = this.deps;
    assertHeldHere(store.draft(input.id));
    const check = await costs.ordered(input.id);
    const project = store.draft(input.id);
    const cost = costs.of(project, check);
    const maxRowsPerProject = maxRowsOf(connections.row(project.connectionId));
    this.assertAgreed(input, project, cost, maxRowsPerProject);
    guard.assertApart(project);
    guard.assertOnlyRest(project);
    if (input.allowElsewhere !== true) guard.assertNotHandedOver(project);
    guard.assertOnlyComparison(project);
    guard.assertOnlyRetry(project);
    // This free call tests the address and the token before any other call.
    const { credits } = await services.test(project.connectionId);
    if (input.allowElsewhere !== true) {
      const { found } = await costs.elsewhereOf(project, cost);
      if (found.length > 0) throw sentElsewhere(found);
    }
    this.assertAffordable(input, cost, credits?.remaining ?? null);
    guard.assertPartReserved(project);
    await guard.assertUnscored(project);
    const maxRows = await parts.split(input.id, cost.rowsToSend, maxRowsPerProject);
    const mayObject = check.rules.some(({ code }) => OBJECTIONS.has(code));
    const despite = mayObject ? await this.despiteObjections(project) : {};
    // Frees the worker thread that has checked the list, and its memory, for sending.
    await queries.release(project.id);
    return { cost, maxRows, despite, version: project.version };
  }

  private async despiteObjections(project: ProjectRow): Promise<Ready['despite']> {
    const { sentAnyway, reasons } = await this.deps.queries.ask(project.id, 'cost.issues', { options: sendOptionsOf(project) });
    const objected = sentAnyway.find(({ reason }) => reason === 'suppressed')?.rows;
    return objected === undefined ? {} : { objected, words: reasons.join('; ') };
  }

  /**
   * @throws FIELD_TAKEN_TWICE; MAPPING_INCOMPLETE; NOTHING_TO_SEND; POLICY_INVALID; POLICY_REFUSED; INPUT_INVALID when the list is not
   * what the user saw.
   */
  private assertAgreed(input: Input<'project.send'>, project: ProjectRow, cost: CostView, maxRowsPerProject: number): void {
    if (project.connectionId !== input.connectionId)
      throw new AppError('INPUT_INVALID', 'The project was moved to another connection. Review the cost again.');
    const problem = this.deps.columns.view(input.id).problems.find(({ severity }) => severity === 'error');
    if (problem !== undefined) throw new AppError(problem.columns.length > 1 ? 'FIELD_TAKEN_TWICE' : 'MAPPING_INCOMPLETE', problem.message);
    if (cost.rowsToSend === 0) throw nothingLeft(cost);
    this.deps.policy.assertRows(cost.rowsToSend);
    if (cost.rowsToSend !== input.rows)
      throw new AppError(
        'INPUT_INVALID',
        `The list has changed, or another list was sent: ${countText(cost.rowsToSend, 'row')} would be sent now. Review the cost again.`,
      );
    if (cost.parts !== (input.parts ?? 1))
      throw new AppError(
        'INPUT_INVALID',
        `The service takes ${numberText(maxRowsPerProject)} rows at a time, so this list is sent as ${cost.parts} linked projects. Review the cost again.`,
      );
    if (input.quoteId !== undefined && input.quoteId !== cost.quoteId) throw changedMeanwhile();
  }

  /** @throws CREDITS_SHORT unless the user agreed to send with too few credits, which the journal then records. */
  private assertAffordable({ id, allowLowBalance }: Input<'project.send'>, cost: CostView, balance: number | null): void {
    const promised = cost.running.reduce((sum, other) => sum + other.credits, 0);
    if (balance === null || balance - promised >= cost.estimate) return;
    const remaining = balance - promised;
    if (!allowLowBalance)
      throw new AppError(
        'CREDITS_SHORT',
        `${countText(cost.estimate, 'credit is', 'credits are')} needed and ${numberText(Math.max(0, remaining))} ${remaining === 1 ? 'is' : 'are'} left. Leave rows out, or buy credits first.`,
        { needed: cost.estimate, remaining },
      );
    this.deps.store.appendJournal(id, { type: 'credits-short', balance, needed: cost.estimate });
  }

  private async command<E extends Command>(id: string, event: E, notes: JournalNotes<E>, agreed: Agreed = {}): Promise<void> {
    try {
      await this.deps.runner.command(id, event, notes, agreed);
    } catch (error) {
      if (error instanceof NotNow)
        throw new AppError('NOT_NOW', 'This does not apply to the project in its current state. Review the project again.');
      throw error;
    }
  }

  /** @throws NOT_FOUND; NOT_NOW when the state does not allow it; RUNNER_ELSEWHERE; SENT_BEFORE. */
  async control(id: string, type: 'pause' | 'resume' | 'cancel'): Promise<ProjectView> {
    const { store, guard, ownership, publisher } = this.deps;
    const isFree = ({ state }: ProjectRow) => state.at === 'ended' && !mayBeCharged(state);
    if (type === 'resume' && isFree(store.get(id))) await guard.assertUnscored(store.get(id));
    // No `await` from here until the event is stored.
    const project = store.get(id);
    if (type === 'resume') {
      guard.assertNothingSentSince(project);
      guard.assertOnlyComparison(project);
      // Works even if the list that sent these people was removed, which `assertNothingSentSince` does not see.
      if (isFree(project)) {
        guard.assertOnlyRest(project);
        guard.assertOnlyRetry(project);
        guard.assertNotHandedOver(project);
      }
    }
    if (type === 'cancel' && cancelMeaning(project.state) === 'nothing') throw new AppError('NOT_NOW', 'There is nothing to stop.');
    ownership.assertOwned();
    await this.command(id, { type }, {});
    return publisher.view(id);
  }

  /**
   * Applies the user's answer to a project's question.
   * @throws NOT_FOUND; NOT_NOW; RUNNER_ELSEWHERE; SENT_BEFORE.
   */
  async decide({ id, choice }: Input<'project.decide'>): Promise<ProjectView> {
    const { store, ownership, publisher, clock } = this.deps;
    const nameOnService = nameOnServiceOf(store.get(id));
    ownership.assertOwned();
    await this.command(id, { type: 'choose', choice, nameOnService, now: clock.now() }, {});
    return publisher.view(id);
  }

  /**
   * Stores a token, then resumes the projects that wait for it.
   * @throws NOT_FOUND; NOT_NOW; INPUT_INVALID; KEYCHAIN_LOCKED.
   */
  async giveToken({ id, token }: Input<'connections.setToken'>): Promise<ConnectionView> {
    const { connectionChanges, store, ownership, runner } = this.deps;
    const view = await connectionChanges.setToken(id, token);
    if (!ownership.take()) return view;
    for (const project of store.all())
      if (project.connectionId === id && project.state.at === 'needs-token' && heldElsewhere(project) === null)
        await runner.command(project.id, { type: 'token-given' }, {});
    return view;
  }

  /** @throws NOT_FOUND. */
  timeline(id: string): Output<'project.timeline'> {
    this.deps.store.known(id);
    return timeline(this.deps.database.journal.entries(id));
  }

  /** @throws NOT_FOUND. */
  pace(id: string): Output<'project.pace'> {
    const { store } = this.deps;
    return screeningPace(store.get(id), store.all());
  }
}
