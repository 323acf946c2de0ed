/**
 * Erases one person from chosen places. What is begun is recorded by rows, which name nobody, and finished at the next start. Codes that keep
 * the person from being paid for or screened again stay (docs/adr/0071).
 */
import { AppError, countText } from '../../shared/base/index.ts';
import type { Input, Output } from '../../shared/contract/index.ts';
import { isSubmittable, mayBeCharged, mergesIntoParent } from '../../shared/project/index.ts';
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
import type { PersonNotes, VerdictBooks } from '../results/index.ts';
import type { RunnerOwnership } from '../runner/index.ts';
import type { AppDatabase, ProjectRow } from '../store/app-database/index.ts';
import { withoutPeople } from './erased-list.ts';
import type { ChosenPlace, ChosenPlaces, PersonEverywhere } from './person-everywhere.ts';
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
  readonly notes: PersonNotes;
  readonly verdicts: VerdictBooks;
  readonly everywhere: PersonEverywhere;
  readonly personExport: PersonExport;
  readonly host: Pick<Host, 'removeUnfetched'>;
  readonly ownership: Pick<RunnerOwnership, 'assertOwned'>;
}

const union = (one: readonly number[], other: readonly number[]): number[] => [...new Set([...one, ...other])];

/** Nothing can still arrive that brings the person back. */
const isOver = ({ state }: ProjectRow): boolean =>
  state.at === 'done' || (state.at === 'ended' && !mayBeCharged(state) && state.resume === null);

export class PersonErasure {
  private readonly deps: PersonErasureDeps;

  constructor(deps: PersonErasureDeps) {
    this.deps = deps;
  }

  /** Why the chosen places cannot be erased now, what the erasure breaks, and what remains. */
  outlook({ places }: Pick<ChosenPlaces, 'places'>): Output<'people.erasing'> {
    const { store, host } = this.deps;
    const projects = [...new Set(places.map(({ id }) => id))].map((id) => store.get(id));
    const sent = projects.filter(({ state }) => state.at === 'done');
    const drafts = projects.filter(({ state }) => isSubmittable(state));
    const bundled = projects.filter(
      ({ id, custody }) =>
        custody !== undefined || this.deps.database.journal.entries(id).some(({ event }) => event.type === 'bundle-made'),
    );
    const named = (some: readonly ProjectRow[]) => some.map(({ name }) => `“${name}”`).join(', ');
    return {
      blocked: projects.flatMap((project) => this.obstacleOf(project) ?? []),
      breaks: [
        'The rows stay, empty. Row numbers, counts, the cost and what was decided for other people stay true.',
        ...(sent.length === 0
          ? []
          : [
              `The results of ${named(sent)} can no longer be fetched again or joined by order, because that would bring the person back. Save what you need first.`,
            ]),
        ...(drafts.length === 0
          ? []
          : [
              `In ${named(drafts)} the row is no longer one of the list. The file cannot be read again with other options: import it as a new list, without the person.`,
            ]),
        ...(sent.length === 0 ? [] : ['The last proof of a write back of these lists is removed.']),
        ...(host.removeUnfetched === null ? [] : ['Files that the browser has not downloaded yet are removed. Save them again.']),
      ],
      remains: [
        'Codes stay by which the program notices that the person was paid for, or is not to be screened. Nobody can read them.',
        ...(bundled.length === 0
          ? []
          : [
              `${named(bundled)} ${bundled.length === 1 ? 'was' : 'were'} in a bundle, which is not changed: another computer can have the person, and opening the bundle after the list was removed brings them back. Have them erased there, too.`,
            ]),
        ...(projects.some(({ state }) => state.at === 'done')
          ? ['The service still has what was sent of the person: send it the letter.']
          : []),
        'Files that were saved elsewhere, backups of the data folder, and texts that the search names, such as names of projects, templates, reports and messages of the service, stay. Change those yourself.',
      ],
    };
  }

  /** Null when the person can be erased from the project. */
  private obstacleOf(project: ProjectRow): string | null {
    const { name, connectionId } = project;
    if (connectionId === PRACTICE && !isSubmittable(project.state))
      return `“${name}” is practice, and the practice service has its people too. Remove the project instead.`;
    if (this.isFinished(project)) return null;
    return `“${name}”, a part of it or the list of its refused rows is not finished, so the service can still send the person’s results. Finish it, give it up or remove it, and erase the person then.`;
  }

  /** False while results can still arrive in the project. A list that was not sent is finished unless it belongs to one that was. */
  private isFinished(project: ProjectRow): boolean {
    const family = this.familyOf(project);
    const isMerged = ({ state, lineage }: ProjectRow) => state.at !== 'done' || !mergesIntoParent(lineage) || lineage.merged;
    return (family.every(isOver) && family.slice(1).every(isMerged)) || (family.length === 1 && isSubmittable(project.state));
  }

  /** The project with what its results are merged with. */
  private familyOf(project: ProjectRow): ProjectRow[] {
    const { lineage, store } = this.deps;
    return lineage.familyOf(store.find(lineage.rootOf(project)) ?? project);
  }

  /**
   * Erases the person from the places, and with `neverScreen` puts them on the do-not-screen list first.
   * @throws RUNNER_ELSEWHERE; NOT_FOUND when a place has changed since the search; NOT_NOW with the reason when one cannot be erased now; what a task throws:
   * the erasure is then finished at the next start.
   */
  async erase({ neverScreen, ...chosen }: Input<'people.erase'>): Promise<Output<'people.erase'>> {
    const { everywhere, personExport, sources, index, host, ownership } = this.deps;
    ownership.assertOwned();
    const [blocked] = this.outlook(chosen).blocked;
    if (blocked !== undefined) throw new AppError('NOT_NOW', blocked);
    const places = await everywhere.chosen(chosen);
    if (neverScreen) await personExport.neverScreen(chosen);
    const byProject = Map.groupBy(places, ({ project }) => project.id);
    for (const id of byProject.keys()) {
      await sources.deleteSpooledCopy(id);
      // The codes of the person are made from the row, so they must be there before it is emptied.
      await index.add(id);
    }
    this.begin(byProject);
    for (const id of byProject.keys()) await this.finish(id);
    // A file that was still written when this began is finished by now. The next start removes what a program leaves.
    await host.removeUnfetched?.();
    return { places: places.length, text: `Erased from ${countText(places.length, 'place')}.` };
  }

  /** Finishes what an earlier program began. */
  async resumeAll(): Promise<void> {
    for (const { id } of this.deps.store.all())
      if (this.erasedIn(id)?.isDone === false)
        await this.finish(id).catch((error: unknown) => this.deps.log.error('people.erase', error, { project: id }));
  }

  /** For a removed project. */
  forget(id: string): void {
    this.deps.database.settings.remove(erasedName(id));
  }

  /** Records everything that is erased in one step: otherwise a program that ends could finish one list, and leave the person in another. */
  private begin(byProject: ReadonlyMap<string, readonly ChosenPlace[]>): void {
    const begun = new Map<string, string>();
    for (const [id, some] of byProject) {
      const before = this.erasedIn(id) ?? NOBODY;
      const rows = some.flatMap(({ row }) => row ?? []);
      const profiles = some.flatMap(({ row, profile }) => (row === null ? (profile ?? []) : []));
      // Also the other parts of a list: fetching their results again would merge the person back.
      for (const one of this.familyOf(some[0]!.project))
        if (!byProject.has(one.id) && this.erasedIn(one.id) === null) begun.set(erasedName(one.id), JSON.stringify(NOBODY));
      const erased: Erased = { rows: union(before.rows, rows), profiles: union(before.profiles, profiles), isDone: false };
      begun.set(erasedName(id), JSON.stringify(erased));
    }
    this.deps.database.settings.setAll(begun);
  }

  private erasedIn(id: string): Erased | null {
    const stored = this.deps.database.settings.get(erasedName(id));
    return stored === null ? null : erasedOf(stored);
  }

  /** Each step can be repeated. The file is last, because its texts tell what to take out of the list state. */
  private async finish(id: string): Promise<void> {
    const { database, store, queue, sessions, notes, verdicts } = this.deps;
    await queue.run(id, async () => {
      const erased = this.erasedIn(id);
      const project = store.find(id);
      if (erased === null || project === null) return;
      // It was sent a moment ago. The next start after its results finishes the erasure.
      if (!this.isFinished(project)) throw new AppError('NOT_NOW', this.obstacleOf(project) ?? '');
      await sessions.invalidateAll();
      store.removeFormerFiles(id);
      const isDraft = isSubmittable(project.state);
      // A list that was stopped can start again with its rows.
      const isUnsent = project.state.at !== 'done';
      const input = { file: store.fileRef(project), rows: erased.rows, profiles: erased.profiles, isUnsent };
      const { texts } = await queue.runTask(id, 'erasePlaces', { ...input, mode: 'read' });
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
      // One that began meanwhile has read the person.
      await sessions.invalidateAll();
      database.settings.set(erasedName(id), JSON.stringify({ ...erased, isDone: true } satisfies Erased));
      database.forgetRemoved();
    });
  }
}
