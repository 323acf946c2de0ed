/**
 * Records why the list of a project could not be read. If the disk is full, the failure is kept in memory, and shown from there until it
 * can be stored.
 */
import { AppError, type ErrorCode } from '../../shared/base/index.ts';
import type { ActivityTracker } from './activity-tracker.ts';
import type { ProjectStore } from './project-store.ts';

export interface ImportFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

export class ImportFailures {
  private readonly store: Pick<ProjectStore, 'transition'>;
  private readonly activity: ActivityTracker;

  constructor(store: Pick<ProjectStore, 'transition'>, activity: ActivityTracker) {
    this.store = store;
    this.activity = activity;
  }

  /** Ends the import of a project whose file was being read. Does nothing for a removed project. */
  record(id: string, { code, message }: ImportFailure): void {
    try {
      this.store.transition(id, { type: 'unreadable', code, message }, {});
      this.activity.dropUnread(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'NOT_FOUND') this.activity.setUnread(id, { at: 'unreadable', code, message });
    }
  }

  /**
   * Starts the import of a project again.
   * @throws NotNow unless its last import failed; what the database throws.
   */
  beginAgain(id: string): void {
    // Otherwise the stored state is still `reading`, because the failure could not be stored.
    if (this.activity.unreadOf(id) === null) this.store.transition(id, { type: 'read-again' }, {});
    this.activity.dropUnread(id);
  }

  /** Whether the project has a failure that could not be stored. */
  isUnstored(id: string): boolean {
    return this.activity.unreadOf(id) !== null;
  }
}
