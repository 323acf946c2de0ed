/** The lists of an account for the plan's census, with a key that changes when the counts may have changed. */
import { createHash } from 'node:crypto';
import { AppError, expectedError, localDay } from '../../shared/base/index.ts';
import { isRest, isSubmittable, mergesIntoParent, wasSent } from '../../shared/project/index.ts';
import type { StoredOrganizationRules, SuppressionList } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import {
  type Lineage,
  type ProjectStore,
  erasedName,
  isInProgress,
  isWhollyAdopted,
  screenedAbout,
  submitOptionsOf,
} from '../projects/index.ts';
import { type AppDatabase, type ProjectRow, heldElsewhere } from '../store/app-database/index.ts';
import { BUILD_ID, type CensusInput, type CountedList } from '../worker-protocol/index.ts';

export interface AccountListsDeps {
  readonly database: AppDatabase;
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly connections: Connections;
  readonly rules: StoredOrganizationRules;
  readonly suppression: SuppressionList;
}

/**
 * `sent`: changes when something was sent, finished or removed, or somebody was erased. `all`: also changes with a draft or a setting of
 * the checks.
 */
export interface CensusKey {
  readonly sent: string;
  readonly all: string;
}

const digest = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

export class AccountLists {
  private readonly deps: AccountListsDeps;

  constructor(deps: AccountListsDeps) {
    this.deps = deps;
  }

  /** The lists that have been read. Lists with newer values of their people come first. */
  private projectsOf(connectionId: string): ProjectRow[] {
    const account = this.deps.connections.accountOf(connectionId);
    const ages = new Map<string, number>();
    const projects = this.deps.store
      .all()
      .filter(({ connectionId, encryptedList, state }) => account.has(connectionId) && encryptedList !== null && isRead(state));
    for (const project of projects) ages.set(project.id, this.readAt(project));
    // A list from the service's profiles says less about people than any other list.
    const isList = ({ adopted }: ProjectRow) => (adopted?.from === 'profiles' ? 0 : 1);
    return projects.toSorted(
      (a, b) => isList(b) - isList(a) || ages.get(b.id)! - ages.get(a.id)! || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1),
    );
  }

  /** When the rows of a project were read from a file. The rows of a part, a retry or a rest come from another project. */
  private readAt(project: ProjectRow): number {
    let first = project;
    while (mergesIntoParent(first.lineage) || isRest(first.lineage)) {
      const before = this.deps.database.projects.findEver(first.lineage!.of);
      if (before === null) break;
      first = before;
    }
    return first.createdAt;
  }

  private sentOf(project: ProjectRow): CountedList['sent'] {
    const { state, submission, createdAt } = project;
    if (state.at === 'done') return { rows: 'results', othersWereSent: !isWhollyAdopted(project), day: localDay(screenedAbout(project)) };
    // The project was in a bundle, so another computer may have sent it.
    if (isSubmittable(state) && heldElsewhere(project) !== null) return { rows: 'sending', options: null, day: null };
    if (!isInProgress(project)) return null;
    // A canceled list may have been charged, so its people are treated as screened.
    if (state.at === 'ended')
      return { rows: 'sending', options: submitOptionsOf(project), day: localDay(submission.startedAt ?? createdAt) };
    if (wasSent(state)) return { rows: 'sending', options: submitOptionsOf(project), day: null };
    return this.deps.lineage.willBeSent(project) ? { rows: 'sending', options: null, day: null } : null;
  }

  /** What the counts depend on, without reading any list. */
  key(connectionId: string): CensusKey {
    const { database, rules, suppression } = this.deps;
    const projects = this.projectsOf(connectionId);
    const erased = projects.flatMap(({ id }) => database.settings.get(erasedName(id)) ?? []);
    const sent = projects.flatMap((project) => {
      const { id, state, submission } = project;
      const sentAs = this.sentOf(project);
      return sentAs === null ? [] : [[id, sentAs, state.at === 'done' ? state.counts : null, submission.fetchedAgain]];
    });
    const drafts = projects.flatMap(({ id, version, state }) => (wasSent(state) ? [] : [[id, version]]));
    const ofSent = digest([BUILD_ID, sent, erased]);
    return { sent: ofSent, all: digest([ofSent, drafts, rules.get(), suppression.revision()]) };
  }

  /** @throws PROJECT_FILE_DAMAGED with the name of a list that cannot be read. */
  private sourceOf(project: ProjectRow): CountedList['list'] {
    try {
      return this.deps.store.source(project);
    } catch (cause) {
      if (expectedError(cause) !== null) throw cause;
      throw new AppError(
        'PROJECT_FILE_DAMAGED',
        `“${project.name}” cannot be read, so it is not known who was screened in it. Remove it, or restore the data folder from a backup, and try again.`,
        {},
        { cause },
      );
    }
  }

  /** @throws as `sourceOf`. */
  input(connectionId: string): CensusInput {
    const { store, rules, suppression } = this.deps;
    return {
      lists: this.projectsOf(connectionId).map((project) => ({
        name: project.name,
        list: this.sourceOf(project),
        sent: this.sentOf(project),
      })),
      rules: rules.get(),
      suppression: suppression.list(),
      today: store.today(),
    };
  }
}

const isRead = ({ at }: ProjectRow['state']): boolean => at !== 'reading' && at !== 'unreadable';
