/** Keys of projects: one random key each, wrapped by the data key. Without either key the project's data cannot be read. */
import type { ProjectRow } from '../store/app-database/app-database.ts';
import { newKey, decrypt, decryptJson, encrypt, encryptJson } from '../store/project-file/cipher.ts';
import { AppError } from '../../shared/base/errors.ts';

export class ProjectKeys {
  private readonly dataKey: Buffer;
  private readonly opened = new Map<string, Buffer>();

  constructor(dataKey: Buffer) {
    this.dataKey = dataKey;
  }

  /** Makes a key for a project and returns it wrapped, as it is stored. */
  make(projectId: string): Buffer {
    const key = newKey();
    this.opened.set(projectId, key);
    return encrypt(this.dataKey, `project/${projectId}`, key);
  }

  /** The project's key, 32 bytes. @throws NOT_FOUND once it was removed; PROJECT_FILE_DAMAGED when the data key is another one. */
  of(project: Pick<ProjectRow, 'id' | 'wrappedKey'>): Buffer {
    const known = this.opened.get(project.id);
    if (known !== undefined) return known;
    if (project.wrappedKey === null) throw new AppError('NOT_FOUND', "This project's data was removed.");
    try {
      const key = decrypt(this.dataKey, `project/${project.id}`, project.wrappedKey);
      this.opened.set(project.id, key);
      return key;
    } catch (cause) {
      throw new AppError(
        'PROJECT_FILE_DAMAGED',
        'This project cannot be opened: the data key in the keychain is not the one that it was written with.',
        {},
        { cause },
      );
    }
  }

  encryptJson(projectId: string, key: Buffer, value: unknown): Buffer {
    return encryptJson(key, `facts/${projectId}`, value);
  }

  decryptJson(projectId: string, key: Buffer, encrypted: Buffer): unknown {
    return decryptJson(key, `facts/${projectId}`, encrypted);
  }

  forget(projectId: string): void {
    this.opened.delete(projectId);
  }
}
