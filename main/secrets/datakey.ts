/**
 * Finds the data key, or makes the first one. Two failures are far worse than an error: a second key, under which
 * nothing that was written before can be read, and a key that is gone. So a key is made only where none was ever
 * remembered, it is used only after it was read back, and a key file is removed only when the keychain has proved to last.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/base/errors.ts';
import { decodeKey, encodeKey, KEY_BYTES, type SecretFiles, type SecretsState } from './files.ts';
import { type Keychain, KeychainError, type KeychainProblem, PROBLEM_WORDS } from './keychain.ts';

export interface HeldKey {
  readonly key: Buffer;
  readonly kind: 'keychain' | 'key-file';
  readonly notice: string | null;
}

export interface DataKeyOptions {
  readonly files: SecretFiles;
  readonly keychain: Keychain;
  /** False when the data folder holds what was encrypted before, so that a new key would be a loss and no beginning. */
  readonly mayCreate: () => boolean;
  /**
   * The present start of the computer; null where every keychain outlasts it. On Linux a keychain can be a passing one
   * (a remote login, a container): what it still holds after a restart, it keeps.
   */
  readonly computerStart: () => string | null;
}

const FILE_WARNING = 'The key to your donor data lies in a file in the data folder, which protects little more than file permissions do';

/** Said while the keychain cannot be used. */
function keyFileNotice(problem: KeychainProblem): string {
  return `The keychain of this computer cannot be used: ${PROBLEM_WORDS[problem]}. ${FILE_WARNING}. Tokens are not saved: they are forgotten when the program ends.`;
}

const COPIED_NOTICE = `${FILE_WARNING}. A copy lies in the keychain now; the file is removed once the keychain still has it after a restart of this computer.`;

/** The error for a secret that was saved in a keychain which does not give it. */
export function keychainFailure(error: unknown, what: string): AppError {
  const problem = error instanceof KeychainError ? error.problem : 'failed';
  const code = problem === 'locked' ? 'KEYCHAIN_LOCKED' : 'KEYCHAIN_UNAVAILABLE';
  const remedy = problem === 'locked' ? 'Unlock it' : 'Log in to the desktop in which it was saved, or make the keychain answer,';
  return new AppError(
    code,
    `${what} was saved in the keychain, which cannot be used: ${PROBLEM_WORDS[problem]}. ${remedy} and try again; nothing is lost.`,
    { problem },
    { cause: error },
  );
}

/** Tells why a secret that was saved is not there: keytar answers null for a locked keychain, too. */
export async function missingFrom(keychain: Keychain, what: string): Promise<AppError> {
  try {
    await keychain.probe();
  } catch (error) {
    return keychainFailure(error, what);
  }
  return new AppError(
    'KEYCHAIN_LOCKED',
    `${what} was saved in the keychain, but its entry is not there: it was removed, or it lies in another user's keychain.`,
    {
      problem: 'removed',
    },
  );
}

/** A digest by which a key is known again; a key of 256 random bits cannot be found from it. */
function markOf(key: Buffer): string {
  return createHash('sha256').update('screening-desk data key\0').update(key).digest('hex').slice(0, 16);
}

export function accountOf(state: SecretsState, name: string): string {
  return `${name}:${state.installation}`;
}

/** Saves the key in the keychain and reads it back; throws a KeychainError when it does not stay. */
async function saveInKeychain(keychain: Keychain, account: string, key: Buffer): Promise<void> {
  await keychain.set(account, encodeKey(key));
  if ((await keychain.get(account)) !== encodeKey(key)) throw new KeychainError('failed');
}

type Place = HeldKey['kind'];

function remember(files: SecretFiles, state: SecretsState, key: Buffer, place: Place, copiedDuring: string | null = null): void {
  const dataKey = { mark: markOf(key), copiedDuring, place };
  if (!isDeepStrictEqual(state.dataKey, dataKey)) files.writeState({ ...state, dataKey });
}

/** The data key of the folder. Call it under the lock of the files. */
export async function findDataKey(options: DataKeyOptions): Promise<HeldKey> {
  const { files } = options;
  const state = files.readState();
  const fileKey = files.readKey();
  if (fileKey === null) return state.dataKey === null ? await firstKey(options, state) : await keyFromKeychain(options, state);
  if (state.dataKey !== null && state.dataKey.mark !== markOf(fileKey))
    throw new AppError(
      'DATA_FOLDER',
      'The key file data.key does not belong to the donor data in this folder: put back the one that does.',
      {
        reason: 'foreign-key',
      },
    );
  return await keyFromFile(options, state, fileKey);
}

/** The error for a key that is neither in the key file nor to be had from the keychain, by where it was last. */
async function missingKey({ keychain }: DataKeyOptions, state: SecretsState, why: unknown): Promise<AppError> {
  const what = 'The key to the donor data in this folder';
  const place = state.dataKey?.place ?? null;
  if (place === 'key-file')
    return new AppError(
      'DATA_FOLDER',
      'The file data.key is missing from the data folder. It holds the key to the donor data in this folder, so the projects cannot be opened. Nothing was changed. Put data.key back from a backup of the folder: without it the projects stay shut, and results are only to be had from the service.',
      { reason: 'key-file-missing' },
    );
  const failure = why === null ? await missingFrom(keychain, what) : keychainFailure(why, what);
  if (place === 'keychain') return failure;
  return new AppError(
    failure.code,
    `The file data.key is not in the data folder. If it held the key to your donor data, put it back from a backup of the folder. Otherwise: ${failure.message}`,
    failure.details,
    { cause: failure },
  );
}

/** No key file, and a key was made before: only the keychain can have it. */
async function keyFromKeychain(options: DataKeyOptions, state: SecretsState): Promise<HeldKey> {
  const { files, keychain } = options;
  let text: string | null;
  try {
    text = await keychain.get(accountOf(state, 'data-key'));
  } catch (error) {
    throw await missingKey(options, state, error);
  }
  if (text === null) throw await missingKey(options, state, null);
  const key = decodeKey(text);
  if (key === null || markOf(key) !== state.dataKey?.mark)
    throw new AppError('DATA_FOLDER', 'The data key in the keychain does not belong to the donor data in this folder.', {
      reason: 'foreign-key',
    });
  remember(files, state, key, 'keychain');
  return { key, kind: 'keychain', notice: null };
}

/**
 * A key file is the key. It is also copied to a keychain that answers; once that has given it back after a restart of
 * the computer, the file has had its day.
 */
async function keyFromFile({ files, keychain, computerStart }: DataKeyOptions, state: SecretsState, key: Buffer): Promise<HeldKey> {
  const account = accountOf(state, 'data-key');
  const copiedDuring = state.dataKey?.copiedDuring ?? null;
  const start = computerStart();
  remember(files, state, key, 'key-file', copiedDuring);
  try {
    const there = (await keychain.get(account)) === encodeKey(key);
    const lasts = there && copiedDuring !== null && copiedDuring !== start;
    if (!there) await saveInKeychain(keychain, account, key);
    // a copy that had to be made again has proved the opposite: its time begins anew
    if (!lasts) remember(files, state, key, 'key-file', there ? (copiedDuring ?? start) : start);
    if (!lasts && start !== null) return { key, kind: 'key-file', notice: COPIED_NOTICE };
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error;
    return { key, kind: 'key-file', notice: keyFileNotice(error.problem) };
  }
  remember(files, state, key, 'keychain');
  files.removeKey();
  return { key, kind: 'keychain', notice: null };
}

/** Nothing is remembered: the first key of the folder, unless there is evidence that it is not the first. */
async function firstKey({ files, keychain, mayCreate }: DataKeyOptions, state: SecretsState): Promise<HeldKey> {
  if (!mayCreate())
    throw new AppError(
      'DATA_FOLDER',
      'This folder holds encrypted donor data, but neither data.key nor secrets.json, which tell where its key is: put back from a backup of the folder what was there of them. A new key could not read the data, so no new key was made.',
      { reason: 'key-missing' },
    );
  const account = accountOf(state, 'data-key');
  const key = randomBytes(KEY_BYTES);
  // the account's name must outlive a crash between the two steps
  files.writeState(state);
  try {
    const before = decodeKey((await keychain.get(account)) ?? '');
    if (before === null) await saveInKeychain(keychain, account, key);
    remember(files, state, before ?? key, 'keychain');
    return { key: before ?? key, kind: 'keychain', notice: null };
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error;
    files.createKey(key);
    remember(files, state, key, 'key-file');
    return { key, kind: 'key-file', notice: keyFileNotice(error.problem) };
  }
}
