/** Output of the command line: results on standard output, progress on standard error. */
import {
  AppError,
  ERROR_CODES,
  EXIT,
  countText,
  expectedError,
  recoveryOf,
  terminalCell,
  terminalJson,
  terminalText,
} from '../../shared/base/index.ts';
import type { Activity, ProjectView } from '../../shared/contract/index.ts';
import { type ProjectState, isRecordUnreadable } from '../../shared/project/index.ts';

export interface Output {
  readonly json: boolean;
  /** True once nobody reads standard output any more, as after `| head`. */
  readonly closed: boolean;
  /** Writes one JSON object per line with --json, otherwise the text. */
  result(object: unknown, text: string): void;
  /** Resolves when standard output accepts more. A long list waits for it, so that it is never all in memory. */
  drained(): Promise<void>;
  /** Writes a step to standard error. */
  step(text: string): void;
  /** Updates the progress line of a terminal. */
  progress(text: string): void;
  /** Reports the error and returns the exit code. */
  failure(error: unknown): number;
}

/** Lets a command continue without output when nobody reads it: work in progress must end safely. */
function ignoreClosedPipe(stream: NodeJS.WriteStream, onClosed: () => void): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    onClosed();
  });
}

export function createOutput(json: boolean, out: NodeJS.WriteStream = process.stdout, err: NodeJS.WriteStream = process.stderr): Output {
  let pending = false;
  let closed = false;
  ignoreClosedPipe(out, () => {
    closed = true;
  });
  ignoreClosedPipe(err, () => {});
  const clear = () => {
    if (pending) err.write('\r\u001B[2K');
    pending = false;
  };
  return {
    json,
    get closed() {
      return closed;
    },
    result(object, text) {
      clear();
      out.write(`${json ? terminalJson(object) : terminalText(text)}\n`);
    },
    async drained() {
      if (!closed && out.writableNeedDrain)
        await new Promise<void>((resume) => {
          out.once('drain', resume).once('error', () => resume());
        });
    },
    step(text) {
      clear();
      err.write(`${terminalText(text)}\n`);
    },
    progress(text) {
      if (!err.isTTY) return;
      err.write(`\r\u001B[2K${terminalCell(text).slice(0, (err.columns ?? 80) - 1)}`);
      pending = true;
    },
    failure(error) {
      clear();
      const expected = expectedError(error) ?? new AppError('INTERNAL', `Something went wrong inside Screening Desk: ${nameOf(error)}.`);
      const failure = expected.toFailure();
      if (json)
        out.write(`${terminalJson({ ok: false, error: { code: failure.code, message: failure.message, retry: failure.retry } })}\n`);
      else err.write(`${terminalText(failure.message)} (${failure.code})\n`);
      return ERROR_CODES[failure.code].exit || EXIT.service;
    },
  };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

/** A time in UTC, to the second. */
export const timeText = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19);

/** A text table with aligned columns. */
export function table(titles: readonly string[], cells: readonly (readonly string[])[]): string {
  const header = titles.map(terminalCell);
  const rows = cells.map((row) => row.map(terminalCell));
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

const STATUS_TEXTS: Readonly<Record<ProjectState['at'], string>> = {
  reading: 'Reading the file',
  unreadable: 'Not read: the file cannot be read',
  draft: 'Draft',
  preparing: 'Preparing the list',
  creating: 'Setting up the project on the service',
  adding: 'Sending the list',
  confirming: 'Confirming that the service has every row',
  starting: 'Starting the screening',
  processing: 'The service is screening',
  collecting: 'Fetching scores and refused rows',
  done: 'Done',
  'needs-token': 'Token needed',
  paused: 'Paused',
  'needs-decision': 'Decide',
  ended: 'Stopped',
};

/** The status of a project, in the words of the window. */
export function statusText({ state }: Pick<ProjectView, 'state'>): string {
  if (state.at === 'ended' && state.how !== 'cancelled') return 'Given up';
  if (isRecordUnreadable(state)) return 'Damaged: its record cannot be read';
  if (state.at === 'unreadable' && recoveryOf(state.code) === 'freeDisk') return 'Not read: the disk is full or cannot be used';
  const text = STATUS_TEXTS[state.at];
  return state.at === 'processing' && state.observation?.status != null ? `${text} (reported as “${state.observation.status}”)` : text;
}

/** The progress of an activity, as one short line. */
export function activityText(view: Pick<ProjectView, 'state'>, activity: Activity): string {
  const { done, total, unit, note } = activity;
  const share = total !== null && total > 0 ? ` ${Math.floor((100 * done) / total)}%` : '';
  const text = view.state.at === 'done' && activity.kind === 'collecting' ? STATUS_TEXTS.collecting : statusText(view);
  const amount = unit === 'none' ? '' : unit === 'bytes' ? ` ${(done / 1e6).toFixed(1)} MB` : ` ${countText(done, 'row')}`;
  return `${text}${share}${amount}${note === null ? '' : ` – ${note}`}`;
}
