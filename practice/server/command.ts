/** Runs the service on its own, for the command `practice`. */
import { once } from 'node:events';
import { startPractice, type StartPracticeOptions } from './start.ts';

export interface PracticeCommandOptions extends Omit<StartPracticeOptions, 'onExit'> {
  /** The bearer token that every call of the interface needs. */
  readonly token: string;
  /** Receives each line for programs to read. */
  readonly out: (line: string) => void;
}

/**
 * Prints `{"url", "port", "pid", "control"}`; resolves after SIGTERM or SIGINT.
 * @throws PracticeNotStarted when it cannot start; the cause when it dies later
 */
export async function runPracticeCommand({ out, ...options }: PracticeCommandOptions): Promise<void> {
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const died = Promise.withResolvers<never>();
  const practice = await startPractice({ ...options, onExit: died.reject });
  const port = Number(new URL(practice.baseUrl).port);
  out(JSON.stringify({ url: practice.baseUrl, port, pid: process.pid, control: options.controlToken !== undefined }));
  await Promise.race([stopped, died.promise]);
  await practice.close();
}
