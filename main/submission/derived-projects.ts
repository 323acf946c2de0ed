/** Projects with rows of another project: retries of refused rows, later parts of a long list, rests, and lists to start again. */
import { AppError, countText } from '../../shared/base/index.ts';
import { randomUUID } from 'node:crypto';
import { LIST_SETTINGS, type ProjectView, ROW_SETTINGS, valuesOf } from '../../shared/contract/index.ts';
import { comparedPilot, firstPartOf, isRest, isSubmittable, mayBeCharged } from '../../shared/project/index.ts';
import { rowsByDisposition } from '../../shared/rows/index.ts';
import { unplacedSentence } from '../../shared/view-texts/index.ts';
import { type CopiedRowsDeps, type ProjectQueries, checkOnceCopied } from '../checking/index.ts';
import {
  type Lineage,
  type ProjectFileQueue,
  type ProjectPublisher,
  type ProjectStore,
  type ResultMerge,
  newMarker,
  restLink,
  sendOptionsOf,
  titleFrom,
} from '../projects/index.ts';
import { type PartsChange, type ProjectRow, assertHeldHere, newParts } from '../store/app-database/index.ts';
import type { Connections } from '../connections/index.ts';
import { type OverlapGuard, calledIn } from './overlap-guard.ts';
import type { DerivedRows } from '../worker-protocol/index.ts';

/** The beginning of the message to the user when the rows cannot be copied. */
const NOT_COPIED = {
  all: 'The rows could not be copied',
  refused: 'The rows that were not accepted could not be copied',
  rest: 'The people could not be copied',
} as const;

export interface DerivedProjectsDeps extends CopiedRowsDeps {
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly publisher: ProjectPublisher;
  readonly lineage: Lineage;
  readonly merge: ResultMerge;
  readonly queries: ProjectQueries;
  readonly guard: OverlapGuard;
  readonly connections: Connections;
}

export class DerivedProjects {
  private readonly deps: DerivedProjectsDeps;

  constructor(deps: DerivedProjectsDeps) {
    this.deps = deps;
  }

  /**
   * Returns a draft with the refused rows of a list: the existing unsent one, or a new one. `id`: any project of the list.
   * @throws NOT_NOW when no row was refused, and while a retry may have scored some: scored rows are never sent again.
   */
  async fixRefused(id: string): Promise<ProjectView> {
    const { store, publisher, lineage, merge, queries } = this.deps;
    const root = lineage.rootOf(store.get(id));
    await merge.mergeChildren(root);
    for (const child of lineage.childrenOf(root)) {
      // Only retries matter: an unfinished part has no refused rows yet, and a list with this one as its baseline has rows of its own.
      const other = child.lineage?.kind === 'retry' ? this.resumed(child) : null;
      if (other === null) continue;
      if (other.wrappedKey !== null && isSubmittable(other.state)) return publisher.view(other.id);
      assertSettled(lineage.unsettledOf(other));
    }
    const project = store.find(root);
    if (project === null) throw new AppError('NOT_NOW', 'The project that these rows came from was removed. They are not sent again.');
    if (comparedPilot(project.lineage) !== null)
      throw new AppError(
        'NOT_NOW',
        'These people were sent to compare two settings. Fix the rows of the pilot that were not accepted: its results are the results of the list.',
      );
    if (project.adopted !== null)
      throw new AppError(
        'NOT_NOW',
        'This project came from the service, so nothing in it is sent from here. To send rows again that were not accepted, save them and import the file as a new screening.',
      );
    if (project.state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not available yet.');
    lineage.assertNotSentElsewhere(root, 'retry');
    const { refused } = project.state.counts;
    if (refused === 0) {
      const unplaced = await queries.ask(root, 'unplaced', null);
      throw new AppError('NOT_NOW', unplacedSentence(unplaced, 0) ?? this.noRefusedRow(root));
    }
    return this.makeRetry(project);
  }

  /** Why a list has no refused rows: all of them were sent again, or there never were any. */
  private noRefusedRow(root: string): string {
    const retries = this.deps.lineage.mergedInto(root).filter(({ lineage }) => lineage?.kind === 'retry');
    if (retries.length === 0) return 'The service accepted every row of this list.';
    const names = [...new Set(retries.map(({ name, wrappedKey }) => (wrappedKey === null ? 'a list that was removed here' : `“${name}”`)))];
    return `Every row that was not accepted was sent again already, in ${names.join(' and ')}.`;
  }

  /**
   * Creates a draft from a project that was stopped before it could cost anything, with its list, mapping, edits and options.
   * @throws NOT_NOW for other projects, and for rows that belong to another list.
   */
  startAgain(id: string): ProjectView {
    const { store, publisher } = this.deps;
    const project = store.get(id);
    const { state, lineage, options } = project;
    if (state.at === 'ended' && state.resume !== null)
      throw new AppError('NOT_NOW', 'This list can be resumed, so it does not start again. Resume it.');
    if (state.at !== 'ended' || state.charged !== 'no')
      throw new AppError('NOT_NOW', 'Only a list that was stopped before it was sent completely can start again.');
    if (lineage !== null && lineage.kind !== 'baseline')
      throw new AppError('NOT_NOW', 'These rows belong to another list. Open that list to send them.');
    if (this.deps.lineage.childrenOf(id).some((other) => other.lineage?.kind === 'part' && other.wrappedKey !== null))
      throw new AppError('NOT_NOW', 'Its later parts are still there. Release them first.');
    this.assertNoRest(id);
    const isBaselineThere = lineage !== null && store.find(lineage.of)?.wrappedKey != null;
    const draft = this.add(project, 'all', project.name, newMarker(), {
      options: valuesOf(ROW_SETTINGS, options),
      ...((isBaselineThere || isRest(lineage)) && { lineage }),
    });
    this.copyInBackground(draft, project, 'all');
    return publisher.view(draft);
  }

  /** @throws NOT_NOW when a rest of this list may be sent or was sent: starting again would send its people twice. */
  private assertNoRest(id: string): void {
    const isGivenUp = ({ state }: ProjectRow) => state.at === 'ended' && state.resume === null;
    const rest = this.deps.lineage.restsOf(id).find((one) => mayBeCharged(one.state) || (one.wrappedKey !== null && !isGivenUp(one)));
    if (rest === undefined) return;
    const way = isSubmittable(rest.state)
      ? 'Remove it, then start again.'
      : 'Import the file again and leave out the people who were recently screened, so that nobody is sent twice.';
    throw new AppError('NOT_NOW', `${calledIn(rest)} has people of this list. ${way}`);
  }

  /**
   * Returns a draft with the people of a list who were not chosen: the existing unsent one, or a new one. `id`: any part of the list. The
   * list must be finished, or ended in a state that may have been charged.
   * @throws NOT_NOW when nobody is left, or these people may have been sent already.
   */
  screenRest(id: string, like: string | null = null): ProjectView {
    const { store, publisher, lineage, guard } = this.deps;
    const project = store.get(firstPartOf(store.get(id)));
    if (project.lineage?.kind === 'retry')
      throw new AppError(
        'NOT_NOW',
        'The people who were not chosen are still rows of the list before that were not accepted. Fix them there again.',
      );
    const present = lineage
      .childrenOf(project.id)
      .filter((other) => isRest(other.lineage) && other.wrappedKey !== null && isSubmittable(other.state))
      .map((other) => this.resumed(other))
      .find((other) => other !== null);
    if (present != null) {
      this.scoreLike(present, project, like);
      return publisher.view(present.id);
    }
    // A list that was given up but may be charged cannot start again, so its rest can be sent separately.
    if (project.state.at !== 'done' && !(project.state.at === 'ended' && mayBeCharged(project.state)))
      throw new AppError('NOT_NOW', noRestYet(project.state));
    const { check } = store.listState(project);
    const link = restLink(store, project, true);
    if (check === null || rowsByDisposition(check.histogram, sendOptionsOf(project)).notChosen === 0)
      throw new AppError('NOT_NOW', 'Everyone who could be sent was chosen, so nobody is left.');
    guard.assertOnlyRest({ lineage: link });
    const rest = this.add(project, 'rest', `The rest: ${project.name}`, newMarker(), {
      lineage: link,
      // `resendRecent` was agreed for that list only, and other lists may have sent these people since.
      options: { ...valuesOf(ROW_SETTINGS, project.options), resendRecent: false },
    });
    this.scoreLike(store.get(rest), project, like);
    this.copyInBackground(rest, project, 'rest');
    return publisher.view(rest);
  }

  /**
   * Gives the unsent rest of a list the connection and the score settings of the project `like`: the list itself or its comparison. Does
   * nothing for null.
   * @throws INPUT_INVALID for any other project.
   */
  private scoreLike({ id }: ProjectRow, project: ProjectRow, like: string | null): void {
    if (like === null) return;
    const { store, connections } = this.deps;
    const asked = store.get(like);
    if (asked.id !== project.id && comparedPilot(asked.lineage) !== project.id)
      throw new AppError('INPUT_INVALID', 'The others are sent as the pilot was, or as its comparison.');
    const isOfAccount = connections.accountOf(project.connectionId).has(asked.connectionId);
    const { connectionId } = asked;
    const { scoreConfiguration } = asked.options;
    const change = { connectionId, lineage: restLink(store, project, isOfAccount), options: { scoreConfiguration } };
    store.update(id, change, ({ state }) => {
      // Another program can have sent it a moment ago, over a different connection.
      if (!isSubmittable(state)) throw new AppError('NOT_NOW', 'These people were sent a moment ago. Nothing was changed.');
    });
  }

  /**
   * Like `screenRest`, but resolves only after the rows are copied.
   * @throws as `screenRest`.
   */
  async settledRest(id: string, like: string | null): Promise<ProjectView> {
    const { queue, store, publisher } = this.deps;
    const rest = this.screenRest(id, like);
    // The copy first waits in the queue of the source list, then in the rest's own queue.
    await queue.run(firstPartOf(store.get(id)), async () => {});
    await queue.run(rest.id, async () => {});
    return publisher.view(rest.id);
  }

  private makeRetry(project: ProjectRow): ProjectView {
    const id = this.add(project, 'refused', `Not accepted: ${project.name}`, newMarker(), {
      lineage: { kind: 'retry', of: project.id, merged: false },
    });
    this.copyInBackground(id, project, 'refused');
    return this.deps.publisher.view(id);
  }

  private copyInBackground(id: string, project: ProjectRow, kind: keyof typeof NOT_COPIED): void {
    const { queue } = this.deps;
    const which = kind === 'rest' ? ({ kind, options: sendOptionsOf(project) } as const) : ({ kind } as const);
    // Also in the queue of the source, so that its results are not fetched again at the same time.
    const copied = queue.run(project.id, () => queue.run(id, () => this.derive(id, project, which)));
    checkOnceCopied(this.deps, { id, copied, event: 'project.derive', failure: NOT_COPIED[kind] });
  }

  /**
   * A project with rows copied from another one. Starts the copy again if the program that copied them ended before it was complete. If the
   * source list was removed since, deletes the project and returns null.
   */
  private resumed(project: ProjectRow): ProjectRow | null {
    const { store } = this.deps;
    const left = project.state.at === 'reading' ? store.readers.leftToCopy(project.id) : null;
    // `PilotComparison` removes unsent comparisons at start-up, whether or not they have their rows.
    if (left === null || comparedPilot(project.lineage) !== null) return project;
    const from = store.find(left.of);
    // Incomplete parts are not needed: sending the list creates its parts again.
    if (left.rows === 'part' || from === null) {
      store.delete(project);
      return null;
    }
    store.readers.begin(project.id, left);
    this.copyInBackground(project.id, from, left.rows);
    return project;
  }

  /** At start-up: restarts copies that an earlier program did not finish. `only`: the ID of one project; null: all. */
  resumeAll(only: string | null): void {
    for (const project of this.deps.store.all()) if (only === null || project.id === only) this.resumed(project);
  }

  /**
   * Fills the project `id` with rows of a list, and checks them.
   * @throws what the task throws; the project is then kept.
   */
  async makePart(id: string, project: ProjectRow, which: DerivedRows): Promise<void> {
    await this.deps.queue.run(id, () => this.derive(id, project, which));
    await this.deps.check.current(id);
  }

  /**
   * Stores a project without rows that has the properties of the project that its rows will come from. `rows`: which rows.
   * @throws HELD_ELSEWHERE for rows of a list that another computer can send.
   */
  add(project: ProjectRow, rows: DerivedRows['kind'], name: string, marker: string, change: PartsChange): string {
    assertHeldHere(project);
    const id = randomUUID();
    // The rows keep the IDs that they have in the source project.
    const { rowIdPrefix, rowIdForm } = project.submission;
    const { sheetName } = project.source;
    const added = {
      id,
      name: titleFrom(name),
      connectionId: project.connectionId,
      fileName: project.fileName,
      fileBytes: project.fileBytes,
      fileSha256: project.fileSha256,
      state: { at: 'reading' },
      ...newParts(marker, rowIdPrefix, {
        ...change,
        submission: { ...change.submission, rowIdForm },
        source: { sheetName },
        options: { ...valuesOf(LIST_SETTINGS, project.options), ...change.options },
      }),
    } as const;
    this.deps.store.add(added, { of: project.id, rows });
    return id;
  }

  private async derive(id: string, project: ProjectRow, which: DerivedRows): Promise<void> {
    const { store, queue } = this.deps;
    const own = store.get(id);
    const source = store.source(store.get(project.id));
    const { rows } = await queue.runTask(id, 'deriveRows', {
      source,
      target: store.fileRef(own),
      which,
      without: store.erasedRows(project.id),
    });
    const state = store.listState(project);
    const layout =
      which.kind === 'all'
        ? state.layout
        : // Every copied row belongs to the list, so no rule leaves rows out.
          { ...state.layout, rows, totalsRows: [], leaveOut: undefined, rowCounts: undefined };
    const change = { encryptedList: store.encrypt(own, { ...state, layout, check: null }), source: { rows } };
    store.transition(id, { type: 'read' }, { rows, sheet: layout.sheetName, from: project.id }, change);
  }
}

/** Why a list without results has no rest yet, and what to do instead. */
function noRestYet(state: ProjectRow['state']): string {
  if (state.at !== 'ended') return 'The results are not available yet.';
  return state.resume === null
    ? 'This list was stopped before it could be paid for. Start it again: nobody in it was sent.'
    : 'This list was given up before it could be paid for. Resume it, and screen the rest once its results are here.';
}

/**
 * `unsettled`: a project that may have scored rows of a retry.
 * @throws NOT_NOW while it is unknown which rows were scored.
 */
function assertSettled(unsettled: ProjectRow | null): void {
  if (unsettled === null) return;
  const { name, source, wrappedKey } = unsettled;
  const rows = source.rows === null ? 'The rows' : countText(source.rows, 'row');
  if (wrappedKey === null)
    throw new AppError('NOT_NOW', `${rows} of them may have been scored in a list that was removed here. They are not sent again.`);
  throw new AppError('NOT_NOW', `${rows} of them are already in “${name}”. Finish that project first, or stop it before it starts.`);
}
