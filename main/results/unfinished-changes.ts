/**
 * Projects whose file may have newer results than their stored counts: a change of the file is marked before it begins,
 * and a program that ends in between leaves the mark for the next start.
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
  /** Projects whose change began in this program and did not finish. */
  private readonly begun = new Set<string>();

  /**
   * `prefix`: of the settings with the marks, which end with the ID of the project. `logEvent`: names a failure in the
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

  /**
   * At start-up: calls `record` for each marked project whose counts differ from those in its file, and merges its
   * list.
   */
  async resumeAll(record: (project: DoneProject, inFile: OrderJoinResult) => void): Promise<void> {
    const { settings, log, store, queue, merge } = this.deps;
    for (const name of settings.withPrefix(this.prefix).keys()) {
      const id = name.slice(this.prefix.length);
      try {
        if (store.find(id)?.state.at === 'done') {
          await queue.run(id, () => this.compare(id, record));
          await merge.mergeAgain(id);
        }
        // A change that began meanwhile needs the mark as well.
        if (!this.begun.has(id)) this.finish(id);
      } catch (error) {
        // The counts stay as they are, and the next start tries again.
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
