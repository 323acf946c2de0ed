/** The errors when the keychain does not return a secret that was saved in it. `what` names the secret, for the user. */
import { AppError } from '../../shared/base/index.ts';
import { type Keychain, KeychainError, PROBLEM_WORDS } from './keychain.ts';

/** A KEYCHAIN_LOCKED or KEYCHAIN_UNAVAILABLE error. `error`: what reading the secret threw. */
export function keychainFailure(error: unknown, what: string): AppError {
  const problem = error instanceof KeychainError ? error.problem : 'failed';
  const code = problem === 'locked' ? 'KEYCHAIN_LOCKED' : 'KEYCHAIN_UNAVAILABLE';
  const remedy =
    problem === 'locked' ? 'Unlock it' : 'Log in to the desktop session in which it was saved, or make the keychain available,';
  return new AppError(
    code,
    `${what} was saved in the keychain, which cannot be used: ${PROBLEM_WORDS[problem]}. ${remedy} and try again; nothing is lost.`,
    { problem },
    { cause: error },
  );
}

/** The error for an entry that keytar does not find, which can also mean that the keychain is locked. */
export async function missingFrom(keychain: Keychain, what: string): Promise<AppError> {
  try {
    await keychain.probe();
  } catch (error) {
    return keychainFailure(error, what);
  }
  return new AppError(
    'KEYCHAIN_LOCKED',
    `${what} was saved in the keychain, but its entry is not there: it was removed, or it is in another user's keychain.`,
    {
      problem: 'removed',
    },
  );
}
