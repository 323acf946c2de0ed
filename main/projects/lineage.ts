/** Which project came out of which: baselines, retries of refused rows, and the parts of a long list. Pure reads. */
import { type ProjectState, wasSent } from '../../shared/project/project.ts';
import type { AppDatabase, ProjectRow } from '../store/app-database/app-database.ts';
import { mergesIntoParent } from '../store/app-database/schema/project.ts';

export class Lineage {
  private readonly database: AppDatabase;

  constructor(database: AppDatabase) {
    this.database = database;
  }

  /** Every project that came out of this one, removed ones included. */
  linkedTo(id: string): ProjectRow[] {
    return this.database.linkedTo(id);
  }

  /** Parts and retries of a list whose results were merged into those of the first one; removed ones included. */
  mergedInto(id: string): ProjectRow[] {
    return this.linkedTo(id).filter(({ lineage }) => mergesIntoParent(lineage) && lineage.merged);
  }

  /** The project at the beginning of the parts and retries: it holds the result of every row. */
  rootOf({ id, lineage }: ProjectRow): string {
    if (!mergesIntoParent(lineage)) return id;
    const before = this.database.project(lineage.of);
    return before === null ? lineage.of : this.rootOf(before);
  }

  /**
   * The screenings that a project is compared with, the newest first, each with all of its projects: the first one, its parts and
   * its retries. Empty for a project without a baseline.
   */
  baselinesOf({ lineage }: Pick<ProjectRow, 'lineage'>): ProjectRow[][] {
    const baselines: ProjectRow[][] = [];
    const seen = new Set<string>();
    let of = lineage?.kind === 'baseline' ? lineage.of : null;
    while (of !== null && !seen.has(of)) {
      seen.add(of);
      const first = this.database.project(of);
      if (first?.state.at !== 'done') break;
      const others = this.linkedTo(of).filter(
        (other) => mergesIntoParent(other.lineage) && other.state.at === 'done' && other.wrappedKey !== null,
      );
      baselines.push([first, ...others]);
      of = first.lineage?.kind === 'baseline' ? first.lineage.of : null;
    }
    return baselines;
  }

  /** The same, each by the project that has all of its results. */
  rootsOfBaselines(project: ProjectRow): ProjectRow[] {
    return this.baselinesOf(project).flatMap(([first]) => first ?? []);
  }

  /** Whether one of two lists holds rows of a screening that the other one is compared with: then they share people. */
  sharesPeople(one: ProjectRow, other: ProjectRow): boolean {
    const has = (newer: ProjectRow, { lineage }: ProjectRow) =>
      mergesIntoParent(lineage) && this.baselinesOf(newer).some(([first]) => first?.id === lineage.of);
    return has(one, other) || has(other, one);
  }

  /** Whether a part is going to follow one that was sent. */
  willBeSent(part: ProjectRow): boolean {
    const first = this.database.project(firstPartOf(part));
    if (first !== null) return wasSent(first.state);
    // The later parts of a list that was removed are sent if it came to its results.
    return this.lastStateOf(firstPartOf(part)) === 'done';
  }

  /** The last state of a project in the journal, which outlives the project. */
  lastStateOf(id: string): ProjectState['at'] | null {
    return this.database.journal(id).findLast(({ state }) => state !== null)?.state ?? null;
  }
}

/** About when a project was screened, in milliseconds since 1970: its time here, where the service reports no time. */
export const screenedAbout = ({ submission, adopted, createdAt }: Pick<ProjectRow, 'submission' | 'adopted' | 'createdAt'>): number =>
  submission.processedAt ?? adopted?.createdAt ?? createdAt;

/** The id of the first part of a list; of any other project its own id. */
export const firstPartOf = ({ id, lineage }: ProjectRow): string => (lineage?.kind === 'part' ? lineage.of : id);

/** Whether a list was sent or is going to be, and the results of its people are not known yet. */
export function isInProgress({ lineage, state, wrappedKey }: ProjectRow): boolean {
  if (wrappedKey === null || state.at === 'done') return false;
  // Parts are sent one after the other without a command.
  return wasSent(state) || (lineage?.kind === 'part' && (state.at === 'draft' || state.at === 'reading'));
}
