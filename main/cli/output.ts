/** Output of the command line: results on standard output, progress on standard error. */
import truncatedWidth from 'fast-string-truncated-width';
import {
  AppError,
  ERROR_CODES,
  EXIT,
  type Failure,
  countText,
  expectedError,
  localDay,
  numberText,
  recoveryOf,
  terminalCell,
  terminalJson,
  terminalText,
} from '../../shared/base/index.ts';
import type { Activity, ProjectView } from '../../shared/contract/index.ts';
import type { CommandDescription } from './descriptions/command-description.ts';
import { withAgreement } from './refusals.ts';
import type { JsonLine } from './shapes.ts';
import { type ProjectState, isRecordUnreadable } from '../../shared/project/index.ts';

/** What shells add to the number of the signal that ended a program: 130 after Ctrl+C. */
export const SIGNAL_EXIT = 128;

export interface Output {
  readonly json: boolean;
  /** The command that runs; null before it is known. */
  command: CommandDescription | null;
  /** True once nobody reads standard output any more, as after `| head`. */
  readonly closed: boolean;
  /** The columns of a terminal that shows results, or steps; infinite without one, because programs read all of a cell. */
  readonly widths: { readonly result: number; readonly step: number };
  /** Writes one JSON object per line with --json, otherwise the text. */
  result(object: JsonLine, text: string): void;
  /** Resolves when standard output accepts more. A long list waits for it, so that it is never all in memory. */
  drained(): Promise<void>;
  /** Writes a step to standard error. */
  step(text: string): void;
  /** Updates the progress line of a terminal. */
  progress(text: string): void;
  /** Reports the error and returns the exit code. */
  failure(error: unknown): number;
}

/** Streams that are listened to for as long as the program runs, and those of them that nobody reads any more. */
const watched = new WeakSet<NodeJS.WriteStream>();
const closedPipes = new WeakSet<NodeJS.WriteStream>();

/** Lets a command continue without output when nobody reads it: work in progress must end safely. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closedPipes.add(stream);
  });
}

export function createOutput(json: boolean, out: NodeJS.WriteStream = process.stdout, err: NodeJS.WriteStream = process.stderr): Output {
  let pending = false;
  const isAnimated = err.isTTY && process.env['TERM'] !== 'dumb';
  ignoreClosedPipe(out);
  ignoreClosedPipe(err);
  const clear = () => {
    if (pending) err.write('\r\u001B[2K');
    pending = false;
  };
  return {
    json,
    command: null,
    get closed() {
      return closedPipes.has(out);
    },
    widths: { result: widthOf(out), step: widthOf(err) },
    result(object, text) {
      clear();
      out.write(`${json ? terminalJson(object) : terminalText(text)}\n`);
    },
    async drained() {
      if (!closedPipes.has(out) && out.writableNeedDrain)
        await new Promise<void>((resume) => {
          const done = () => {
            out.off('drain', done).off('error', done);
            resume();
          };
          out.on('drain', done).on('error', done);
        });
    },
    step(text) {
      clear();
      err.write(`${terminalText(text)}\n`);
    },
    progress(text) {
      if (!isAnimated) return;
      err.write(`\r\u001B[2K${cut(terminalCell(text), (err.columns || 80) - 1)}`);
      pending = true;
    },
    failure(error) {
      clear();
      const expected =
        expectedError(withAgreement(error, this.command)) ??
        new AppError('INTERNAL', `Something went wrong inside Screening Desk: ${nameOf(error)}.`);
      const failure = expected.toFailure();
      if (json) out.write(`${terminalJson({ ok: false, error: failure satisfies Failure })}\n`);
      else err.write(`${terminalText(failure.message)} (${failure.code})\n`);
      return ERROR_CODES[failure.code].exit || EXIT.service;
    },
  };
}

/** The end of a removal that the user does not confirm; returns the exit code. */
export function notRemoved(output: Output): number {
  output.step('Nothing was removed.');
  return EXIT.done;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

/** A time to the second, where the user is, as in the window. */
export const timeText = (at: number): string => `${localDay(at)} ${new Date(at).toLocaleTimeString('en-GB')}`;

const widthOf = (stream: NodeJS.WriteStream): number => (stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY);

/** How many columns of a terminal a text takes. */
const shownWidth = (text: string): number => truncatedWidth(text).width;

/** The beginning of a text that fits `limit` columns, with a sign that it goes on. */
function cut(text: string, limit: number): string {
  const { index, ellipsed } = truncatedWidth(text, { limit, ellipsis: '…' });
  return ellipsed ? `${text.slice(0, index)}…` : text;
}

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - shownWidth(text)));

/** Between two columns. */
const GAP = '  ';
/** No column gets narrower than this to make a table fit. */
const LEAST_WIDTH = 6;

/** The widths of columns that together take at most `most`: the widest ones are cut first. */
function fittingWidths(natural: readonly number[], most: number): readonly number[] {
  const space = most - GAP.length * (natural.length - 1);
  const widths = [...natural];
  while (widths.reduce((sum, width) => sum + width, 0) > space) {
    const widest = Math.max(...widths);
    if (widest <= LEAST_WIDTH) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

/** A text table with aligned columns, whose long cells are cut so that it fits `most` columns of a terminal. */
export function table(titles: readonly string[], cells: readonly (readonly string[])[], most = Number.POSITIVE_INFINITY): string {
  const header = titles.map(terminalCell);
  const rows = cells.map((row) => row.map(terminalCell));
  const natural = header.map((title, column) =>
    rows.reduce((width, row) => Math.max(width, shownWidth(row[column] ?? '')), shownWidth(title)),
  );
  const widths = fittingWidths(natural, most);
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => padded(cut(cell, widths[column]!), widths[column]!))
      .join(GAP)
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
  collecting: 'Fetching scores',
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

/** An estimate from less than this share, or from less time in milliseconds, is a guess. */
const LEAST_KNOWN = { share: 0.05, ms: 2000 };
const CLOCK = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** "about 4 minutes left, until 10:42 AM"; null while it is not known. */
function timeLeft({ done, total, startedAt }: Activity, now: number): string | null {
  const passed = now - startedAt;
  if (total === null || done >= total || done / total < LEAST_KNOWN.share || passed < LEAST_KNOWN.ms) return null;
  const left = (passed / done) * (total - done);
  const seconds = Math.max(1, Math.round(left / 1000));
  const span =
    seconds < 90
      ? countText(seconds, 'second')
      : seconds < 5400
        ? countText(Math.round(seconds / 60), 'minute')
        : countText(Math.round(seconds / 3600), 'hour');
  return `about ${span} left, until ${CLOCK.format(now + left)}`;
}

/** The progress of an activity, as one short line: what is done, what remains, and until when. */
export function activityText(view: Pick<ProjectView, 'state'>, activity: Activity, now = Date.now()): string {
  const { done, total, unit, note, nextAt } = activity;
  const text = view.state.at === 'done' && activity.kind === 'collecting' ? STATUS_TEXTS.collecting : statusText(view);
  const of = total === null || total <= 0 ? null : total;
  const share = of === null ? '' : ` ${Math.floor((100 * done) / of)}%`;
  const [bytes, rows] = [(count: number) => (count / 1e6).toFixed(1), numberText];
  const amount =
    unit === 'none'
      ? ''
      : unit === 'bytes'
        ? ` ${of === null ? '' : `${bytes(done)} of `}${bytes(of ?? done)} MB`
        : of === null
          ? ` ${countText(done, 'row')}`
          : ` ${rows(done)} of ${countText(of, 'row')}`;
  const left = timeLeft(activity, now);
  const next = nextAt !== null && nextAt > now && note !== null ? ` Next try at ${CLOCK.format(nextAt)}.` : '';
  return `${text}${share}${amount}${left === null ? '' : `, ${left}`}${note === null ? '' : ` – ${note}${next}`}`;
}
