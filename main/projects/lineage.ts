/** Which project another project was made from: baselines, retries of refused rows, and parts of a long list. Only reads. */
import { AppError } from '../../shared/base/index.ts';
import {
  allHaveResults,
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

  /** All projects with this one as their parent, including removed ones, the oldest first. */
  childrenOf(id: string): ProjectRow[] {
    return this.database.projects.childrenOf(id);
  }

  /**
   * The parts, retries and the rest of a pilot that were merged into this project, directly or through another project. Includes removed
   * ones.
   */
  mergedInto(id: string): ProjectRow[] {
    const merged = this.childrenOf(id).filter(({ lineage }) => mergesIntoParent(lineage) && lineage.merged);
    return merged.flatMap((one) => [one, ...this.mergedInto(one.id)]);
  }

  /** A list and everything that merges into it, such as its parts and retries, except removed projects. The list itself comes first. */
  familyOf(project: ProjectRow): ProjectRow[] {
    const children = this.childrenOf(project.id).filter(({ lineage, wrappedKey }) => wrappedKey !== null && mergesIntoParent(lineage));
    return [project, ...children.flatMap((child) => this.familyOf(child))];
  }

  /** The later parts of a list, including removed ones. */
  partsOf({ id }: ProjectRow): ProjectRow[] {
    return this.childrenOf(id).filter(({ lineage }) => lineage?.kind === 'part');
  }

  /**
   * The project that may still score rows of a retry, or may have scored some that have no result in the root: the retry itself or one of
   * its parts, including removed ones. Null if the root has every result.
   */
  unsettledOf(retry: ProjectRow): ProjectRow | null {
    const isUnsettled = (one: ProjectRow) => {
      if (mergesIntoParent(one.lineage) && one.lineage.merged) return false;
      if (one.wrappedKey === null) return mayBeCharged(one.state);
      return wasSent(one.state) || (one.lineage?.kind === 'part' && isSubmittable(one.state) && this.willBeSent(one));
    };
    return [retry, ...this.partsOf(retry)].find(isUnsettled) ?? null;
  }

  /** The comparisons of a pilot that may have been charged, including removed ones. */
  comparisonsOf(id: string): ProjectRow[] {
    return this.childrenOf(id).filter(({ lineage, state }) => comparedPilot(lineage) !== null && mayBeCharged(state));
  }

  /** The rests of a list, and the rests of those, including removed ones. */
  restsOf(id: string): ProjectRow[] {
    const rests = this.childrenOf(id).filter(({ lineage }) => isRest(lineage));
    return rests.flatMap((one) => [one, ...this.restsOf(one.id)]);
  }

  /** What other lists, here or elsewhere, may have sent of the people of a project. */
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
    // A newer list that was compared with this one may have sent the rest, too.
    const lists = [id, ...this.restsOf(id).map((one) => one.id)];
    if (lists.flatMap((of) => this.childrenOf(of)).some(({ lineage, state }) => lineage?.kind === 'baseline' && mayBeCharged(state)))
      sent.add('rest');
    return [...sent];
  }

  /**
   * Checks what another computer had sent of a project before it came here in a bundle.
   * @throws NOT_NOW when it had sent `what`.
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

  /** The project that the results of this one are merged into in the end. Its file has the results of all rows. */
  rootOf({ id, lineage }: ProjectRow): string {
    if (!mergesIntoParent(lineage)) return id;
    const before = this.database.projects.find(lineage.of);
    return before === null ? lineage.of : this.rootOf(before);
  }

  /**
   * The screenings that a project is compared with, the newest first. Each begins with its root, followed by the parts and retries of the
   * root. The rests of a root come next, as screenings of their own. Empty for a project without a baseline.
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
    // A rest that was given up or removed may itself have a rest that was sent.
    for (const rest of children) if (isRest(rest.lineage)) this.addWithRests(rest, baselines, seen);
  }

  /** The lists in which the people of a rest were not chosen, the newest first, including removed ones. Empty for any other list. */
  notChosenIn({ lineage }: Pick<ProjectRow, 'lineage'>): string[] {
    const lists: string[] = [];
    let link = lineage;
    while (link !== null && isRest(link)) {
      lists.push(link.of);
      link = this.database.projects.findEver(link.of)?.lineage ?? null;
    }
    return lists;
  }

  /** The roots of `baselinesOf`. */
  rootsOfBaselines(project: ProjectRow): ProjectRow[] {
    return this.baselinesOf(project).flatMap(([root]) => root ?? []);
  }

  /**
   * Whether two lists share people: one of them is a part, a retry or the rest of a screening with which the other one is compared. Also
   * true for two comparisons of a pilot, and for a comparison and a retry of it.
   */
  sharesPeople(one: ProjectRow, other: ProjectRow): boolean {
    const isComparedWith = (newer: ProjectRow, { lineage }: ProjectRow) =>
      (mergesIntoParent(lineage) || isRest(lineage)) &&
      // A removed screening is no longer in `baselinesOf`.
      ((newer.lineage?.kind === 'baseline' && newer.lineage.of === lineage?.of) ||
        this.baselinesOf(newer).some(([root]) => root?.id === lineage?.of));
    const isSecond = (newer: ProjectRow, { lineage }: ProjectRow) => {
      const pilot = comparedPilot(newer.lineage);
      return pilot !== null && lineage?.of === pilot && (lineage.kind === 'comparison' || lineage.kind === 'retry');
    };
    // A part of a retry has people of the list that the retry belongs to.
    const links = (project: ProjectRow) => {
      const first = firstPartOf(project) === project.id ? null : this.database.projects.findEver(firstPartOf(project));
      return first === null ? [project] : [project, first];
    };
    const isComparedWithAny = (newer: ProjectRow, older: ProjectRow) => links(older).some((link) => isComparedWith(newer, link));
    return isComparedWithAny(one, other) || isComparedWithAny(other, one) || isSecond(one, other) || isSecond(other, one);
  }

  /** Whether an unsent part will be sent, because its first part was. */
  willBeSent(part: ProjectRow): boolean {
    const first = this.database.projects.find(firstPartOf(part));
    if (first !== null) return wasSent(first.state);
    // When the first part was removed, the later ones are sent only if it had its results.
    return this.lastStateOf(firstPartOf(part)) === 'done';
  }

  /** The last state of a project according to the journal, which is kept when the project is removed. */
  lastStateOf(id: string): ProjectState['at'] | null {
    return this.database.journal.entries(id).findLast(({ state }) => state !== null)?.state ?? null;
  }
}

/** Approximately when a project was screened, in milliseconds since 1970. When it was created, if nothing better is known. */
export const screenedAbout = ({ submission, adopted, createdAt }: Pick<ProjectRow, 'submission' | 'adopted' | 'createdAt'>): number =>
  submission.processedAt ?? adopted?.createdAt ?? createdAt;

/** Whether every row that an adopted project has on the service has its result. The other rows of the file were not sent with it. */
export const isWhollyAdopted = ({ adopted, state }: Pick<ProjectRow, 'adopted' | 'state'>): boolean =>
  adopted !== null && state.at === 'done' && allHaveResults(adopted, state.counts);

/** Whether a list was sent or will be sent without a command, and has no results yet. */
export function isInProgress({ lineage, state, wrappedKey }: ProjectRow): boolean {
  if (wrappedKey === null || state.at === 'done') return false;
  // Parts are sent one after the other without a command.
  return wasSent(state) || (lineage?.kind === 'part' && isSubmittable(state));
}
