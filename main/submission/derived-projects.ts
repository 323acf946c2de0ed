/**
 * Projects that came out of another: the rows that the service refused there, mended and sent once more, and the later parts of
 * a list that is longer than the service takes at once. Their results are put beside those of the first.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { joinsAnother, type ProjectLink, type ProjectView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { mayBeCharged, wasSent } from '../../shared/project/project.ts';
import { unplacedSentence } from '../../shared/view-texts/unplaced.ts';
import type { Clock, Log } from '../platform/ports.ts';
import { type History, ProjectFacts, type ProjectRow } from '../store/app-database/history.ts';
import type { Drafts } from '../checking/project-check.ts';
import { newMarker, partMarker } from '../importing/list-import.ts';
import type { DerivedRows } from '../worker-protocol/list.ts';
import type { ProjectKeys } from '../projects/project-keys.ts';
import type { Runner } from '../runner/runner.ts';
import type { Shelf } from '../projects/project-store.ts';

/** No day: the list is checked when it is first asked about. */
const NOT_CHECKED = '';
/** What was sent at first is kept again so often before a join, should a fetch come in between. */
const MOST_TRIES = 3;
/** Rows that a sentence names. */
const MOST_NAMED = 5;

type JoiningLink = Exclude<ProjectLink, { kind: 'since' }>;

export interface LinkedWorld {
  readonly history: History;
  readonly keys: ProjectKeys;
  readonly clock: Clock;
  readonly log: Log;
  readonly shelf: Shelf;
  readonly drafts: Drafts;
  /** Keeps what a finished project has sent, so that a newer list can be compared with it. */
  readonly remember: (id: string) => Promise<void>;
  /** Null while another process runs the projects. */
  readonly runner: () => Runner | null;
}

const rowsOf = (rows: number) => `${rows.toLocaleString('en-US')} row${rows === 1 ? '' : 's'}`;

export class Linked {
  private readonly world: LinkedWorld;

  constructor(world: LinkedWorld) {
    this.world = world;
  }

  /**
   * A draft that holds only the rows which the service refused, with its words on their cells; the one that is there already,
   * if it was not sent yet. What a linked project left refused stands in the first one, and is taken out there. Ends in NOT_NOW
   * when no row was refused, or when it is not known which of them were scored since: a row that was scored is never sent again.
   */
  async fixRefused(id: string): Promise<ProjectView> {
    const { history, shelf } = this.world;
    const first = this.firstOf(shelf.row(id));
    for (const other of history.linkedTo(first)) if (other.state.at === 'done') await this.join(other);
    for (const other of history.linkedTo(first)) {
      // Rows of a part that has not come to its results are none of those that were refused here, and a newer list is one of its own.
      if (other.facts.link?.kind !== 'refused') continue;
      if (other.wrappedKey !== null && (other.state.at === 'draft' || other.state.at === 'reading')) return shelf.view(other.id);
      assertSettled(other);
    }
    const project = history.project(first);
    if (project === null) throw new AppError('NOT_NOW', 'The project that these rows came out of was removed. They are not sent again.');
    if (project.state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not there yet.');
    const { refused } = project.state.counts;
    if (refused === 0) {
      const { unplaced } = await shelf.ask(first, { ask: 'results' });
      throw new AppError('NOT_NOW', unplacedSentence(unplaced, 0) ?? 'The service refused no row of this list.');
    }
    return this.begin(project);
  }

  /** The project at the beginning of the links: it holds what became of every row. */
  private firstOf(project: ProjectRow): string {
    const { link } = project.facts;
    if (!joinsAnother(link)) return project.id;
    const before = this.world.history.project(link.of);
    return before === null ? link.of : this.firstOf(before);
  }

  private begin(project: ProjectRow): ProjectView {
    const { history, shelf, log } = this.world;
    const id = this.add(project, `Refused rows: ${project.name}`, { link: { kind: 'refused', of: project.id } });
    // The results that the rows are taken out of must not be fetched again meanwhile.
    void shelf
      .alone(project.id, () => shelf.alone(id, () => this.derive(id, project, { kind: 'refused' })))
      .then(() => this.world.drafts.checked(id))
      .catch((error: unknown) => {
        const code = error instanceof AppError ? error.code : 'INTERNAL';
        if (code === 'CLOSING' || history.project(id)?.state.at !== 'reading') return;
        if (!(error instanceof AppError)) log.error('project.derive', error, { project: id });
        const why = code === 'DISK_FULL' ? 'The disk is full: the refused rows could not be taken out. Make room, remove this' : null;
        const message = `${why ?? 'The refused rows could not be taken out. Remove this'} and try again.`;
        shelf.advance(id, { type: 'unreadable', code, message }, {});
      });
    return shelf.view(id);
  }

  /** A project that holds nothing yet, with what it has in common with the one that it comes out of. */
  private add(project: ProjectRow, name: string, facts: Partial<ProjectFacts>): string {
    const { history, keys, clock, shelf } = this.world;
    const id = randomUUID();
    // Rows keep the IDs that they have in the first project.
    const { purpose, sheetName, scoreConfiguration, rowIdPrefix } = project.facts;
    history.addProject({
      id,
      name: name.slice(0, 120),
      createdAt: clock.now(),
      connectionId: project.connectionId,
      fileName: project.fileName,
      fileBytes: project.fileBytes,
      fileSha256: project.fileSha256,
      state: { at: 'reading' },
      facts: ProjectFacts.parse({ marker: newMarker(), rowIdPrefix, purpose, sheetName, scoreConfiguration, ...facts }),
      wrappedKey: keys.make(id),
      sealed: null,
    });
    shelf.tell(id);
    return id;
  }

  private async derive(id: string, project: ProjectRow, which: DerivedRows): Promise<void> {
    const { shelf } = this.world;
    const row = shelf.row(id);
    const { rows } = await shelf.task(id, 'derive', 'reading', { source: shelf.recipe(project.id), target: shelf.fileOf(row), which });
    const facts = shelf.sealed(project);
    const sealed = shelf.seal(row, {
      ...facts,
      import: { ...facts.import, rows, totalsRows: [] },
      reading: { ...facts.reading, rows, totalsRows: [] },
      today: NOT_CHECKED,
    });
    shelf.advance(id, { type: 'read' }, { rows, sheet: facts.reading.sheetName, from: project.id }, { sealed, facts: { rows } });
  }

  /**
   * Prepares a list that is longer than the service takes at once: the project sends the first `most` rows itself, the rest
   * lies in parts of their own that follow one after the other. All of them are on the disk before the first byte leaves. Answers
   * how many rows the project sends itself, null for all of them. Ends in NOT_NOW once the list is no draft.
   */
  async split(id: string, rows: number, most: number): Promise<number | null> {
    const { shelf, drafts } = this.world;
    const project = shelf.draft(id);
    await this.takePartsBack(id);
    const parts = Math.ceil(rows / most);
    const { sendErrors, again } = project.facts;
    for (let part = 2; part <= parts; part++) {
      // What is left out of the whole list is not in it: all of its rows are sent.
      const facts = {
        link: { kind: 'part', of: id, part, parts } as const,
        marker: partMarker(project.facts.marker, part),
        sendErrors: true,
        again: true,
      };
      const made = this.add(project, `${project.name}, part ${part} of ${parts}`, facts);
      const from = (part - 1) * most;
      try {
        await shelf.alone(made, () =>
          this.derive(made, project, { kind: 'part', choice: { sendErrors, again }, from, count: Math.min(most, rows - from) }),
        );
        await drafts.checked(made);
      } catch (error) {
        // Nothing was sent yet: what is half made is of no use to anybody.
        await shelf.remove(made).catch(() => undefined);
        throw error;
      }
    }
    return parts > 1 ? most : null;
  }

  /** Removes the parts of a list that were laid out and not sent. */
  async takePartsBack(id: string): Promise<void> {
    const { history, shelf } = this.world;
    for (const { id: part, state, facts, wrappedKey } of history.linkedTo(id)) {
      const unsent = state.at === 'draft' || state.at === 'reading' || state.at === 'unreadable';
      if (facts.link?.kind === 'part' && unsent && wrappedKey !== null) await shelf.remove(part);
    }
  }

  /** A project has come to its results: the part that follows it is sent, if there is one. Never rejects. */
  async done(id: string): Promise<void> {
    try {
      await this.next(id);
    } catch (error) {
      this.world.log.error('project.next', error, { project: id });
    }
  }

  private async next(id: string): Promise<void> {
    const { history, runner } = this.world;
    const project = history.project(id);
    if (project?.state.at !== 'done') return;
    const { link } = project.facts;
    if (link?.kind === 'refused') return;
    const [first, part] = link?.kind === 'part' ? [link.of, link.part] : [id, 1];
    const following = history
      .linkedTo(first)
      .find(({ facts, wrappedKey }) => facts.link?.kind === 'part' && facts.link.part === part + 1 && wrappedKey !== null);
    if (following?.state.at !== 'draft' || following.facts.notice !== null) return;
    this.repeatAs(first, following);
    await runner()?.command(following.id, { type: 'send' }, { rows: following.facts.rows });
  }

  /**
   * After results were fetched again: joins all finished projects of the list to its first one once more, in the order in which
   * they were made. What is there already stays as it is. `id`: any project of the list. Never rejects: what cannot be joined now
   * is joined when refused rows are next asked for.
   */
  async joinAgain(id: string): Promise<void> {
    const { history, shelf } = this.world;
    const first = this.firstOf(shelf.row(id));
    for (const other of history.linkedTo(first)) if (other.state.at === 'done') await this.logged(other.id, () => this.join(other, true));
  }

  /**
   * Puts the results that a project has collected beside those of the one that it came out of: once, or with `again` whatever came
   * since. Ends in what the worker ends in.
   */
  private async join(linked: ProjectRow, again = false): Promise<void> {
    const { link } = linked.facts;
    if (!joinsAnother(link) || (linked.facts.joined && !again) || linked.wrappedKey === null) return;
    for (let tries = 1; ; tries++) {
      // Afterwards its rows stand there as they were mended: what was sent at first is kept before.
      if (link.kind === 'refused') await this.world.remember(link.of);
      if (await this.joinNow(linked, link, tries === MOST_TRIES)) break;
    }
    this.world.shelf.tell(linked.id);
  }

  /**
   * Joins while nothing else works on the two files. False when what was sent at first has to be kept before: a fetch of the first
   * project came in between. With `atLast` it is joined all the same, for a project that cannot be read is never kept.
   */
  private async joinNow(linked: ProjectRow, link: JoiningLink, atLast: boolean): Promise<boolean> {
    const { history, shelf, clock } = this.world;
    return await shelf.alone(link.of, () =>
      shelf.alone(linked.id, async () => {
        const into = history.project(link.of);
        const from = history.project(linked.id);
        if (into?.state.at !== 'done' || from === null) return true;
        if (link.kind === 'refused' && into.facts.sent === null && !atLast) return false;
        const before = into.state.counts;
        const counts = await shelf.task(into.id, 'join', 'collecting', { source: shelf.fileOf(from), target: shelf.fileOf(into) });
        const isFirst = !from.facts.joined && from.facts.fetchedAgain === 0;
        if (isFirst || !isDeepStrictEqual(counts, before)) shelf.advance(into.id, { type: 'joined', counts, from: from.name }, {});
        if (!from.facts.joined) history.changeProject(from.id, { facts: { joined: true } }, clock.now());
        return true;
      }),
    );
  }

  /**
   * Sees to it that no row is sent again that has scores by now: the first project may have been fetched again since these rows
   * were taken out of it. @throws NOT_NOW with the rows.
   */
  async assertUnscored({ id, facts: { link, sendErrors, again } }: ProjectRow): Promise<void> {
    const { history, shelf } = this.world;
    const first = link?.kind === 'refused' ? history.project(link.of) : null;
    if (first === null) return;
    const other = shelf.fileOf(first);
    const rows = await shelf.alone(first.id, () => shelf.ask(id, { ask: 'scoredIn', other, choice: { sendErrors, again } }));
    if (rows.length === 0) return;
    const named = rows.slice(0, MOST_NAMED).map((row) => row.toLocaleString('en-US'));
    const more = rows.length - named.length;
    const which = `${rows.length === 1 ? 'Row' : 'Rows'} ${named.join(', ')}${more === 0 ? '' : ` and ${more.toLocaleString('en-US')} more`}`;
    throw new AppError(
      'NOT_NOW',
      `${which} ${rows.length === 1 ? 'has' : 'have'} scores in “${first.name}” by now. Leave ${rows.length === 1 ? 'it' : 'them'} out, then send the rest: nobody is paid for twice.`,
    );
  }

  /** A project has its results; what cannot be joined now is joined when its rows are next asked for. Never rejects. */
  async collected(id: string): Promise<void> {
    await this.logged(id, async () => {
      const project = this.world.history.project(id);
      if (project !== null) await this.join(project);
    });
  }

  private async logged(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CLOSING')) this.world.log.error('project.join', error, { project: id });
    }
  }

  /** A list that a person has said to send once more is sent once more in all of its parts. `first`: the id of its first project. */
  repeatAs(first: string, { id, facts }: ProjectRow): void {
    const { history, clock } = this.world;
    const repeat = history.project(first)?.facts.repeat ?? false;
    if (repeat !== facts.repeat) history.changeProject(id, { facts: { repeat } }, clock.now());
  }

  /** Joins what could not be joined when the program last ran, and sends the parts that were to follow. */
  async takeUp(): Promise<void> {
    for (const { id, state } of this.world.history.projects()) {
      if (state.at !== 'done') continue;
      await this.collected(id);
      await this.done(id);
    }
  }
}

/** Ends in NOT_NOW while it is not known of the rows of a linked project which were scored. */
function assertSettled({ name, state, facts, wrappedKey }: ProjectRow): void {
  if (facts.joined || !wasSent(state)) return;
  const rows = facts.rows === null ? 'The rows' : rowsOf(facts.rows);
  if (wrappedKey === null) {
    if (!mayBeCharged(state)) return;
    throw new AppError('NOT_NOW', `${rows} of them may have been scored in “${name}”, which was removed. They are not sent again.`);
  }
  throw new AppError('NOT_NOW', `${rows} of them are in “${name}” already. Bring that to its end first, or stop it before it starts.`);
}
