/**
 * Refuses to send a list whose people may be sent and paid for in another list too, because the two were not compared
 * or cannot leave out each other's people.
 */
import { AppError, numberText, rowName } from '../../shared/base/index.ts';
import {
  type JournalEventName,
  comparedPilot,
  firstPartOf,
  isRest,
  isUnfinished,
  mayBeCharged,
  mergesIntoParent,
  wasSent,
} from '../../shared/project/index.ts';
import { rowsByDisposition } from '../../shared/rows/index.ts';
import type { CheckInputSource, ProjectQueries } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import { type Lineage, type ProjectFileQueue, type ProjectStore, isInProgress, sendOptionsOf } from '../projects/index.ts';
import { type AppDatabase, type ProjectRow, heldElsewhere } from '../store/app-database/index.ts';

/** The most rows that a sentence names. */
const MOST_NAMED = 5;

/** A removed list has no name anymore. */
export const calledIn = ({ name, wrappedKey }: ProjectRow): string => (wrappedKey === null ? 'A list that was removed here' : `“${name}”`);

interface OverlapGuardDeps {
  readonly database: Pick<AppDatabase, 'journal' | 'projects'>;
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly lineage: Lineage;
  readonly connections: Connections;
  readonly inputs: CheckInputSource;
  readonly queries: ProjectQueries;
}

export class OverlapGuard {
  private readonly deps: OverlapGuardDeps;

  constructor(deps: OverlapGuardDeps) {
    this.deps = deps;
  }

  /**
   * Keeps a list that was canceled without charge from being resumed when another list, which was not compared with it,
   * was sent since. Does nothing for any other project.
   * @throws NOT_NOW with the other list.
   */
  assertNothingSentSince(project: ProjectRow): void {
    const { database, store, connections, inputs, lineage } = this.deps;
    const { state } = project;
    // The first part of a list has the options of the whole list; a part sends all of its rows.
    const resendRecent = store.find(firstPartOf(project))?.options.resendRecent ?? false;
    if (state.at !== 'ended' || mayBeCharged(state) || resendRecent) return;
    const account = connections.accountOf(project.connectionId);
    const countsNobody = inputs.recencyDays(project) === 0;
    const entries = database.journal.entries(project.id);
    // By journal order, which holds even when the clock was set back.
    const canceledAt = entries[entries.findLastIndex((entry) => entry.state !== 'ended') + 1]?.seq ?? 0;
    const since = (id: string, ...events: JournalEventName[]) =>
      database.journal
        .entries(id)
        .some(({ event, seq }) => seq > canceledAt && event.type !== 'unknown-entry' && events.includes(event.type));
    // A part is sent without a command. Its people were compared when its list was sent.
    const wasSentSince = (one: ProjectRow) =>
      firstPartOf(one) === one.id ? since(one.id, 'send', 'resume') : since(one.id, 'resume') || since(firstPartOf(one), 'send', 'resume');
    const other = store
      .all()
      .filter((one) => account.has(one.connectionId) && firstPartOf(one) !== firstPartOf(project) && wasSent(one.state))
      .find((one) => (!countsNobody || lineage.sharesPeople(project, one)) && wasSentSince(one));
    if (other !== undefined)
      throw new AppError(
        'NOT_NOW',
        `“${other.name}” was sent after this list was given up, and people may be in both. Import the file of this list again: the people who are being screened there are then left out, and nobody is paid for twice.`,
      );
  }

  /**
   * Allows a waiting part only if other lists left out its people all the time: the first part was sent, and not
   * canceled without charge before another list was sent. Does nothing for any other project.
   * @throws NOT_NOW
   */
  assertPartReserved(part: ProjectRow): void {
    const { store, lineage } = this.deps;
    const of = firstPartOf(part);
    if (of === part.id) return;
    const first = store.find(of);
    if (first === null && lineage.lastStateOf(of) !== 'done')
      throw new AppError(
        'NOT_NOW',
        'The first part of this list was removed before its results arrived, so these people may have been sent in another list since. Release the parts, and import the file of the list again.',
      );
    if (first?.state.at === 'draft')
      throw new AppError('NOT_NOW', `This is a part of “${first.name}” and is sent with it. Send that project instead.`);
    if (first !== null) this.assertNothingSentSince(first);
  }

  /**
   * Two lists that cannot leave out each other's people are not sent at the same time: a list waits for parts and retries
   * of its baselines, and a retry waits for lists that are compared with its root.
   * @throws NOT_NOW with the other list.
   */
  assertApart(project: ProjectRow): void {
    const other = this.unfinishedOverlap(project);
    if (other !== null)
      throw new AppError(
        'NOT_NOW',
        `“${other.name}” is not finished, and people in this list may be in it. Finish it first, or stop it before it starts, so that nobody is sent and paid for twice.`,
      );
  }

  /**
   * The same file is not sent over an account for which a project of it belongs to another computer, which can send it as well; nor is a
   * newer list that is compared with a screening which belongs to another computer, and has people who were not chosen or were refused there.
   * @throws SENT_BEFORE with the other project.
   */
  assertNotHandedOver(project: ProjectRow): void {
    const [other] = this.handedOver(project);
    if (other === undefined) return;
    const why =
      other.fileSha256 === project.fileSha256
        ? 'has the same file and belongs to another computer, which can send it or has sent it.'
        : 'belongs to another computer, which can send those who were not chosen or not accepted in it, or has sent them. They are in this list, too.';
    throw new AppError('SENT_BEFORE', `${calledIn(other)} ${why} Nothing was sent. Ask there first, so that nobody is paid for twice.`, {
      reason: 'elsewhere',
    });
  }

  /** The projects that belong to another computer and can send people of a list as well. Nobody pays for practice. */
  handedOver(project: ProjectRow): ProjectRow[] {
    const { database, connections, store, lineage } = this.deps;
    const { id, fileSha256, connectionId } = project;
    if (connections.row(connectionId).kind === 'practice') return [];
    const account = connections.accountOf(connectionId);
    // The other computer can send it also after it was removed here.
    const twins = fileSha256 === null ? [] : database.projects.withFile(fileSha256).filter((one) => account.has(one.connectionId));
    const leavesSome = (one: ProjectRow) => {
      const { check } = store.listState(one);
      const notChosen = check === null ? 0 : rowsByDisposition(check.histogram, sendOptionsOf(one)).notChosen;
      return notChosen > 0 || (one.state.at === 'done' && one.state.counts.refused > 0);
    };
    const others = [...twins, ...lineage.rootsOfBaselines(project).filter((one) => twins.every((twin) => twin.id !== one.id))];
    const held = others.filter((one) => one.id !== id && heldElsewhere(one) !== null);
    return held.filter((one) => twins.includes(one) || leavesSome(one));
  }

  /**
   * A list with the people who were not chosen is sent only if no other list that was compared with the same screenings can have sent them.
   * Does nothing for any other project.
   * @throws NOT_NOW with the other list.
   */
  assertOnlyRest({ id, lineage: link }: Pick<ProjectRow, 'lineage'> & { readonly id?: string }): void {
    const { lineage } = this.deps;
    const lists = lineage.notChosenIn({ lineage: link });
    for (const of of lists) lineage.assertNotSentElsewhere(of, 'rest');
    const other = lists
      // A rest that was given up can have a rest of its own.
      .flatMap((of) => [of, ...lineage.restsOf(of).map((one) => one.id)])
      .flatMap((of) => lineage.childrenOf(of))
      .filter((one) => one.id !== id && !lists.includes(one.id) && one.lineage?.kind === 'baseline')
      .find(({ state }) => mayBeCharged(state) || isUnfinished(state));
    if (other !== undefined)
      throw new AppError(
        'NOT_NOW',
        `${calledIn(other)} was sent since, and these people may be in it. To send nobody twice, ${other.wrappedKey === null ? '' : 'screen the rest from there, or '}import the file again and send only what is new or changed.`,
      );
  }

  /**
   * The people of a pilot are charged a second time once: no other comparison of it, and no list with its refused rows, was sent.
   * Does nothing for any other project.
   * @throws NOT_NOW with the other list.
   */
  assertOnlyComparison({ id, lineage: link }: Pick<ProjectRow, 'lineage'> & { readonly id?: string }): void {
    const pilot = comparedPilot(link);
    if (pilot === null) return;
    this.deps.lineage.assertNotSentElsewhere(pilot, 'comparison');
    const other = this.deps.lineage
      .childrenOf(pilot)
      .filter((one) => one.id !== id && (one.lineage?.kind === 'comparison' || one.lineage?.kind === 'retry'))
      .find(({ state }) => mayBeCharged(state) || isUnfinished(state));
    if (other !== undefined)
      throw new AppError(
        'NOT_NOW',
        `${calledIn(other)} was sent with people of this pilot. A pilot is compared once, before its rows that were not accepted are sent again, so that nobody is charged three times.`,
      );
  }

  /**
   * Refused rows, or a part of them, are sent only while no other list of refused rows of the same root can score them.
   * Does nothing for any other project.
   * @throws NOT_NOW with the other list.
   */
  assertOnlyRetry(project: ProjectRow): void {
    const { lineage } = this.deps;
    const retry = this.retryOf(project);
    if (retry?.lineage == null) return;
    const other = lineage
      .childrenOf(retry.lineage.of)
      .filter((one) => one.id !== retry.id && one.lineage?.kind === 'retry')
      .map((one) => lineage.unsettledOf(one))
      .find((one) => one !== null);
    if (other != null)
      throw new AppError(
        'NOT_NOW',
        `${calledIn(other)} has rows of the same list that were not accepted, and may have scored them. Finish it first, or stop it before it starts, so that nobody is sent and paid for twice.`,
      );
  }

  /** A list of refused rows that was made later than the one that a part belongs to, and was sent; null without one, and for any other part. */
  newerRetry(part: ProjectRow): ProjectRow | null {
    const retry = this.retryOf(part);
    if (retry?.lineage == null) return null;
    const others = this.deps.lineage.childrenOf(retry.lineage.of).filter((one) => one.lineage?.kind === 'retry' && one.id !== retry.id);
    return others.find(({ createdAt, state }) => createdAt >= retry.createdAt && wasSent(state)) ?? null;
  }

  /** The list of refused rows that a project is, or is a part of; null for any other project. */
  private retryOf(project: ProjectRow): ProjectRow | null {
    const first = firstPartOf(project) === project.id ? project : this.deps.database.projects.findEver(firstPartOf(project));
    return first?.lineage?.kind === 'retry' ? first : null;
  }

  private unfinishedOverlap(project: ProjectRow): ProjectRow | null {
    const { store, lineage } = this.deps;
    const { lineage: own } = project;
    const mergingInto = ({ id }: ProjectRow) =>
      [id, ...lineage.restsOf(id).map((one) => one.id)]
        .flatMap((of) => lineage.childrenOf(of))
        // A part of refused rows is a child of their first part.
        .flatMap((one) => (one.lineage?.kind === 'retry' ? [one, ...lineage.partsOf(one)] : [one]))
        .filter((other) => firstPartOf(other) !== project.id && (mergesIntoParent(other.lineage) || isRest(other.lineage)));
    if (own?.kind === 'baseline') return lineage.rootsOfBaselines(project).flatMap(mergingInto).find(isInProgress) ?? null;
    if (own?.kind !== 'retry') return null;
    const compared = lineage.childrenOf(own.of).filter((other) => comparedPilot(other.lineage) !== null);
    const newer = store
      .all()
      .filter((other) => other.lineage?.kind === 'baseline' && lineage.rootsOfBaselines(other).some(({ id }) => id === own.of));
    return [...compared, ...newer.flatMap((other) => [other, ...mergingInto(other)])].find(isInProgress) ?? null;
  }

  /**
   * A retry must not send rows that have scores; the root's results can have been fetched again since the retry was
   * created, or another retry sent. Does nothing for any other project.
   * @throws NOT_NOW with the rows.
   */
  async assertUnscored(project: ProjectRow): Promise<void> {
    const { store, queue, queries } = this.deps;
    const { id } = project;
    const of = this.retryOf(project)?.lineage?.of;
    const root = of === undefined ? null : store.find(of);
    if (root === null) return;
    const input = { target: store.fileRef(root), options: sendOptionsOf(project) };
    const rows = await queue.run(root.id, () => queries.ask(id, 'scoredIn', input));
    if (rows.length === 0) return;
    const { appended } = store.listState(project).layout;
    const named = rows.slice(0, MOST_NAMED).map((row) => rowName(row, appended));
    const more = rows.length - named.length;
    const advice =
      project.state.at === 'draft' && of === project.lineage?.of
        ? `Leave ${rows.length === 1 ? 'it' : 'them'} out, then send the rest, so that nobody is paid for twice.`
        : 'Fix the rows of that list that were not accepted again instead, so that nobody is paid for twice.';
    const which = `${rows.length === 1 ? 'Row' : 'Rows'} ${named.join(', ')}${more === 0 ? '' : ` and ${numberText(more)} more`}`;
    throw new AppError('NOT_NOW', `${which} ${rows.length === 1 ? 'has' : 'have'} scores in “${root.name}” by now. ${advice}`);
  }
}
