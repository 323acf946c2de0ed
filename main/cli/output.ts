/** Output of the command line: results on standard output, progress on standard error. */
import {
  AppError,
  ERROR_CODES,
  EXIT,
  type Failure,
  expectedError,
  localDay,
  terminalCell,
  terminalJson,
  terminalText,
} from '../../shared/base/index.ts';
import type { CommandDescription } from './descriptions/command-description.ts';
import { withAgreement } from './refusals.ts';
import type { JsonLine } from './shapes.ts';
import { cut } from './table.ts';

/** Shells add this to the number of the signal that ended a program: 130 after Ctrl+C. */
export const SIGNAL_EXIT = 128;

export interface Output {
  readonly json: boolean;
  /** The running command; null until it is known. */
  command: CommandDescription | null;
  /** True when nobody reads standard output any more, for example after `| head`. */
  readonly closed: boolean;
  /** The widths of the terminals for results and for steps, in columns. Infinite without a terminal, because programs need whole cells. */
  readonly widths: { readonly result: number; readonly step: number };
  /** With --json, writes one JSON object per line; otherwise writes the text. */
  result(object: JsonLine, text: string): void;
  /** Resolves when standard output accepts more. Await it while printing a long list, so that the list is never entirely in memory. */
  drained(): Promise<void>;
  /** Writes a step to standard error. */
  step(text: string): void;
  /** Updates the progress line, if there is a terminal. */
  progress(text: string): void;
  /** Reports the error and returns the exit code. */
  failure(error: unknown): number;
}

/** Streams that have a listener for as long as the program runs. `closedPipes`: those that nobody reads any more. */
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

/** Says that nothing was removed, because the user did not confirm. Returns the exit code. */
export function notRemoved(output: Output): number {
  output.step('Nothing was removed.');
  return EXIT.done;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

/** A time to the second in the user's time zone, as in the window. */
export const timeText = (at: number): string => `${localDay(at)} ${new Date(at).toLocaleTimeString('en-GB')}`;

const widthOf = (stream: NodeJS.WriteStream): number => (stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY);
