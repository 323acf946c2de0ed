/**
 * Projects that came out of another: the rows that the service refused there, mended and sent once more, and the later parts of
 * a list that is longer than the service takes at once. Their results are put beside those of the first.
 */
import { randomUUID } from 'node:crypto';
import { joinsAnother, type ProjectView } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { mayBeCharged, wasSent } from '../../shared/project/project.ts';
import type { Clock, Log } from '../ports.ts';
import { type History, ProjectFacts, type ProjectRow } from '../store/history.ts';
import type { Drafts } from './drafts.ts';
import { newMarker, partMarker } from './intake.ts';
import type { DerivedRows } from '../worker/messages.ts';
import type { ProjectKeys } from './keys.ts';
import type { Runner } from './runner.ts';
import type { Shelf } from './shelf.ts';

/** No day: the list is checked when it is first asked about. */
const NOT_CHECKED = '';

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
    if (refused === 0) throw new AppError('NOT_NOW', 'The service refused no row of this list.');
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
    void shelf
      .alone(id, () => this.derive(id, project, { kind: 'refused' }))
      .then(() => this.world.drafts.checked(id))
      .catch((error: unknown) => {
        const code = error instanceof AppError ? error.code : 'INTERNAL';
        if (code === 'CLOSING' || history.project(id)?.state.at !== 'reading') return;
        if (!(error instanceof AppError)) log.error('project.derive', error, { project: id });
        const why = code === 'DISK_FULL' ? 'The disk is full: the refused rows could not be taken out. Make room, remove this' : null;
        const message = `${why ?? 'The refused rows could not be taken out. Remove this'} and try again.`;
        shelf.advance(id, { type: 'unreadable', code, message }, { code });
      });
    return shelf.view(id);
  }

  /** A project that holds nothing yet, with what it has in common with the one that it comes out of. */
  private add(project: ProjectRow, name: string, facts: Partial<ProjectFacts>): string {
    const { history, keys, clock, shelf } = this.world;
    const id = randomUUID();
    const { purpose, sheetName, scoreConfiguration } = project.facts;
    history.addProject({
      id,
      name: name.slice(0, 120),
      createdAt: clock.now(),
      connectionId: project.connectionId,
      fileName: project.fileName,
      fileBytes: project.fileBytes,
      fileSha256: project.fileSha256,
      state: { at: 'reading' },
      facts: ProjectFacts.parse({ marker: newMarker(), purpose, sheetName, scoreConfiguration, ...facts }),
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
    if (following?.state.at === 'draft' && following.facts.notice === null)
      await runner()?.command(following.id, { type: 'send' }, { rows: following.facts.rows });
  }

  /** Puts the results that a project has collected beside those of the one that it came out of, once. Ends in what the worker ends in. */
  private async join(linked: ProjectRow): Promise<void> {
    const { history, shelf, clock, remember } = this.world;
    const { link } = linked.facts;
    if (!joinsAnother(link) || linked.facts.joined || linked.wrappedKey === null) return;
    // Afterwards its rows stand there as they were mended: what was sent at first is kept before.
    if (link.kind === 'refused') await remember(link.of);
    await shelf.alone(link.of, async () => {
      const into = history.project(link.of);
      if (into === null || into.state.at !== 'done') return;
      const counts = await shelf.task(into.id, 'join', 'collecting', { source: shelf.fileOf(linked), target: shelf.fileOf(into) });
      shelf.advance(into.id, { type: 'joined', counts, from: linked.name }, {});
      history.changeProject(linked.id, { facts: { joined: true } }, clock.now());
    });
    shelf.tell(linked.id);
  }

  /** A project has its results; what can not be joined now is joined when its rows are next asked for. Never rejects. */
  async collected(id: string): Promise<void> {
    const { history, log } = this.world;
    try {
      const project = history.project(id);
      if (project !== null) await this.join(project);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CLOSING')) log.error('project.join', error, { project: id });
    }
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
