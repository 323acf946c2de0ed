/**
 * Refuses to send a list if its people may also be sent and paid for in another list, because the two lists were not compared or cannot
 * leave out each other's people.
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
const MAX_NAMED = 5;

/** A removed list no longer has a name. */
export const calledIn = ({ name, wrappedKey }: ProjectRow): string => (wrappedKey === null ? 'A list that was removed here' : `“${name}”`);

interface OverlapGuardDeps {
  readonly database: Pick<AppDatabase, 'connections' | 'journal' | 'projects'>;
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
   * Refuses to resume a list that was canceled without charge if a list that was not compared with it was sent since then. Does nothing for
   * any other project.
   * @throws NOT_NOW with the other list.
   */
  assertNothingSentSince(project: ProjectRow): void {
    const { database, store, connections, inputs, lineage } = this.deps;
    const { state } = project;
    // A part sends all of its rows, so the options of the whole list are those of the first part.
    const resendRecent = store.find(firstPartOf(project))?.options.resendRecent ?? false;
    if (state.at !== 'ended' || mayBeCharged(state) || resendRecent) return;
    const account = connections.accountOf(project.connectionId);
    const countsNobody = inputs.recencyDays(project) === 0;
    const entries = database.journal.entries(project.id);
    // The journal's order is right even when the clock was set back.
    const canceledAt = entries[entries.findLastIndex((entry) => entry.state !== 'ended') + 1]?.seq ?? 0;
    const since = (id: string, ...events: JournalEventName[]) =>
      database.journal
        .entries(id)
        .some(({ event, seq }) => seq > canceledAt && event.type !== 'unknown-entry' && events.includes(event.type));
    // A later part is sent without a command. Its people were compared when the whole list was sent.
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
   * Allows a waiting part only if other lists have left out its people the whole time: the first part was sent, and was not canceled
   * without charge before another list was sent. Does nothing for any other project.
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
   * Lists that cannot leave out each other's people must not be sent at the same time: a list waits for parts and retries of its baselines,
   * and a retry waits for lists that are compared with its root.
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
   * Refuses a list that a project on another computer may send too: over the same account, a project with the same file, or a baseline with
   * people who were not chosen or were refused.
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

  /** The projects that belong to another computer and may send people of this list too. Empty for practice, which costs nothing. */
  handedOver(project: ProjectRow): ProjectRow[] {
    const { database, connections, store, lineage } = this.deps;
    const { id, fileSha256, connectionId } = project;
    if (connections.row(connectionId).kind === 'practice') return [];
    const account = database.connections.accountOf(connectionId);
    // Includes projects that were removed here, and their connections: the other computer can still send them.
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
   * Sends a rest only if no other list that was compared with the same screenings may have sent its people. Does nothing for any other
   * project.
   * @throws NOT_NOW with the other list.
   */
  assertOnlyRest({ id, lineage: link }: Pick<ProjectRow, 'lineage'> & { readonly id?: string }): void {
    const { lineage } = this.deps;
    const lists = lineage.notChosenIn({ lineage: link });
    for (const of of lists) lineage.assertNotSentElsewhere(of, 'rest');
    const other = lists
      // A rest that was given up can itself have a rest.
      .flatMap((of) => [of, ...lineage.restsOf(of).map((one) => one.id)])
      .flatMap((of) => lineage.childrenOf(of))
      .filter((one) => one.id !== id && !lists.includes(one.id) && one.lineage?.kind === 'baseline')
      .find(({ state }) => mayBeCharged(state) || isUnfinished(state));
    if (other !== undefined)
      throw new AppError(
        'NOT_NOW',
        `${calledIn(other)} was sent since then, and these people may be in it. To avoid sending anyone twice, ${other.wrappedKey === null ? '' : 'screen the rest from there, or '}import the file again and send only what is new or changed.`,
      );
  }

  /**
   * Allows only one comparison of a pilot, and none after its refused rows were sent, so that nobody is charged three times. Does nothing
   * for any other project.
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
   * Allows a retry, or a part of it, only while no other retry of the same root may score the same rows. Does nothing for any other
   * project.
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

  /**
   * For a part of a retry: a retry of the same root that was created later and was sent. Null when there is none, and for any other
   * project.
   */
  newerRetry(part: ProjectRow): ProjectRow | null {
    const retry = this.retryOf(part);
    if (retry?.lineage == null) return null;
    const retries = this.deps.lineage.childrenOf(retry.lineage.of).filter(({ lineage }) => lineage?.kind === 'retry');
    const own = retries.findIndex(({ id }) => id === retry.id);
    return retries.slice(own + 1).find(({ state }) => wasSent(state)) ?? null;
  }

  /** The retry that a project is, or is a part of; null for any other project. */
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
        // The parts of a retry are children of its first part.
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
   * Refuses a retry with rows that have scores by now: the root's results may have been fetched again since the retry was created, or
   * another retry sent. Does nothing for any other project.
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
    const named = rows.slice(0, MAX_NAMED).map((row) => rowName(row, appended));
    const more = rows.length - named.length;
    const advice =
      project.state.at === 'draft' && of === project.lineage?.of
        ? `Leave ${rows.length === 1 ? 'it' : 'them'} out, then send the rest, so that nobody is paid for twice.`
        : 'Fix the rows of that list that were not accepted again instead, so that nobody is paid for twice.';
    const which = `${rows.length === 1 ? 'Row' : 'Rows'} ${named.join(', ')}${more === 0 ? '' : ` and ${numberText(more)} more`}`;
    throw new AppError('NOT_NOW', `${which} ${rows.length === 1 ? 'has' : 'have'} scores in “${root.name}” now. ${advice}`);
  }
}
