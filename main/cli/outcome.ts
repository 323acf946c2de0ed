/** How a command ends: the outcome of its project as an exit code, a text and an object. */
import { AppError, ERROR_CODES, EXIT, type ErrorCode, countText, numberText, toErrorCode } from '../../shared/base/index.ts';
import type { Output as MethodOutput, ProjectView } from '../../shared/contract/index.ts';
import {
  type Counts,
  type Deciding,
  type ProjectState,
  type Running,
  bodyOf,
  choiceText,
  decisionFacts,
  evidenceTexts,
  isRunning,
  lastObservation,
  mayBeCharged,
  mergesIntoParent,
  questionText,
  rowsNotPart,
} from '../../shared/project/index.ts';
import { type Flaws, flawSentences } from '../../shared/view-texts/index.ts';
import type { Desk } from './desk.ts';
import { waitsLong } from './follow.ts';
import type { Output } from './output.ts';
import { statusText } from './status-text.ts';
import { refusalText } from './refusals.ts';

/** What is known about the rows of a waiting project, as sentences for this number of rows. */
function rowSentences(count: number) {
  const rows = countText(count, 'row');
  return count === 1
    ? {
        none: 'Its row was not sent.',
        some: 'Its row was not sent completely.',
        unknown: 'Its row was sent; it is not known yet whether it arrived.',
        refused: 'The service refused its row',
        notScored: 'Its row was sent; it is not scored yet.',
        maybeScored: 'Its row was sent; it is not known yet whether it is scored.',
        screened: 'Its row was sent and screened; its scores have not been fetched yet.',
      }
    : {
        none: `None of its ${rows} was sent.`,
        some: `Not all of its ${rows} were sent.`,
        unknown: `Its ${rows} were sent; it is not known yet whether all of them arrived.`,
        refused: `The service refused its ${rows}`,
        notScored: `Its ${rows} were sent; none of them is scored yet.`,
        maybeScored: `Its ${rows} were sent; it is not known yet how many of them are scored.`,
        screened: `Its ${rows} were sent and screened; their scores have not been fetched yet.`,
      };
}

/** How many rows of a waiting project were sent, and what is known about their scores. */
function sentRowsText(state: Running): string {
  if (!('body' in state)) return 'No rows were sent.';
  const texts = rowSentences(state.body.rows);
  switch (state.at) {
    case 'creating':
      return texts.none;
    case 'adding':
      if (state.phase === 'ready') return texts.none;
      return state.phase === 'sending' ? texts.some : texts.unknown;
    case 'confirming':
      if (state.arrival === 'unsent') return texts.none;
      if (state.arrival === 'incomplete') return texts.some;
      if (state.arrival === 'refused') {
        const held = lastObservation(state)?.totalRows ?? null;
        const there =
          held === null
            ? 'does not say how many rows it has'
            : `has ${state.body.rows === 1 ? countText(held, 'row') : `${numberText(held)} of them`}`;
        return `${texts.refused}, and ${there}.`;
      }
      return state.arrival === 'answered' ? texts.notScored : texts.unknown;
    case 'starting':
    case 'processing':
      return mayBeCharged(state) ? texts.maybeScored : texts.notScored;
    case 'collecting':
      return texts.screened;
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
  const isSent = resume.at === 'confirming' ? resume.arrival === 'answered' : resume.at !== 'preparing' && resume.at !== 'creating';
  const sentText = isSent && resume.at !== 'adding' ? `${countText(rows, 'row')} sent.` : sentRowsText(resume);
  return [
    `A decision is needed: ${title} (${question}).`,
    body,
    // Only the answer to `service-stopped` is the service's own text; every other answer is a sentence of ours that quotes it.
    ...(answer === null || body.includes(answer) ? [] : [question === 'service-stopped' ? `The service says: “${answer}”` : answer]),
    ...evidenceTexts(state),
    ...(facts.counts === null ? [sentText] : [countsText(facts.counts)]),
    'Choices:',
    ...choices.map((choice) => `  ${choice.padEnd(widest)}  ${choiceText(question, choice, facts).label}`),
    `Run "desk decide ${id} --choice CHOICE" to answer, or "desk status ${id}" to see every step so far.`,
  ].join('\n');
}

/** Row counts by outcome; they add up to the sent rows. `notPart`: rows that were not part of an adopted project, and not sent with it. */
export const countsText = ({ submitted, scored, refused, unknown }: Counts, notPart = 0) =>
  `${countText(submitted - notPart, 'row')} sent = ${numberText(scored)} scored + ${numberText(refused)} not accepted + ${numberText(unknown - notPart)} without a result${notPart === 0 ? '' : `; ${countText(notPart, 'row')} of the file not part of this project`}`;

function endedText({ how, charged }: Extract<ProjectState, { at: 'ended' }>): string {
  if (how !== 'cancelled') return 'The project was given up.';
  return charged === 'no' ? 'Stopped, nothing was spent.' : 'The project was stopped.';
}

/** The outcome of a project, as the last object that a command prints. `text`: for terminals. */
export function outcome(view: ProjectView): {
  readonly exit: number;
  readonly text: string;
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
} {
  const { state, lastError } = view;
  const failed = (code: ErrorCode, message: string, exit: number) => ({ exit, text: message, error: { code, message } });
  const resume = `"desk resume ${view.id.slice(0, 8)}"`;
  if (lastError !== null && isRunning(state)) {
    const code = toErrorCode(lastError.code, 'INTERNAL');
    return failed(code, `${lastError.message} ${sentRowsText(state)} Run ${resume} to continue.`, ERROR_CODES[code].exit);
  }
  if (isRunning(state) && waitsLong(view))
    return failed('SERVICE_BUSY', `${view.activity?.note ?? ''} ${sentRowsText(state)} Run ${resume} later to continue.`, EXIT.service);
  if (isRunning(state)) return { exit: EXIT.done, text: statusText(view), error: null };
  switch (state.at) {
    case 'done': {
      const { refused, unknown, unmatched } = state.counts;
      const notPart = rowsNotPart(view.adopted, state.counts);
      const text = [
        countsText(state.counts, notPart),
        ...(unmatched === 0
          ? []
          : [
              `${countText(unmatched, 'profile matches', 'profiles match')} no row; ${unmatched === 1 ? 'it is' : 'they are'} listed separately`,
            ]),
      ].join('\n');
      return { exit: refused + unknown - notPart > 0 ? EXIT.refusedRows : EXIT.done, text, error: null };
    }
    case 'unreadable': {
      const code = toErrorCode(state.code, 'FILE_UNREADABLE');
      return failed(code, state.message, ERROR_CODES[code].exit);
    }
    case 'needs-token':
      return failed(
        lastError?.code === 'TOKEN_MISSING' ? 'TOKEN_MISSING' : 'TOKEN_REFUSED',
        `${lastError?.message ?? 'This connection has no token that the service accepts.'} ${sentRowsText(state.resume)} Provide a token with --token-stdin or DESK_TOKEN, and run ${resume} to continue.`,
        EXIT.noToken,
      );
    case 'needs-decision':
      return failed('OUTCOME_UNKNOWN', decisionText(view, state), EXIT.undecided);
    case 'paused':
      return failed(
        toErrorCode(lastError?.code, 'NOT_NOW'),
        `${lastError?.message ?? 'The project is paused.'} ${sentRowsText(state.resume)} Run ${resume} to continue.`,
        EXIT.service,
      );
    case 'ended':
      return failed('SERVICE_STOPPED', endedText(state), EXIT.service);
    case 'draft': {
      const code = toErrorCode(lastError?.code, 'NOT_NOW');
      return failed(code, lastError?.message ?? 'Nothing was sent.', code === 'SENT_BEFORE' ? EXIT.undecided : EXIT.service);
    }
    case 'reading':
      return { exit: EXIT.done, text: statusText(view), error: null };
  }
}

/** Problems with the answers of a finished project that do not appear in any row; null while there are no readable results. */
export async function flawsOf(desk: Desk, { id, state }: Pick<ProjectView, 'id' | 'state'>): Promise<Flaws | null> {
  if (state.at !== 'done') return null;
  try {
    const { unreadable, withoutScores, notRead } = await desk.call('results.get', { id });
    return { unreadable, withoutScores, notRead };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The ID of the project that has the results of this one: the first list of a pilot and its rest, of parts, and of refused rows. */
async function holderOfResults(desk: Desk, view: ProjectView): Promise<string> {
  const all = await desk.call('projects.list', {});
  let { id, lineage } = view;
  while (mergesIntoParent(lineage)) {
    const { of } = lineage;
    const parent = all.find((one) => one.id === of);
    if (parent === undefined) break;
    ({ id, lineage } = parent);
  }
  return id;
}

/** Prints the outcome of a project; returns the exit code. */
export async function report(
  desk: Desk,
  output: Output,
  view: ProjectView,
  out: string | null = null,
  rows: ({ readonly file: number; readonly leftOut: number } & Pick<MethodOutput<'cost.get'>, 'baseline' | 'best'>) | null = null,
): Promise<number> {
  const { exit, text: told, error } = outcome(view);
  const text = error === null ? told : refusalText({ ...error, message: told, details: {} }, output.command);
  const flaws = await flawsOf(desk, view);
  const isDone = view.state.at === 'done';
  const saved = isDone && out !== null ? out : null;
  const unsaved = isDone && out === null ? await holderOfResults(desk, view) : null;
  if (error !== null) {
    const pending = view.state.at === 'needs-decision' ? { question: view.state.question, choices: view.state.choices } : {};
    const failure = AppError.from({ ...error, message: text, retry: ERROR_CODES[error.code].retry, details: {} }).toFailure();
    output.result({ ok: false, project: view.id, at: view.state.at, ...pending, error: failure }, `${text} (${error.code})`);
    return exit;
  }
  const counts = view.state.at === 'done' ? view.state.counts : null;
  output.result(
    {
      ok: true,
      project: view.id,
      at: view.state.at,
      ...(rows === null ? {} : { inFile: rows.file, leftOut: rows.leftOut, baseline: rows.baseline, best: rows.best }),
      counts,
      ...flaws,
      out: saved,
    },
    [
      ...(rows === null
        ? []
        : [
            `${countText(rows.file, 'row')} in the file = ${numberText(rows.file - rows.leftOut)} sent + ${numberText(rows.leftOut)} left out`,
          ]),
      text,
      ...(flaws === null ? [] : flawSentences(flaws)),
      ...(saved === null ? [] : [`Results: ${saved}`]),
      ...(unsaved === null ? [] : [`"desk export ${unsaved.slice(0, 8)} --out RESULTS.xlsx" saves the results.`]),
    ].join('\n'),
  );
  return exit;
}
