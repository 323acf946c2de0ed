/**
 * Erases one person from chosen places, and from texts that name them. A started erasure is recorded by row numbers, which name nobody, and
 * is finished at the next start. The codes that prevent the person from being paid for or screened again are kept (docs/adr/0071, 0075).
 */
import { AppError, countText } from '../../shared/base/index.ts';
import type { Input, Output } from '../../shared/contract/index.ts';
import { isSubmittable, mergesIntoParent } from '../../shared/project/index.ts';
import type { ProjectGifts } from '../checking/index.ts';
import { PRACTICE } from '../connections/index.ts';
import type { Host, Log } from '../platform/index.ts';
import {
  type Lineage,
  type ProjectFileQueue,
  type ProjectStore,
  type QuerySessions,
  type ScreeningIndex,
  type SourceFiles,
  type Erased,
  erasedName,
  erasedOf,
} from '../projects/index.ts';
import type { PersonNotes, ProfileLinks, VerdictBooks } from '../results/index.ts';
import type { RunnerOwnership } from '../runner/index.ts';
import type { AppDatabase, ProjectRow } from '../store/app-database/index.ts';
import { withoutPeople } from './erased-list.ts';
import { isOver } from './finished.ts';
import { type Mentions, marksOf } from './mentions.ts';
import { type ChosenPlace, type ChosenPlaces, hasAtService, type PersonEverywhere } from './person-everywhere.ts';
import type { PersonExport } from './person-export.ts';

const NOBODY = erasedOf(null);

export interface PersonErasureDeps {
  readonly database: AppDatabase;
  readonly log: Log;
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly queue: ProjectFileQueue;
  readonly sessions: QuerySessions;
  readonly index: ScreeningIndex;
  readonly sources: SourceFiles;
  readonly gifts: Pick<ProjectGifts, 'forgetFile'>;
  readonly notes: PersonNotes;
  readonly verdicts: VerdictBooks;
  readonly links: Pick<ProfileLinks, 'forgetHosts'>;
  readonly mentions: Mentions;
  readonly everywhere: PersonEverywhere;
  readonly personExport: PersonExport;
  readonly host: Pick<Host, 'removeUnfetched'>;
  readonly ownership: Pick<RunnerOwnership, 'assertOwned'>;
}

const union = (one: readonly number[], other: readonly number[]): number[] => [...new Set([...one, ...other])];

/** Set when texts were changed, until the write-ahead log no longer contains the old ones. */
const TEXTS_CHANGED = 'erased-texts';

export class PersonErasure {
  private readonly deps: PersonErasureDeps;

  constructor(deps: PersonErasureDeps) {
    this.deps = deps;
  }

  /**
   * Why the chosen places cannot be erased now, what the erasure breaks, which texts name the person, and what remains.
   * @throws NOT_FOUND when a place has changed since the search.
   */
  async outlook(asked: ChosenPlaces, signal?: AbortSignal): Promise<Output<'people.erasing'>> {
    const projects = this.projectsOf(asked);
    const blocked = this.obstaclesOf(projects);
    if (blocked.length > 0) return { blocked, breaks: [], texts: [], more: 0, remains: [] };
    const chosen = await this.deps.everywhere.chosen(asked, signal);
    return { blocked, ...this.effectsOf(projects, chosen), ...this.deps.mentions.of(chosen, marksOf(chosen, asked.text)) };
  }

  private projectsOf({ places }: ChosenPlaces): ProjectRow[] {
    return [...new Set(places.map(({ id }) => id))].map((id) => this.deps.store.get(id));
  }

  private obstaclesOf(projects: readonly ProjectRow[]): string[] {
    return projects.flatMap((project) => this.obstacleOf(project) ?? []);
  }

  private effectsOf(projects: readonly ProjectRow[], chosen: readonly ChosenPlace[]): Pick<Output<'people.erasing'>, 'breaks' | 'remains'> {
    const { host } = this.deps;
    const sent = projects.filter(({ state }) => state.at === 'done');
    const drafts = projects.filter(({ state }) => isSubmittable(state));
    const bundled = projects.filter(
      ({ id, custody }) =>
        custody !== undefined || this.deps.database.journal.entries(id).some(({ event }) => event.type === 'bundle-made'),
    );
    const named = (some: readonly ProjectRow[]) => some.map(({ name }) => `“${name}”`).join(', ');
    return {
      breaks: [
        ...(projects.length === 0
          ? []
          : ['The rows are kept, but emptied. Row numbers, counts, the cost and decisions about other people do not change.']),
        ...(sent.length === 0
          ? []
          : [
              `The results of ${named(sent)} can no longer be fetched again or joined by order, because that would bring the person back. Save what you need first.`,
            ]),
        ...(drafts.length === 0
          ? []
          : [
              `In ${named(drafts)} the row is no longer part of the list. The file cannot be read again with other options: import it as a new list, without the person.`,
            ]),
        ...(sent.length === 0 ? [] : ['The last proof of a write back of these lists is removed.']),
        ...(host.removeUnfetched === null ? [] : ['Files that the browser has not downloaded yet are removed. Save them again.']),
      ],
      remains: [
        ...(projects.length === 0
          ? []
          : [
              'The program keeps codes that tell it whether the person was already paid for or must not be screened. Nobody can read them.',
            ]),
        ...(bundled.length === 0
          ? []
          : [
              `${named(bundled)} ${bundled.length === 1 ? 'was' : 'were'} in a bundle, which is not changed. Another computer may have the person, and opening the bundle after the list was removed brings them back. Have them erased there, too.`,
            ]),
        ...(chosen.some(hasAtService) ? ['The service still has what was sent of the person: send it the letter.'] : []),
        'These are kept: rows of other people that mention the person, entries of the screening records, files saved elsewhere, and backups of the data folder.',
      ],
    };
  }

  /** Null when the person can be erased from the project. */
  private obstacleOf(project: ProjectRow): string | null {
    const { name, connectionId } = project;
    if (connectionId === PRACTICE && !isSubmittable(project.state))
      return `“${name}” is a practice project, and the practice service has its people, too. Remove the project instead.`;
    if (this.isFinished(project)) return null;
    return `“${name}”, a part of it or the list of its rows that were not accepted is not finished, so the service can still send the person’s results. Finish it, give it up or remove it, and then erase the person.`;
  }

  /** False while the project can still get results. An unsent list is finished unless it belongs to one that was sent. */
  private isFinished(project: ProjectRow): boolean {
    const family = this.familyOf(project);
    const isMerged = ({ state, lineage }: ProjectRow) => state.at !== 'done' || !mergesIntoParent(lineage) || lineage.merged;
    return (
      (family.every((one) => isOver(one.state)) && family.slice(1).every(isMerged)) || (family.length === 1 && isSubmittable(project.state))
    );
  }

  /** The project, with all projects that are merged with it. */
  private familyOf(project: ProjectRow): ProjectRow[] {
    const { lineage, store } = this.deps;
    return lineage.familyOf(store.find(lineage.rootOf(project)) ?? project);
  }

  /**
   * Erases the person from the places and the texts. With `neverScreen`, first puts them on the do-not-screen list. If a task fails, the
   * next start finishes the erasure.
   * @throws RUNNER_ELSEWHERE; NOT_FOUND when a place or a text has changed since the search; NOT_NOW with the reason when the person cannot
   * be erased now; what a task throws.
   */
  async erase({ neverScreen, texts, ...asked }: Input<'people.erase'>): Promise<Output<'people.erase'>> {
    const { everywhere, mentions, personExport, sources, gifts, index, host, ownership } = this.deps;
    ownership.assertOwned();
    const [blocked] = this.obstaclesOf(this.projectsOf(asked));
    if (blocked !== undefined) throw new AppError('NOT_NOW', blocked);
    const places = await everywhere.chosen(asked);
    mentions.assertErasable(places, marksOf(places, asked.text), texts ?? null);
    if (neverScreen && places.length > 0) await personExport.neverScreen(asked);
    const byProject = Map.groupBy(places, ({ project }) => project.id);
    for (const id of byProject.keys()) {
      await sources.deleteSpooledCopy(id);
      await gifts.forgetFile(id);
      // The person's codes are computed from the row, so they must be stored before it is emptied.
      await index.add(id);
    }
    const changed = await this.begin(byProject, places, asked.text, texts ?? null);
    for (const id of byProject.keys()) await this.finish(id);
    this.forgetTexts();
    // Any file that was being written when this began is complete by now. The next start removes what a killed program leaves.
    await host.removeUnfetched?.();
    const done = [
      ...(places.length === 0 ? [] : [`Erased from ${countText(places.length, 'place')}.`]),
      ...(changed === 0 ? [] : [`Taken out of ${countText(changed, 'text')}.`]),
    ];
    return { places: places.length, texts: changed, text: done.length === 0 ? 'Nothing was erased.' : done.join(' ') };
  }

  /** Finishes the erasures of an earlier program. */
  async resumeAll(): Promise<void> {
    for (const { id } of this.deps.store.all())
      if (this.erasedIn(id)?.isDone === false)
        await this.finish(id).catch((error: unknown) => this.deps.log.error('people.erase', error, { project: id }));
    if (this.deps.database.settings.get(TEXTS_CHANGED) !== null) this.forgetTexts();
  }

  /** Empties the write-ahead log, which still contains the earlier texts. */
  private forgetTexts(): void {
    const { database } = this.deps;
    database.forgetRemoved();
    database.settings.remove(TEXTS_CHANGED);
  }

  /** Call it for a removed project. */
  forget(id: string): void {
    this.deps.database.settings.remove(erasedName(id));
  }

  /**
   * Changes the texts, and records everything that will be erased, in one step. Otherwise a program that ends could erase the person from
   * one list, but not from another list or a text. Returns the number of changed texts.
   */
  private async begin(
    byProject: ReadonlyMap<string, readonly ChosenPlace[]>,
    places: readonly ChosenPlace[],
    text: string,
    keys: readonly string[] | null,
  ): Promise<number> {
    const { database, links, mentions, sessions } = this.deps;
    await sessions.invalidateAll();
    const begun = new Map<string, string>();
    for (const [id, some] of byProject) {
      const before = this.erasedIn(id) ?? NOBODY;
      const rows = some.flatMap(({ row }) => row ?? []);
      const profiles = some.flatMap(({ row, profile }) => (row === null ? (profile ?? []) : []));
      // The other parts of a list, too, because fetching their results again would bring the person back.
      for (const one of this.familyOf(some[0]!.project))
        if (!byProject.has(one.id) && this.erasedIn(one.id) === null) begun.set(erasedName(one.id), JSON.stringify(NOBODY));
      const erased: Erased = { rows: union(before.rows, rows), profiles: union(before.profiles, profiles), isDone: false };
      begun.set(erasedName(id), JSON.stringify(erased));
    }
    const marks = marksOf(places, text);
    const change = () =>
      database.atomically(() => {
        const changed = mentions.erase(places, marks, keys);
        links.forgetHosts(places.flatMap(({ stored }) => stored.json ?? []));
        if (changed > 0) begun.set(TEXTS_CHANGED, '');
        database.settings.setAll(begun);
        return changed;
      });
    // Waits for edits of these drafts, because an edit that has already begun would store the earlier texts.
    return await this.alone(mentions.drafts(places, marks), () => Promise.resolve(change()));
  }

  /** Runs work while no other work on these projects is running. */
  private async alone<T>([id, ...others]: readonly string[], work: () => Promise<T>): Promise<T> {
    return id === undefined ? await work() : await this.deps.queue.run(id, () => this.alone(others, work));
  }

  private erasedIn(id: string): Erased | null {
    const stored = this.deps.database.settings.get(erasedName(id));
    return stored === null ? null : erasedOf(stored);
  }

  /** Each step can be repeated. The file comes last, because its texts show what to remove from the list state. */
  private async finish(id: string): Promise<void> {
    const { database, store, queue, sessions, notes, verdicts } = this.deps;
    await queue.run(id, async () => {
      const erased = this.erasedIn(id);
      const project = store.find(id);
      if (erased === null || project === null) return;
      // It was sent a moment ago. The next start after its results arrive finishes the erasure.
      if (!this.isFinished(project)) throw new AppError('NOT_NOW', this.obstacleOf(project) ?? '');
      await sessions.invalidateAll();
      store.removeFormerFiles(id);
      const isDraft = isSubmittable(project.state);
      // A stopped list can be started again with its rows.
      const isUnsent = project.state.at !== 'done';
      const input = { list: store.source(project), rows: erased.rows, profiles: erased.profiles, isUnsent };
      const texts = await queue.runTask(id, 'erasePlaces', { ...input, mode: 'read' });
      const rows = new Set(erased.rows);
      const state = withoutPeople(store.listState(project), rows, texts);
      // The check of a draft has findings about the rows.
      store.saveErased(project, isDraft ? { ...state, check: null } : state);
      if (project.state.at === 'done') {
        for (const row of erased.rows) notes.save(id, row, { note: '', nextStep: '' });
        database.reviews.eraseRows(id, rows);
        verdicts.forget(id);
      }
      await queue.runTask(id, 'erasePlaces', { ...input, mode: 'erase' });
      // A session that began meanwhile may have read the person.
      await sessions.invalidateAll();
      database.settings.set(erasedName(id), JSON.stringify({ ...erased, isDone: true } satisfies Erased));
      database.forgetRemoved();
    });
  }
}
