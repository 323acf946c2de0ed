/** The service by itself: what the command `practice` runs. */
import { once } from 'node:events';
import { startPractice, type StartPracticeOptions } from './start.ts';

export interface PracticeCommandOptions extends Omit<StartPracticeOptions, 'onExit'> {
  /** The bearer token that every call of the interface needs. */
  readonly token: string;
  /** Takes each line that is meant for a program to read. */
  readonly out: (line: string) => void;
}

/**
 * Starts the service and prints one line of JSON when it answers: `{"url", "port", "pid", "control"}`, the last one true when control
 * endpoints exist. Resolves once SIGTERM or SIGINT has ended it. Fails with PracticeNotStarted, or with the cause when it dies by itself.
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
