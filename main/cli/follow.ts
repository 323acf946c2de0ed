/** Following a project from the terminal: its steps as they come, until it is done or needs a person. */
import type { ProjectView } from '../../shared/contract.ts';
import { AppError, ERROR_CODES, type ErrorCode, EXIT, isErrorCode } from '../../shared/errors.ts';
import { isRunning } from '../../shared/project/project.ts';
import type { Desk } from './desk.ts';
import { activityText, count, type Output, stage } from './output.ts';

/**
 * Calls back with every newer snapshot of a project until `until` takes one; resolves with that one.
 * @throws RUNNER_ELSEWHERE when another program has taken the projects over meanwhile.
 */
export async function follow(desk: Desk, id: string, output: Output, until: (view: ProjectView) => boolean): Promise<ProjectView> {
  let last = '';
  let newest = -1;
  return await new Promise<ProjectView>((resolve, reject) => {
    const see = (view: ProjectView) => {
      if (view.id !== id || view.version < newest) return;
      newest = view.version;
      const now = stage(view);
      if (now !== last) {
        last = now;
        output.step(now);
        if (output.json) output.result({ event: 'project', id, at: view.state.at }, '');
      }
      if (view.activity !== null) output.progress(activityText(view, view.activity));
      if (!until(view)) return;
      unsubscribe();
      resolve(view);
    };
    const unsubscribe = desk.application.subscribe((event) => {
      if (event.name === 'project.changed') see(event.payload);
      if (event.name !== 'app.changed' || event.payload.runnerElsewhere === null) return;
      unsubscribe();
      reject(new AppError('RUNNER_ELSEWHERE', event.payload.runnerElsewhere));
    });
    desk.call('projects.get', { id }).then(see, reject);
  });
}

/** A project at work has a notice only while something on this computer, a full disk for one, keeps it from going on. */
const hindered = (view: ProjectView) => isRunning(view.state) && view.notice !== null;

/** True once a project has ended, waits for a person, or can not go on for now. */
export const settled = (view: ProjectView) => view.state.at !== 'reading' && (!isRunning(view.state) || hindered(view));

/** What became of a project, as the last object of a command; `text` is for people. */
export function outcome(view: ProjectView): {
  readonly exit: number;
  readonly text: string;
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
} {
  const { state, notice } = view;
  const failed = (code: ErrorCode, message: string, exit: number) => ({ exit, text: message, error: { code, message } });
  if (notice !== null && hindered(view)) {
    const code = isErrorCode(notice.code) ? notice.code : 'INTERNAL';
    return failed(code, `${notice.message} "desk resume ${view.id.slice(0, 8)}" goes on.`, ERROR_CODES[code].exit);
  }
  switch (state.at) {
    case 'done': {
      const { submitted, scored, refused, unknown, unmatched } = state.counts;
      const text = [
        `${count(submitted)} rows submitted = ${count(scored)} scored + ${count(refused)} refused + ${count(unknown)} unknown`,
        ...(unmatched === 0 ? [] : [`${count(unmatched)} profiles match no row; they are listed apart`]),
      ].join('\n');
      return { exit: refused + unknown > 0 ? EXIT.refusedRows : EXIT.done, text, error: null };
    }
    case 'unreadable':
      return failed(isErrorCode(state.code) ? state.code : 'FILE_UNREADABLE', state.message, EXIT.file);
    case 'needs-token':
      return failed(
        'TOKEN_REFUSED',
        'The service takes no token of this connection. Give one with --token-stdin or DESK_TOKEN and use "desk resume".',
        EXIT.noToken,
      );
    case 'needs-decision':
      return failed(
        'OUTCOME_UNKNOWN',
        `A person must decide (${state.question}): ${state.choices.join(', ')}. "desk status ${view.id.slice(0, 8)}" shows the evidence, "desk decide ${view.id.slice(0, 8)} --choice …" answers.`,
        EXIT.undecided,
      );
    case 'paused':
      return failed(
        isErrorCode(notice?.code ?? '') ? (notice!.code as ErrorCode) : 'NOT_NOW',
        notice?.message ?? 'The project is paused. "desk resume" goes on.',
        EXIT.service,
      );
    case 'ended':
      return failed('SERVICE_STOPPED', state.how === 'cancelled' ? 'The project was stopped.' : 'The project was given up.', EXIT.service);
    case 'draft': {
      const code = isErrorCode(notice?.code ?? '') ? (notice!.code as ErrorCode) : 'NOT_NOW';
      return failed(code, notice?.message ?? 'Nothing was sent.', code === 'SENT_BEFORE' ? EXIT.undecided : EXIT.service);
    }
    case 'reading':
    case 'preparing':
    case 'creating':
    case 'adding':
    case 'confirming':
    case 'starting':
    case 'processing':
    case 'collecting':
      return { exit: EXIT.done, text: stage(view), error: null };
  }
}
