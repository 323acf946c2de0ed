/** Follows a project: prints its steps until it is done or needs a decision. */
import { countText, numberText } from '../../shared/base/text.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { AppError, ERROR_CODES, type ErrorCode, EXIT, toErrorCode } from '../../shared/base/errors.ts';
import { choiceText } from '../../shared/project/choice-texts.ts';
import { type Deciding, decisionFacts } from '../../shared/project/decision-facts.ts';
import { evidenceTexts } from '../../shared/project/evidence-texts.ts';
import { questionText } from '../../shared/project/question-texts.ts';
import { bodyOf, type Counts, isRunning, mayBeCharged, type Running } from '../../shared/project/project.ts';
import { LONG_WAIT_MS } from '../../shared/base/waits.ts';
import type { Desk } from './desk.ts';
import { activityText, type Output, stage } from './output.ts';

/**
 * Reports each newer snapshot of a project until `until` returns true for one, and resolves with that one.
 * @throws RUNNER_ELSEWHERE when another program takes over the projects
 */
export async function follow(desk: Desk, id: string, output: Output, until: (view: ProjectView) => boolean): Promise<ProjectView> {
  let last = '';
  let newest = -1;
  return await new Promise<ProjectView>((resolve, reject) => {
    const report = (view: ProjectView) => {
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
      if (event.name === 'project.changed') report(event.payload);
      if (event.name !== 'app.changed' || event.payload.runnerElsewhere === null) return;
      unsubscribe();
      reject(new AppError('RUNNER_ELSEWHERE', event.payload.runnerElsewhere));
    });
    desk.call('projects.get', { id }).then(report, reject);
  });
}

/** While a project runs, `notice` holds a local problem that blocks it, such as a full disk. */
const isBlocked = (view: ProjectView) => isRunning(view.state) && view.notice !== null;

/** True when the service asked for a wait longer than a terminal session should last. */
const waitsLong = ({ state, activity }: ProjectView): boolean =>
  isRunning(state) &&
  activity?.kind === 'waiting' &&
  activity.note !== null &&
  activity.nextAt !== null &&
  activity.nextAt - Date.now() > LONG_WAIT_MS;

/** True when a project has ended, needs a decision, or cannot continue for now. */
export const settled = (view: ProjectView) => view.state.at !== 'reading' && (!isRunning(view.state) || isBlocked(view) || waitsLong(view));

/** States for a waiting project how many rows were sent and what is known about their scores. */
function counted(state: Running): string {
  if (!('body' in state)) return 'No rows were sent.';
  const rows = countText(state.body.rows, 'row');
  const unknown = `Its ${rows} were sent; it is not known yet whether all of them arrived.`;
  switch (state.at) {
    case 'creating':
      return `None of its ${rows} was sent.`;
    case 'adding':
      if (state.phase === 'ready') return `None of its ${rows} was sent.`;
      return state.phase === 'sending' ? `Not all of its ${rows} were sent.` : unknown;
    case 'confirming':
      if (state.arrival === 'unsent') return `None of its ${rows} was sent.`;
      if (state.arrival === 'incomplete') return `Not all of its ${rows} were sent.`;
      return state.arrival === 'answered' ? `Its ${rows} were sent; none of them is scored yet.` : unknown;
    case 'starting':
    case 'processing':
      return mayBeCharged(state)
        ? `Its ${rows} were sent; it is not known yet how many of them are scored.`
        : `Its ${rows} were sent; none of them is scored yet.`;
    case 'collecting':
      return `Its ${rows} were sent and screened; their scores have not been fetched yet.`;
  }
}

/** The question of a project that needs a decision: known facts, row counts, and the choices with their meaning. */
function decisionText(view: ProjectView, state: Deciding): string {
  const { question, choices, resume, answer } = state;
  const rows = bodyOf(state)?.rows ?? 0;
  const facts = decisionFacts(state, { rows, credits: null, isPractice: view.connection.kind === 'practice' });
  const { title, body } = questionText(question, facts);
  const id = view.id.slice(0, 8);
  const widest = Math.max(...choices.map(({ length }) => length));
  const wasSent = resume.at !== 'preparing' && resume.at !== 'creating' && resume.at !== 'adding';
  return [
    `A person must decide: ${title} (${question}).`,
    body,
    ...(answer === null || body.includes(answer) ? [] : [`The service says: “${answer}”`]),
    ...evidenceTexts(state),
    ...(facts.counts === null ? [wasSent ? `${countText(rows, 'row')} sent.` : 'No rows were sent.'] : [countsText(facts.counts)]),
    'Choices:',
    ...choices.map((choice) => `  ${choice.padEnd(widest)}  ${choiceText(question, choice, facts).label}`),
    `Run "desk decide ${id} --choice CHOICE" to answer, or "desk status ${id}" to see every step so far.`,
  ].join('\n');
}

/** Row counts by outcome; they add up to the submitted rows. */
export const countsText = ({ submitted, scored, refused, unknown }: Counts) =>
  `${countText(submitted, 'row')} submitted = ${numberText(scored)} scored + ${numberText(refused)} refused + ${numberText(unknown)} unknown`;

/** The outcome of a project, as a command's last object; `text` is for terminals. */
export function outcome(view: ProjectView): {
  readonly exit: number;
  readonly text: string;
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
} {
  const { state, notice } = view;
  const failed = (code: ErrorCode, message: string, exit: number) => ({ exit, text: message, error: { code, message } });
  const resume = `"desk resume ${view.id.slice(0, 8)}"`;
  if (notice !== null && isRunning(state)) {
    const code = toErrorCode(notice.code, 'INTERNAL');
    return failed(code, `${notice.message} ${counted(state)} Run ${resume} to continue.`, ERROR_CODES[code].exit);
  }
  if (isRunning(state) && waitsLong(view))
    return failed('SERVICE_BUSY', `${view.activity?.note ?? ''} ${counted(state)} Run ${resume} later to continue.`, EXIT.service);
  if (isRunning(state)) return { exit: EXIT.done, text: stage(view), error: null };
  switch (state.at) {
    case 'done': {
      const { refused, unknown, unmatched } = state.counts;
      const text = [
        countsText(state.counts),
        ...(unmatched === 0
          ? []
          : [
              `${countText(unmatched, 'profile matches', 'profiles match')} no row; ${unmatched === 1 ? 'it is' : 'they are'} listed separately`,
            ]),
      ].join('\n');
      return { exit: refused + unknown > 0 ? EXIT.refusedRows : EXIT.done, text, error: null };
    }
    case 'unreadable':
      return failed(toErrorCode(state.code, 'FILE_UNREADABLE'), state.message, EXIT.file);
    case 'needs-token':
      return failed(
        notice?.code === 'TOKEN_MISSING' ? 'TOKEN_MISSING' : 'TOKEN_REFUSED',
        `${notice?.message ?? 'This connection has no token that the service accepts.'} ${counted(state.resume)} Provide a token with --token-stdin or DESK_TOKEN, and run ${resume} to continue.`,
        EXIT.noToken,
      );
    case 'needs-decision':
      return failed('OUTCOME_UNKNOWN', decisionText(view, state), EXIT.undecided);
    case 'paused':
      return failed(
        toErrorCode(notice?.code, 'NOT_NOW'),
        `${notice?.message ?? 'The project is paused.'} ${counted(state.resume)} Run ${resume} to continue.`,
        EXIT.service,
      );
    case 'ended':
      return failed('SERVICE_STOPPED', state.how === 'cancelled' ? 'The project was stopped.' : 'The project was given up.', EXIT.service);
    case 'draft': {
      const code = toErrorCode(notice?.code, 'NOT_NOW');
      return failed(code, notice?.message ?? 'Nothing was sent.', code === 'SENT_BEFORE' ? EXIT.undecided : EXIT.service);
    }
    case 'reading':
      return { exit: EXIT.done, text: stage(view), error: null };
  }
}
