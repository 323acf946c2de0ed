/**
 * A zip of files that each have a writer of their own. It appears complete or not at all. Each file is first written to a temporary file in
 * the folder of the zip. The name of that file lets the program find and remove it if the program was killed.
 */
import { open, rm } from 'node:fs/promises';
import { TargetFile, temporaryBeside } from './target-file.ts';
import { writeErrorOf } from './write-error.ts';
import { ZipWriter } from './zip-writer.ts';

/** Bytes that are read at once. */
const CHUNK = 512 * 1024;
/** Workbooks are compressed already, and a CSV file shrinks most at the first level. */
const COMPRESSION = { level: 1, first: { level: 1, bytes: 0 } };

export class ZipOfFiles {
  private readonly target: TargetFile;
  private readonly zip: ZipWriter;
  /** In lower case and one Unicode form: on most file systems A.csv is a.csv, and on a Mac each way to compose a letter is the same. */
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
   * Adds a file, whose name gets a number where it is used already. `write` writes it to the path that it gets. Returns what `write` returns.
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

  /** Discards the zip; the file that was there stays. Never fails. */
  async abort(): Promise<void> {
    await this.zip.close();
    await this.target.abort();
  }
}
