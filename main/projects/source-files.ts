/** The files that projects were imported from, kept while the user can still choose another sheet or header row. */
import type { ImportView } from '../../shared/contract/index.ts';
import type { ImportOptions } from '../../shared/mapping/index.ts';
import type { FileTokens, OfferedFile } from './file-tokens.ts';

/** The preview of a file that could not be imported, with the options of that attempt. */
export interface FilePreview {
  readonly view: Omit<ImportView, 'isReadable'>;
  readonly asked: ImportOptions;
}

export class SourceFiles {
  private readonly tokens: FileTokens;
  private readonly files = new Map<string, OfferedFile>();
  private readonly previews = new Map<string, FilePreview>();
  /** Files that need a password, with the options of the attempt to read them. */
  private readonly locked = new Map<string, ImportOptions>();

  constructor(tokens: FileTokens) {
    this.tokens = tokens;
  }

  /** The file from which a project can be imported again; null if there is none. */
  of(id: string): OfferedFile | null {
    return this.files.get(id) ?? null;
  }

  has(id: string): boolean {
    return this.files.has(id);
  }

  previewOf(id: string): FilePreview | null {
    return this.previews.get(id) ?? null;
  }

  /** Keeps an imported file. A spooled copy contains people's data, so it is kept only if there is another sheet to choose. */
  async keepImported(id: string, file: OfferedFile, sheets: number): Promise<void> {
    this.locked.delete(id);
    const before = this.files.get(id);
    if (before !== undefined && before.path !== file.path) await this.tokens.deleteSpooledCopy(before);
    if (sheets > 1 || !file.spooled) this.files.set(id, file);
    else {
      this.files.delete(id);
      await this.tokens.deleteSpooledCopy(file);
    }
  }

  /** Keeps a file that could not be imported, with its preview. */
  keepUnimported(id: string, file: OfferedFile, preview: FilePreview): void {
    this.previews.set(id, preview);
    this.files.set(id, file);
  }

  /** Keeps a file that can be opened only with its password. */
  keepLocked(id: string, file: OfferedFile, asked: ImportOptions): void {
    this.locked.set(id, asked);
    this.files.set(id, file);
  }

  /** The options of the attempt to read a file that needs a password; null for any other file. */
  lockedOf(id: string): ImportOptions | null {
    return this.locked.get(id) ?? null;
  }

  dropPreview(id: string): void {
    this.previews.delete(id);
  }

  /** Forgets a file that cannot be imported again. Does not delete it. */
  drop(id: string): void {
    this.previews.delete(id);
    this.locked.delete(id);
    this.files.delete(id);
  }

  /** Deletes the spooled copy of a file. Call it when the user begins to work on the list. */
  async deleteSpooledCopy(id: string): Promise<void> {
    this.previews.delete(id);
    this.locked.delete(id);
    const file = this.files.get(id);
    if (file === undefined || !file.spooled) return;
    this.files.delete(id);
    await this.tokens.deleteSpooledCopy(file);
  }

  async close(): Promise<void> {
    await Promise.all([...this.files.keys()].map((id) => this.deleteSpooledCopy(id)));
  }
}
