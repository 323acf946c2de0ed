/**
 * Marks projects while their file may have newer results than their stored counts. The mark is set before the file changes. If the program
 * ends before the mark is removed, the next start repairs the counts.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Log, LogEvent } from '../platform/index.ts';
import type { ProjectFileQueue, ProjectStore, ResultMerge } from '../projects/index.ts';
import type { Settings } from '../store/app-database/index.ts';
import type { OrderJoinResult } from '../worker-protocol/index.ts';
import type { DoneProject } from './screening-results.ts';

export interface UnfinishedChangesDeps {
  readonly settings: Settings;
  readonly log: Log;
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly merge: ResultMerge;
}

export class UnfinishedChanges {
  private readonly deps: UnfinishedChangesDeps;
  private readonly prefix: string;
  private readonly logEvent: LogEvent;
  /** Projects with a change that this program began and has not finished. */
  private readonly begun = new Set<string>();

  /**
   * `prefix`: the beginning of the names of the settings with the marks; the project's ID follows. `logEvent`: the name of a failure in the
   * log.
   */
  constructor({ settings, log, store, queue, merge }: UnfinishedChangesDeps, prefix: string, logEvent: LogEvent) {
    this.deps = { settings, log, store, queue, merge };
    this.prefix = prefix;
    this.logEvent = logEvent;
  }

  begin(id: string): void {
    this.begun.add(id);
    this.deps.settings.set(this.prefix + id, '');
  }

  finish(id: string): void {
    this.begun.delete(id);
    this.deps.settings.remove(this.prefix + id);
  }

  /** At start-up: for each marked project, calls `record` if its counts differ from those in its file, and merges its list. */
  async resumeAll(record: (project: DoneProject, inFile: OrderJoinResult) => void): Promise<void> {
    const { settings, log, store, queue, merge } = this.deps;
    for (const name of settings.withPrefix(this.prefix).keys()) {
      const id = name.slice(this.prefix.length);
      try {
        if (store.find(id)?.state.at === 'done') {
          await queue.run(id, () => this.compare(id, record));
          await merge.mergeAgain(id);
        }
        // Keeps the mark if another change has begun meanwhile.
        if (!this.begun.has(id)) this.finish(id);
      } catch (error) {
        // The counts are not changed, and the next start tries again.
        log.error(this.logEvent, error);
      }
    }
  }

  private async compare(id: string, record: (project: DoneProject, inFile: OrderJoinResult) => void): Promise<void> {
    const { store, queue } = this.deps;
    const project = store.find(id);
    if (project?.state.at !== 'done' || project.wrappedKey === null) return;
    const { state } = project;
    const input = { ...store.source(project), own: state.body.rows, change: { kind: 'none' } } as const;
    const inFile = await queue.runTask(id, 'orderJoin', input);
    if (!isDeepStrictEqual(inFile.counts, state.counts)) record({ ...project, state }, inFile);
  }
}
