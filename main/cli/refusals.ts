/** The options with which the user agrees to what a command refused. */
import { AppError, type ErrorCode } from '../../shared/base/index.ts';
import type { NotSent } from '../../shared/rows/index.ts';
import type { CommandDescription } from './descriptions/command-description.ts';

/** The option for each reason of SENT_BEFORE, and what it does. */
const AGREEMENTS: Readonly<Record<string, readonly [option: string, does: string]>> = {
  list: ['repeat', 'send it again'],
  people: ['again', 'send them again'],
  elsewhere: ['elsewhere', 'send it anyway'],
  person: ['again', 'screen this person again'],
  paid: ['again', 'agree'],
};

/** The sentence with which the window asks for the same agreement. */
const CONFIRM = /(?:, or confirm| Confirm) if you want to send (?:it|them) again\./;

function agreementTo(code: ErrorCode, { reason, needed }: AppError['details']): readonly [option: string, does: string] | undefined {
  // A shortage can be ignored only if this program computed it.
  if (code === 'CREDITS_SHORT' && needed !== undefined) return ['short-balance', 'send the list although the balance is too small'];
  return code === 'SENT_BEFORE' ? AGREEMENTS[reason ?? 'list'] : undefined;
}

/** The message of a refusal, with the command's option that agrees to it. */
export function refusalText(
  { code, message, details }: Pick<AppError, 'code' | 'message' | 'details'>,
  command: Pick<CommandDescription, 'options'> | null,
): string {
  const [option, does] = agreementTo(code, details) ?? [];
  if (option === undefined) return message;
  const plain = message.replace(CONFIRM, (words) => (words.startsWith(',') ? '.' : ''));
  if (command?.options[option] !== undefined) return `${plain} Add --${option} to ${does}.`;
  return option === 'repeat' ? `${plain} "desk screen FILE --repeat" sends it again.` : plain;
}

/** The same error with the text for a terminal. */
export function withAgreement(error: unknown, command: Pick<CommandDescription, 'options'> | null): unknown {
  if (!(error instanceof AppError)) return error;
  const message = refusalText(error, command);
  return message === error.message ? error : AppError.from({ ...error.toFailure(), message });
}

const SENDS: Partial<Readonly<Record<NotSent, string>>> = {
  invalid: '--send-errors',
  duplicateId: '--send-errors',
  suppressed: '--send-objected REASON',
  deceased: '--send-anyway',
  organization: '--send-anyway',
  notAPerson: '--send-anyway',
};

/** Names the options of `desk screen` that send what was left out. */
export function sendingText(reasons: readonly NotSent[]): string {
  const options = [...new Set(reasons.flatMap((reason) => SENDS[reason] ?? []))];
  return options.length === 0 ? '' : ` To send them anyway, add ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(options)}.`;
}
