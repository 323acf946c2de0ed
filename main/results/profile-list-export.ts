/** Exports the list of profiles of a connection: reads every page, and a worker writes the file. This costs nothing. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { usTime } from '../../shared/base/index.ts';
import type { ExportFormat, ExportView } from '../../shared/contract/index.ts';
import type { Connections } from '../connections/index.ts';
import { type Clock, type Host, type SpawnWorker, fileNameOf, ownSpool } from '../platform/index.ts';
import type { ServiceReads } from '../single-calls/index.ts';
import type { ExportLine } from '../worker-protocol/index.ts';
import { serviceLines } from './export-summary.ts';
import type { ExportRuns, WritingFile, Written } from './export-runs.ts';

export interface ProfileListExportDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly host: Pick<Host, 'saveTarget' | 'keepAwake'>;
  readonly spawnWorker: SpawnWorker;
  readonly connections: Connections;
  readonly service: Pick<ServiceReads, 'everyProfile'>;
  readonly runs: ExportRuns;
}

export class ProfileListExport {
  private readonly deps: ProfileListExportDeps;

  constructor(deps: ProfileListExportDeps) {
    this.deps = deps;
  }

  /**
   * Starts reading and returns at once; null if the user canceled the dialog.
   * @throws NOT_FOUND; TOKEN_MISSING.
   */
  async start(connectionId: string, format: ExportFormat): Promise<ExportView | null> {
    const { connections, host, runs } = this.deps;
    const { name } = connections.row(connectionId);
    const target = await host.saveTarget(`${fileNameOf(name, 'Service')} - profiles.${format}`);
    if (target === null) return null;
    return await runs.start(target, { projectId: null, state: 'reading' }, (file) => this.write(connectionId, format, file));
  }

  private async write(connectionId: string, format: ExportFormat, file: WritingFile): Promise<Written> {
    const { dataDir, host, spawnWorker } = this.deps;
    const folder = ownSpool(dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // The key exists only in the memory of this process, so nobody can read what a killed program leaves behind.
    const spool = { path: join(folder, `profiles-${file.id}`), projectId: file.id, key: randomBytes(32) };
    const letSleep = host.keepAwake();
    const task = spawnWorker('exportProfiles', { spool, target: file.path, format });
    const { signal } = file;
    try {
      let done = 0;
      let total: number | null = null;
      let isWhole = true;
      const onEnd = (isEnd: boolean) => {
        isWhole = isEnd;
      };
      for await (const page of this.deps.service.everyProfile(connectionId, signal, onEnd)) {
        signal.throwIfAborted();
        await task.ask(
          'add',
          page.profiles.map((profile) => JSON.stringify(profile)),
        );
        done += page.profiles.length;
        ({ total } = page);
        file.show({ done, total });
      }
      signal.throwIfAborted();
      const missing = total === null ? 0 : Math.max(0, total - done);
      file.show({ state: 'writing', done: 0, total: done });
      const onProgress = (progress: { readonly done: number; readonly total: number | null }) =>
        file.show({ done: progress.done, total: progress.total });
      const { rows } = await task.ask('finish', this.summary(connectionId, { total, isWhole }), { signal, onProgress });
      return { done: rows, missing };
    } finally {
      letSleep();
      task.cancel();
      // When the task has ended, it has removed the temporary file.
      await task.result.catch(() => undefined);
    }
  }

  private summary(connectionId: string, { total, isWhole }: { readonly total: number | null; readonly isWhole: boolean }): ExportLine[] {
    const { clock, connections } = this.deps;
    return [
      { label: 'Profiles that the service counts', value: total ?? 'not reported' },
      ...(isWhole ? [] : [{ label: 'Complete', value: 'No: the service reports more profiles than it returned' }]),
      ...serviceLines(connections.row(connectionId)),
      { label: 'Read', value: usTime(clock.now()) },
    ];
  }
}
