/** The files that projects were imported from, as long as another sheet or header row of them can still be chosen. */
import type { ImportView } from '../../shared/contract/index.ts';
import type { ImportOptions } from '../../shared/mapping/import-options.ts';
import type { FileTokens, OfferedFile } from './file-tokens.ts';

/** What a file shows that no list could be made of, and how it was to be read. */
export interface FilePreview {
  readonly view: Omit<ImportView, 'atHand'>;
  readonly asked: ImportOptions;
}

export class SourceFiles {
  private readonly tokens: FileTokens;
  private readonly files = new Map<string, OfferedFile>();
  private readonly previews = new Map<string, FilePreview>();

  constructor(tokens: FileTokens) {
    this.tokens = tokens;
  }

  /** The file of a project that can be read again; null when there is none. */
  of(id: string): OfferedFile | null {
    return this.files.get(id) ?? null;
  }

  has(id: string): boolean {
    return this.files.has(id);
  }

  previewOf(id: string): FilePreview | null {
    return this.previews.get(id) ?? null;
  }

  /** Keeps a file that was read. A spooled copy holds people's data, so it stays only while there is another sheet to choose. */
  async keepRead(id: string, file: OfferedFile, sheets: number): Promise<void> {
    const before = this.files.get(id);
    if (before !== undefined && before.path !== file.path) await this.tokens.deleteSpooledCopy(before);
    if (sheets > 1 || !file.spooled) this.files.set(id, file);
    else {
      this.files.delete(id);
      await this.tokens.deleteSpooledCopy(file);
    }
  }

  /** Keeps a file that could not be read as it was asked for, with what it shows. */
  keepUnread(id: string, file: OfferedFile, preview: FilePreview): void {
    this.previews.set(id, preview);
    this.files.set(id, file);
  }

  forgetPreview(id: string): void {
    this.previews.delete(id);
  }

  /** The file cannot be read again; the file itself stays. */
  forget(id: string): void {
    this.previews.delete(id);
    this.files.delete(id);
  }

  /** The list is worked on from here: a spooled copy of its file is deleted. */
  async deleteSpooledCopy(id: string): Promise<void> {
    this.previews.delete(id);
    const file = this.files.get(id);
    if (file === undefined || !file.spooled) return;
    this.files.delete(id);
    await this.tokens.deleteSpooledCopy(file);
  }

  async close(): Promise<void> {
    await Promise.all([...this.files.keys()].map((id) => this.deleteSpooledCopy(id)));
  }
}
