/** Questions that the user answers in the terminal. */
import { createInterface } from 'node:readline/promises';
import { AppError, terminalText } from '../../shared/base/index.ts';

async function ask(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await asking.question(terminalText(question))).trim();
  } finally {
    asking.close();
  }
}

/**
 * Asks for consent, such as to spend credits.
 * @throws USAGE with `unattended` when nobody can answer.
 */
export async function confirm(
  question: string,
  unattended = 'Nothing was sent, because this spends credits. Add --yes to confirm.',
): Promise<boolean> {
  if (!process.stdin.isTTY) throw new AppError('USAGE', unattended);
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `));
}

/** Offers something that costs nothing: Enter accepts it. False when nobody can answer. */
export async function offer(question: string): Promise<boolean> {
  return process.stdin.isTTY && /^(y(es)?)?$/i.test(await ask(`${question} [Y/n] `));
}
