import { AppError } from '../../shared/base/index.ts';
import { isRunning } from '../../shared/project/index.ts';
import { unfetchedResults } from '../../shared/view-texts/index.ts';
import { PRACTICE, type PracticeService } from '../connections/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { ProjectFileQueue } from './project-file-queue.ts';
import type { ProjectStore } from './project-store.ts';
import type { QuerySessions } from './query-sessions.ts';

export class ProjectRemoval {
  private readonly store: ProjectStore;
  private readonly queue: ProjectFileQueue;
  private readonly sessions: QuerySessions;
  private readonly practice: PracticeService;

  constructor(store: ProjectStore, queue: ProjectFileQueue, sessions: QuerySessions, practice: PracticeService) {
    this.store = store;
    this.queue = queue;
    this.sessions = sessions;
    this.practice = practice;
  }

  /**
   * Removes a project for good, with everybody in it: its file, its key and its copy in the practice service. `loseResults`: the user has
   * agreed to lose results that may have been paid for. `isDue`: if the list is removed because of its age, checks again that it is due,
   * once no other work on it is running; null if the user requested the removal. Returns false, with nothing removed, if it is no longer
   * due.
   * @throws NOT_FOUND; NOT_NOW while it runs, and when such results would be lost without the user's agreement.
   */
  async remove(id: string, loseResults = false, isDue: (() => boolean) | null = null): Promise<boolean> {
    this.assertRemovable(id, loseResults);
    const { connectionId } = this.store.known(id);
    const isRemoved = await this.queue.run(id, async () => {
      // Windows does not remove open files, and sessions of projects that are compared with this one keep its file open.
      await this.sessions.invalidateAll();
      // The project may have been resumed while this waited for the queue.
      const project = this.assertRemovable(id, loseResults);
      if (isDue?.() === false) return false;
      if (connectionId === PRACTICE) this.practice.expectRemoval();
      this.store.delete(project, isDue === null ? 'request' : 'retention');
      return true;
    });
    if (isRemoved && connectionId === PRACTICE) await this.practice.removeRemoved();
    return isRemoved;
  }

  private assertRemovable(id: string, loseResults: boolean): Pick<ProjectRow, 'id'> {
    const project = this.store.known(id);
    if (isRunning(project.state)) throw new AppError('NOT_NOW', 'The project is running. Stop it first.');
    const lost = loseResults ? null : unfetchedResults(project.state);
    if (lost !== null) throw new AppError('NOT_NOW', `“${project.name}” was not removed. ${lost} Confirm if you want to remove it.`);
    return project;
  }
}
