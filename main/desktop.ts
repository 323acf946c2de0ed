/** What the app does on the desktop: progress, notifications, the clipboard, its folder and the licenses file. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countText, numberText, paperOf } from '../shared/base/index.ts';
import type { AppEvent, Output, Parsed, ProjectView } from '../shared/contract/index.ts';
import { runProgress } from '../shared/view-texts/index.ts';
import type { AppViewPublisher } from './app-view.ts';
import { fileNameOf, type Host } from './platform/index.ts';
import type { UnfinishedExports } from './results/index.ts';
import { TargetFile } from './spreadsheet/write/index.ts';

export interface DesktopDeps {
  readonly host: Pick<Host, 'desktop' | 'copy' | 'notify' | 'pagePdf' | 'reveal' | 'saveTarget' | 'showProgress' | 'showsFolders'>;
  readonly dataDir: string;
  readonly noticesFile: string;
  readonly appView: AppViewPublisher;
  readonly unfinished: Pick<UnfinishedExports, 'begin' | 'finish'>;
}

export class Desktop {
  private readonly deps: DesktopDeps;
  /** The projects that changed since the start. */
  private readonly projects = new Map<string, ProjectView>();
  private progress: number | null = null;
  private isClosed = false;

  constructor(deps: DesktopDeps) {
    this.deps = deps;
  }

  folder(): Output<'app.folder'> {
    const { dataDir, host } = this.deps;
    return { path: dataDir, canOpen: host.showsFolders };
  }

  /** Selects a file inside the data folder: a file manager that gets the folder's own path could open it as a program. */
  openFolder(): { opened: boolean } {
    const { dataDir, host } = this.deps;
    host.reveal(join(dataDir, 'history.sqlite'));
    return { opened: host.showsFolders };
  }

  async copy(text: string): Promise<{ copied: boolean }> {
    return { copied: await this.deps.host.copy(text) };
  }

  /**
   * Saves the page as a PDF. If the program is killed during this, the next start removes the incomplete file.
   * @throws CLOSING; TARGET_UNWRITABLE; DISK_FULL.
   */
  async savePdf({ name, paper }: Parsed<'app.savePdf'>): Promise<Output<'app.savePdf'>> {
    const { host, unfinished } = this.deps;
    const target = host.pagePdf === null ? null : await host.saveTarget(`${fileNameOf(name, 'Page')}.pdf`);
    if (host.pagePdf === null || target === null) return { shown: null };
    const chosen = paper ?? paperOf(Intl.DateTimeFormat().resolvedOptions().locale);
    const page = await host.pagePdf(chosen);
    const writing = randomUUID();
    await unfinished.begin(writing, target.path);
    await TargetFile.write(target.path, page);
    unfinished.finish(writing);
    return { shown: target.shown };
  }

  /** The licenses of the software that the program contains; null when the file is missing, as in development. */
  async notices(): Promise<{ text: string | null }> {
    return { text: await readFile(this.deps.noticesFile, 'utf8').catch(() => null) };
  }

  /** Shows the progress of all running projects together. */
  showProgress(event: AppEvent): void {
    if (event.name === 'project.removed') this.projects.delete(event.payload.id);
    if (event.name === 'project.changed') this.projects.set(event.payload.id, event.payload);
    const progress = runProgress([...this.projects.values()]);
    if (progress !== this.progress) this.deps.host.showProgress(progress);
    this.progress = progress;
  }

  /** Notifies a user who works in another window that a project is done. */
  async announceDone({ state }: Pick<ProjectView, 'state'>): Promise<void> {
    if (state.at !== 'done') return;
    const { scored, refused, unknown } = state.counts;
    const { host, appView } = this.deps;
    const hadNotifications = host.desktop.notifications;
    const body = `${countText(scored, 'row')} scored, ${numberText(refused)} not accepted, ${numberText(unknown)} without a result.`;
    await host.notify('Screening finished', body);
    if (host.desktop.notifications !== hadNotifications && !this.isClosed) appView.publish();
  }

  close(): void {
    this.isClosed = true;
    this.deps.host.showProgress(null);
  }
}
