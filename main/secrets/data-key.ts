/**
 * Finds the data key, or creates the first one. Two failures are far worse than an error: a second key, which cannot read earlier data, and
 * a lost key. So a key is created only if none was ever recorded, and used only after it was read back. A key file is removed only after
 * the keychain has kept the key across a restart.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/base/index.ts';
import { decodeKey, encodeKey, KEY_BYTES } from './key-text.ts';
import { type Keychain, KeychainError, type KeychainProblem, PROBLEM_WORDS } from './keychain.ts';
import { keychainFailure, missingFrom } from './keychain-failures.ts';
import { keychainAccount, type SecretFiles, type SecretsState } from './secret-files.ts';

export interface HeldKey {
  readonly key: Buffer;
  readonly kind: 'keychain' | 'key-file';
  readonly notice: string | null;
}

export interface DataKeyOptions {
  readonly files: SecretFiles;
  readonly keychain: Keychain;
  /** False when the data folder holds encrypted data, so that a new key would lose it. */
  readonly mayCreate: () => boolean;
  /**
   * Identifies the current boot; null where every keychain survives a restart. On Linux a keychain can be temporary
   * (remote login, container): only what it still holds after a restart is permanent.
   */
  readonly computerStart: () => string | null;
}

const FILE_WARNING = 'The key to your donor data is in a file in the data folder, which protects little more than file permissions do';

/** Shown while the keychain cannot be used. */
function keyFileNotice(problem: KeychainProblem): string {
  return `The keychain of this computer cannot be used: ${PROBLEM_WORDS[problem]}. ${FILE_WARNING}. Tokens are not saved: they are forgotten when the program ends.`;
}

const COPIED_NOTICE = `${FILE_WARNING}. A copy is in the keychain now; the file is removed once the keychain still has it after a restart of this computer.`;

/** A digest that identifies a key; it reveals nothing of the key's 256 random bits. */
const markOf = (key: Buffer): string => createHash('sha256').update('screening-desk data key\0').update(key).digest('hex').slice(0, 16);

/** Saves the key in the keychain and reads it back. Throws a KeychainError when the keychain does not keep it. */
async function saveInKeychain(keychain: Keychain, account: string, key: Buffer): Promise<void> {
  await keychain.set(account, encodeKey(key));
  if ((await keychain.get(account)) !== encodeKey(key)) throw new KeychainError('failed');
}

type Place = HeldKey['kind'];

function remember(files: SecretFiles, state: SecretsState, key: Buffer, place: Place, copiedDuring: string | null = null): void {
  const dataKey = { mark: markOf(key), copiedDuring, place };
  if (!isDeepStrictEqual(state.dataKey, dataKey)) files.writeState({ ...state, dataKey });
}

/** The data key of the folder. Call it within `SecretsLock.exclusively`. */
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

/** The error for a key that is neither in the key file nor in the keychain, by its last recorded location. */
async function missingKey({ keychain }: DataKeyOptions, state: SecretsState, why: unknown): Promise<AppError> {
  const what = 'The key to the donor data in this folder';
  if (state.dataKey?.place === 'key-file')
    return new AppError(
      'DATA_FOLDER',
      'The file data.key is missing from the data folder. It holds the key to the donor data in this folder, so the projects cannot be opened. Nothing was changed. Restore data.key from a backup of the folder: without it the projects cannot be opened, and results are available only from the service.',
      { reason: 'key-file-missing' },
    );
  return why === null ? await missingFrom(keychain, what) : keychainFailure(why, what);
}

/** A key was created but there is no key file, so only the keychain can have the key. */
async function keyFromKeychain(options: DataKeyOptions, state: SecretsState): Promise<HeldKey> {
  const { files, keychain } = options;
  let text: string | null;
  try {
    text = await keychain.get(keychainAccount(state, 'data-key'));
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
 * Uses the key file and copies the key to a working keychain. Once the keychain still returns the key after a restart of the computer,
 * removes the file.
 */
async function keyFromFile({ files, keychain, computerStart }: DataKeyOptions, state: SecretsState, key: Buffer): Promise<HeldKey> {
  const account = keychainAccount(state, 'data-key');
  const copiedDuring = state.dataKey?.copiedDuring ?? null;
  const start = computerStart();
  remember(files, state, key, 'key-file', copiedDuring);
  try {
    const there = (await keychain.get(account)) === encodeKey(key);
    const lasts = there && copiedDuring !== null && copiedDuring !== start;
    if (!there) await saveInKeychain(keychain, account, key);
    // If the copy had to be made again, the keychain did not keep it, so the wait for a restart starts over.
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

/** A locked keychain, or one that asks its user, will work in a moment, so this is no reason to keep the key in a file. */
function notYet(cause: KeychainError): AppError {
  return new AppError(
    'KEYCHAIN_LOCKED',
    `The key to your donor data must be saved in the keychain of this computer, which cannot be used yet: ${PROBLEM_WORDS[cause.problem]}. Unlock it or answer its question, and try again. Nothing was saved. Where no keychain can be unlocked, DESK_KEYCHAIN=none keeps the key in a file.`,
    { problem: cause.problem },
    { cause },
  );
}

/**
 * Creates the first key of the folder, if nothing is recorded and nothing shows that there was an earlier key.
 * @throws KEYCHAIN_LOCKED when the keychain is locked or does not answer in time
 */
async function firstKey({ files, keychain, mayCreate }: DataKeyOptions, state: SecretsState): Promise<HeldKey> {
  if (!mayCreate())
    throw new AppError(
      'DATA_FOLDER',
      'This folder holds encrypted donor data, but neither data.key nor secrets.json, which record where its key is: put back whichever of them the folder had, from a backup of the folder. A new key could not read the data, so no new key was made.',
      { reason: 'key-missing' },
    );
  const account = keychainAccount(state, 'data-key');
  const key = randomBytes(KEY_BYTES);
  // The name of the keychain entry must be on disk before the entry is made, in case of a crash.
  files.writeState(state);
  try {
    const before = decodeKey((await keychain.get(account)) ?? '');
    // While the keychain waited for its user, another program may have created a key: this throws, so that its key is not lost.
    files.writeState(state);
    if (before === null) await saveInKeychain(keychain, account, key);
    remember(files, state, before ?? key, 'keychain');
    return { key: before ?? key, kind: 'keychain', notice: null };
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error;
    if (error.problem === 'locked' || error.problem === 'timeout') throw notYet(error);
    files.writeState(state);
    files.createKey(key);
    remember(files, state, key, 'key-file');
    return { key, kind: 'key-file', notice: keyFileNotice(error.problem) };
  }
}
