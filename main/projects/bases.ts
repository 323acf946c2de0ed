/**
 * What beside its rows and its mapping a list is checked by: house rules, the do-not-screen list, people screened before on its
 * account or on their way there in another list, and the earlier screenings since which only new and changed rows are wanted.
 */
import { createHash } from 'node:crypto';
import { HouseRules, NO_HOUSE_RULES } from '../../shared/checks/checks.ts';
import { type CostView, SCREENED_WITHIN } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { bodyOf, mayBeCharged, wasSent } from '../../shared/project/project.ts';
import type { Log } from '../platform/ports.ts';
import type { History, ProjectRow } from '../store/app-database/history.ts';
import type { ProjectFileRef, ListRecipe } from '../worker-protocol/list.ts';
import type { CheckBasis } from '../worker-protocol/check.ts';
import type { Connections } from './connections.ts';
import type { DoNotScreen } from './donotscreen.ts';
import { isWithin, type Span } from './recent.ts';
import { isRemembered, rowsWithoutResult } from './shelf.ts';
import { isOnItsWay, screeningsOf, sharesPeople } from './since.ts';

const DAY_MS = 86_400_000;
/** How people and records are compared: another number whenever the same list may be found to hold other people. */
const COMPARED_AS = '3';
const HOUSE_RULES = 'houseRules';
/** Why what a project holds cannot be read for good. */
const UNREADABLE: ReadonlySet<string> = new Set(['PROJECT_FILE_DAMAGED', 'DATABASE_NEWER']);

interface BasesWorld {
  readonly history: History;
  readonly log: Log;
  readonly connections: Connections;
  readonly doNotScreen: DoNotScreen;
  /** Key of the digests of records that were sent. */
  readonly recordKey: Uint8Array;
  fileOf(project: ProjectRow): ProjectFileRef;
  /** How the stored rows of a project become records. */
  listOf(project: ProjectRow): ListRecipe;
  /** Keeps the people and the records of a finished project so that later lists find them; `key`: of the digests. */
  remember(projectId: string, key: Uint8Array): Promise<void>;
  rulesChanged(rules: HouseRules): void;
}

export class Bases {
  private readonly world: BasesWorld;

  constructor(world: BasesWorld) {
    this.world = world;
  }

  /** Ends in DATABASE_DAMAGED when what is stored is no house rules. */
  houseRules(): HouseRules {
    const kept = this.world.history.setting(HOUSE_RULES);
    if (kept === null) return NO_HOUSE_RULES;
    try {
      return HouseRules.parse(JSON.parse(kept));
    } catch (cause) {
      throw new AppError('DATABASE_DAMAGED', 'The house rules cannot be read: the data folder is damaged.', {}, { cause });
    }
  }

  setHouseRules(rules: HouseRules): HouseRules {
    this.world.history.setSetting(HOUSE_RULES, JSON.stringify(rules));
    this.world.rulesChanged(rules);
    return rules;
  }

  /** Days back in which people count as screened for a project; 0: never. */
  within({ facts, connectionId }: Pick<ProjectRow, 'facts' | 'connectionId'>): number {
    const { kind, settings } = this.world.connections.row(connectionId);
    return facts.screenedWithin ?? settings.screenedWithin ?? SCREENED_WITHIN[kind];
  }

  /** The span in which people count as screened for a project; null: never. */
  private span(project: ProjectRow): Span | null {
    const within = this.within(project);
    if (within === 0) return null;
    const now = this.world.connections.now(project.connectionId);
    const since = now - within * DAY_MS;
    return { since, now, first: this.world.history.firstEntryWithin(since, now) };
  }

  /** Finished projects whose people count as screened for this one, the oldest first. */
  private before(project: ProjectRow, span = this.span(project)): ProjectRow[] {
    if (span === null) return [];
    const { history } = this.world;
    const account = this.world.connections.accountOf(project.connectionId);
    return history
      .projects()
      .filter(({ id, connectionId, state, facts, createdAt }) => {
        if (id === project.id || !account.has(connectionId) || state.at !== 'done') return false;
        const at = facts.processedAt ?? createdAt;
        return isWithin({ at, servedAt: facts.processedOnService, entry: history.lastEntry(id, 'collecting') }, span);
      })
      .toSorted(byAge);
  }

  /**
   * Other lists that were sent to the account of a draft and have no results yet, the oldest first: whoever is in them is
   * being paid for. One that was given up although it may have been charged counts for as many days as a finished one. None counts
   * where nobody counts as screened.
   */
  private onTheirWay(project: ProjectRow, span = this.span(project)): ProjectRow[] {
    if (span === null || project.state.at !== 'draft') return [];
    const { history, connections } = this.world;
    const account = connections.accountOf(project.connectionId);
    return history
      .projects()
      .filter((other) => {
        const { id, connectionId, state, facts, sealed } = other;
        if (id === project.id || !account.has(connectionId) || sealed === null || !isOnItsWay(other)) return false;
        // The parts of a list share its rows among them: they hold back none of each other's.
        if (wholeOf(other) === wholeOf(project)) return false;
        if (state.at === 'ended') {
          const at = facts.startedAt ?? other.createdAt;
          return isWithin({ at, servedAt: null, entry: history.lastEntry(id, 'starting', 'intend') }, span);
        }
        return wasSent(state) || this.follows(other);
      })
      .toSorted(byAge);
  }

  /**
   * Where the people are whom the cost of a draft leaves out: names of lists on their way, and finished screenings with the rows
   * of each that have no result and may have been paid for. Nothing for a list that was sent.
   */
  whereSent(project: ProjectRow): Pick<CostView['screened'], 'onTheirWay' | 'withoutResult'> {
    const span = project.state.at === 'draft' ? this.span(project) : null;
    return {
      onTheirWay: this.onTheirWay(project, span).map(({ name }) => name),
      withoutResult: this.before(project, span).flatMap((other) => {
        const { id, name, facts } = other;
        const rows = rowsWithoutResult(other);
        // The rows of a part are counted with the list that it is a part of.
        return rows === 0 || (facts.joined && facts.link?.kind === 'part') ? [] : [{ id, name, rows }];
      }),
    };
  }

  /**
   * Sees to it that a list which was given up free of charge is not taken up again once another one was sent meanwhile: neither was
   * compared with the other, and whoever is in both would be paid for twice. Ends in NOT_NOW.
   */
  assertNotOvertaken(project: ProjectRow): void {
    const { history, connections } = this.world;
    const { state } = project;
    // The first project keeps what a person said of the whole list; of a part everybody is sent who is in it.
    const { again } = history.project(wholeOf(project))?.facts ?? { again: false };
    if (state.at !== 'ended' || mayBeCharged(state) || again) return;
    const account = connections.accountOf(project.connectionId);
    const countsNobody = this.within(project) === 0;
    const entries = history.journal(project.id);
    // By the order of the journal, which stands even where the clock was set back.
    const givenUp = entries[entries.findLastIndex((entry) => entry.state !== 'ended') + 1]?.seq ?? 0;
    const since = (id: string, ...events: string[]) =>
      history.journal(id).some(({ event, seq }) => seq > givenUp && events.includes(event));
    // A part goes out by itself, with people who were compared when its list was sent.
    const wasSentSince = (one: ProjectRow) =>
      wholeOf(one) === one.id ? since(one.id, 'send', 'resume') : since(one.id, 'resume') || since(wholeOf(one), 'send', 'resume');
    const other = history
      .projects()
      .filter((one) => account.has(one.connectionId) && wholeOf(one) !== wholeOf(project) && wasSent(one.state))
      .find((one) => (!countsNobody || sharesPeople(history, project, one)) && wasSentSince(one));
    if (other !== undefined)
      throw new AppError(
        'NOT_NOW',
        `“${other.name}” was sent after this list was given up, and people may be in both. Bring the file of this list again: whoever is being screened there is left out then, and nobody is paid for twice.`,
      );
  }

  /**
   * Sees to it that a part which waits is sent only while its people were held back in other lists all along: the first project of
   * its list has gone out, and was not given up free of charge before another list was sent. Does nothing for any other project.
   * @throws NOT_NOW
   */
  assertPartHeld(part: ProjectRow): void {
    const of = wholeOf(part);
    if (of === part.id) return;
    const { history } = this.world;
    const first = history.project(of);
    if (first === null && history.journal(of).findLast(({ state }) => state !== '')?.state !== 'done')
      throw new AppError(
        'NOT_NOW',
        'The first part of this list was removed before it came to its results, so these people may have been sent in another list since. Release the parts, and bring the file of the list again.',
      );
    if (first?.state.at === 'draft')
      throw new AppError('NOT_NOW', `This is a part of “${first.name}” and goes out with it: send that one.`);
    if (first !== null) this.assertNotOvertaken(first);
  }

  /** Whether a part is to follow one that was sent. */
  private follows(part: ProjectRow): boolean {
    const { history } = this.world;
    const first = history.project(wholeOf(part));
    if (first !== null) return wasSent(first.state);
    // Of a list that was removed the later parts are sent if it came to its results.
    return history.journal(wholeOf(part)).findLast(({ state }) => state !== '')?.state === 'done';
  }

  /**
   * Keeps what a finished project has sent. A project that cannot be read is passed over, and tried again with the next list;
   * what stands in the way for now ends it, a full disk for one.
   */
  async remember(id: string): Promise<void> {
    const { history, log, recordKey } = this.world;
    const project = history.project(id);
    if (project?.state.at !== 'done' || isRemembered(project)) return;
    try {
      await this.world.remember(id, recordKey);
    } catch (error) {
      if (!(error instanceof AppError && UNREADABLE.has(error.code))) throw error;
      log.error('project.remember', error, { project: id });
    }
  }

  /**
   * Sees to it that the people of earlier projects can be found. Ends in PROJECT_FILE_DAMAGED when a screening whose people count as
   * screened, or that the list is to be compared with, cannot be read: all of its people would be taken for new ones.
   */
  async prepare(project: ProjectRow): Promise<void> {
    await this.prepareReading(project);
    for (const { id, name } of this.before(project))
      if (this.world.history.project(id)?.facts.people == null)
        throw new AppError(
          'PROJECT_FILE_DAMAGED',
          `“${name}” cannot be read, so it is not known who of this list was screened in it. Remove it, or count nobody as screened, and try again.`,
        );
    for (const { id, name } of screeningsOf(this.world.history, project).flat()) {
      await this.remember(id);
      if (this.world.history.project(id)?.facts.sent == null)
        throw new AppError(
          'PROJECT_FILE_DAMAGED',
          `“${name}” cannot be read, so this list cannot be compared with it. Compare it with another screening, or with none.`,
        );
    }
  }

  /** The same for the check that is made while a file is read: what cannot be read is told by the one that follows. */
  async prepareReading(project: ProjectRow): Promise<void> {
    for (const { id } of this.before(project)) await this.remember(id);
  }

  /** The basis of a project's check as it is now; `name` is another one whenever a check would find something else. */
  of(project: ProjectRow): { readonly basis: CheckBasis; readonly name: string } {
    const { doNotScreen, history, recordKey } = this.world;
    const houseRules = this.houseRules();
    const before = this.before(project).filter(({ facts }) => facts.people !== null && facts.people > 0);
    const onTheirWay = this.onTheirWay(project);
    const screenings = screeningsOf(history, project);
    const parts = [COMPARED_AS, JSON.stringify(houseRules), doNotScreen.revision(), ...before.map(fetchedAs)];
    // Until its body is measured a list may still come back to the desk, and be sent as another one.
    if (onTheirWay.length > 0)
      parts.push('on their way', ...onTheirWay.map(({ id, version, state }) => `${id} ${bodyOf(state)?.sha256 ?? version}`));
    if (screenings.length > 0) parts.push('since', ...screenings.map((rows) => rows.map(fetchedAs).join(' ')));
    const since = { key: recordKey, screenings: screenings.map((rows) => rows.map((row) => this.world.fileOf(row))) };
    return {
      basis: {
        houseRules,
        doNotScreen: doNotScreen.list(),
        screened: before.map((other) => this.world.fileOf(other)),
        onTheirWay: onTheirWay.map((other) => {
          const { sendErrors, again, limit } = other.facts;
          return { name: other.name, list: this.world.listOf(other), choice: { sendErrors, again, limit } };
        }),
        since: screenings.length === 0 ? null : since,
      },
      name: createHash('sha256').update(parts.join('\n')).digest('base64url'),
    };
  }

  /**
   * The basis while a file is read: earlier screenings, and lists on their way, are compared with once its columns are settled, in
   * a check of its own.
   */
  whileReading(project: ProjectRow): ReturnType<Bases['of']> {
    return this.of({ ...project, state: { at: 'reading' }, facts: { ...project.facts, link: null } });
  }
}

/** In one order whatever happens to them: projects come as they were changed last. */
const byAge = (a: ProjectRow, b: ProjectRow): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** Names what is known of a finished project: something else once its results were fetched again, or more of its rows have one. */
const fetchedAs = (project: ProjectRow): string => `${project.id} ${rowsWithoutResult(project)} ${project.facts.fetchedAgain}`;

/** The project that a list goes out with: of a part the first one of its list. */
const wholeOf = ({ id, facts: { link } }: ProjectRow): string => (link?.kind === 'part' ? link.of : id);
