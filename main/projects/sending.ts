/** Price and send: what a list would cost, handing it to the runner, and steering it from there. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CostView, Input, Output, ProjectView } from '../../shared/contract/index.ts';
import { MAX_RECORDS } from '../../shared/fields/table.ts';
import { AppError } from '../../shared/base/errors.ts';
import { sentElsewhere } from '../../shared/view-texts/elsewhere.ts';
import { nothingLeft } from '../../shared/view-texts/nothing-left.ts';
import { plannedFields } from '../../shared/mapping/mapping.ts';
import { NOT_SENT } from '../../shared/rows/disposition-text.ts';
import { dispositionOf } from '../../shared/rows/disposition.ts';
import { countRows, type RowHistogram, rowsByDisposition } from '../../shared/rows/histogram.ts';
import { bodyOf, cancelMeaning, isRunning, NotNow, type ProjectEvent } from '../../shared/project/project.ts';
import type { Clock } from '../platform/ports.ts';
import type { ConnectionRow, History, JournalEntry, ProjectFacts, ProjectRow } from '../store/app-database/history.ts';
import type { Bases } from './bases.ts';
import type { Connections } from './connections.ts';
import type { CheckSummary } from '../worker-protocol/check.ts';
import type { Drafts } from './drafts.ts';
import { madeElsewhere } from './elsewhere.ts';
import type { SealedFacts } from './facts.ts';
import type { Linked } from './linked.ts';
import type { Since } from './since.ts';
import type { Runner } from './runner.ts';
import type { Shelf } from './shelf.ts';
import { timeline } from './timeline.ts';

export interface SendingWorld {
  readonly history: History;
  readonly clock: Clock;
  readonly connections: Connections;
  readonly shelf: Shelf;
  readonly drafts: Drafts;
  readonly linked: Linked;
  readonly since: Since;
  readonly bases: Bases;
  /** The runner of this process. Ends in RUNNER_ELSEWHERE when another process has the lock. */
  runner(): Runner;
  /** Null while another process runs the projects. */
  runnerOrNull(): Runner | null;
}

/** The name under which the project stands on the service: found again by its marker, whatever else is called the same. */
export function nameOnService(name: string, marker: string): string {
  return `${name} · ${marker}`;
}

/** The service's list of projects is waited for so long, in milliseconds; a list is sent without it rather than not at all. */
const ELSEWHERE_WITHIN_MS = 30_000;

/** A list against which nothing speaks, as it was when it was priced. */
interface Ready {
  readonly cost: CostView;
  /** Rows that it sends itself, the later ones being sent by its parts; null: all of them. */
  readonly limit: number | null;
  /** Of the project: another one once anything of it was changed. */
  readonly version: number;
}

export class Sending {
  private readonly world: SendingWorld;
  private readonly shelf: Shelf;
  /** Projects that are about to be sent. */
  private readonly beginning = new Set<string>();

  constructor(world: SendingWorld) {
    this.world = world;
    this.shelf = world.shelf;
  }

  async change(input: Input<'projects.change'>): Promise<ProjectView> {
    const { id, name, purpose, connectionId, sendErrors, again, screenedWithin, since, scoreConfiguration } = input;
    const ofTheList = [name, connectionId, sendErrors, again, screenedWithin, since, scoreConfiguration];
    if (ofTheList.some((change) => change !== undefined)) this.shelf.draft(id);
    if (connectionId !== undefined) this.world.connections.row(connectionId);
    const link = this.linkAfter(input);
    this.world.history.changeProject(
      id,
      {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(connectionId === undefined ? {} : { connectionId }),
        facts: {
          ...(purpose === undefined ? {} : { purpose }),
          ...(sendErrors === undefined ? {} : { sendErrors }),
          ...(again === undefined ? {} : { again }),
          ...(screenedWithin === undefined ? {} : { screenedWithin }),
          ...(link === undefined ? {} : { link }),
          ...(scoreConfiguration === undefined ? {} : { scoreConfiguration }),
        },
      },
      this.world.clock.now(),
    );
    this.shelf.tell(id);
    return await Promise.resolve(this.shelf.view(id));
  }

  /** The link that a change leads to; undefined: as it is. Scores of one account say nothing of another one. */
  private linkAfter({ id, connectionId, since }: Input<'projects.change'>): ProjectFacts['link'] | undefined {
    const project = this.shelf.row(id);
    const moved = connectionId !== undefined && !this.world.connections.accountOf(connectionId).has(project.connectionId);
    const asked = since === undefined && moved && project.facts.link?.kind === 'since' ? null : since;
    return asked === undefined ? undefined : this.world.since.linkOf(project, asked, connectionId ?? project.connectionId);
  }

  async cost(id: string): Promise<CostView> {
    const check = await this.world.drafts.checked(id);
    return this.costOf(this.shelf.row(id), check);
  }

  private costOf(project: ProjectRow, check: CheckSummary): CostView {
    const { id } = project;
    const { plan, reading } = this.shelf.sealed(project);
    const connection = this.world.connections.row(project.connectionId);
    const fields = [...(check.fields ?? plannedFields(plan))];
    const { sendErrors, again } = project.facts;
    const byDisposition = rowsByDisposition(check.histogram, { sendErrors, again });
    const rowsToSend = byDisposition.sent;
    const rowsInFile = countRows(check.histogram, () => true);
    const creditsPerRecord = connection.creditsPerRecord ?? 1;
    const body = bodyOf(project.state);
    return {
      rowsInFile,
      leftOut: NOT_SENT.map((reason) => ({ reason, rows: byDisposition[reason] })).filter(({ rows }) => rows > 0),
      rowsToSend,
      parts: Math.max(1, Math.ceil(rowsToSend / mostRowsOf(connection))),
      sendErrors,
      again,
      screened: {
        within: this.world.bases.within(project),
        ...screenedRecently(check.histogram, sendErrors),
        ...this.world.bases.whereSent(project),
      },
      since: this.sinceOf(project, check, rowsToSend, creditsPerRecord),
      fieldsSent: fields.includes('constituentId') ? fields : ['constituentId', ...fields],
      columnsKept: reading.headers.length - usedColumns(plan).size,
      host: connection.kind === 'practice' ? 'this computer' : new URL(connection.baseUrl).host,
      creditsPerRecord,
      learned: connection.creditsPerRecord !== null,
      estimate: Math.ceil(rowsToSend * creditsPerRecord),
      saved: Math.floor((rowsInFile - rowsToSend) * creditsPerRecord),
      balance: connection.credits,
      running: this.runningBeside(project).map((other) => ({
        id: other.id,
        name: other.name,
        credits: Math.ceil((bodyOf(other.state)?.rows ?? 0) * creditsPerRecord),
      })),
      nameOnService: nameOnService(project.name, project.facts.marker),
      scoreConfiguration: project.facts.scoreConfiguration,
      sentBefore: body === null ? null : this.world.history.sentBefore(project.connectionId, body.sha256, id),
      seen: this.seenOf(project),
    };
  }

  /** Names everything that decides what is sent, where to and at what price, people on their way in other lists aside. */
  private seenOf(project: ProjectRow): string {
    const { name, facts } = project;
    const { sendErrors, again, scoreConfiguration, link } = facts;
    const { plan, reading, check } = this.shelf.sealed(project);
    const { id, baseUrl, version, settings, creditsPerRecord } = this.world.connections.row(project.connectionId);
    const parts = [name, sendErrors, again, scoreConfiguration, link, plan, reading, check];
    const connection = [id, baseUrl, version, settings.listFormat, mostRowsOf({ settings }), creditsPerRecord ?? 1];
    return createHash('sha256')
      .update(JSON.stringify([parts, connection]))
      .digest('base64url');
  }

  /** What has become of the list since the screening that it is compared with. */
  private sinceOf({ facts }: ProjectRow, check: CheckSummary, rowsToSend: number, creditsPerRecord: number): CostView['since'] {
    const { link, sendErrors, again, scoreConfiguration } = facts;
    const earlier = link?.kind === 'since' ? this.world.history.project(link.of) : null;
    if (earlier === null) return null;
    const options = { sendErrors, again };
    const changed = countRows(check.histogram, (facts) => facts.comparison === 'changed' && dispositionOf(facts, options) === 'sent');
    const { unchanged: scored, unchangedUnscored } = rowsByDisposition(check.histogram, options);
    const unchanged = scored + unchangedUnscored;
    return {
      id: earlier.id,
      name: earlier.name,
      at: earlier.facts.processedAt,
      fresh: rowsToSend - changed,
      changed,
      unchanged,
      saved: Math.floor(unchanged * creditsPerRecord),
      otherSettings: !isDeepStrictEqual(earlier.facts.scoreConfiguration, scoreConfiguration),
    };
  }

  private runningBeside(project: ProjectRow): ProjectRow[] {
    const account = this.world.connections.accountOf(project.connectionId);
    return this.world.history
      .projects()
      .filter((other) => other.id !== project.id && account.has(other.connectionId) && isRunning(other.state));
  }

  /** Projects on the service that may hold this very list, and that were not sent from this data folder. */
  async elsewhere(id: string): Promise<Output<'cost.elsewhere'>> {
    const check = await this.world.drafts.checked(id);
    const project = this.shelf.row(id);
    return project.state.at === 'draft' ? await this.elsewhereOf(project, this.costOf(project, check)) : [];
  }

  private async elsewhereOf(project: ProjectRow, { rowsToSend }: CostView): Promise<Output<'cost.elsewhere'>> {
    const { connections, history } = this.world;
    const connection = connections.row(project.connectionId);
    // Nobody else reaches the practice service of this data folder.
    if (connection.kind === 'practice' || rowsToSend === 0) return [];
    const rows = Math.min(rowsToSend, mostRowsOf(connection));
    try {
      const client = await connections.client(connection.id);
      const { projects: remote } = await client.projects(AbortSignal.timeout(ELSEWHERE_WITHIN_MS));
      const { remoteIds, names } = history.madeOnServices();
      // A project with the marker of this very list was made by a copy of this folder: it is found and not paid for again.
      const here = { remoteIds, names: [...names, nameOnService(project.name, project.facts.marker)] };
      return madeElsewhere(remote, { name: project.name, rows }, here, () => connections.now(connection.id));
    } catch (error) {
      // A service that does not tell its projects can be sent lists all the same.
      if (error instanceof AppError) return [];
      throw error;
    }
  }

  async sampleRecords(input: Input<'cost.sample'>): Promise<string[]> {
    await this.world.drafts.checked(input.id);
    const { sendErrors, again } = this.shelf.row(input.id).facts;
    return await this.shelf.ask(input.id, { ask: 'sample', choice: { sendErrors, again }, limit: input.limit });
  }

  /**
   * Hands the list to the runner. Ends in what speaks against it: NOT_NOW, FIELD_TAKEN_TWICE, MAPPING_INCOMPLETE,
   * NOTHING_TO_SEND, INPUT_INVALID when it is not what the person saw or was changed meanwhile, SENT_BEFORE when somebody else may have
   * sent it, CREDITS_SHORT, and every failure of the connection test.
   */
  async send(input: Input<'project.send'>): Promise<ProjectView> {
    const { id } = input;
    const runner = this.world.runner();
    if (this.beginning.has(id)) throw new AppError('NOT_NOW', 'The list is about to be sent already.');
    this.beginning.add(id);
    try {
      await this.begin(runner, input);
    } catch (error) {
      // Parts of a list that stays on the desk are of no use, and would count as on their way.
      if (this.world.history.project(id)?.state.at === 'draft') await this.world.linked.takePartsBack(id).catch(() => undefined);
      throw error;
    } finally {
      this.beginning.delete(id);
    }
    return this.shelf.view(id);
  }

  private async begin(runner: Runner, input: Input<'project.send'>): Promise<void> {
    const { id } = input;
    let ready = await this.readyToSend(input);
    const seen = input.seen ?? ready.cost.seen;
    // Meanwhile another list may have got on its way, with people of this one in it, or this one was changed.
    while (!this.stands(id, ready)) ready = await this.readyToSend({ ...input, seen });
    // From here on nothing is waited for until the list counts as sent.
    const { cost, limit } = ready;
    const project = this.shelf.draft(id);
    this.world.since.assertApart(project);
    this.world.history.changeProject(id, { facts: { repeat: input.repeat === true, limit } }, this.world.clock.now());
    this.shelf.forget(id);
    const { name } = this.world.connections.row(project.connectionId);
    await this.command(
      runner,
      id,
      { type: 'send' },
      {
        rows: cost.rowsToSend,
        connection: name,
        ...(cost.since === null
          ? {}
          : { since: cost.since.name, fresh: cost.since.fresh, changed: cost.since.changed, unchanged: cost.since.unchanged }),
      },
    );
  }

  /** Whether a list is, at this very moment, as it was when it was priced. */
  private stands(id: string, { cost, version }: Ready): boolean {
    const project = this.shelf.draft(id);
    return project.version === version && this.seenOf(project) === cost.seen && this.world.drafts.isFresh(id);
  }

  /** Sees to it that nothing speaks against sending the list, and lays its parts out. */
  private async readyToSend(input: Input<'project.send'>): Promise<Ready> {
    this.shelf.draft(input.id);
    const check = await this.world.drafts.checked(input.id);
    const project = this.shelf.draft(input.id);
    const cost = this.costOf(project, check);
    if (project.connectionId !== input.connectionId)
      throw new AppError('INPUT_INVALID', 'The project was moved to another connection. Look at the cost again.');
    const problem = this.world.drafts.columns(input.id).problems.find(({ severity }) => severity === 'error');
    if (problem !== undefined) throw new AppError(problem.columns.length > 1 ? 'FIELD_TAKEN_TWICE' : 'MAPPING_INCOMPLETE', problem.message);
    if (cost.rowsToSend === 0) throw nothingLeft(cost);
    if (cost.rowsToSend !== input.rows)
      throw new AppError(
        'INPUT_INVALID',
        `The list has changed, or another one has got on its way: ${cost.rowsToSend.toLocaleString('en-US')} row${cost.rowsToSend === 1 ? '' : 's'} would be sent now. Look at the cost again.`,
      );
    const most = mostRowsOf(this.world.connections.row(project.connectionId));
    if (cost.parts !== (input.parts ?? 1))
      throw new AppError(
        'INPUT_INVALID',
        `The service takes ${most.toLocaleString('en-US')} rows at once: this list goes out as ${cost.parts} linked projects. Look at the cost again.`,
      );
    if (input.seen !== undefined && input.seen !== cost.seen)
      throw new AppError('INPUT_INVALID', 'The list, or how it would be sent, was changed meanwhile. Look at the cost again.');
    this.world.since.assertApart(project);
    // The call that costs nothing shows that address and token are right before anything else is asked of them.
    const { credits } = await this.world.connections.test(project.connectionId);
    const elsewhere = input.elsewhere === true ? [] : await this.elsewhereOf(project, cost);
    if (elsewhere.length > 0) throw sentElsewhere(elsewhere);
    const promised = cost.running.reduce((sum, other) => sum + other.credits, 0);
    const remaining = credits?.remaining ?? null;
    if (remaining !== null && remaining - promised < cost.estimate) {
      if (!input.short)
        throw new AppError(
          'CREDITS_SHORT',
          `${cost.estimate.toLocaleString('en-US')} credits are needed and ${(remaining - promised).toLocaleString('en-US')} are left. Leave rows out, or buy credits first.`,
          { needed: cost.estimate, remaining: remaining - promised },
        );
      this.world.history.note(input.id, this.world.clock.now(), 'credits-short', { balance: remaining, needed: cost.estimate });
    }
    this.world.bases.assertPartHeld(project);
    await this.world.linked.assertUnscored(project);
    const limit = await this.world.linked.split(input.id, cost.rowsToSend, most);
    return { cost, limit, version: project.version };
  }

  private async command(runner: Runner, id: string, event: ProjectEvent, told: JournalEntry['detail'] = {}): Promise<void> {
    try {
      await runner.command(id, event, told);
    } catch (error) {
      if (error instanceof NotNow) throw new AppError('NOT_NOW', 'That does not apply to the project as it stands now. Look at it again.');
      throw error;
    }
  }

  /** Pauses, resumes or cancels; a state that does not take it ends in NOT_NOW. */
  async steer(id: string, type: 'pause' | 'resume' | 'cancel'): Promise<ProjectView> {
    const project = this.shelf.row(id);
    const { state } = project;
    if (type === 'resume') this.world.bases.assertNotOvertaken(project);
    if (type === 'cancel' && cancelMeaning(state) === 'nothing') throw new AppError('NOT_NOW', 'There is nothing to stop.');
    await this.command(this.world.runner(), id, { type });
    return this.shelf.view(id);
  }

  async decide(input: Input<'project.decide'>): Promise<ProjectView> {
    const project = this.shelf.row(input.id);
    const marker = nameOnService(project.name, project.facts.marker);
    await this.command(this.world.runner(), input.id, { type: 'choose', choice: input.choice, marker, now: this.world.clock.now() });
    return this.shelf.view(input.id);
  }

  /** Projects that wait for a token of this connection go on. */
  async tokenGiven(connectionId: string): Promise<void> {
    const runner = this.world.runnerOrNull();
    if (runner === null) return;
    for (const project of this.world.history.projects())
      if (project.connectionId === connectionId && project.state.at === 'needs-token')
        await runner.command(project.id, { type: 'token-given' });
  }

  timeline(id: string): Output<'project.timeline'> {
    this.shelf.row(id);
    return timeline(this.world.history.journal(id));
  }
}

/** Rows of people who were screened recently or are in progress, whether they are sent again or not: unchanged, and with other details. */
function screenedRecently(histogram: RowHistogram, sendErrors: boolean): Pick<CostView['screened'], 'unchanged' | 'changed'> {
  const { inProgress, recentlyScreened } = rowsByDisposition(histogram, { sendErrors, again: false });
  return {
    unchanged: inProgress + recentlyScreened,
    changed: countRows(histogram, ({ recent }) => recent === 'screenedOtherDetails'),
  };
}

/** Rows that the service takes in one project. */
const mostRowsOf = ({ settings }: Pick<ConnectionRow, 'settings'>): number => settings.mostRows ?? MAX_RECORDS;

function usedColumns(plan: SealedFacts['plan']): Set<number> {
  const used = new Set<number>();
  for (const { column, to } of plan.columns) if (to.kind !== 'none') used.add(column);
  for (const { columns } of plan.combinations) for (const column of columns) used.add(column);
  return used;
}
