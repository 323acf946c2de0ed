/** Questions that the user answers in the terminal. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError, terminalText } from '../../shared/base/index.ts';
import type { Call } from './arguments.ts';

/** What the user types; null if they press Ctrl+D. `isHidden`: does not show it on the screen. */
async function answerTo(question: string, isHidden = false): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({
    input: process.stdin,
    output: isHidden ? nowhere : process.stderr,
    terminal: isHidden || process.stderr.isTTY,
  });
  // The interface does not write to the terminal in this case, so the question is written here.
  if (isHidden) process.stderr.write(terminalText(question));
  // Without a listener, Ctrl+C would only end the question.
  asking.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // In a terminal, Ctrl+D rejects the answer. Otherwise the input just ends.
  const end = new Promise<null>((resolve) => {
    asking.once('close', () => resolve(null));
  });
  const answer = asking.question(isHidden ? '' : terminalText(question)).catch(async (error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
    return await end;
  });
  try {
    const text = await Promise.race([answer, end]);
    if (text === null && !isHidden) process.stderr.write('\n');
    return text?.trim() ?? null;
  } finally {
    asking.close();
    if (isHidden) process.stderr.write('\n');
  }
}

/**
 * The user's answer. `isHidden`: does not show it on the screen.
 * @throws USAGE when there is none.
 */
export async function ask(question: string, isHidden = false): Promise<string> {
  const answer = await answerTo(question, isHidden);
  if (answer === null) throw new AppError('USAGE', 'The question was not answered.');
  return answer;
}

/**
 * Asks before something that spends credits or removes data for good. True if the user agrees, or has given --yes.
 * @throws USAGE with `refusal`, the option --yes and `after` when nobody can answer.
 */
export async function confirm(
  { flags }: Pick<Call, 'flags'>,
  question: string,
  refusal = 'Nothing was sent, because this spends credits.',
  after = '',
): Promise<boolean> {
  if (flags.has('yes')) return true;
  if (!process.stdin.isTTY) throw new AppError('USAGE', `${refusal} Add --yes to confirm.${after}`);
  return /^y(es)?$/i.test((await answerTo(`${question} [y/N] `)) ?? '');
}

/**
 * Asks before something is removed for good. False if the user says no.
 * @throws as `confirm`
 */
export const confirmRemoval = async (call: Pick<Call, 'flags'>, what: string): Promise<boolean> =>
  await confirm(call, `${what} Continue?`, what);

/** Offers something that costs nothing: Enter accepts it. False when nobody can answer. */
export async function offer(question: string): Promise<boolean> {
  return process.stdin.isTTY && /^(y(es)?)?$/i.test((await answerTo(`${question} [Y/n] `)) ?? 'no');
}

/**
 * Asks for a text that is not shown on the screen.
 * @throws USAGE with `refusal` when nobody can type it
 */
export async function askHidden(question: string, refusal: string): Promise<string> {
  if (!process.stdin.isTTY) throw new AppError('USAGE', refusal);
  return await ask(question, true);
}
