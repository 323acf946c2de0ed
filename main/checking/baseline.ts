/**
 * A newer export of a list that was screened before: only the rows are sent that are new, or whose record is another one than was
 * sent then. The project is linked with the earlier one, and with all that were linked with it in the same way.
 */
import { joinsAnother, type SinceOffer } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { wasSent } from '../../shared/project/project.ts';
import type { Clock } from '../platform/ports.ts';
import type { Connections } from '../connections/connections.ts';
import type { History, ProjectRow } from '../store/app-database/history.ts';
import type { ListRecipe } from '../worker-protocol/list.ts';
import type { Shelf } from '../projects/project-store.ts';

/** Earlier screenings that are looked at for people of a list. */
const MOST_OFFERS = 12;
/** A list that shares fewer of its ids with a screening is another list. */
const LEAST_SHARED = 0.1;

/**
 * The screenings that a project is compared with, the newest first, each with all of its projects: the one that was sent, its
 * parts, and its refused rows that were sent again. Empty for a project that is compared with none.
 */
export function screeningsOf(history: History, { facts: { link } }: Pick<ProjectRow, 'facts'>): ProjectRow[][] {
  const screenings: ProjectRow[][] = [];
  const seen = new Set<string>();
  let of = link?.kind === 'since' ? link.of : null;
  while (of !== null && !seen.has(of)) {
    seen.add(of);
    const first = history.project(of);
    if (first?.state.at !== 'done') break;
    const apart = history
      .linkedTo(of)
      .filter(({ facts, state, wrappedKey }) => joinsAnother(facts.link) && state.at === 'done' && wrappedKey !== null);
    screenings.push([first, ...apart]);
    of = first.facts.link?.kind === 'since' ? first.facts.link.of : null;
  }
  return screenings;
}

/** Whether a list is in the world or about to be, and it is not known yet what became of its people. */
export function isOnItsWay({ facts, state, wrappedKey }: ProjectRow): boolean {
  if (wrappedKey === null || state.at === 'done') return false;
  // Parts are sent without being asked for, one after the other.
  return wasSent(state) || (facts.link?.kind === 'part' && (state.at === 'draft' || state.at === 'reading'));
}

/** The list that another one is a newer export of: itself and what was sent apart of it, the newest project first. */
export interface ListBefore {
  readonly name: string;
  readonly projects: readonly ListRecipe[];
}

/** Whether one of two lists has rows that came out of a screening which the other one is compared with: then they share people by what they are. */
export function sharesPeople(history: History, one: ProjectRow, other: ProjectRow): boolean {
  const has = (newer: ProjectRow, { facts: { link } }: ProjectRow) =>
    joinsAnother(link) && screeningsOf(history, newer).some(([first]) => first?.id === link.of);
  return has(one, other) || has(other, one);
}

export interface SinceWorld {
  readonly history: History;
  readonly clock: Clock;
  readonly connections: Connections;
  readonly shelf: Shelf;
}

export class Since {
  private readonly world: SinceWorld;

  constructor(world: SinceWorld) {
    this.world = world;
  }

  /**
   * The project that stands for an earlier screening: of a part or of refused rows the one that they came out of. Ends in
   * NOT_FOUND, NOT_NOW before it is done, and INPUT_INVALID when it was sent to another account.
   */
  earlier(of: string, connectionId: string): ProjectRow {
    const { history, connections, shelf } = this.world;
    const asked = shelf.row(of);
    const { link } = asked.facts;
    const earlier = joinsAnother(link) ? history.project(link.of) : asked;
    if (earlier === null) throw new AppError('NOT_FOUND', 'The earlier screening was removed: nothing is left to compare with.');
    if (earlier.state.at !== 'done')
      throw new AppError('NOT_NOW', `“${earlier.name}” has no results yet: only a finished screening can be compared with.`);
    if (!connections.accountOf(connectionId).has(earlier.connectionId))
      throw new AppError('INPUT_INVALID', `“${earlier.name}” was sent to another account: its scores say nothing of this one.`);
    return earlier;
  }

  /** The screenings that a project is compared with, the newest first, each by the project that has all of its results. */
  firstOf(project: ProjectRow): ProjectRow[] {
    return screeningsOf(this.world.history, project).flatMap(([first]) => first ?? []);
  }

  /**
   * The list that a project is compared with; null when there is none. Of older screenings nothing is asked: what was corrected
   * there and holds is corrected here as well.
   */
  listBefore(id: string): ListBefore | null {
    const { history, shelf } = this.world;
    const [newest] = screeningsOf(history, shelf.row(id));
    if (newest === undefined) return null;
    const [first, ...apart] = newest;
    const projects = [...apart.toSorted((a, b) => b.createdAt - a.createdAt), first!];
    return { name: first!.name, projects: projects.map((project) => shelf.listOf(project)) };
  }

  /** The link of a draft that is compared with an earlier screening from now on, or with none; the journal says so. */
  linkOf(project: ProjectRow, of: string | null, connectionId: string): ProjectRow['facts']['link'] {
    const { history, clock } = this.world;
    const { link } = project.facts;
    if (joinsAnother(link)) {
      if (of === null) return link;
      throw new AppError('INPUT_INVALID', 'These rows came out of another project and are sent as they are: they are compared with none.');
    }
    if (of === null) {
      if (link !== null) history.appendJournal(project.id, clock.now(), { type: 'since', name: null });
      return null;
    }
    const earlier = this.earlier(of, connectionId);
    if (earlier.id === project.id) throw new AppError('INPUT_INVALID', 'A list is compared with an earlier one, not with itself.');
    if (link?.of !== earlier.id) history.appendJournal(project.id, clock.now(), { type: 'since', name: earlier.name });
    return { kind: 'since', of: earlier.id };
  }

  /**
   * Sees to it that nobody is sent by two lists at once that could not leave each other's people out: a newer list waits for the
   * parts and the mended rows of the screenings that it is compared with, and mended rows wait for a newer list that is compared
   * with their screening. Ends in NOT_NOW.
   */
  assertApart(project: ProjectRow): void {
    const other = this.beside(project);
    if (other !== null)
      throw new AppError(
        'NOT_NOW',
        `“${other.name}” is not finished, and people of this list may be in it. Bring it to its end first, or stop it before it starts: then they are not sent and paid for twice.`,
      );
  }

  private beside(project: ProjectRow): ProjectRow | null {
    const { history } = this.world;
    const { link } = project.facts;
    const joinedTo = ({ id }: ProjectRow) => history.linkedTo(id).filter((other) => joinsAnother(other.facts.link));
    if (link?.kind === 'since') return this.firstOf(project).flatMap(joinedTo).find(isOnItsWay) ?? null;
    if (link?.kind !== 'refused') return null;
    const newer = history
      .projects()
      .filter((other) => other.facts.link?.kind === 'since' && this.firstOf(other).some(({ id }) => id === link.of));
    return newer.flatMap((other) => [other, ...joinedTo(other)]).find(isOnItsWay) ?? null;
  }

  /** Compares a list that was not sent yet with an earlier screening from now on. */
  compare(id: string, of: string): void {
    const { history, clock, shelf } = this.world;
    const project = shelf.row(id);
    history.changeProject(id, { facts: { link: this.linkOf(project, of, project.connectionId) } }, clock.now());
    shelf.tell(id);
  }

  /** The finished screenings of the same account that have sent people of this list, the newest first. */
  async offers(id: string): Promise<SinceOffer[]> {
    const { history, connections, shelf } = this.world;
    const project = shelf.row(id);
    if (joinsAnother(project.facts.link)) return [];
    const account = connections.accountOf(project.connectionId);
    const at = ({ facts, createdAt }: ProjectRow) => facts.processedAt ?? createdAt;
    const finished = history
      .projects()
      .filter(({ id: other, connectionId, state, facts }) => {
        return other !== id && account.has(connectionId) && state.at === 'done' && !joinsAnother(facts.link);
      })
      .toSorted((a, b) => at(b) - at(a))
      .slice(0, MOST_OFFERS);
    if (finished.length === 0) return [];
    const others = finished.map(({ id: of }) =>
      screeningsOf(history, { facts: { ...project.facts, link: { kind: 'since', of } } })
        .flat()
        .map((row) => shelf.fileOf(row)),
    );
    const { sampled, shared } = await shelf.ask(id, { ask: 'sharedIds', others });
    return finished
      .map((row, index) => ({ id: row.id, name: row.name, at: at(row), shared: sampled === 0 ? 0 : shared[index]! / sampled }))
      .filter((offer) => offer.shared >= LEAST_SHARED);
  }

  /** A screening was removed: lists that were not sent yet are compared with it no more. */
  forget(of: string): void {
    const { history, clock, shelf } = this.world;
    for (const { id, facts, state, wrappedKey } of history.linkedTo(of)) {
      if (facts.link?.kind !== 'since' || wrappedKey === null || (state.at !== 'draft' && state.at !== 'reading')) continue;
      history.changeProject(id, { facts: { link: null } }, clock.now());
      history.appendJournal(id, clock.now(), { type: 'since', name: null });
      shelf.tell(id);
    }
  }
}
