/** The keys of projects: each project has a random key, wrapped by the data key. Without it, the project's data cannot be read. */
import type { ProjectRow } from '../store/app-database/index.ts';
import { decrypt, decryptJson, deriveKey, encrypt, encryptJson, newKey } from '../store/project-file/index.ts';
import { AppError } from '../../shared/base/index.ts';

export class ProjectKeys {
  /** The key for everything that does not belong to a project, 32 bytes. */
  readonly folder: Buffer;
  private readonly dataKey: Buffer;
  private readonly unwrapped = new Map<string, Buffer>();

  constructor(dataKey: Buffer) {
    this.dataKey = dataKey;
    this.folder = deriveKey(dataKey, 'app database');
  }

  /** Creates a project's key. Returns it wrapped, as it is stored. */
  create(projectId: string): Buffer {
    const key = newKey();
    this.unwrapped.set(projectId, key);
    return encrypt(this.dataKey, `project/${projectId}`, key);
  }

  /** Takes the key of a project from another data folder. Returns it wrapped, as it is stored. */
  adopt(projectId: string, key: Buffer): Buffer {
    this.unwrapped.set(projectId, key);
    return encrypt(this.dataKey, `project/${projectId}`, key);
  }

  /**
   * The project's key, 32 bytes.
   * @throws NOT_FOUND when it was removed; PROJECT_FILE_DAMAGED when it was wrapped by another data key.
   */
  of(project: Pick<ProjectRow, 'id' | 'wrappedKey'>): Buffer {
    const known = this.unwrapped.get(project.id);
    if (known !== undefined) return known;
    if (project.wrappedKey === null) throw new AppError('NOT_FOUND', "This project's data was removed.");
    try {
      const key = decrypt(this.dataKey, `project/${project.id}`, project.wrappedKey);
      this.unwrapped.set(project.id, key);
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

  drop(projectId: string): void {
    this.unwrapped.delete(projectId);
  }
}
