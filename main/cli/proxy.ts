/** Signs in to a proxy that requires a user name and password, from the terminal. */
import { AppError } from '../../shared/base/index.ts';
import type { Input } from '../../shared/contract/index.ts';
import type { Call } from './arguments.ts';
import { ask, askHidden, offer } from './confirm.ts';
import { inputText } from './standard-input.ts';

type Entered = Input<'app.signInToProxy'>;

const NOBODY =
  'The user name and password of the proxy cannot be typed here. Give them on standard input with --sign-in-stdin: the user name in the first line, the password in the second.';

/** Asks in the terminal. The message says which proxy asks, and why. */
export async function askForProxy(message: string): Promise<Entered> {
  if (!process.stdin.isTTY) throw new AppError('USAGE', NOBODY);
  process.stderr.write(`${message}\n`);
  const user = await ask('User name for the proxy: ');
  const password = await askHidden('Password: ', NOBODY);
  return { user, password, keep: await offer('Keep both in the keychain of this computer?') };
}

/**
 * The user name and password for a proxy: from standard input, which also means that they are saved, or from a question in the terminal.
 * @throws USAGE when there are none
 */
export async function proxyInput({ flags }: Pick<Call, 'flags'>, message: string): Promise<Entered> {
  if (!flags.has('sign-in-stdin')) return await askForProxy(message);
  const [user = '', password = ''] = (await inputText()).split(/\r?\n/);
  if (user === '') throw new AppError('USAGE', NOBODY);
  return { user, password, keep: true };
}
