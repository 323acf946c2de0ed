/**
 * A zip of files, each of which has its own writer. It appears only when it is complete. Each file is first written to a temporary file in
 * the zip's folder. The name of the temporary file lets the program find and remove it if the program was killed.
 */
import { open, rm } from 'node:fs/promises';
import { TargetFile, temporaryBeside } from './target-file.ts';
import { writeErrorOf } from './write-error.ts';
import { ZipWriter } from './zip-writer.ts';

/** Bytes that are read at once. */
const CHUNK = 512 * 1024;
/** Workbooks are already compressed, and the first level reduces a CSV file most. */
const COMPRESSION = { level: 1, first: { level: 1, bytes: 0 } };

export class ZipOfFiles {
  private readonly target: TargetFile;
  private readonly zip: ZipWriter;
  /**
   * Used names in lower case and one Unicode form: on most file systems A.csv and a.csv are the same file, and on a Mac so are all ways to
   * compose a letter.
   */
  private readonly taken = new Set<string>();

  private constructor(target: TargetFile) {
    this.target = target;
    this.zip = new ZipWriter(target, COMPRESSION);
  }

  /** @throws TARGET_UNWRITABLE; DISK_FULL */
  static async create(path: string): Promise<ZipOfFiles> {
    return new ZipOfFiles(await TargetFile.open(path));
  }

  private nameFor(name: string, extension: string): string {
    for (let number = 1; ; number += 1) {
      const unused = `${name}${number === 1 ? '' : ` (${number})`}.${extension}`;
      const key = unused.normalize('NFC').toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return unused;
    }
  }

  /**
   * Adds a file. If its name is already used, it gets a number. `write`: writes the file to the given path. Returns what `write` returns.
   * @throws what `write` throws; WriteError
   */
  async add<T>(name: string, extension: string, write: (path: string) => Promise<T>): Promise<T> {
    const path = temporaryBeside(this.target.path);
    try {
      const result = await write(path);
      this.zip.begin(this.nameFor(name, extension));
      await this.copy(path);
      this.zip.end();
      return result;
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  }

  private async copy(path: string): Promise<void> {
    try {
      await using file = await open(path, 'r');
      for (;;) {
        const chunk = Buffer.allocUnsafe(CHUNK);
        const { bytesRead } = await file.read(chunk, 0, CHUNK);
        if (bytesRead === 0) return;
        this.zip.write(chunk.subarray(0, bytesRead));
        await this.zip.drained();
      }
    } catch (error) {
      throw writeErrorOf(error, true);
    }
  }

  /** @throws WriteError */
  async finish(): Promise<void> {
    await this.zip.finish();
    await this.target.commit();
  }

  /** Discards the zip; an existing file is unchanged. Never fails. */
  async abort(): Promise<void> {
    await this.zip.close();
    await this.target.abort();
  }
}
