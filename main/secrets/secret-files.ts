/** The files of the data folder that record its secrets: `secrets.json`, which says where each secret is, and the key file. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError, codeOf } from '../../shared/base/index.ts';
import { isUnsupported, makePrivate, removeFile, renameFileSync, syncFolder } from '../platform/index.ts';
import { inDataFolder, readIfThere, writeDurably } from './data-folder-io.ts';
import { decodeKey, encodeKey } from './key-text.ts';

/** What was saved where, without any secret: distinguishes "never saved" from "cannot be read now". */
const State = z.strictObject({
  format: z.literal(1),
  /** Part of every account name, so that two data folders on one computer do not share entries. */
  installation: z.string().min(16),
  /** The key's mark, where the key is, and the boot during which it was copied from a key file to the keychain. */
  dataKey: z
    .strictObject({
      mark: z.string(),
      copiedDuring: z.string().nullable(),
      place: z.enum(['keychain', 'key-file']),
    })
    .nullable(),
  /** What has an entry in the keychain: IDs of connections for their tokens, and hashes of proxies for their passwords. */
  tokens: z.array(z.string()),
  /** What still has an entry that must be removed from the keychain, as in `tokens`. */
  removals: z.array(z.string()),
});
export type SecretsState = z.infer<typeof State>;

/** The account name of one of this data folder's entries in the keychain. */
export const keychainAccount = ({ installation }: SecretsState, name: string): string => `${name}:${installation}`;

export class SecretFiles {
  private readonly folder: string;

  /** Creates the folder when there is none. */
  constructor(dataDir: string) {
    this.folder = dataDir;
    inDataFolder(() => {
      // Does not change the mode of an existing folder, which the user may have named by mistake.
      if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) makePrivate(dataDir, 0o700);
    });
  }

  private get statePath(): string {
    return join(this.folder, 'secrets.json');
  }

  private get keyPath(): string {
    return join(this.folder, 'data.key');
  }

  /**
   * The recorded state, or a new one when there is none.
   * @throws DATA_FOLDER when the file is damaged
   */
  readState(): SecretsState {
    return inDataFolder(() => {
      const text = readIfThere(this.statePath);
      if (text === null) return { format: 1, installation: randomBytes(16).toString('hex'), dataKey: null, tokens: [], removals: [] };
      try {
        return State.parse(JSON.parse(text));
      } catch (error) {
        // A new state would lose the entries in the keychain forever.
        const inFile = readIfThere(this.keyPath) !== null;
        const what = inFile
          ? 'The key to your donor data is safe in data.key: restore secrets.json from a backup, or remove it. Without it, only saved tokens have to be entered again.'
          : 'It records where the keychain has the key to your donor data: restore it from a backup of the folder.';
        throw new AppError(
          'DATA_FOLDER',
          `The file secrets.json in the data folder is damaged. Nothing was changed. ${what}`,
          { reason: 'damaged' },
          { cause: error },
        );
      }
    });
  }

  /** @throws DATA_FOLDER when another program has recorded a different data key: its data would be lost */
  writeState(state: SecretsState): void {
    inDataFolder(() => {
      const recorded = this.readState().dataKey;
      if (recorded !== null && recorded.mark !== state.dataKey?.mark)
        throw new AppError(
          'DATA_FOLDER',
          'Another program has just created the key of this data folder. Nothing was changed. Close this program and start it again.',
          { reason: 'foreign-key' },
        );
      const fresh = `${this.statePath}.${randomBytes(6).toString('hex')}`;
      writeDurably(fresh, `${JSON.stringify(state, null, 2)}\n`);
      renameFileSync(fresh, this.statePath);
      syncFolder(this.folder);
    });
  }

  /** The data key in the key file; null if there is none. */
  readKey(): Buffer | null {
    return inDataFolder(() => {
      const text = readIfThere(this.keyPath);
      if (text === null) return null;
      this.requirePrivate(this.keyPath);
      const key = decodeKey(text.trim());
      if (key === null)
        throw new AppError(
          'DATA_FOLDER',
          'The key file data.key in the data folder is damaged, so the projects cannot be opened. Nothing was changed: restore data.key from a backup of the folder.',
          { reason: 'damaged' },
        );
      return key;
    });
  }

  /** @throws DATA_FOLDER when other users of this computer can read the file, because the disk has no permissions */
  private requirePrivate(path: string): void {
    if (makePrivate(path, 0o600)) return;
    throw new AppError(
      'DATA_FOLDER',
      'The disk of the data folder does not keep file permissions, so every user of this computer could read the key to your donor data in data.key. Choose a data folder on another disk, or make a keychain available.',
      { reason: 'no-permissions' },
    );
  }

  /**
   * Writes the key file, completely or not at all, and never replaces an existing one. Call it within `SecretsLock.exclusively`.
   * @throws DATA_FOLDER when there already is one, or when other users could read it
   */
  createKey(key: Buffer): void {
    inDataFolder(() => {
      const fresh = `${this.keyPath}.${randomBytes(6).toString('hex')}`;
      writeDurably(fresh, `${encodeKey(key)}\n`);
      try {
        this.requirePrivate(fresh);
        nameOnce(fresh, this.keyPath);
      } finally {
        removeFile(fresh);
      }
      syncFolder(this.folder);
    });
  }

  removeKey(): void {
    inDataFolder(() => {
      removeFile(this.keyPath);
      syncFolder(this.folder);
    });
  }
}

/** Renames a file, but never replaces another one. A rename would; a link refuses to, but some disks have no links. */
function nameOnce(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!isUnsupported(error) && codeOf(error) !== 'EMLINK') throw error;
    if (existsSync(to)) throw Object.assign(new Error('the file exists', { cause: error }), { code: 'EEXIST' });
    renameSync(from, to);
  }
}
