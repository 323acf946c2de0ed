/** Follows a project: prints its steps until the caller has seen enough. */
import type { ProjectView } from '../../shared/contract/index.ts';
import { AppError, LONG_WAIT_MS } from '../../shared/base/index.ts';
import { isRunning } from '../../shared/project/index.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';
import { activityText, statusText } from './status-text.ts';

/**
 * Prints each newer state of a project, and each reason for which it waits, until `until` returns true for a view, and resolves with that
 * view.
 * @throws RUNNER_ELSEWHERE when another program takes over the projects.
 */
export async function follow(desk: Desk, id: string, output: Output, until: (view: ProjectView) => boolean): Promise<ProjectView> {
  let last = '';
  let newest = -1;
  const told = new Set<string>();
  const tellWait = ({ activity }: ProjectView) => {
    if (activity?.kind !== 'waiting' || activity.note === null) return;
    // A later sentence can hold the time, which each try changes.
    const [what = ''] = activity.note.split('. ', 1);
    if (told.has(what)) return;
    told.add(what);
    output.step(`Waiting to try again: ${activity.note}`);
  };
  return await new Promise<ProjectView>((resolve, reject) => {
    const report = (view: ProjectView) => {
      if (view.id !== id || view.version < newest) return;
      newest = view.version;
      const now = statusText(view);
      if (now !== last) {
        last = now;
        told.clear();
        // The state after reading a file is not a step of the project.
        if (view.state.at !== 'draft') output.step(now);
      }
      if (view.activity !== null) output.progress(activityText(view, view.activity));
      if (!until(view)) {
        // A terminal cuts the line of progress, and a log has none.
        tellWait(view);
        return;
      }
      unsubscribe();
      resolve(view);
    };
    const unsubscribe = desk.application.subscribe((event) => {
      if (event.name === 'project.changed') report(event.payload);
      if (event.name !== 'app.changed' || event.payload.runnerElsewhere === null) return;
      unsubscribe();
      reject(new AppError('RUNNER_ELSEWHERE', event.payload.runnerElsewhere));
    });
    desk.call('projects.get', { id }).then(report, reject);
  });
}

/** While a project runs, `lastError` is a problem of this computer that blocks it, such as a full disk. */
const isBlocked = (view: ProjectView) => isRunning(view.state) && view.lastError !== null;

/** True when the service asked for a wait that is too long for a terminal session. */
export const waitsLong = ({ state, activity }: ProjectView): boolean =>
  isRunning(state) &&
  activity?.kind === 'waiting' &&
  activity.note !== null &&
  activity.nextAt !== null &&
  activity.nextAt - Date.now() > LONG_WAIT_MS;

/** True when a project has ended, needs a decision, or cannot continue for now. */
export const isSettled = (view: ProjectView) =>
  view.state.at !== 'reading' && (!isRunning(view.state) || isBlocked(view) || waitsLong(view));
