/**
 * Which project another one was made from: baselines, retries of refused rows, and parts of a long list. Only reads.
 */
import { AppError } from '../../shared/base/index.ts';
import {
  type ProjectState,
  type SentOfList,
  comparedPilot,
  firstPartOf,
  isRest,
  isSubmittable,
  mayBeCharged,
  mergesIntoParent,
  wasSent,
} from '../../shared/project/index.ts';
import type { AppDatabase, ProjectRow } from '../store/app-database/index.ts';

export class Lineage {
  private readonly database: AppDatabase;

  constructor(database: AppDatabase) {
    this.database = database;
  }

  /** Every project with this one as its parent, removed ones included. */
  childrenOf(id: string): ProjectRow[] {
    return this.database.projects.childrenOf(id);
  }

  /** The parts, retries and the rest of a pilot whose results were merged into this project, directly or not, removed ones included. */
  mergedInto(id: string): ProjectRow[] {
    const merged = this.childrenOf(id).filter(({ lineage }) => mergesIntoParent(lineage) && lineage.merged);
    return merged.flatMap((one) => [one, ...this.mergedInto(one.id)]);
  }

  /** A list with its parts, its retries and what else is merged into it or will be, as far as they are still here; the list itself first. */
  familyOf(project: ProjectRow): ProjectRow[] {
    const children = this.childrenOf(project.id).filter(({ lineage, wrappedKey }) => wrappedKey !== null && mergesIntoParent(lineage));
    return [project, ...children.flatMap((child) => this.familyOf(child))];
  }

  /** The later parts of a list, removed ones included. */
  partsOf({ id }: ProjectRow): ProjectRow[] {
    return this.childrenOf(id).filter(({ lineage }) => lineage?.kind === 'part');
  }

  /**
   * Of a list of refused rows, what can still score some of them, or may have done so without a result in the root: itself or one of its
   * parts, removed ones included. Null when the root has every result.
   */
  unsettledOf(retry: ProjectRow): ProjectRow | null {
    const isUnsettled = (one: ProjectRow) => {
      if (mergesIntoParent(one.lineage) && one.lineage.merged) return false;
      if (one.wrappedKey === null) return mayBeCharged(one.state);
      return wasSent(one.state) || (one.lineage?.kind === 'part' && isSubmittable(one.state) && this.willBeSent(one));
    };
    return [retry, ...this.partsOf(retry)].find(isUnsettled) ?? null;
  }

  /** The lists that sent the people of a pilot once more, to compare, and can have been charged, removed ones included. */
  comparisonsOf(id: string): ProjectRow[] {
    return this.childrenOf(id).filter(({ lineage, state }) => comparedPilot(lineage) !== null && mayBeCharged(state));
  }

  /** The lists of the people who were not chosen in a project, and of those who were not chosen in such a list again, removed ones included. */
  restsOf(id: string): ProjectRow[] {
    const rests = this.childrenOf(id).filter(({ lineage }) => isRest(lineage));
    return rests.flatMap((one) => [one, ...this.restsOf(one.id)]);
  }

  /** What other lists, here or elsewhere, can have sent of the people of a project. */
  sentOf({ id, custody }: ProjectRow): SentOfList[] {
    const charged = this.childrenOf(id).filter(({ state }) => mayBeCharged(state));
    const sent = new Set(custody?.sentElsewhere);
    for (const one of this.childrenOf(id)) {
      const unsettled = one.lineage?.kind === 'retry' ? this.unsettledOf(one) : null;
      if (unsettled !== null && mayBeCharged(unsettled.state)) sent.add('retry');
    }
    for (const { lineage } of charged) {
      if (lineage?.kind === 'retry' || lineage?.kind === 'comparison') sent.add('comparison');
    }
    // Also a newer list that was compared with this one, as for a list here.
    const lists = [id, ...this.restsOf(id).map((one) => one.id)];
    if (lists.flatMap((of) => this.childrenOf(of)).some(({ lineage, state }) => lineage?.kind === 'baseline' && mayBeCharged(state)))
      sent.add('rest');
    return [...sent];
  }

  /**
   * What was sent of a project on another computer, before it came in a bundle.
   * @throws NOT_NOW when `what` was.
   */
  assertNotSentElsewhere(id: string, what: SentOfList): void {
    const project = this.database.projects.findEver(id);
    if (project?.custody?.sentElsewhere.includes(what) !== true) return;
    const whom = {
      rest: 'The people who were not chosen',
      comparison: 'The people of this pilot',
      retry: 'Rows of this list that were not accepted',
    }[what];
    throw new AppError(
      'NOT_NOW',
      `${whom} were sent on another computer before this list came from there in a bundle. They are not sent again, so that nobody is paid for twice.`,
    );
  }

  /** The first project of a list that has parts, retries or a rest that is merged: its file holds the result of every row. */
  rootOf({ id, lineage }: ProjectRow): string {
    if (!mergesIntoParent(lineage)) return id;
    const before = this.database.projects.find(lineage.of);
    return before === null ? lineage.of : this.rootOf(before);
  }

  /**
   * The screenings that a project is compared with, the newest first. Each is a root followed by its parts and retries. After a root come
   * the lists of its people who were not chosen. Empty for a project without a baseline.
   */
  baselinesOf({ id, lineage }: Pick<ProjectRow, 'lineage'> & { readonly id?: string }): ProjectRow[][] {
    const baselines: ProjectRow[][] = [];
    const seen = new Set(id === undefined ? [] : [id]);
    let of = lineage?.kind === 'baseline' ? lineage.of : null;
    while (of !== null && !seen.has(of)) {
      const root = this.database.projects.find(of);
      if (root?.state.at !== 'done') break;
      this.addWithRests(root, baselines, seen);
      of = root.lineage?.kind === 'baseline' ? root.lineage.of : null;
    }
    return baselines;
  }

  private addWithRests(root: ProjectRow, baselines: ProjectRow[][], seen: Set<string>): void {
    if (seen.has(root.id)) return;
    seen.add(root.id);
    const isThere = ({ state, wrappedKey }: ProjectRow) => state.at === 'done' && wrappedKey !== null;
    const children = this.childrenOf(root.id);
    if (isThere(root))
      baselines.push([root, ...children.filter((one) => isThere(one) && mergesIntoParent(one.lineage) && !isRest(one.lineage))]);
    // A rest that was given up or removed can have a rest that was sent.
    for (const rest of children) if (isRest(rest.lineage)) this.addWithRests(rest, baselines, seen);
  }

  /** The lists that the people of a rest were not chosen in, the newest first, removed ones included. Empty for any other list. */
  notChosenIn({ lineage }: Pick<ProjectRow, 'lineage'>): string[] {
    const lists: string[] = [];
    let link = lineage;
    while (link !== null && isRest(link)) {
      lists.push(link.of);
      link = this.database.projects.findEver(link.of)?.lineage ?? null;
    }
    return lists;
  }

  /** The roots of these screenings. */
  rootsOfBaselines(project: ProjectRow): ProjectRow[] {
    return this.baselinesOf(project).flatMap(([root]) => root ?? []);
  }

  /**
   * Whether two lists share people: one of them is a part or retry of a screening that the other one is compared with, or has the people who
   * were not chosen in it. Also two comparisons of a pilot, and one of them with its refused rows.
   */
  sharesPeople(one: ProjectRow, other: ProjectRow): boolean {
    const isComparedWith = (newer: ProjectRow, { lineage }: ProjectRow) =>
      (mergesIntoParent(lineage) || isRest(lineage)) &&
      // A screening that was removed is no baseline anymore.
      ((newer.lineage?.kind === 'baseline' && newer.lineage.of === lineage?.of) ||
        this.baselinesOf(newer).some(([root]) => root?.id === lineage?.of));
    const isSecond = (newer: ProjectRow, { lineage }: ProjectRow) => {
      const pilot = comparedPilot(newer.lineage);
      return pilot !== null && lineage?.of === pilot && (lineage.kind === 'comparison' || lineage.kind === 'retry');
    };
    // A part of refused rows has people of the list that their first part comes from.
    const links = (project: ProjectRow) => {
      const first = firstPartOf(project) === project.id ? null : this.database.projects.findEver(firstPartOf(project));
      return first === null ? [project] : [project, first];
    };
    const isComparedWithAny = (newer: ProjectRow, older: ProjectRow) => links(older).some((link) => isComparedWith(newer, link));
    return isComparedWithAny(one, other) || isComparedWithAny(other, one) || isSecond(one, other) || isSecond(other, one);
  }

  /** Whether an unsent part follows a first part that was sent, so it is sent too. */
  willBeSent(part: ProjectRow): boolean {
    const first = this.database.projects.find(firstPartOf(part));
    if (first !== null) return wasSent(first.state);
    // When the first part was removed, the later ones are sent only if it had its results.
    return this.lastStateOf(firstPartOf(part)) === 'done';
  }

  /** The last state of a project in the journal, which outlives the project. */
  lastStateOf(id: string): ProjectState['at'] | null {
    return this.database.journal.entries(id).findLast(({ state }) => state !== null)?.state ?? null;
  }
}

/** About when a project was screened, in milliseconds since 1970: when it was created, if nothing better is known. */
export const screenedAbout = ({ submission, adopted, createdAt }: Pick<ProjectRow, 'submission' | 'adopted' | 'createdAt'>): number =>
  submission.processedAt ?? adopted?.createdAt ?? createdAt;

/** Whether a list was sent or will be sent without a command, and has no results yet. */
export function isInProgress({ lineage, state, wrappedKey }: ProjectRow): boolean {
  if (wrappedKey === null || state.at === 'done') return false;
  // Parts are sent one after the other without a command.
  return wasSent(state) || (lineage?.kind === 'part' && isSubmittable(state));
}
